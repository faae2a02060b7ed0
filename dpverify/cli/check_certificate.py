"""`dpverify check-certificate`: re-check a stored bracket in exact arithmetic."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ..errors import InputError
from .common import is_quiet, json_option, print_json, quiet_option


@click.command(short_help="Re-check a stored bracket without a solver.")
@click.argument("file", metavar="FILE")
@json_option
@quiet_option
def command(file: str, as_json: bool, quiet: bool) -> int:
    """Re-check both ends of a stored bracket in exact arithmetic, without a solver. Exit 1 if the bracket does not follow from the file.

    \b
    Example:
      dpverify bounds --epsilon 1 --delta 0.1 --certificate c.json
      dpverify check-certificate c.json
      python -I -S dpverify/optimal/certificate.py c.json
    """
    from ..optimal.certificate import NotACertificate, WrongBound, check_file

    reason = ""
    try:
        lower, upper = check_file(file)
    except NotACertificate as error:
        raise InputError(f"{file} is not a certificate: {error}") from None
    except OSError as error:
        file = file or "the file with the empty name"
        raise InputError(f"{file} cannot be read: {error.strerror or error}") from None
    except WrongBound as error:
        reason = str(error)
        # The form was found right, so both ends are there.
        data = json.loads(Path(file).read_text(encoding="utf-8"))
        lower, upper = data["lower"], data["upper"]
    if as_json:
        print_json({"valid": not reason, "lower": lower, "upper": upper, "reason": reason or None})
    elif not reason:
        click.echo("valid" if is_quiet(quiet) else f"valid: {lower} <= V* <= {upper}")
    else:
        click.echo(f"dpverify: wrong: {reason}", err=True)
    return 1 if reason else 0
