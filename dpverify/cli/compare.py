"""`dpverify compare`: all mechanisms at one point, cheapest first."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from ..errors import InputError
from ..exact import decimal_down, decimal_nearest, decimal_up, decimal_up_within
from .bounds import read_problem
from .common import is_quiet, json_option, print_json, quiet_option, wrapped

if TYPE_CHECKING:
    from ..compare import Comparison, Row

LOSS_TEXT = {Fraction(1): "E|X|", Fraction(2): "E X^2"}
LOSS_LATEX = {Fraction(1): r"\mathbb{E}|X|", Fraction(2): r"\mathbb{E}X^2"}
SHOWN_DIGITS, SHORT_DIGITS = 8, 6


@click.command(short_help="All mechanisms at one point, cheapest first.")
@click.option("--epsilon", required=True, metavar="E", help="Privacy parameter, 0 or more.")
@click.option("--delta", required=True, metavar="D", help="Privacy parameter, from 0 to below 1.")
@click.option("--sensitivity", default="1", metavar="S", help="Above 0. [default: 1]")
@click.option("--loss", default="amplitude", metavar="L", help="amplitude, power, or P for |x|^P. [default: amplitude]")
@json_option
@click.option("--latex", "as_latex", is_flag=True, help="Print a LaTeX table (needs the package booktabs).")
@quiet_option
def command(epsilon: str, delta: str, sensitivity: str, loss: str, as_json: bool, as_latex: bool, quiet: bool) -> int:
    """Every mechanism over the reals that applies at (epsilon, delta), cheapest first, with its excess over a certified lower bound of the
    least loss of any noise at all. Mechanisms for integer queries are not in the list: they answer another question.

    Excess and delta attained are rounded up, the latter never above the delta asked for; values to nearest.

    \b
    Example:
      dpverify compare --epsilon 1 --delta 1e-5
      dpverify compare --epsilon 0.5 --delta 1e-3 --loss power --latex
    """
    if as_json and as_latex:
        raise InputError("--json and --latex are both given; choose one of them")
    problem = read_problem(epsilon, delta, sensitivity, loss, False)
    from ..compare import compare

    found = compare(problem)
    if as_json:
        rows = [{"mechanism": r.mechanism, "value": r.value, "excess": r.excess, "delta_attained": r.delta_attained} for r in found.rows]
        print_json({"loss": loss, "lower": found.bracket.lower, "upper": found.upper, "rows": rows})
    elif as_latex:
        click.echo(latex_table(found, epsilon, delta, sensitivity))
    else:
        _print(found, is_quiet(quiet))
    return 0


def _print(found: Comparison, quiet: bool) -> None:
    name = LOSS_TEXT.get(found.problem.loss, f"E|X|^{decimal_nearest(found.problem.loss, 6)}")
    click.echo(f"{'mechanism':<30}{name:>16}{'excess':>14}{'delta attained':>18}")
    for row in found.rows:
        value = decimal_nearest(Fraction(row.value), SHOWN_DIGITS)
        attained = decimal_up_within(Fraction(row.delta_attained), found.problem.delta, SHORT_DIGITS)
        click.echo(f"{row.mechanism:<30}{value:>16}{percent(row):>14}{attained:>18}")
    low, high = decimal_down(Fraction(found.bracket.lower), SHOWN_DIGITS), decimal_up(Fraction(found.upper), SHOWN_DIGITS)
    click.echo(f"the least possible is in [{low}, {high}]; excess is over the lower end")
    if quiet:
        return
    for mechanism, reason in found.missing.items():
        click.echo(wrapped(f"not {mechanism}: {reason}", 0, 2))


def percent(row: Row) -> str:
    """The excess in per cent, rounded up, or as a factor where it is huge."""
    if row.excess is None:
        return "unknown"
    excess = Fraction(row.excess)
    return f"{decimal_up(excess * 100, 4)} %" if excess < 100 else f"x {decimal_up(excess + 1, 4)}"


def latex_table(found: Comparison, epsilon: str, delta: str, sensitivity: str) -> str:
    """A table for a paper: booktabs, one row a mechanism, the bracket in the caption."""
    loss = LOSS_LATEX.get(found.problem.loss, rf"\mathbb{{E}}|X|^{{{decimal_nearest(found.problem.loss, 6)}}}")
    low, high = decimal_down(Fraction(found.bracket.lower), SHOWN_DIGITS), decimal_up(Fraction(found.upper), SHOWN_DIGITS)
    setting = rf"\varepsilon={_math(epsilon)}$, $\delta={_math(delta)}$, $\Delta={_math(sensitivity)}"
    lines = [
        "% needs \\usepackage{amssymb,booktabs}",
        r"\begin{table}",
        r"  \centering",
        rf"  \caption{{Expected loss ${loss}$ at ${setting}$.",
        rf"    The least possible over all noise laws lies in $[{_math(low)}, {_math(high)}]$;",
        r"    the excess is relative to the lower end.}",
        r"  \begin{tabular}{lrrr}",
        r"    \toprule",
        rf"    mechanism & ${loss}$ & excess & $\delta$ attained \\",
        r"    \midrule",
    ]
    for row in found.rows:
        value = _math(decimal_nearest(Fraction(row.value), SHOWN_DIGITS))
        attained = _math(decimal_up_within(Fraction(row.delta_attained), found.problem.delta, SHORT_DIGITS))
        lines.append(rf"    {_title(row.mechanism)} & ${value}$ & {_excess(percent(row))} & ${attained}$ \\")
    lines += [r"    \bottomrule", r"  \end{tabular}", r"\end{table}"]
    return "\n".join(lines)


def _title(mechanism: str) -> str:
    """The name in words, with Laplace and Gauss as the persons they were."""
    return mechanism.replace("-", " ").replace("laplace", "Laplace").replace("gaussian", "Gaussian")


def _math(text: str) -> str:
    """A decimal text in math mode: 1e-5 as 10^{-5}, 2e7 as 2\\cdot10^{7}."""
    mantissa, _, exponent = text.strip().lower().partition("e")
    if not exponent:
        return mantissa
    power = rf"10^{{{int(exponent)}}}"
    return power if mantissa in ("1", "+1") else rf"{mantissa}\cdot{power}"


def _excess(text: str) -> str:
    """The terminal's "4.2 %" or "x 262.8" in math mode."""
    times, _, factor = text.partition("x ")
    return rf"$\times\,{_math(factor)}$" if factor else rf"${_math(times.removesuffix(' %'))}\,\%$"
