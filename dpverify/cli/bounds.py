"""`dpverify bounds`: a certified bracket of the least possible loss."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from ..exact import decimal_nearest, decimal_up, rational_from_text
from ..whole_file import read_file_path, write_whole
from .common import is_quiet, json_option, print_json, quiet_option

if TYPE_CHECKING:
    from ..optimal.problem import Bracket, Problem

LOSSES = {"amplitude": Fraction(1), "power": Fraction(2)}
MAX_LOSS, MAX_EPSILON, MIN_GAP, MAX_SECONDS = 100, 10_000, Fraction(1, 10**12), 1_000_000


@click.command(short_help="Certified bracket of the least possible noise.")
@click.option("--epsilon", required=True, metavar="E", help="Privacy parameter, 0 or more.")
@click.option("--delta", required=True, metavar="D", help="Privacy parameter, from 0 to below 1.")
@click.option("--sensitivity", default="1", metavar="S", help="Above 0. [default: 1]")
@click.option("--loss", default="amplitude", metavar="L", help="amplitude, power, or P for |x|^P. [default: amplitude]")
@click.option("--rel-gap", default="1e-3", metavar="G", help="Wanted (upper - lower)/lower. [default: 1e-3]")
@click.option("--monotone", is_flag=True, help="Among symmetric unimodal laws only.")
@click.option("--time-limit", default="200", metavar="SECONDS", help="Solve no longer; the exact check comes on top. [default: 200]")
@click.option("--certificate", default=None, metavar="FILE", help="Write the proof of both ends, for check-certificate.")
@json_option
@quiet_option
def command(
    epsilon: str,
    delta: str,
    sensitivity: str,
    loss: str,
    rel_gap: str,
    monotone: bool,
    time_limit: str,
    certificate: str | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Bracket the least expected loss E|X|^p of (epsilon, delta)-private noise X over all noise laws. lower <= V* <= upper is guaranteed.

    Exit 1 if the wanted gap was not reached; the best certified bracket is printed all the same.

    \b
    Example:
      dpverify bounds --epsilon 1 --delta 0.1
      dpverify bounds --epsilon 0.5 --delta 1e-6 --loss power --certificate c.json
    """
    problem = read_problem(epsilon, delta, sensitivity, loss, monotone)
    wanted = read_gap(rel_gap)
    seconds = read_number(time_limit, "--time-limit", f"above 0 and at most {MAX_SECONDS}")
    if not 0 < seconds <= MAX_SECONDS:
        raise InputError(f"--time-limit is {time_limit!r}; it must be a number of seconds above 0 and at most {MAX_SECONDS}")
    if certificate is not None:
        read_file_path(certificate, "--certificate")
    from ..optimal.bracket import bracket

    found = bracket(problem, wanted, float(seconds))
    if certificate is not None:
        write_certificate(Path(certificate), found)
    if as_json:
        print_json(_answer(found, epsilon, delta, sensitivity, loss))
    else:
        _print(found, loss, is_quiet(quiet))
    if found.gap is not None and found.gap <= wanted:
        return 0
    click.echo(f"dpverify: the gap {gap_text(found)} is above the wanted {rel_gap}; this is the best bracket found", err=True)
    return 1


def read_problem(epsilon: str, delta: str, sensitivity: str, loss: str, monotone: bool) -> Problem:
    """The problem in exact numbers. InputError names the parameter, its value and the range."""
    from ..optimal.problem import Problem

    eps = read_number(epsilon, "--epsilon", f"from 0 to {MAX_EPSILON}")
    if not 0 <= eps <= MAX_EPSILON:
        raise InputError(f"--epsilon is {epsilon!r}; it must be a number from 0 to {MAX_EPSILON}")
    dlt = read_number(delta, "--delta", "with 0 <= delta < 1")
    if not 0 <= dlt < 1:
        raise InputError(f"--delta is {delta!r}; it must be a number with 0 <= delta < 1")
    size = read_number(sensitivity, "--sensitivity", "above 0")
    if size <= 0:
        raise InputError(f"--sensitivity is {sensitivity!r}; it must be a finite number above 0")
    if eps == 0 and dlt == 0:
        raise InputError("--epsilon and --delta are both 0: no finite noise exists; one of them must be above 0")
    return Problem(eps, dlt, size, read_loss(loss), monotone)


def read_loss(text: str) -> Fraction:
    """The exponent p of the loss |x|^p."""
    if text in LOSSES:
        return LOSSES[text]
    wanted = f"--loss is {text!r}; it must be amplitude, power, or P with 0 < P <= {MAX_LOSS} and at most three decimals"
    try:
        exponent = rational_from_text(text)
    except InputError:
        raise InputError(wanted) from None
    if not 0 < exponent <= MAX_LOSS or (exponent * 1000).denominator != 1:
        raise InputError(wanted)
    return exponent


def read_gap(text: str) -> Fraction:
    """The wanted relative gap."""
    gap = read_number(text, "--rel-gap", "above 0")
    if gap < MIN_GAP:
        raise InputError(f"--rel-gap is {text!r}; it must be a number of at least 1e-12")
    return gap


def read_number(text: str, name: str, wanted: str) -> Fraction:
    """The exact number; InputError names the option, the text and what is wanted."""
    try:
        number = rational_from_text(text, name)
    except InputError:
        raise InputError(f"{name} is {text!r}; it must be a finite number {wanted}") from None
    if max(len(str(text)), abs(_magnitude(number))) > 900:
        raise InputError(f"{name} is {text[:40]!r}; numbers beyond 900 digits are not supported")
    return number


def _magnitude(x: Fraction) -> int:
    """About the decimal exponent."""
    return (x.numerator.bit_length() - x.denominator.bit_length()) * 3 // 10


def gap_text(found: Bracket) -> str:
    return "Infinity" if found.gap is None else decimal_up(found.gap, 6)


def write_certificate(path: Path, found: Bracket) -> None:
    """All or nothing."""
    write_whole(path, (json.dumps(found.certificate(), separators=(",", ":")) + "\n").encode())


def _answer(found: Bracket, epsilon: str, delta: str, sensitivity: str, loss: str) -> dict[str, Any]:
    from ..optimal.values import closed_forms_beside

    return {
        "epsilon": epsilon,
        "delta": delta,
        "sensitivity": sensitivity,
        "loss": loss,
        "lower": found.lower,
        "upper": found.upper,
        "rel_gap": gap_text(found),
        "closed_forms": closed_forms_beside(found),
        "grid": found.grid,
        "shifts": found.shifts,
        "solver": found.solver,
        "seconds": round(found.seconds, 3),
    }


def _print(found: Bracket, loss: str, quiet: bool) -> None:
    click.echo(f"{found.lower} <= V* <= {found.upper}")
    if quiet:
        return
    from ..optimal.values import closed_forms_beside

    laws = "symmetric unimodal laws" if found.problem.monotone else "all laws"
    click.echo(f"relative gap {gap_text(found)}; loss {loss}, over {laws}")
    names = {"v_upp": "truncated Laplacian", "s_bound": "s-bound", "t_bound": "t-bound", "v_low": "closed lower bound"}
    values = closed_forms_beside(found)
    for key, name in names.items():
        if values[key] is not None:
            click.echo(f"  {name:<20} {values[key]}")
    seconds = decimal_nearest(Fraction(found.seconds), 3)
    click.echo(f"grid {found.grid}, {found.shifts} active shifts, {found.solver}, {seconds} s")
