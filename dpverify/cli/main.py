"""The entry point: finds the command, and turns every error into one line on stderr and an exit code."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import click

from ..errors import DpverifyError, InputError, MissingDependency
from ..exact import any_number_of_digits
from .interrupt import Interrupted, continue_in_a_child

BAD_INPUT, MISSING, INTERRUPTED = 2, 3, 130

COMMANDS = {
    "verify": "Decide claims: one verdict each.",
    "claims": "List the ledger without running it.",
    "show": "Print one claim with its derivation.",
    "latex": "Write the derivations as a LaTeX document.",
    "report": "Write the results as a page, a document and JSON.",
    "bounds": "Certified bracket of the least possible noise.",
    "check-certificate": "Re-check a stored bracket without a solver.",
    "gaussian": "Exact Gaussian noise: sigma, delta or epsilon.",
    "mechanism": "The noise of a mechanism, exactly.",
    "compare": "All mechanisms at one point, cheapest first.",
    "sweep": "Certified brackets over a grid, as CSV.",
    "reference": "Reference values for other people's tests.",
    "audit": "Other libraries' noise against certified truth.",
    "figure": "The papers' figures and ours, with their data.",
    "experiment": "Denoising of private releases: tables and figures.",
}
"""Command -> its line in the help: known without importing any command."""


class LazyGroup(click.Group):
    """Imports a command only when it is asked for, so that `--help` stays cheap."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return import_module(f".{cmd_name.replace('-', '_')}", __package__).command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from .version import version_text

        click.echo(version_text())
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80}, no_args_is_help=False)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="What the guarantees rest on.")
@click.option("--quiet", is_flag=True, help="Print only what was asked for and what went wrong.")
@click.pass_context
def group(ctx: click.Context, quiet: bool) -> None:
    """Decides formulas about differential-privacy noise with a verdict one can trust.

    \b
    Example:
      dpverify verify truncated_laplace
      dpverify verify my_claims.py --json

    Exit codes: 0 good, 1 the answer is "no", 2 bad usage or input, 3 something needed is missing or failed.
    """
    ctx.obj = quiet


def main(argv: list[str] | None = None) -> NoReturn:
    """Run the command line and exit. A traceback is never the answer to an input.

    Without `argv` the words are the program's own, and the command runs in a child process of this one (`interrupt`).
    """
    if argv is None:
        continue_in_a_child()
    if sys.stdout is None:
        _fail(MISSING, "standard output is closed")
    try:
        # Not group.main(): that would answer Ctrl-C with an empty line of its own.
        with any_number_of_digits(), group.make_context("dpverify", list(sys.argv[1:] if argv is None else argv)) as context:
            code = group.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as finished:
        code = finished.exit_code
    except click.ClickException as error:
        _fail(BAD_INPUT, error.format_message())
    except Interrupted as interrupted:
        interrupted.leave()
    except (click.Abort, KeyboardInterrupt):
        _leave(INTERRUPTED, "interrupted")
    except InputError as error:
        _fail(BAD_INPUT, str(error))
    except MissingDependency as error:
        _fail(MISSING, str(error))
    except DpverifyError as error:
        _fail(MISSING, f"{type(error).__name__}: {error}")
    except BrokenPipeError:
        # The reader has gone (`| head`): nothing is left to say, and the interpreter's own flush at exit must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except ImportError as error:
        _fail(MISSING, f"a package is missing or broken: {error}")
    except MemoryError:
        _fail(MISSING, "out of memory")
    except OSError as error:
        _fail(MISSING, f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        _fail(MISSING, f"internal error at {Path(at.filename).name}:{at.lineno}, {type(error).__name__}: {error}; please report it")
    sys.exit(code if isinstance(code, int) else 0)


def _fail(code: int, message: str) -> NoReturn:
    _leave(code, "error: " + " ".join(message.split()))


def _leave(code: int, message: str) -> NoReturn:
    with contextlib.suppress(BrokenPipeError):
        click.echo(f"dpverify: {message}", err=True)
    sys.exit(code)
