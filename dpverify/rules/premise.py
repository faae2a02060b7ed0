"""What the rules about lattices ask of a premise: that it holds for all values of some symbols, at the step's own parameters."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range
from ..errors import ClaimError
from ..notation import Delta, delta, epsilon
from .base import Fact
from .laws import refuse_parameters


def holds_for_all(name: str, fact: Fact, free: Mapping[sp.Symbol, Range], domain: Domain, allowed: tuple[Relational, ...] = ()) -> None:
    """ClaimError unless the fact holds for all values of the `free` symbols (in those ranges) and everywhere on the step's domain.

    Assumptions of the fact must be the step's own, or be among `allowed`.
    """
    refuse_parameters(free, f"the variable of {name}")
    for symbol, wanted in free.items():
        if symbol in domain.ranges:
            raise ClaimError(f"{symbol} must be a symbol of {name} alone")
        have = fact.domain.ranges.get(symbol)
        if have is not None and have.intersect(wanted) != wanted:
            raise ClaimError(f"{name} must hold for every {symbol} that the rule needs")
        if have is None and symbol in fact.relation.free_symbols:
            raise ClaimError(f"{name} gives {symbol} no range")
    for symbol, have in fact.domain.ranges.items():
        if symbol not in free and (symbol not in domain.ranges or domain.ranges[symbol].intersect(have) != domain.ranges[symbol]):
            raise ClaimError(f"{name} holds on a smaller range of {symbol} than the step")
    for assumption in fact.domain.assumptions:
        if assumption not in domain.assumptions and assumption not in allowed:
            raise ClaimError(f"{name} has the hypothesis {assumption}, which the step does not have")


def parameters(domain: Domain, what: str) -> None:
    """ClaimError unless the step has ranges for epsilon, delta and an integer sensitivity."""
    missing = [s.name for s in (epsilon, delta, Delta) if s not in domain.ranges]
    if missing:
        raise ClaimError(f"{what} needs a range for {', '.join(missing)}")
    if not domain.ranges[Delta].integer:
        raise ClaimError(f"{what} needs an integer sensitivity")


def index_symbol(symbol: sp.Symbol, what: str) -> None:
    """ClaimError unless the symbol is one that is declared to be an integer and nothing more."""
    if not (isinstance(symbol, sp.Symbol) and symbol.is_integer and symbol.is_nonnegative is None and symbol.is_nonpositive is None):
        raise ClaimError(f"{what} must be an integer symbol of either sign, not {symbol}")


INTEGERS = Range(integer=True)
FROM_ZERO = Range(lo=sp.S.Zero, lo_open=False, integer=True)
FROM_ONE = Range(lo=sp.S.One, lo_open=False, integer=True)
