"""The mechanisms by name, as the command line and `compare` know them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from . import parameters

if TYPE_CHECKING:
    from .law import Law


@dataclass(frozen=True)
class Mechanism:
    """A way to choose noise for (epsilon, delta, sensitivity)."""

    name: str
    build: Callable[[Any, Any, Any], Law]
    uses_delta: bool
    """False for pure epsilon-DP laws."""
    uses_epsilon: bool = True
    integers: bool = False
    """For integer queries only."""

    def law(self, epsilon: Any, delta: Any = None, sensitivity: Any = 1) -> Law:
        """The law for these parameters. Raises InputError where the mechanism has none."""
        parameters.epsilon(epsilon)
        if delta is None and self.uses_delta:
            raise InputError(f"delta is missing; {self.name} needs a number with 0 < delta < 1")
        if delta is not None and not self.uses_delta:
            parameters.any_delta(delta)
        return self.build(epsilon, delta, sensitivity)


def _laplace(epsilon: Any, _delta: Any, size: Any) -> Law:
    from .laplace import Laplace

    return Laplace(epsilon, size)


def _truncated_laplace(epsilon: Any, delta: Any, size: Any) -> Law:
    from .truncated_laplace import TruncatedLaplace

    return TruncatedLaplace(epsilon, delta, size)


def _additive(loss: int) -> Callable[[Any, Any, Any], Law]:
    def build(_epsilon: Any, delta: Any, size: Any) -> Law:
        from .additive import Additive

        return Additive(delta, size, Fraction(loss))

    return build


def _uniform(_epsilon: Any, delta: Any, size: Any) -> Law:
    from .uniform import Uniform

    return Uniform(delta, size)


def _staircase(loss: int) -> Callable[[Any, Any, Any], Law]:
    def build(epsilon: Any, _delta: Any, size: Any) -> Law:
        from .staircase import Staircase

        return Staircase(epsilon, size, Fraction(loss))

    return build


def _truncated_staircase(loss: int) -> Callable[[Any, Any, Any], Law]:
    def build(epsilon: Any, delta: Any, size: Any) -> Law:
        from .truncated_staircase import TruncatedStaircase

        return TruncatedStaircase(epsilon, delta, size, Fraction(loss))

    return build


def _classical_gaussian(epsilon: Any, delta: Any, size: Any) -> Law:
    from .gaussian import classical_gaussian

    return classical_gaussian(epsilon, delta, size)


def _analytic_gaussian(epsilon: Any, delta: Any, size: Any) -> Law:
    from .gaussian import analytic_gaussian

    return analytic_gaussian(epsilon, delta, size)


def _gaussian_mixture(epsilon: Any, delta: Any, size: Any) -> Law:
    from .gaussian_mixture import certified_mixture

    return certified_mixture(epsilon, delta, size)


def _geometric(epsilon: Any, _delta: Any, size: Any) -> Law:
    from .geometric import Geometric

    return Geometric(epsilon, size)


def _discrete_laplace(epsilon: Any, delta: Any, size: Any) -> Law:
    from .discrete_laplace import DiscreteLaplace

    return DiscreteLaplace(epsilon, delta, size)


def _discrete_uniform(_epsilon: Any, delta: Any, size: Any) -> Law:
    from .discrete_uniform import DiscreteUniform

    return DiscreteUniform(delta, size)


MECHANISMS = {
    m.name: m
    for m in (
        Mechanism("laplace", _laplace, uses_delta=False),
        Mechanism("truncated-laplace", _truncated_laplace, uses_delta=True),
        Mechanism("additive-amplitude", _additive(1), uses_delta=True, uses_epsilon=False),
        Mechanism("additive-power", _additive(2), uses_delta=True, uses_epsilon=False),
        Mechanism("uniform", _uniform, uses_delta=True, uses_epsilon=False),
        Mechanism("staircase-amplitude", _staircase(1), uses_delta=False),
        Mechanism("staircase-power", _staircase(2), uses_delta=False),
        Mechanism("truncated-staircase-amplitude", _truncated_staircase(1), uses_delta=True),
        Mechanism("truncated-staircase-power", _truncated_staircase(2), uses_delta=True),
        Mechanism("classical-gaussian", _classical_gaussian, uses_delta=True),
        Mechanism("analytic-gaussian", _analytic_gaussian, uses_delta=True),
        Mechanism("gaussian-mixture", _gaussian_mixture, uses_delta=True),
        Mechanism("geometric", _geometric, uses_delta=False, integers=True),
        Mechanism("discrete-laplace", _discrete_laplace, uses_delta=True, integers=True),
        Mechanism("discrete-uniform", _discrete_uniform, uses_delta=True, uses_epsilon=False, integers=True),
    )
}
"""Name -> mechanism, in the order of the documentation."""


def mechanism(name: str) -> Mechanism:
    """The mechanism of this name. Raises InputError that lists the names."""
    if name not in MECHANISMS:
        raise InputError(f"NAME is {name!r}; it must be one of {', '.join(MECHANISMS)}")
    return MECHANISMS[name]
