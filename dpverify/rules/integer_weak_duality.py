"""Rule: weak duality of the lattice program, for dual functions given by formulas or arbitrary ones.

For an integer-valued law that is private at the integer shifts k = 1..Delta and y_k: Z -> [0, z_k]: the event that accepts i with
chance y_k(i)/z_k gives sum_i (y_k(i) - e^epsilon y_k(i - k)) p_i <= delta z_k. So with
g(i) = c(|i|) + sum_k (y_k(i) - e^epsilon y_k(i - k)): sum_i c(|i|) p_i >= sum_i g(i) p_i - delta sum_k z_k >= mu - delta sum_k z_k
if g >= mu everywhere; for symmetric laws if g(i) + g(-i) >= 2 mu; for symmetric unimodal laws, which are mixtures of uniform laws on
-r..r, if the mean of g over each -r..r is at least mu. The sum of the c(|i|) p_i may be infinite, but it exists, for c is bounded below:
by mu - sum_k z_k in the first two cases, by a fact in the third.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import BINDERS, put
from ..domain import Domain
from ..errors import ClaimError
from ..notation import Delta, delta, epsilon, k
from .base import Fact, Inference
from .cells import UNIT, place
from .integer_cost import LATTICE_LAWS, expected_cost
from .laws import ANY_PRIVATE_INTEGER, PRIVATE_INTEGER, DualSolution, Law, law_of, loss_power
from .premise import FROM_ONE, FROM_ZERO, INTEGERS, holds_for_all, index_symbol, parameters
from .rounding import lattice_point

dual_shift = k
"""k = 1..Delta, the shift of a dual function."""
reach = sp.Symbol("r", integer=True, nonnegative=True)
"""r >= 0: the uniform laws on -r..r."""


def gain(cost: sp.Expr, weight: sp.Expr, index: sp.Symbol, at: sp.Expr) -> sp.Expr:
    """g(at) = c(|at|) + sum_{k=1}^{Delta} (y_k(at) - e^epsilon y_k(at - k)); c in `lattice_point`, y in `dual_shift` and the index."""
    here, shifted = (put(weight, {index: place}, "the index") for place in (at, at - dual_shift))
    difference = here - sp.exp(epsilon) * shifted
    return put(cost, {lattice_point: sp.Abs(at)}, "the index") + sp.Sum(difference, (dual_shift, 1, Delta))


def dual_inequality(law: Law, cost: sp.Expr, weight: sp.Expr, level: sp.Expr, index: sp.Symbol) -> Relational:
    """What g must satisfy for a law of this kind."""
    here = gain(cost, weight, index, index)
    if law == ANY_PRIVATE_INTEGER:
        return sp.Ge(here, level, evaluate=False)
    if law == PRIVATE_INTEGER:
        return sp.Ge(here + gain(cost, weight, index, -index), 2 * level, evaluate=False)
    return sp.Ge(sp.Sum(here, (index, -reach, reach)), (2 * reach + 1) * level, evaluate=False)


@dataclass(frozen=True)
class IntegerWeakDuality:
    """sum_i c(|i|) P(X = i) >= mu - delta sum_{k=1}^{Delta} z_k.

    law:    a private law on the integers. index: i.
    cost:   c(j) in `lattice_point`. weight: y_k(i) in `dual_shift` and the index. cap: z_k in `dual_shift`. level: mu.
    above_zero, below_cap: names of the facts y_k(i) >= 0 and y_k(i) <= z_k, for all integers i and 1 <= k <= Delta.
    dual:   name of the fact `dual_inequality`, for all integers i (unimodal law: for all r = `reach` >= 0).
    bounded: name of a fact c(j) >= nu for all j >= 0, nu free of j; for the unimodal law only.
    """

    law: Law
    index: sp.Symbol
    cost: sp.Expr
    weight: sp.Expr
    cap: sp.Expr
    level: sp.Expr
    above_zero: str
    below_cap: str
    dual: str
    bounded: str | None = None

    name = "weak duality on the integers"
    lemma = (
        "For an integer-valued private law and $0\\le y_k\\le z_k$, $1\\le k\\le\\Delta$: accepting $i$ with chance $y_k(i)/z_k$ gives "
        "$\\sum_i(y_k(i)-e^{\\epsilon}y_k(i-k))p_i\\le\\delta z_k$. A symmetric unimodal law is a mixture of uniform laws on $-r..r$. "
        "What is at least $\\mu$ (on average over $\\pm i$, or over each $-r..r$) has at least the mean $\\mu$."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.above_zero, self.below_cap, self.dual, *((self.bounded,) if self.bounded else ()))

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        parameters(domain, "weak duality on the integers")
        index_symbol(self.index, "the index")
        cost, weight, cap, level = (sp.sympify(e) for e in (self.cost, self.weight, self.cap, self.level))
        own = {self.index, dual_shift, lattice_point, reach}
        if own & set(domain.ranges) or len(own) != 4:
            raise ClaimError(f"the symbols {', '.join(sorted(s.name for s in own))} are the rule's own")
        known = set(domain.ranges)
        for part, allowed in ((cost, {lattice_point}), (weight, {dual_shift, self.index}), (cap, {dual_shift}), (level, set())):
            if not part.free_symbols - allowed <= known:
                raise ClaimError(f"{part} holds symbols that the step does not have")
            if any(law_of(f) is not None for f in part.atoms(AppliedUndef)) or part.has(*BINDERS):
                raise ClaimError(f"{part} must not depend on the law nor hold a sum, integral, limit or derivative")
        if self.law not in LATTICE_LAWS:
            raise ClaimError("weak duality on the integers needs a private law on the integers")
        within = (sp.Le(dual_shift, Delta, evaluate=False),)
        both = {dual_shift: FROM_ONE, self.index: INTEGERS}
        self._must_read(facts, self.above_zero, sp.Ge(weight, 0, evaluate=False))
        holds_for_all(self.above_zero, facts[self.above_zero], both, domain, within)
        self._must_read(facts, self.below_cap, sp.Le(weight, cap, evaluate=False))
        holds_for_all(self.below_cap, facts[self.below_cap], both, domain, within)
        self._must_read(facts, self.dual, dual_inequality(self.law, cost, weight, level, self.index))
        pointwise = self.law in (ANY_PRIVATE_INTEGER, PRIVATE_INTEGER)
        holds_for_all(self.dual, facts[self.dual], {self.index: INTEGERS} if pointwise else {reach: FROM_ZERO}, domain)
        if not pointwise:
            self._bounded(cost, facts, domain)
        left = expected_cost(put(cost, {lattice_point: sp.Abs(self.index)}, "the index"), self.law, self.index)
        right = level - delta * sp.Sum(cap, (dual_shift, 1, Delta))
        return Inference(sp.Ge(left, right, evaluate=False), (), (self.law.words + ".", self.lemma))

    def _bounded(self, cost: sp.Expr, facts: Mapping[str, Fact], domain: Domain) -> None:
        fact = facts[self.bounded] if self.bounded else None
        relation = fact.relation if fact else None
        if fact is None or not isinstance(relation, sp.GreaterThan) or relation.lhs != cost or lattice_point in relation.rhs.free_symbols:
            raise ClaimError(f"for a unimodal law a fact must say that {cost} is at least a number")
        holds_for_all(str(self.bounded), fact, {lattice_point: FROM_ZERO}, domain)

    def _must_read(self, facts: Mapping[str, Fact], name: str, wanted: Relational) -> None:
        if facts[name].relation not in (wanted, wanted.reversed):
            raise ClaimError(f"{name} must read {wanted}")


@dataclass(frozen=True)
class DualHypothesis:
    """What is supposed of the arbitrary dual solution `laws.DualSolution`.

    what: "above zero": y_k(i) >= 0; "below cap": y_k(i) <= z_k; "cost": (1 - theta) c(j) + theta c(j + 1) <= (j + theta)^p;
          "bounded": c(j) >= nu; "dual": the inequality of `dual_inequality` for the law.
    """

    what: str
    index: sp.Symbol
    law: Law = ANY_PRIVATE_INTEGER

    name = "dual solution"
    lemma = (
        "$c$ is an arbitrary cost, bounded below, whose linear interpolation is at most $|x|^p$, $y_k$ are arbitrary functions from the "
        "integers to $[0,z_k]$, $1\\le k\\le\\Delta$, and $\\mu$ is a number with "
        "$g(i)=c(|i|)+\\sum_k(y_k(i)-e^{\\epsilon}y_k(i-k))\\ge\\mu$, at every integer $i$ (for symmetric laws on average over $\\pm i$, "
        "for symmetric unimodal ones over each $-r..r$). "
        "They may depend on $\\epsilon$, $\\Delta$ and $p$, not on $\\delta$."
    )

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        missing = [s.name for s in (epsilon, Delta, loss_power) if s not in domain.ranges]
        if missing:
            raise ClaimError(f"the dual solution needs a range for {', '.join(missing)}")
        index_symbol(self.index, "the index")
        c, y = DualSolution.cost(lattice_point), DualSolution.weight(dual_shift, self.index)
        if self.what == "above zero":
            relation = sp.Ge(y, 0, evaluate=False)
        elif self.what == "below cap":
            relation = sp.Le(y, DualSolution.cap(dual_shift), evaluate=False)
        elif self.what == "cost":
            chord = (1 - place) * c + place * put(c, {lattice_point: lattice_point + 1}, "the next point")
            relation = sp.Le(chord, (lattice_point + place) ** loss_power, evaluate=False)
            for symbol, wanted in ((lattice_point, FROM_ZERO), (place, UNIT)):
                have = domain.ranges.get(symbol)
                if have is None or wanted.intersect(have) != have:
                    raise ClaimError(f"the cost is compared for {lattice_point} >= 0 and 0 <= {place} <= 1")
        elif self.what == "bounded":
            relation = sp.Ge(c, DualSolution.floor, evaluate=False)
        elif self.what == "dual" and self.law in LATTICE_LAWS:
            relation = dual_inequality(self.law, c, y, DualSolution.level, self.index)
        else:
            words = "'above zero', 'below cap', 'cost', 'bounded' or 'dual', this for a law on the integers"
            raise ClaimError(f"what is {self.what!r}; it must be {words}")
        return Inference(relation, (), (self.lemma,))
