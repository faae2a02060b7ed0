"""Rules: the least worst-case risk of d means from one release with Gaussian noise.

The release is y = f + N(0, sigma^2 I) in d coordinates. R(d, sigma) is the infimum over all estimates a(y) of the supremum over all f in
R^d of E|a(y) - f|^2: at least the average risk of every estimate under any prior, at most the worst-case risk of any one estimate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import BINDERS, put
from ..domain import Domain, Range
from ..errors import ClaimError
from ..formulas.gaussian import density
from .arbitrary import sequence
from .base import Fact, Inference, Obligation, defined, is_finite
from .premise import holds_for_all
from .specialise import is_integer


def minimax_risk(d: sp.Expr, sigma: sp.Expr) -> sp.Expr:
    """R(d, sigma), a number from 0 to d sigma^2."""
    return sp.Function("minimax", real=True)(d, sigma)


def losses(estimate: sp.Expr, truth: sp.Expr, law: sp.Expr, over: sp.Symbol, index: sp.Symbol, d: sp.Expr) -> sp.Expr:
    """sum_{i=1}^{d} int (estimate - truth)^2 law dx."""
    return sp.Sum(sp.Integral((estimate - truth) ** 2 * law, (over, -sp.oo, sp.oo)), (index, 1, d))


@dataclass(frozen=True)
class BayesBound:
    """R(d, sigma) >= b, from what every estimate loses given the release, under independent priors in the coordinates.

    number, sigma: d and sigma. index: i, the index of the sum in `least`.
    place, release: x and y. prior: p(x). marginal: q(y). posterior: p(x | y), an expression in x and y.
    joint: name of a fact p(x) phi_sigma(y - x) = q(y) p(x | y) for all real x and y.
    least: name of a fact sum_{i=1}^{d} int (x - a_i)^2 p(x | y_i) dx >= b, for arbitrary sequences a (the estimate) and y (the release).
    Obligations: p and p(. | y) are non-negative and have mass one.
    """

    number: sp.Expr
    sigma: sp.Expr
    index: sp.Symbol
    place: sp.Symbol
    release: sp.Symbol
    prior: sp.Expr
    marginal: sp.Expr
    posterior: sp.Expr
    joint: str
    least: str

    name = "average below worst case"
    lemma = (
        "$\\sup_fE\\|a-f\\|^2\\ge\\int E\\|a-f\\|^2p(f)\\,df$ for every estimate $a(\\hat y)$ and every prior $p$; the right side is the "
        "mean of what $a$ loses given the release, where under independent priors the coordinates are independent as well."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.joint, self.least)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        x, y, i, d = self.place, self.release, self.index, self.number
        parameters = set(domain.ranges)
        if len({x, y, i}) < 3 or {x, y, i} & parameters or x.is_integer or y.is_integer:
            raise ClaimError("place, release and index must be three symbols that the step does not have")
        _well_formed(self.sigma, d, domain)
        for part, own in ((self.prior, {x}), (self.marginal, {y}), (self.posterior, {x, y})):
            if not part.free_symbols <= parameters | own or part.has(*BINDERS, sp.Piecewise) or part.atoms(AppliedUndef):
                raise ClaimError(f"{part} must be one formula in its variables and the symbols of the step")
        shared = sp.Eq(self.prior * density(y - x, self.sigma), self.marginal * self.posterior, evaluate=False)
        joint = facts[self.joint]
        if joint.relation not in (shared, shared.reversed):
            raise ClaimError(f"{self.joint} must read {shared}")
        holds_for_all(self.joint, joint, {x: Range(), y: Range()}, domain)
        least = facts[self.least]
        _of_all_sequences(self.least, least, domain)
        given = put(self.posterior, {y: sequence("y")(i)}, "the release")
        total = losses(x, sequence("a")(i), given, x, i, d)
        if not isinstance(least.relation, sp.GreaterThan) or least.relation.lhs != total:
            raise ClaimError(f"{self.least} must read {total} >= a number")
        bound = _number(least.relation.rhs, parameters, self.least)
        holds_for_all(self.least, least, {}, domain)
        line, plane = domain.extend(x, Range()), domain.extend(x, Range()).extend(y, Range())
        whole = (x, -sp.oo, sp.oo)
        obligations = (
            Obligation(sp.Ge(self.prior, 0, evaluate=False), line, "the prior is non-negative"),
            Obligation(sp.Eq(sp.Integral(self.prior, whole), 1, evaluate=False), domain, "the prior has mass one"),
            Obligation(sp.Ge(self.posterior, 0, evaluate=False), plane, "the posterior is non-negative"),
            Obligation(
                sp.Eq(sp.Integral(self.posterior, whole), 1, evaluate=False), domain.extend(y, Range()), "the posterior has mass one"
            ),
            *_positive(self.sigma, d, domain),
        )
        return Inference(sp.Ge(minimax_risk(d, self.sigma), bound, evaluate=False), obligations, (self.lemma,))


@dataclass(frozen=True)
class RiskOfEstimate:
    """R(d, sigma) <= r, from the risk of the estimate that applies one function e to every coordinate of the release.

    number, sigma: d and sigma. index: i, the index of the sum in `risk`. release: x. estimate: e(x).
    risk: name of a fact sum_{i=1}^{d} int (e(x) - f_i)^2 phi_sigma(x - f_i) dx <= r (or = r), for an arbitrary sequence f.
    """

    number: sp.Expr
    sigma: sp.Expr
    index: sp.Symbol
    release: sp.Symbol
    estimate: sp.Expr
    risk: str

    name = "risk of one estimate"
    lemma = "The least worst-case risk is at most the worst-case risk of any estimate."

    def premises(self) -> tuple[str, ...]:
        return (self.risk,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        x, i, d = self.release, self.index, self.number
        parameters = set(domain.ranges)
        if x == i or {x, i} & parameters or x.is_integer:
            raise ClaimError("release and index must be two symbols that the step does not have")
        _well_formed(self.sigma, d, domain)
        if not self.estimate.free_symbols <= parameters | {x} or self.estimate.has(*BINDERS) or self.estimate.atoms(AppliedUndef):
            raise ClaimError(f"{self.estimate} must be a formula in {x} and the symbols of the step")
        truth = sequence("f")(i)
        total = losses(self.estimate, truth, density(x - truth, self.sigma), x, i, d)
        fact = facts[self.risk]
        _of_all_sequences(self.risk, fact, domain)
        if not isinstance(fact.relation, (sp.LessThan, sp.Eq)) or fact.relation.lhs != total:
            raise ClaimError(f"{self.risk} must read {total} <= a number")
        bound = _number(fact.relation.rhs, parameters, self.risk)
        holds_for_all(self.risk, fact, {}, domain)
        obligations = (
            *defined(self.estimate, domain.extend(x, Range()), "the estimate"),
            *_positive(self.sigma, d, domain),
        )
        return Inference(sp.Le(minimax_risk(d, self.sigma), bound, evaluate=False), obligations, (self.lemma,))


def _well_formed(sigma: sp.Expr, d: sp.Expr, domain: Domain) -> None:
    if not (sigma.free_symbols | d.free_symbols) <= set(domain.ranges) or not is_integer(d, domain):
        raise ClaimError("the number of coordinates must be an integer and sigma a number of the step's domain")


def _of_all_sequences(name: str, fact: Fact, domain: Domain) -> None:
    """ClaimError if a hypothesis could single out some of the sequences: the fact is needed for all of them."""
    if any(a.atoms(AppliedUndef) for a in (*fact.domain.assumptions, *domain.assumptions)):
        raise ClaimError(f"{name} must hold for all sequences, not under a hypothesis about one")


def _positive(sigma: sp.Expr, d: sp.Expr, domain: Domain) -> tuple[Obligation, ...]:
    return (
        Obligation(sp.Gt(sigma, 0, evaluate=False), domain, "there is noise"),
        Obligation(sp.Ge(d, 1, evaluate=False), domain, "there is a coordinate"),
    )


def _number(bound: sp.Expr, parameters: set[sp.Symbol], name: str) -> sp.Expr:
    """ClaimError unless the bound is a number of the step's symbols: it may not depend on what is estimated."""
    if (
        not bound.free_symbols <= parameters
        or bound.atoms(AppliedUndef)
        or bound.has(*BINDERS)
        or not is_finite(sp.Ge(bound, 0, evaluate=False))
    ):
        raise ClaimError(f"the bound of {name} must be a formula in the step's symbols alone")
    return bound
