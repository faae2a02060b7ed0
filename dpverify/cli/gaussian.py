"""`dpverify gaussian`: the exact analytic Gaussian mechanism."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from .common import is_quiet, json_option, print_json, quiet_option

if TYPE_CHECKING:
    from ..gaussian.certified import Calibration


@click.command(short_help="Exact Gaussian noise: sigma, delta or epsilon from the other two.")
@click.option("--epsilon", default=None, metavar="E", help="Privacy parameter, 0 or more.")
@click.option("--delta", default=None, metavar="D", help="Privacy parameter, above 0 and below 1.")
@click.option("--sigma", default=None, metavar="X", help="Standard deviation of the noise, above 0.")
@click.option("--sensitivity", default="1", metavar="S", help="Above 0. [default: 1]")
@click.option("--digits", default="17", metavar="N", help="Significant digits, 1 to 10000. [default: 17]")
@json_option
@quiet_option
def command(epsilon: str | None, delta: str | None, sigma: str | None, sensitivity: str, digits: str, as_json: bool, quiet: bool) -> int:
    """Give two of --epsilon, --delta, --sigma: the third is the least with which N(0, sigma^2) noise is (epsilon, delta)-private.

    It is rounded up, so it is safe to use; the printed ends enclose the exact value.

    \b
    Example:
      dpverify gaussian --epsilon 1 --delta 1e-5
      dpverify gaussian --epsilon 1 --sigma 3.7306 --digits 30
      dpverify gaussian --delta 1e-5 --sigma 3.7306 --json
    """
    given = [name for name, value in (("--epsilon", epsilon), ("--delta", delta), ("--sigma", sigma)) if value is not None]
    if len(given) != 2:
        raise InputError(f"two of --epsilon, --delta and --sigma are needed; there is {' and '.join(given) or 'none'}")
    from ..gaussian.inputs import read_delta, read_digits, read_epsilon, read_sensitivity, read_sigma

    # Read here for the option's name in the error; the functions below take the same text.
    eps = None if epsilon is None else read_epsilon(epsilon, "--epsilon")
    dlt = None if delta is None else read_delta(delta, "--delta", epsilon, "--epsilon")
    deviation = None if sigma is None else read_sigma(sigma, "--sigma")
    size = read_sensitivity(sensitivity, "--sensitivity")
    count = read_digits(digits, "--digits")
    from ..gaussian.certified import calibrate, certified_delta, certified_epsilon

    if deviation is None:
        found = calibrate(eps, dlt, size, count)
        answer: dict[str, Any] = {
            "sigma": found.sigma.up,
            "sigma_lower": found.sigma.lower,
            "sigma_upper": found.sigma.upper,
            "classical": found.classical,
            "delta_0": found.delta_0,
            "amplitude": found.amplitude,
            "power": found.power,
        }
    else:
        name = "delta" if dlt is None else "epsilon"
        least = certified_delta(eps, deviation, size, count) if dlt is None else certified_epsilon(dlt, deviation, size, count)
        answer = {name: least.up, f"{name}_lower": least.lower, f"{name}_upper": least.upper}
    if as_json:
        print_json(answer)
        return 0
    name = next(iter(answer))
    click.echo(f"{name} {answer[name]}")
    if is_quiet(quiet):
        return 0
    texts = (("epsilon", epsilon), ("delta", delta), ("sigma", sigma), ("sensitivity", sensitivity))
    click.echo("  the least at " + ", ".join(f"{key} = {value}" for key, value in texts if value is not None) + ", rounded up")
    click.echo(f"  exact value in [{answer[name + '_lower']}, {answer[name + '_upper']}]")
    if deviation is None:
        _print_calibration(found)
    return 0


def _print_calibration(found: Calibration) -> None:
    click.echo(f"  amplitude E|X| {found.amplitude}")
    click.echo(f"  power E X^2    {found.power}")
    reason = "does not apply: it needs 0 < epsilon <= 1"
    click.echo(f"  classical      {found.classical if found.classical is not None else reason}")
    click.echo(f"  delta_0        {found.delta_0}")
