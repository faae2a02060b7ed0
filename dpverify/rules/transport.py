"""Rule: a lower bound of the least cost of pure epsilon-DP noise from a flow that moves mass by at most Delta.

Let X be symmetric and epsilon-DP. It has a density f, since P(S) <= e^epsilon P(S + d), averaged over |d| <= Delta, is at most
e^epsilon/(2 Delta) times the length of S; and f(x) <= e^epsilon f(x') whenever |x - x'| <= Delta and f is the limit of averages at both
places (which it is almost everywhere). Let out, into >= 0 on [0, oo) with Out(x) = int_0^x out, Into(x) = int_0^x into and
Into(x) <= Out(x) <= Into(x + Delta). Let u(s) and v(s) be the places at which Out and Into first reach s. Then
u(s) <= v(s) <= u(s) + Delta, so int out f dx = int f(u(s)) ds <= e^epsilon int f(v(s)) ds = e^epsilon int into f dx.
If moreover x^p + out(x) - e^epsilon into(x) >= mu, and `into` is at most a constant times 1 + x^p, so that no integral is infinite
unless E|X|^p is, then E|X|^p >= mu.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import put
from ..domain import Domain, Range
from ..errors import ClaimError
from ..notation import Delta, epsilon
from .base import Fact, Inference, Obligation
from .laws import least_cost


@dataclass(frozen=True)
class TransportDuality:
    """V_p*(epsilon, 0, Delta) >= mu.

    variable: x >= 0. split: s with 0 <= s <= Delta. power: p > 0, a number. level: mu.
    out, into: pairs of polynomials in x, the flow out of and into x for 0 <= x < s and for x >= s; the second flow into x has at most the
               degree p, so that it is at most a constant times 1 + x^p.
    """

    variable: sp.Symbol
    split: sp.Expr
    out: tuple[sp.Expr, sp.Expr]
    into: tuple[sp.Expr, sp.Expr]
    level: sp.Expr
    power: sp.Expr = sp.S.One

    name = "transport duality"
    lemma = (
        "A symmetric $\\epsilon$-DP noise has a density with $f(x)\\le e^{\\epsilon}f(x')$ for almost all $|x-x'|\\le\\Delta$. "
        "If $0\\le g,h$ on $[0,\\infty)$ satisfy $\\int_0^xh\\le\\int_0^xg\\le\\int_0^{x+\\Delta}h$, the monotone map that carries "
        "$g\\,dx$ to $h\\,dx$ moves nothing by more than $\\Delta$, so $\\int gf\\le e^{\\epsilon}\\int hf$. Averaging a law with its "
        "mirror image keeps $\\epsilon$-DP and $E|X|^p$."
    )

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        x, s, p = self.variable, sp.sympify(self.split), sp.sympify(self.power)
        out, into = tuple(map(sp.sympify, self.out)), tuple(map(sp.sympify, self.into))
        self._well_formed(domain, (s, sp.sympify(self.level)), (*out, *into))
        if not p.is_Rational or p <= 0 or sp.degree(into[1], x) > p:
            raise ClaimError("the power must be a positive number, and the flow in must not grow faster")
        obligations = [
            Obligation(sp.Ge(s, 0, evaluate=False), domain, "the split is not negative"),
            Obligation(sp.Le(s, Delta, evaluate=False), domain, "the split lies within the sensitivity"),
        ]
        half, unit = Range(lo=sp.S.Zero, lo_open=False), Range(lo=sp.S.Zero, hi=sp.S.One, lo_open=False, hi_open=False)
        # x = s v with 0 <= v <= 1 before the split, x = s + v with v >= 0 after it: boxes, on which more can be decided.
        v = sp.Symbol(f"{x.name}_v", real=True)
        if v in domain.ranges:
            raise ClaimError(f"the name {v} is taken")
        for part, (place, inside) in enumerate(((s * v, domain.extend(v, unit)), (s + v, domain.extend(v, half)))):
            give, take = put(out[part], {x: place}, "a place"), put(into[part], {x: place}, "a place")
            level = place**p + give - sp.exp(epsilon) * take - self.level
            given, taken = self._up_to(out, place, part), self._up_to(into, place, part)
            # x + Delta >= s, so that it lies in the second part.
            farther = self._up_to(into, place + Delta, 1)
            if part == 1 or take != 0:  # where nothing has flowed in yet, what has flowed out is not less
                obligations.append(Obligation(sp.Ge(given - taken, 0, evaluate=False), inside, "the flow goes outwards"))
            obligations += [
                Obligation(sp.Ge(give, 0, evaluate=False), inside, "the flow out is not negative"),
                Obligation(sp.Ge(take, 0, evaluate=False), inside, "the flow in is not negative"),
                Obligation(sp.Ge(level, 0, evaluate=False), inside, "the dual inequality holds"),
                Obligation(sp.Ge(farther - given, 0, evaluate=False), inside, "the flow goes no farther than the sensitivity"),
            ]
        conclusion = sp.Ge(least_cost(p, epsilon, sp.S.Zero, Delta), self.level, evaluate=False)
        return Inference(conclusion, tuple(obligations), (self.lemma,))

    def _up_to(self, flow: tuple[sp.Expr, ...], end: sp.Expr, part: int) -> sp.Expr:
        """int_0^end of the flow, `end` lying in the given part."""
        x, v = self.variable, sp.Dummy("v", real=True)
        first, second = (put(e, {x: v}, "a place") for e in flow)
        if part == 0:
            return sp.Integral(first, (v, 0, end))
        return sp.Integral(first, (v, 0, self.split)) + sp.Integral(second, (v, self.split, end))

    def _well_formed(self, domain: Domain, parameters: tuple[sp.Expr, ...], flows: tuple[sp.Expr, ...]) -> None:
        x = self.variable
        missing = [s.name for s in (epsilon, Delta) if s not in domain.ranges]
        if missing:
            raise ClaimError(f"transport duality needs a range for {', '.join(missing)}")
        if x in domain.ranges or not x.is_real or x.is_integer or len(self.out) != 2 or len(self.into) != 2:
            raise ClaimError("give a real symbol of its own, and the two flows on the two parts of the half-line")
        for part in parameters:
            if part.atoms(AppliedUndef) or not part.free_symbols <= set(domain.ranges):
                raise ClaimError(f"{part} must be explicit, in the symbols of the step")
        for part in flows:
            if part.atoms(AppliedUndef) or not part.free_symbols <= {x, *domain.ranges} or not part.is_polynomial(x):
                raise ClaimError(f"{part} must be a polynomial in {x}, in the symbols of the step")
