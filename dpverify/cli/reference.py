"""`dpverify reference`: reference values for other people's tests."""

from __future__ import annotations

import click

from ..errors import InputError
from ..whole_file import read_file_path, write_whole
from .common import is_quiet, quiet_option, wrapped


@click.command(short_help="Reference values for other people's tests.")
@click.argument("name", metavar="[NAME]", required=False)
@click.option("-o", "--output", default=None, metavar="FILE.json", help="Where to write the table.")
@quiet_option
def command(name: str | None, output: str | None, quiet: bool) -> int:
    """Write a table of reference values as JSON; without NAME, list the tables.

    Each point has its inputs as decimal text and as hex doubles, and for both the values at 40 digits, an enclosure that is
    rounded outward, and the first double at or above the true value. The bytes are the same on every run.

    \b
    Example:
      dpverify reference
      dpverify reference gaussian-sigma -o sigma.json
    """
    from ..reference.quantities import TABLES, table

    if name is None:
        if output is not None:
            raise InputError("NAME is missing; it says which table -o is to hold")
        for each in TABLES.values():
            head = f"{each.name:<20} {len(each.points):>4} points  "
            click.echo(each.name if is_quiet(quiet) else head + wrapped(each.title, len(head)).lstrip())
        return 0
    chosen = table(name)
    if output is None:
        raise InputError("-o is missing; it names the file to write")
    path = read_file_path(output, "-o")
    from ..reference.document import build, text_of

    write_whole(path, text_of(build(chosen)).encode("ascii"))
    if not is_quiet(quiet):
        click.echo(f"{output}: {len(chosen.points)} points of {', '.join(chosen.values)}")
    return 0
