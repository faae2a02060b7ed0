"""The tables: which inputs, which values, where they are known from, and at which points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from ..errors import InputError, NotEnclosable

Ends = tuple[Fraction, Fraction]
Inputs = Mapping[str, Fraction]
Enclose = Callable[[int], Ends]
"""Number of significant digits -> exact ends whose distance, relative to the value, is below 10^-digits."""

EPSILONS = ("1e-15", "1e-6", "0.01", "0.1", "0.5", "1", "3", "10", "50", "709.9", "1000")
DELTAS = ("1e-300", "1e-30", "1e-12", "1e-5", "0.1", "0.3", "0.5", "0.75", "0.999")
SIZES = ("1", "1", "0.3", "1", "10")
"""Sensitivities, dealt out in turn: the values scale with them, so a few are enough to catch a forgotten factor."""


@dataclass(frozen=True)
class Table:
    """One file of reference values."""

    name: str
    title: str
    values: Mapping[str, str]
    """Name of a value -> what it is."""
    source: str
    """Key of proofs/references.bib, with the place."""
    points: tuple[Mapping[str, str], ...]
    enclose: Callable[[Inputs], Mapping[str, Enclose]]
    """Exact inputs -> enclosures of all values."""
    digits: int = 40
    exact_float_inputs: bool = True
    """Whether the values are computed for the float64 inputs too."""


def _grid(**axes: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    rows = [dict(zip(axes, point, strict=True)) for point in product(*axes.values())]
    return tuple({**row, "sensitivity": SIZES[i % len(SIZES)]} for i, row in enumerate(rows))


def _integer_grid(**axes: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    rows = [dict(zip(axes, point, strict=True)) for point in product(*axes.values())]
    return tuple({**row, "sensitivity": ("1", "1", "3")[i % 3]} for i, row in enumerate(rows))


# ---- the exact Gaussian ----


def _sigma(inputs: Inputs) -> dict[str, Enclose]:
    from ..enclosure.gaussian import sigma_ends

    return {"sigma": _of_balls(lambda n: sigma_ends(inputs["epsilon"], inputs["delta"], inputs["sensitivity"], n))}


def _delta(inputs: Inputs) -> dict[str, Enclose]:
    from ..enclosure.gaussian import delta_ends

    return {"delta": _of_balls(lambda n: delta_ends(inputs["epsilon"], inputs["sensitivity"] / inputs["sigma"], n))}


def _epsilon(inputs: Inputs) -> dict[str, Enclose]:
    from ..enclosure.gaussian import epsilon_ends

    return {"epsilon": _of_balls(lambda n: epsilon_ends(inputs["sensitivity"] / inputs["sigma"], inputs["delta"], n))}


TINY = Fraction(1, 10**100_000)
"""Smaller positive numbers are not written out: they lie between 0 and this."""


def _of_balls(ends: Callable[[int], tuple[Any, Any]]) -> Enclose:
    from ..enclosure.balls import fraction_of, upper_is_below

    def enclose(digits: int) -> Ends:
        low, high = ends(digits)
        if upper_is_below(high, TINY) and high > 0:
            return Fraction(0), TINY
        return fraction_of(low), fraction_of(high)

    return enclose


# ---- mechanisms ----


def _of_law(name: str, *parameters: str) -> Callable[[Inputs], dict[str, Enclose]]:
    """The named parameters, amplitude and power of a mechanism."""

    def enclose(inputs: Inputs) -> dict[str, Enclose]:
        from ..mechanisms.registry import mechanism

        chosen = mechanism(name)
        forms = chosen.law(inputs.get("epsilon", Fraction(0)), inputs.get("delta"), inputs["sensitivity"]).forms()
        wanted = {key: forms.parameters[key] for key in parameters} | {"amplitude": forms.amplitude, "power": forms.power}
        return {key: lambda n, form=form: forms.enclosure(form, n) for key, form in wanted.items()}  # type: ignore[misc]

    return enclose


def _truncated_laplace(inputs: Inputs) -> dict[str, Enclose]:
    found = _of_law("truncated-laplace", "half_width")(inputs)
    if inputs["delta"] == Fraction(1, 2):
        # 1 + q = e^epsilon: the half width is the sensitivity, a number that no enclosure could tell from its neighbours.
        size = inputs["sensitivity"]
        found["half_width"] = lambda digits: (size, size)
    return found


# ---- brackets ----

BRACKET_POINTS = (
    {"epsilon": "1", "delta": "0.1", "sensitivity": "1"},
    {"epsilon": "1", "delta": "1e-6", "sensitivity": "1"},
    {"epsilon": "0", "delta": "0.25", "sensitivity": "1"},
    {"epsilon": "3", "delta": "0.01", "sensitivity": "2"},
)


def _bracket(inputs: Inputs) -> dict[str, Enclose]:
    from ..optimal.bracket import bracket
    from ..optimal.problem import Problem

    def enclose(loss: int) -> Enclose:
        found = bracket(Problem(inputs["epsilon"], inputs["delta"], inputs["sensitivity"], Fraction(loss)), Fraction(1, 100))
        if found.high is None:
            raise NotEnclosable("no upper end of the bracket was found")
        ends = found.low, found.high
        return lambda digits: ends

    return {"least_amplitude": enclose(1), "least_power": enclose(2)}


COSTS = {"amplitude": "E|X|", "power": "E X^2"}

TABLES = {
    t.name: t
    for t in (
        Table(
            "gaussian-sigma",
            "Least sigma with which N(0, sigma^2) is (epsilon, delta)-DP",
            {"sigma": "the only root of Phi(D/(2 sigma) - epsilon sigma/D) - e^epsilon Phi(-D/(2 sigma) - epsilon sigma/D) = delta"},
            "balle2018gaussian, Theorem 8",
            _grid(epsilon=("0", *EPSILONS), delta=DELTAS),
            _sigma,
        ),
        Table(
            "gaussian-delta",
            "Least delta with which N(0, sigma^2) is (epsilon, delta)-DP",
            {"delta": "Phi(D/(2 sigma) - epsilon sigma/D) - e^epsilon Phi(-D/(2 sigma) - epsilon sigma/D)"},
            "balle2018gaussian, Theorem 8",
            _grid(epsilon=("0", *EPSILONS), sigma=("0.03", "0.25", "1", "4", "40", "1e6")),
            _delta,
        ),
        Table(
            "gaussian-epsilon",
            "Least epsilon >= 0 with which N(0, sigma^2) is (epsilon, delta)-DP",
            {"epsilon": "the root of the privacy condition, 0 where delta >= 2 Phi(D/(2 sigma)) - 1"},
            "balle2018gaussian, Theorem 8",
            _grid(delta=DELTAS, sigma=("0.03", "0.25", "1", "4", "40", "1e6")),
            _epsilon,
        ),
        Table(
            "truncated-laplace",
            "Truncated Laplacian with density proportional to e^(-epsilon |x|/D) on [-half_width, half_width]",
            {
                "half_width": "(D/epsilon) log(1 + q), q = (e^epsilon - 1)/(2 delta)",
                "amplitude": "E|X| = (D/epsilon) (1 - log(1 + q)/q), the upper bound V1upp",
                "power": "E X^2 = (2 D^2/epsilon^2) (1 - (log(1 + q)^2/2 + log(1 + q))/q), the upper bound V2upp",
            },
            "geng2018truncated, Theorems 1 to 3",
            _grid(epsilon=EPSILONS, delta=DELTAS),
            _truncated_laplace,
        ),
        Table(
            "uniform",
            "Uniform law on [-half_width, half_width], (0, delta)-DP",
            {"half_width": "D/(2 delta)", **COSTS},
            "geng2018additive, Section II",
            _grid(delta=DELTAS),
            _of_law("uniform", "half_width"),
        ),
        Table(
            "additive-amplitude",
            "Symmetric unimodal (0, delta)-DP law of least E|X|: an atom at 0 and a uniform law",
            {"atom": "P(X = 0)", "half_width": "of the uniform part", **COSTS},
            "geng2018additive, Theorem 3",
            _grid(delta=DELTAS),
            _of_law("additive-amplitude", "atom", "half_width"),
        ),
        Table(
            "additive-power",
            "Symmetric unimodal (0, delta)-DP law of least E X^2: an atom at 0 and a uniform law",
            {"atom": "P(X = 0)", "half_width": "of the uniform part", **COSTS},
            "geng2018additive, Theorem 3",
            _grid(delta=DELTAS),
            _of_law("additive-power", "atom", "half_width"),
        ),
        Table(
            "staircase-amplitude",
            "Staircase law of least E|X|, epsilon-DP",
            {"gamma": "the step, 1/(1 + e^(epsilon/2))", "amplitude": "E|X| = D/(2 sinh(epsilon/2))", "power": "E X^2"},
            "geng2016staircase, Theorem 3",
            _grid(epsilon=EPSILONS),
            _of_law("staircase-amplitude", "gamma"),
        ),
        Table(
            "staircase-power",
            "Staircase law of least E X^2, epsilon-DP",
            {"gamma": "the step, ((b (1 + b)/2)^(1/3) - b)/(1 - b), b = e^-epsilon", **COSTS},
            "geng2016staircase, Theorem 7",
            _grid(epsilon=EPSILONS),
            _of_law("staircase-power", "gamma"),
        ),
        Table(
            "geometric",
            "Two-sided geometric law on the integers, epsilon-DP for integer queries",
            {"mass_at_0": "P(X = 0) = (1 - b)/(1 + b), b = e^(-epsilon/D)", **COSTS},
            "ghosh2012universally, Section 2",
            _integer_grid(epsilon=EPSILONS),
            _of_law("geometric", "mass_at_0"),
        ),
        Table(
            "discrete-laplace",
            "Laplacian on the integers -half_width..half_width, (epsilon, delta)-DP for integer queries",
            {"half_width": "the largest value", "mass_at_0": "P(X = 0)", **COSTS},
            "geng2018truncated, Theorem 1 in its integer form",
            _integer_grid(epsilon=EPSILONS, delta=DELTAS),
            _of_law("discrete-laplace", "half_width", "mass_at_0"),
        ),
        Table(
            "discrete-uniform",
            "Uniform law on the integers -half_width..half_width, perhaps with lighter ends, (0, delta)-DP for integer queries",
            {"half_width": "the largest value", "mass": "P(X = i) inside", "end_mass": "P(X = half_width)", **COSTS},
            "geng2018additive, Section I",
            _integer_grid(delta=DELTAS),
            _of_law("discrete-uniform", "half_width", "mass", "end_mass"),
        ),
        Table(
            "brackets",
            "Least E|X| and E X^2 of any (epsilon, delta)-DP noise: a certified bracket, no value",
            {"least_amplitude": "infimum of E|X| over all noise laws", "least_power": "infimum of E X^2 over all noise laws"},
            "linear programs with exact certificates (dpverify bounds)",
            BRACKET_POINTS,
            _bracket,
            digits=0,
            exact_float_inputs=False,
        ),
    )
}
"""Name -> table, in the order of the documentation."""


def table(name: str) -> Table:
    """The table of this name. Raises InputError that lists the names."""
    if name not in TABLES:
        raise InputError(f"NAME is {name!r}; it must be one of {', '.join(TABLES)}")
    return TABLES[name]
