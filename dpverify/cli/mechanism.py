"""`dpverify mechanism`: the noise of a mechanism, with certified numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import InputError
from .bounds import read_number
from .common import is_quiet, json_option, print_json, quiet_option

if TYPE_CHECKING:
    from ..mechanisms.certified import Certified

MAX_EPSILON = 10_000
OPTIONS = ("epsilon ", "delta ", "sensitivity ")


@click.command(short_help="The noise of a mechanism, exactly.")
@click.argument("name", metavar="NAME")
@click.option("--epsilon", required=True, metavar="E", help="Privacy parameter, 0 or more.")
@click.option("--delta", default=None, metavar="D", help="Privacy parameter, above 0 and below 1; pure mechanisms need none.")
@click.option("--sensitivity", default="1", metavar="S", help="Above 0; a positive integer for integer queries. [default: 1]")
@json_option
@quiet_option
def command(name: str, epsilon: str, delta: str | None, sensitivity: str, as_json: bool, quiet: bool) -> int:
    """The noise of a mechanism: parameters, support, E|X| (amplitude), E X^2 (power), and a certified delta at which it is private.

    \b
    NAME:
      laplace, truncated-laplace, additive-amplitude, additive-power, uniform,
      staircase-amplitude, staircase-power, truncated-staircase-amplitude,
      truncated-staircase-power, classical-gaussian, analytic-gaussian,
      gaussian-mixture; for integer queries geometric,
      discrete-laplace, discrete-uniform.
    \b
    laplace, the staircases and geometric need epsilon > 0 and no delta; the
    additive and uniform mechanisms need 0 < delta < 1 and use no epsilon; the
    classical Gaussian needs 0 < epsilon <= 1; the others epsilon and delta.

    gaussian-mixture needs an epsilon from 1e-6 to 100, is calibrated to a delta
    of 0.9 at most, and takes up to some ten seconds of computing.

    The support is rounded outwards, delta_attained up, but never above the delta asked for; every other number to nearest; sigma is rounded
    up.

    \b
    Example:
      dpverify mechanism truncated-laplace --epsilon 1 --delta 1e-5
      dpverify mechanism geometric --epsilon 0.5 --json
    """
    found = certified_mechanism(name, epsilon, delta, sensitivity)
    if as_json:
        print_json(
            {
                "mechanism": name,
                "parameters": found.parameters,
                "support": None if found.support is None else list(found.support),
                "amplitude": found.amplitude,
                "power": found.power,
                "delta_attained": found.delta_attained,
            }
        )
    else:
        _print(found, is_quiet(quiet))
    return 0


def certified_mechanism(name: str, epsilon: str, delta: str | None, sensitivity: str) -> Certified:
    """The certified numbers. InputError names the option, its value and the range."""
    from ..mechanisms.registry import mechanism

    chosen = mechanism(name)
    if not 0 <= read_number(epsilon, "--epsilon", f"from 0 to {MAX_EPSILON}") <= MAX_EPSILON:
        raise InputError(f"--epsilon is {epsilon!r}; it must be a number from 0 to {MAX_EPSILON}")
    if delta is not None:
        read_number(delta, "--delta", "with 0 <= delta < 1")
    read_number(sensitivity, "--sensitivity", "above 0")
    try:
        return chosen.law(epsilon, delta, sensitivity).certified(epsilon, delta)
    except InputError as error:
        # The laws name their parameters, which are options here.
        text = str(error)
        raise InputError(f"--{text}" if text.startswith(OPTIONS) else text) from None


def _print(found: Certified, quiet: bool) -> None:
    for key, value in found.parameters.items():
        click.echo(f"{key.replace('_', ' '):<15} {value}")
    if quiet:
        return
    click.echo(f"{'support':<15} {'the whole line' if found.support is None else f'[{found.support[0]}, {found.support[1]}]'}")
    click.echo(f"{'amplitude E|X|':<15} {found.amplitude}")
    click.echo(f"{'power E X^2':<15} {found.power}")
    click.echo(f"{'delta attained':<15} {found.delta_attained}")
