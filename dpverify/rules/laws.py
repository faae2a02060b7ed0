"""The noise laws that theorems quantify over: a closed list.

A theorem about "every law with these properties" speaks of the law through functions without a formula. Each law has function
names of its own, so that facts about different laws can never be mixed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..domain import Domain
from ..errors import ClaimError
from ..notation import Delta, delta, epsilon
from .base import Fact, is_polynomial


@dataclass(frozen=True)
class Law:
    """An arbitrary noise law with the stated properties.

    key:       a short name, part of the names of its functions.
    symmetric: X and -X have the same law.
    unimodal:  it has a density f with f(u) >= f(v) whenever |u| <= |v| (together with symmetry).
    monotone:  it has an atom at 0 (possibly of mass 0) and beside it a density f with f(u) >= f(v) whenever 0 < |u| <= |v|.
    private:   it is (epsilon, delta)-DP for sensitivity Delta, with the symbols of dpverify.notation.
    integer:   it lives on the integers (and Delta is then an integer).
    grid:      it has a density that is constant on the cells [i h, (i + 1) h), h the symbol `grid_step`; p_i is the mass of cell i.
    words:     the hypothesis as a reader sees it.
    mark:      printed behind the letters of its masses, to tell them from those of another law in the same derivation.
    """

    key: str
    words: str
    symmetric: bool = False
    unimodal: bool = False
    monotone: bool = False
    private: bool = False
    integer: bool = False
    grid: bool = False
    mark: str = ""

    def tail(self, x: sp.Expr) -> sp.Expr:
        """T(x) = P(X >= x)."""
        return _function("T", self.key)(x)

    def within(self, t: sp.Expr) -> sp.Expr:
        """G(t) = P(|X| <= t)."""
        return _function("G", self.key)(t)

    def loss(self) -> sp.Expr:
        """E L(X) for the arbitrary loss L."""
        return _function("E", self.key)()

    def density(self, x: sp.Expr) -> sp.Expr:
        """f(x), the density of X (beside its atom, if it has one)."""
        return _function("f", self.key)(x)

    def mass(self, i: sp.Expr) -> sp.Expr:
        """P(X = i), for a law on the integers."""
        return _function("p", self.key)(i)

    def moment(self, power: sp.Expr) -> sp.Expr:
        """E |X|^power."""
        return _function("M", self.key)(sp.sympify(power))


grid_step = sp.Symbol("h", positive=True)
"""The step of the grid of a law that has one."""


def _function(letter: str, key: str) -> sp.Function:
    return sp.Function(f"{letter}_{key}", real=True)


PRIVATE = Law("dp", "$X$ is an arbitrary symmetric $(\\epsilon,\\delta)$-DP noise for sensitivity $\\Delta$", symmetric=True, private=True)
PRIVATE_INTEGER = Law(
    "dpi",
    "$X$ is an arbitrary symmetric integer-valued $(\\epsilon,\\delta)$-DP noise for an integer sensitivity $\\Delta$",
    symmetric=True,
    private=True,
    integer=True,
)
UNIMODAL = Law("su", "$f$ is an arbitrary symmetric unimodal density", symmetric=True, unimodal=True)
ARBITRARY = Law("any", "$f$ is an arbitrary density")
GRID = Law("grid", "$f$ is an arbitrary density that is constant on the cells $[ih,(i+1)h)$ of a grid, with masses $p_i$", grid=True)
MONOTONE_PRIVATE = Law(
    "mdp",
    "$X$ is an arbitrary symmetric monotone $(\\epsilon,\\delta)$-DP noise for sensitivity $\\Delta$: an atom (possibly none) at $0$ and "
    "a density $f$ beside it that does not increase with $|x|$",
    symmetric=True,
    monotone=True,
    private=True,
)
ANY_PRIVATE_INTEGER = Law(
    "dpz",
    "$X'$ is an arbitrary integer-valued $(\\epsilon,\\delta)$-DP noise for an integer sensitivity $\\Delta$, with masses $p'_i$",
    private=True,
    integer=True,
    mark="'",
)
MONOTONE_PRIVATE_INTEGER = Law(
    "mdpi",
    "$X$ is an arbitrary symmetric unimodal integer-valued $(\\epsilon,\\delta)$-DP noise for an integer sensitivity $\\Delta$",
    symmetric=True,
    unimodal=True,
    private=True,
    integer=True,
)
LAWS = (PRIVATE, PRIVATE_INTEGER, ANY_PRIVATE_INTEGER, UNIMODAL, ARBITRARY, GRID, MONOTONE_PRIVATE, MONOTONE_PRIVATE_INTEGER)

LOSS = sp.Function("L", real=True)
"""An arbitrary even loss, non-decreasing in |x|, on the integers or on the line; only rules of `loss` and `dominance` use this."""
LOSS_WORDS = "$L$ is an arbitrary even function on the integers, non-decreasing on the naturals."
LINE_LOSS_WORDS = "$L$ is an arbitrary real function on the line, non-decreasing in $|x|$."


def least_cost(power: sp.Expr, epsilon: sp.Expr, delta: sp.Expr, Delta: sp.Expr) -> sp.Expr:
    """V_p*, the infimum of E|X|^p over all (epsilon, delta)-DP noise laws for sensitivity Delta."""
    return sp.Function("Vstar", real=True)(sp.sympify(power), epsilon, delta, Delta)


def least_monotone_cost(power: sp.Expr, epsilon: sp.Expr, delta: sp.Expr, Delta: sp.Expr) -> sp.Expr:
    """The infimum of E|X|^p over the symmetric unimodal (epsilon, delta)-DP noise laws for sensitivity Delta."""
    return sp.Function("Vmono", real=True)(sp.sympify(power), epsilon, delta, Delta)


def least_integer_cost(power: sp.Expr, epsilon: sp.Expr, delta: sp.Expr, Delta: sp.Expr) -> sp.Expr:
    """The infimum of E|X|^p over the integer-valued (epsilon, delta)-DP noise laws for an integer sensitivity Delta."""
    return sp.Function("Vint", real=True)(sp.sympify(power), epsilon, delta, Delta)


def least_monotone_integer_cost(power: sp.Expr, epsilon: sp.Expr, delta: sp.Expr, Delta: sp.Expr) -> sp.Expr:
    """The infimum of E|X|^p over the symmetric unimodal integer-valued (epsilon, delta)-DP laws for an integer sensitivity Delta."""
    return sp.Function("Vintmono", real=True)(sp.sympify(power), epsilon, delta, Delta)


loss_power = sp.Symbol("p", positive=True)
"""The exponent of the loss |x|^p where it is arbitrary."""


def refuse_parameters(symbols: Iterable[sp.Basic], what: str) -> None:
    """Raise ClaimError if a rule's own symbol is one on which laws depend without naming it."""
    taken = sorted(s.name for s in symbols if s in (epsilon, delta, Delta, grid_step, loss_power))
    if taken:
        raise ClaimError(f"{what} must be a symbol of its own; {taken[0]} is a parameter, on which the law depends")


class DualSolution:
    """An arbitrary dual solution of the lattice program: functions without a formula, with the hypotheses of `DualHypothesis`.

    They depend on epsilon, the integer sensitivity Delta and the exponent `loss_power`, and not on delta.
    """

    @staticmethod
    def cost(i: sp.Expr) -> sp.Expr:
        """c(i) for i >= 0: the loss on the lattice."""
        return sp.Function("c_dual", real=True)(i)

    @staticmethod
    def weight(k: sp.Expr, i: sp.Expr) -> sp.Expr:
        """y_k(i)."""
        return sp.Function("y_dual", real=True)(k, i)

    @staticmethod
    def cap(k: sp.Expr) -> sp.Expr:
        """z_k."""
        return sp.Function("z_dual", real=True)(k)

    level = sp.Function("mu_dual", real=True)(sp.S.Zero)
    """mu."""
    floor = sp.Function("nu_dual", real=True)(sp.S.Zero)
    """A number below every c(i)."""


def speaks_of_dual(relation: sp.Basic) -> bool:
    """True if the relation holds a function of the arbitrary dual solution."""
    return any(f.func.__name__.endswith("_dual") for f in relation.atoms(AppliedUndef))


def speaks_of_private_law(relation: sp.Basic) -> bool:
    """True if the relation holds a function of a private law: it then means that law at the epsilon, delta, Delta of the point."""
    return any((law := law_of(f)) is not None and law.private for f in relation.atoms(AppliedUndef))


def own_parameters(relation: sp.Basic) -> tuple[sp.Symbol, ...]:
    """The parameters that the relation's laws depend on without naming them: at other values they are other laws under the same name."""
    own: set[sp.Symbol] = {epsilon, delta, Delta} if speaks_of_private_law(relation) else set()
    if speaks_of_dual(relation):
        own |= {epsilon, Delta, loss_power}
    if any((law := law_of(f)) is not None and law.grid for f in relation.atoms(AppliedUndef)):
        own.add(grid_step)
    return tuple(sorted(own, key=str))


def fact_about(relation: Relational, domain: Domain) -> Fact:
    """The relation as a fact on the domain without the symbols that it does not depend on.

    A symbol is dropped if it is neither in the relation nor tied to another by an assumption, for its range is not empty; the
    parameters stay, because a private law depends on them without naming them.
    """
    needed = relation.free_symbols | {epsilon, delta, Delta, grid_step, loss_power}
    for assumption in domain.assumptions:
        needed |= assumption.free_symbols
    for symbol in domain.symbols:
        if symbol not in needed and not domain.ranges[symbol].is_empty():
            domain = domain.without(symbol)
    return Fact(relation, domain)


def law_of(function: AppliedUndef) -> Law | None:
    """The law that a function without a formula belongs to, by its name."""
    _, _, key = function.func.__name__.partition("_")
    return next((law for law in LAWS if law.key == key), None)


def is_hockey_stick(operator: sp.Expr) -> bool:
    """True for int (f(x + a) - e^epsilon f(x + b))_+ dx over the line, or the sum of the masses' like over the integers.

    It lies between 0 and int f = 1, so it may be read as a real number.
    """
    if not isinstance(operator, (sp.Integral, sp.Sum)) or len(operator.limits) != 1:
        return False
    variable, *ends = operator.limits[0]
    inside = operator.function
    if ends != [-sp.oo, sp.oo] or not isinstance(inside, sp.Max):
        return False
    difference = next((a for a in inside.args if a != 0), None)
    if len(inside.args) != 2 or not isinstance(difference, sp.Add) or len(difference.args) != 2:
        return False
    terms = [t for t in difference.args if isinstance(t, AppliedUndef)]
    other = [t for t in difference.args if not isinstance(t, AppliedUndef)]
    if len(terms) != 1 or not isinstance(other[0], sp.Mul):
        return False
    shifted = [t for t in other[0].args if isinstance(t, AppliedUndef)]
    if len(shifted) != 1 or other[0] != -sp.exp(epsilon) * shifted[0] or shifted[0].func != terms[0].func:
        return False
    law = law_of(terms[0])
    if law is None or bool(variable.is_integer) is not isinstance(operator, sp.Sum):
        return False
    if law.integer and not isinstance(operator, sp.Sum):
        return False
    kind = law.mass if isinstance(operator, sp.Sum) else law.density
    if terms[0].func != kind(variable).func:
        return False
    return _run_along([t.args[0] for t in (*terms, *shifted)], variable)


def is_finite_integral(operator: sp.Expr) -> bool:
    """True for an integral over the line whose integrand is made of densities f(x + a), f(a - x) of laws by sums, constant factors,
    Max, Min and cases.

    Its absolute value is at most a constant times a sum of such densities, each of which has the integral 1, so it is a real number.
    """
    if not isinstance(operator, sp.Integral) or len(operator.limits) != 1:
        return False
    variable, *ends = operator.limits[0]
    return ends == [-sp.oo, sp.oo] and _below_densities(operator.function, variable)


def _below_densities(g: sp.Expr, x: sp.Symbol) -> bool:
    if g == 0:
        return True
    if isinstance(g, AppliedUndef):
        law = law_of(g)
        return law is not None and not law.integer and g.func == law.density(x).func and _run_along(g.args, x)
    if isinstance(g, (sp.Add, sp.Max, sp.Min)):
        return all(_below_densities(a, x) for a in g.args)
    if isinstance(g, sp.Mul):
        # exp(epsilon) and polynomials in the parameters: factors that are defined everywhere.
        rest = [a for a in g.args if not (_plain(a) or (isinstance(a, sp.exp) and _plain(a.args[0]))) or x in a.free_symbols]
        return len(rest) == 1 and _below_densities(rest[0], x)
    if isinstance(g, sp.Piecewise):
        whole = g.args[-1][1] is sp.S.true  # elsewhere it has no value
        return whole and all(_below_densities(value, x) and _plain_condition(condition) for value, condition in g.args)
    return False


def _plain(a: sp.Expr) -> bool:
    return is_polynomial(a)


def _plain_condition(condition: sp.Basic) -> bool:
    """True if the condition compares polynomials: it is defined everywhere and describes a measurable set."""
    if isinstance(condition, (sp.And, sp.Or)):
        return all(_plain_condition(c) for c in condition.args)
    return condition == sp.true or (isinstance(condition, Relational) and all(_plain(side) for side in condition.args))


def _run_along(places: Iterable[sp.Expr], variable: sp.Symbol) -> bool:
    """True if all places are x + a, or all are -x + a, with a free of x."""
    wide = [sp.expand(u) for u in places]
    return any(all(variable not in sp.expand(u - sign * variable).free_symbols for u in wide) for sign in (1, -1))
