"""What every rule says, word for word: conclusion and obligations of one application each, as its docstring gives them."""

# ruff: noqa: E501

import re

import pytest
import sympy as sp

from dpverify.domain import Range
from dpverify.formulas.gaussian import density
from dpverify.notation import Delta, d, delta, epsilon, k, m, sigma, x, y
from dpverify.rules import (
    HYPOTHESIS,
    PREVIOUS,
    RULES,
    BayesBound,
    Cases,
    Chord,
    ConcaveMass,
    Consequence,
    DiscreteDominance,
    DualHypothesis,
    EventInequality,
    Fact,
    Feasible,
    FiniteSupport,
    FirstTerm,
    FloorOrder,
    GridCells,
    Indicator,
    Induction,
    IntegerInfimum,
    IntegerPart,
    IntegerWeakDuality,
    IntegrateInequality,
    LimitOfBound,
    Linearity,
    LossSymmetrisation,
    LossTailIntegration,
    LPWeakDuality,
    Monotone,
    MonotoneInverse,
    NonNegative,
    NonNegativeFunction,
    PairedTailIntegration,
    RandomisedRounding,
    Recurrence,
    Recursion,
    RiskOfEstimate,
    Scaling,
    Smearing,
    Specialise,
    StochasticDominance,
    Substitution,
    SumInequality,
    SumLinearity,
    Symmetrisation,
    TailIntegration,
    TailShape,
    Telescoping,
    Tonelli,
    TransportDuality,
    Unimodality,
    Use,
    nonnegative_function,
    sequence,
)
from dpverify.rules.cells import CellFunction, cell, place
from dpverify.rules.integer_cost import expected_cost
from dpverify.rules.integer_weak_duality import dual_inequality
from dpverify.rules.laws import (
    ANY_PRIVATE_INTEGER,
    MONOTONE_PRIVATE,
    MONOTONE_PRIVATE_INTEGER,
    PRIVATE,
    PRIVATE_INTEGER,
    UNIMODAL,
    grid_step,
    loss_power,
)
from dpverify.rules.loss import expected_loss
from dpverify.rules.lp_weak_duality import Dual
from dpverify.rules.minimax import losses
from dpverify.rules.rounding import lattice_point as j

from .deciding import fact, on

half = sp.Rational(1, 2)
i, N = sp.Symbol("i", integer=True), sp.Symbol("N", integer=True, nonnegative=True)
s, theta, t = sp.Symbol("s", positive=True), sp.Symbol("theta", nonnegative=True), sp.Symbol("t", nonnegative=True)
f, G, T, q = UNIMODAL.density, MONOTONE_PRIVATE.within, PRIVATE.tail, PRIVATE_INTEGER.tail
g = sp.Function("g")
INTEGER = {Delta: sp.Naturals}
LINE = (x, -sp.oo, sp.oo)
POSITIVE, REAL = {s: (0, sp.oo)}, {y: sp.Reals}
at, count = on(INTEGER), on({**INTEGER, N: sp.Naturals0})
grid = on({grid_step: (0, sp.oo), theta: (0, 1)})
dual = on({**INTEGER, loss_power: (0, sp.oo), j: sp.Naturals0, place: sp.Interval(0, 1)})
bell = sp.exp(-(x**2))
private = sp.Le(half + sp.Integral(sp.Max(0, bell - sp.exp(epsilon) * bell.subs(x, x + d)), LINE), delta)
spread = sp.Le(sp.Integral(sp.Max(0, bell - sp.exp(epsilon) * bell.subs(x, x + d)), LINE), delta)
bent = sp.Le(sp.Derivative(s**3, s, s), 6, evaluate=False)
falling = sp.Lt(sp.Derivative(sp.exp(-s), s), 0, evaluate=False)
values = sp.Gt(sp.exp(-half), sp.exp(-1 - delta), evaluate=False)
pairs = sp.Ge(T(y + k * Delta) + T((k + 1) * Delta - y), delta**k)
half_line = {k: sp.Naturals0, y: sp.Interval(0, sp.oo)}
rising = CellFunction((-1, 0), (sp.S.Zero, place, sp.S.One))
dropping = CellFunction((0, N + 1), (sp.Integer(2), 1 / (cell + 1), sp.S.Zero), rising=False)
constant = CellFunction((0,), (1 / (1 + delta), sp.exp(delta)))
loss = sp.Ge(expected_loss(PRIVATE_INTEGER, i), epsilon)
parts = ((theta, sp.Max(0, x - delta)), (-sp.Integer(2), sp.Max(0, delta - x)), (sp.S.One, sp.Max(0, 1 - delta * x)))
whole = sp.Eq(sp.Integral(delta * x, LINE), 0, evaluate=False)
weight = {k: sp.Naturals, i: sp.Integers, **INTEGER}
u, F, h = sequence("u"), sequence("f"), nonnegative_function("h")
prior = bell / sp.sqrt(sp.pi)
STEPS, WIDTH, NOISE = {m: sp.Naturals, y: sp.Reals}, {theta: sp.Interval(0, sp.oo)}, {m: sp.Naturals, sigma: (0, sp.oo)}
moved = Recurrence("F", m, y, y, sp.Integral(prior * PREVIOUS(y + s + x), LINE))


def a(relation, extra=None, *assumptions):
    return {"a": fact(relation, extra, *assumptions)}


def certificate(law):
    """The facts of a certificate with y_k(i) = k i, z_k = k, mu = delta; and the dual inequality that it has to have."""
    where = {i: sp.Integers} if law != MONOTONE_PRIVATE_INTEGER else {sp.Symbol("r", integer=True, nonnegative=True): sp.Naturals0}
    return {
        "a": fact(sp.Ge(k * i, 0, evaluate=False), weight),
        "b": fact(sp.Le(k * i, k, evaluate=False), weight),
        "d": fact(dual_inequality(law, j, k * i, delta, i), {**where, **INTEGER}),
        "n": fact(sp.Ge(j, -3, evaluate=False), {j: sp.Naturals0, **INTEGER}),
    }


def weak(law):
    return IntegerWeakDuality(law, i, j, k * i, k, delta, "a", "b", "d", "n")


APPLIED = {
    "event above": (EventInequality(PRIVATE, "above", y, s), {}, on({**REAL, **POSITIVE})),
    "event below": (EventInequality(PRIVATE, "below", y, s), {}, on({**REAL, **POSITIVE})),
    "event within": (EventInequality(MONOTONE_PRIVATE, "within", sp.S.Zero, s), {}, on(POSITIVE)),
    "tail non-negative": (TailShape(PRIVATE, "non-negative", 1 / y), {}, on(REAL)),
    "tail at most one": (TailShape(PRIVATE, "at most one", 1 / y), {}, on(REAL)),
    "tail half": (TailShape(PRIVATE, "half"), {}, on()),
    "tail non-increasing": (TailShape(PRIVATE, "non-increasing", y, y**2), {}, on(REAL)),
    "tail step": (TailShape(PRIVATE_INTEGER, "step", y, Delta), {}, on({**INTEGER, **REAL})),
    "tail integration": (TailIntegration(PRIVATE, "a", k, 1), a(sp.Ge(T(k * Delta), delta**k), {k: sp.Naturals}), on()),
    "tail integration of squares": (
        TailIntegration(PRIVATE, "a", k, 2, N),
        a(sp.Ge(T(k * Delta), delta**k), {k: sp.Naturals}),
        on({N: sp.Naturals0}),
    ),
    "pairs": (PairedTailIntegration(PRIVATE, "a", k, y), a(pairs, half_line), on()),
    "pairs to an end": (PairedTailIntegration(PRIVATE, "a", k, y, N), a(pairs, half_line), on({N: sp.Naturals0})),
    "loss": (
        LossTailIntegration("a", k, N, i, N + 1),
        a(sp.Ge(q(k * (N + 1)), delta**k), {**INTEGER, N: sp.Naturals0, k: sp.Naturals}),
        count,
    ),
    "loss of any law": (LossSymmetrisation("a", i), a(loss, INTEGER), at),
    "line": (ConcaveMass(MONOTONE_PRIVATE, "line", s, y), {}, on({**REAL, **POSITIVE})),
    "positive": (ConcaveMass(MONOTONE_PRIVATE, "positive", s, fact="a"), a(sp.Le(G(s), delta), POSITIVE), on(POSITIVE)),
    "mass": (ConcaveMass(MONOTONE_PRIVATE, "non-negative", at=1 / s), {}, on(POSITIVE)),
    "chord": (Chord("a", s, half, 1 + delta, theta), a(bent, {s: (0, 5)}), on({theta: (0, 1)})),
    "monotone": (Monotone("a", s, delta, 1 + delta), a(falling, {s: (0, 5)}), on()),
    "strictly monotone": (Monotone("a", s, delta, 1 + delta, strict=True), a(falling, {s: (0, 5)}), on()),
    "monotone backwards": (MonotoneInverse("a", s, half, 1 + delta, "b"), {**a(falling, {s: (0, 5)}), "b": fact(values)}, on()),
    "feasible": (Feasible(x, bell, "a", d, s, half), a(private, {d: sp.Interval(0, Delta), **POSITIVE}), on(POSITIVE)),
    "feasible without an atom": (Feasible(x, bell, "a", d, s), a(spread, {d: sp.Interval(0, Delta), **POSITIVE}), on(POSITIVE)),
    "symmetrisation": (Symmetrisation("a", s), a(sp.Gt(PRIVATE.moment(s), delta), POSITIVE), on(POSITIVE)),
    "dominance": (
        StochasticDominance(MONOTONE_PRIVATE, "a", t, x, bell, delta, power=s),
        a(sp.Le(G(t), t, evaluate=False), {t: sp.Interval(0, sp.oo)}),
        on(POSITIVE),
    ),
    "dominance of a loss": (
        StochasticDominance(MONOTONE_PRIVATE, "a", t, x, bell, delta),
        a(sp.Le(G(t), t, evaluate=False), {t: sp.Interval(0, sp.oo)}),
        on(),
    ),
    "discrete dominance": (DiscreteDominance("a", k, i, delta ** sp.Abs(i)), a(sp.Ge(q(k), delta**k), {**INTEGER, k: sp.Naturals}), at),
    "unimodality": (Unimodality(UNIMODAL, x, y), {}, on({x: sp.Reals, **REAL})),
    "indicator": (Indicator(1 / y, "below"), {}, on(REAL)),
    "density": (NonNegative(UNIMODAL, 1 / y), {}, on(REAL)),
    "law": (
        Specialise("a", {y: 2 * y}, law=UNIMODAL, density=(x, s * bell)),
        a(sp.Ge(f(y), 0, evaluate=False), REAL),
        on({**REAL, **POSITIVE}),
    ),
    "instance": (
        Specialise("a", {s: 1 / delta, N: N + 1}),
        a(sp.Ge(s, N, evaluate=False), {s: sp.Interval(1, 5), N: sp.Naturals0}, sp.Ge(sp.exp(s), N)),
        count,
    ),
    "scaling": (Scaling(s, Delta, 1 / delta), {}, on(POSITIVE)),
    "smearing": (Smearing(PRIVATE_INTEGER, i, sp.Integer(2), delta, epsilon), {}, at),
    "rounding": (
        RandomisedRounding("a", ANY_PRIVATE_INTEGER, i, j**2, sp.Integer(2), delta),
        a(sp.Ge(expected_cost(sp.Abs(i) ** 2, ANY_PRIVATE_INTEGER, i), epsilon), INTEGER),
        at,
    ),
    "infimum": (
        IntegerInfimum(MONOTONE_PRIVATE_INTEGER, s, i, "a"),
        a(sp.Ge(expected_cost(sp.Abs(i) ** s, MONOTONE_PRIVATE_INTEGER, i), epsilon), {**INTEGER, **POSITIVE}),
        on({**INTEGER, **POSITIVE}),
    ),
    "transport": (TransportDuality(x, delta, (delta - x, x), (sp.S.Zero, 2 * x), epsilon), {}, on()),
    "rising dual function": (LPWeakDuality((Dual(rising, 1),), delta, (0, 1)), {}, on()),
    "dropping dual function": (
        LPWeakDuality((Dual(dropping, -2),), delta, (0, N + 1), s, Delta / 2),
        {},
        on({N: sp.Naturals0, **POSITIVE}),
    ),
    "shift of a dual function": (
        LPWeakDuality((Dual(CellFunction((0,), (sp.S.Zero, sp.S.One)), -3),), delta, (0, 3), step=s),
        {},
        on(POSITIVE),
    ),
    "ends of a dual function": (LPWeakDuality((Dual(constant, 1),), delta, (0, 1)), {}, on()),
    "weak duality": (weak(ANY_PRIVATE_INTEGER), certificate(ANY_PRIVATE_INTEGER), at),
    "weak duality, symmetric": (weak(PRIVATE_INTEGER), certificate(PRIVATE_INTEGER), at),
    "weak duality, unimodal": (weak(MONOTONE_PRIVATE_INTEGER), certificate(MONOTONE_PRIVATE_INTEGER), at),
    **{f"dual solution {what}": (DualHypothesis(what, i), {}, dual) for what in ("above zero", "below cap", "cost", "bounded", "dual")},
    "dual solution, symmetric": (DualHypothesis("dual", i, PRIVATE_INTEGER), {}, dual),
    "dual solution, unimodal": (DualHypothesis("dual", i, MONOTONE_PRIVATE_INTEGER), {}, dual),
    "grid": (GridCells(x, i, sp.S.One, theta), {}, grid),
    "telescoping": (Telescoping(k, sp.S.One, N, g(k), k**2, 1 / (k + 1)), {}, count),
    "remainders": (Telescoping(k, sp.S.One, N, g(k), 1 / (k - 3)), {}, count),
    "support": (FiniteSupport(k, sp.S.One, N, k, N - k), {}, count),
    "first": (FirstTerm(k, sp.S.One, N, 1 / k), {}, count),
    "last": (FirstTerm(k, sp.S.One, N, 1 / k, last=True), {}, count),
    "part": (
        IntegerPart("a", i, theta, 1 / delta),
        a(sp.Ge(i + theta, 1, evaluate=False), {i: sp.Naturals, theta: sp.Interval.Ropen(0, 1)}),
        on(),
    ),
    "order": (FloorOrder(1 / y, 1 / s), {}, on({**REAL, **POSITIVE})),
    "cases": (
        Cases(s, ("a", "b")),
        {"a": fact(sp.Gt(s, -1, evaluate=False), {s: sp.Interval.Lopen(0, 1)}), "b": fact(sp.Gt(s, -1, evaluate=False), {s: (1, sp.oo)})},
        on(POSITIVE),
    ),
    "substitution": (Substitution(x, sp.exp(-((x - delta) ** 2)), -1, 1 / delta), {}, on()),
    "integration": (IntegrateInequality(x, ("a",)), a(sp.Le(sp.Max(0, bell - delta), bell), {x: sp.Reals}), on()),
    "linearity": (Linearity(x, parts), {}, on({theta: (0, 1)}), whole),
    "multipliers": (
        Consequence((Use("a", times=1 / s), Use("b", times=1 - y))),
        {**a(sp.Gt(T(y), delta), REAL), "b": fact(sp.Ge(s, y, evaluate=False), {**REAL, **POSITIVE})},
        on({**REAL, **POSITIVE}),
        sp.Gt(T(y) / s, delta),
    ),
    "equations": (
        Consequence((Use("a", times=sp.S.One),)),
        a(sp.Eq(T(y), 1, evaluate=False), REAL),
        on(REAL),
        sp.Eq(T(y), 0, evaluate=False),
    ),
    "consequence": (Consequence(("a",)), a(sp.Ge(T(y), delta), REAL), on(REAL), sp.Gt(T(y), -1)),
    "induction": (
        Induction(N, (Use("a", times=sp.S.One),), (Use(HYPOTHESIS, times=delta),)),
        a(sp.Ge(T(0), 1, evaluate=False)),
        count,
        sp.Ge(T(N), delta**N),
    ),
    "sum of inequalities": (
        SumInequality(k, 1, N, "a", {y: u(k) / s}),
        a(sp.Lt(y, sp.exp(y), evaluate=False), {y: sp.Interval(-1, 1), **POSITIVE}),
        on({N: sp.Naturals0, **POSITIVE}),
    ),
    "linear sum": (
        SumLinearity(k, 1, N, ((1 / s, u(k)), (theta, sp.S.One)), u(k) / s + theta),
        {},
        on({N: sp.Naturals0, **POSITIVE, **WIDTH}),
    ),
    "recursion": (
        Recursion(moved, y + s * (m - 1), "first", "step"),
        {
            "first": fact(moved.start(y + s * (m - 1)), {**REAL, **POSITIVE}),
            "step": fact(moved.step(y + s * (m - 1)), {**STEPS, **POSITIVE}),
        },
        on({**STEPS, **POSITIVE}),
    ),
    "order of integration": (
        Tonelli(x, y, bell * h(y), "a"),
        a(sp.Ge(bell * h(y), 0, evaluate=False), {x: sp.Reals, **REAL}),
        on(),
    ),
    "non-negative function": (NonNegativeFunction("h", 1 / s), {}, on(POSITIVE)),
    "limit of a bound": (LimitOfBound("a", s), a(sp.Lt(1 / s, y, evaluate=False), {**POSITIVE, **REAL}), on(REAL)),
    "average below worst case": (
        BayesBound(m, sigma, i, x, y, bell / sp.sqrt(sp.pi), density(y), prior.subs(x, x - y), "joint", "least"),
        {
            "joint": fact(sp.Eq(prior * density(y - x), density(y) * prior.subs(x, x - y), evaluate=False), {x: sp.Reals, **REAL, **NOISE}),
            "least": fact(
                sp.Ge(losses(x, sequence("a")(i), prior.subs(x, x - sequence("y")(i)), x, i, m), m * sigma, evaluate=False), NOISE
            ),
        },
        on(NOISE),
    ),
    "risk of one estimate": (
        RiskOfEstimate(m, sigma, i, x, x / sigma, "a"),
        a(sp.Le(losses(x / sigma, F(i), density(x - F(i)), x, i, m), m * sigma, evaluate=False), NOISE),
        on(NOISE),
    ),
}


def what_it_says(rule, facts, domain, target=None):
    """The conclusion, and under it each obligation with what its domain has beyond (or without) the step's."""
    inference = rule.apply(target, facts, domain)
    lines = [str(inference.conclusion)]
    for o in inference.obligations:
        ranges = [f"{v} in {r.to_set()}" for v, r in o.domain.ranges.items() if domain.ranges.get(v) != r]
        where = [*ranges, *(str(r) for r in o.domain.assumptions if r not in domain.assumptions)]
        where += [f"any {v}" for v in domain.ranges if v not in o.domain.ranges]
        lines.append("    " + str(o.relation) + (" for " if where else "") + ", ".join(where))
    return "\n".join(lines)


SAID = """
feasible without an atom: Vstar(s, epsilon, delta, Delta) <= Integral(exp(-x**2)*Abs(x)**s, (x, -oo, oo))
    Eq(Integral(exp(-x**2), (x, -oo, oo)), 1)
    exp(-x**2) >= 0 for x in Interval(-oo, oo)
    Eq(exp(-x**2), exp(-x**2)) for x in Interval(0, oo)
    Eq(Integral(exp(-x**2)*Abs(x)**s, (x, -oo, oo)) + 1, Integral(exp(-x**2)*Abs(x)**s, (x, -oo, oo)) + 1)
ends of a dual function: Vstar(1, epsilon, delta, Delta) >= -delta*exp(delta) + delta
    Delta > 0
    1/(delta + 1) >= 0
    Eq(1/(delta + 1), 1/(delta + 1)) for j in Range(-oo, 0, 1), theta in Interval(0, 1)
    exp(delta) - 1/(delta + 1) >= 0
    Eq(exp(delta), exp(delta)) for j in Range(0, oo, 1), theta in Interval(0, 1)
    Delta*Abs(j + theta) - delta - exp(epsilon)/(delta + 1) + 1/(delta + 1) >= 0 for j in Range(-oo, 0, 1), theta in Interval(0, 1)
    Delta*theta - delta + exp(delta) - exp(epsilon)/(delta + 1) >= 0 for theta in Interval(0, 1)
    Delta*Abs(j + theta) - delta - exp(delta)*exp(epsilon) + exp(delta) >= 0 for j in Range(1, oo, 1), theta in Interval(0, 1)
event above: T_dp(y) <= delta + T_dp(s + y)*exp(epsilon)
    s <= Delta
event below: 1 - T_dp(y) <= delta + T_dp(s - y)*exp(epsilon)
    s <= Delta
event within: G_mdp(s/2)/2 + 1/2 <= delta + (1 - G_mdp(s/2))*exp(epsilon)/2
    s > 0
    s <= Delta
tail non-negative: T_dp(1/y) >= 0
    Eq(1/y, 1/y)
tail at most one: T_dp(1/y) <= 1
    Eq(1/y, 1/y)
tail half: T_dp(0) >= 1/2
tail non-increasing: T_dp(y) >= T_dp(y**2)
    y <= y**2
tail step: Eq(T_dpi(y), T_dpi(Delta))
    y <= Delta
    y > Delta - 1
tail integration: M_dp(1) >= 2*Delta*Sum(delta**k, (k, 1, oo))
    delta**k >= 0 for k in Range(1, oo, 1)
tail integration of squares: M_dp(2) >= 2*Delta**2*Sum(delta**k*(2*k - 1), (k, 1, N))
    N >= 0
pairs: M_dp(1) >= Delta*Sum(delta**k, (k, 0, oo))
    delta**k >= 0 for k in Range(0, oo, 1)
pairs to an end: M_dp(1) >= Delta*Sum(delta**k, (k, 0, N))
    N >= -1
loss: Sum(L(i)*p_dpi(i), (i, -oo, oo)) >= L(0) + 2*Sum(delta**k*(L(k*(N + 1)) - L((N + 1)*(k - 1))), (k, 1, N))
    N + 1 >= 1
    N >= 0
loss of any law: Sum(L(i)*p_dpz(i), (i, -oo, oo)) >= epsilon
line: G_mdp(y) <= 2*(-s + y)*f_mdp(s) + G_mdp(s)
    s > 0
    y >= 0
positive: f_mdp(s) > 0
    s > 0
    delta < 1
mass: G_mdp(1/s) >= 0
    Eq(1/s, 1/s)
chord: theta*(delta + 1)**3 - theta/8 + 1/8 <= 3*theta*(1 - theta)*(delta + 1/2)**2 + (theta*(delta + 1) - theta/2 + 1/2)**3
    Eq(s**3, s**3) for s in Interval.open(0, 5), any theta
    theta >= 0
    theta <= 1
    1/2 > 0
    1/2 < 5
    delta + 1 > 0
    delta + 1 < 5
monotone: exp(-delta) >= exp(-delta - 1)
    Eq(exp(-s), exp(-s)) for s in Interval.open(0, 5)
    delta > 0
    delta < 5
    delta + 1 > 0
    delta + 1 < 5
    delta <= delta + 1
strictly monotone: exp(-delta) > exp(-delta - 1)
    Eq(exp(-s), exp(-s)) for s in Interval.open(0, 5)
    delta > 0
    delta < 5
    delta + 1 > 0
    delta + 1 < 5
    delta < delta + 1
monotone backwards: 1/2 < delta + 1
    Eq(exp(-s), exp(-s)) for s in Interval.open(0, 5)
    1/2 > 0
    1/2 < 5
    delta + 1 > 0
    delta + 1 < 5
feasible: Vstar(s, epsilon, delta, Delta) <= Integral(exp(-x**2)*Abs(x)**s, (x, -oo, oo))
    Eq(1/2 + Integral(exp(-x**2), (x, -oo, oo)), 1)
    exp(-x**2) >= 0 for x in Interval(-oo, oo)
    Eq(exp(-x**2), exp(-x**2)) for x in Interval(0, oo)
    1/2 >= 0
    s > 0
    Eq(Integral(exp(-x**2)*Abs(x)**s, (x, -oo, oo)) + 1, Integral(exp(-x**2)*Abs(x)**s, (x, -oo, oo)) + 1)
symmetrisation: Vstar(s, epsilon, delta, Delta) >= delta
dominance: M_mdp(s) >= Integral(exp(-x**2)*Abs(x)**s, (x, -oo, oo))
    delta >= 0
    exp(-x**2) >= 0 for x in Interval(-oo, oo)
    Eq(exp(-x**2), exp(-x**2)) for x in Interval(0, oo)
    Eq(delta + Integral(exp(-x**2), (x, -oo, oo)), 1)
    delta + Integral(exp(-x**2), (x, -t, t)) >= Min(1, t) for t in Interval(0, oo)
    s > 0
    Eq(Integral(exp(-x**2)*Abs(x)**s, (x, -oo, oo)) + 1, Integral(exp(-x**2)*Abs(x)**s, (x, -oo, oo)) + 1)
dominance of a loss: E_mdp() >= delta*L(0) + Integral(L(x)*exp(-x**2), (x, -oo, oo))
    delta >= 0
    exp(-x**2) >= 0 for x in Interval(-oo, oo)
    Eq(exp(-x**2), exp(-x**2)) for x in Interval(0, oo)
    Eq(delta + Integral(exp(-x**2), (x, -oo, oo)), 1)
    delta + Integral(exp(-x**2), (x, -t, t)) >= Min(1, t) for t in Interval(0, oo)
discrete dominance: Sum(L(i)*p_dpi(i), (i, -oo, oo)) >= Sum(delta**Abs(i)*L(i), (i, -oo, oo))
    Eq(delta**k, delta**k - delta**(k + 1)) for k in Range(1, oo, 1)
    Eq(delta**k, delta**k) for k in Range(1, oo, 1)
    delta**k >= 0 for k in Range(1, oo, 1)
    delta**k >= 0 for k in Range(1, oo, 1)
    Eq(1, 1 - 2*delta)
unimodality: f_su(x) >= f_su(y)
    x**2 <= y**2
indicator: s_event(1/y) >= 0
    Eq(1/y, 1/y)
density: f_su(1/y) >= 0
    Eq(1/y, 1/y)
law: s*exp(-4*y**2) >= 0
    Eq(Integral(s*exp(-x**2), (x, -oo, oo)), 1) for any epsilon, any delta, any Delta, any y
    s*exp(-x**2) >= 0 for x in Interval(-oo, oo), any epsilon, any delta, any Delta, any y
    Eq(s*exp(-x**2), s*exp(-x**2)) for x in Interval(0, oo), any epsilon, any delta, any Delta, any y
    s*exp(-x**2) >= s*exp(-(_step + x)**2) for x in Interval(0, oo), _step in Interval(0, oo), any epsilon, any delta, any Delta, any y
instance: 1/delta >= N + 1
    1/delta >= 1
    1/delta <= 5
    N + 1 >= 0
    exp(1/delta) >= N + 1
scaling: Eq(Vstar(s, epsilon, delta, Delta), (Delta*delta)**s*Vstar(s, epsilon, delta, 1/delta))
    Delta > 0
    1/delta > 0
    Eq(1/delta, 1/delta)
smearing: Vstar(2, epsilon, delta, Delta) <= delta + epsilon*p_dpi(0) + Sum(i**2*p_dpi(i), (i, -oo, oo))
    2 > 0
    Integral(x**2, (x, i - 1/2, i + 1/2)) <= delta + i**2 for i in Range(1, oo, 1)
    1/12 <= delta + epsilon
rounding: Vstar(2, epsilon, delta, Delta) >= -delta + epsilon
    j**2*(1 - theta) + theta*(j + 1)**2 <= delta + (j + theta)**2 for j in Range(0, oo, 1), theta in Interval(0, 1)
infimum: Vintmono(s, epsilon, delta, Delta) >= epsilon
transport: Vstar(1, epsilon, 0, Delta) >= epsilon
    delta >= 0
    delta <= Delta
    -delta*x_v + delta >= 0 for x_v in Interval(0, 1)
    0 >= 0 for x_v in Interval(0, 1)
    delta - epsilon >= 0 for x_v in Interval(0, 1)
    Integral(0, (_v, 0, delta)) + Integral(2*_v, (_v, delta, Delta + delta*x_v)) - Integral(-_v + delta, (_v, 0, delta*x_v)) >= 0 for x_v in Interval(0, 1)
    -Integral(0, (_v, 0, delta)) - Integral(2*_v, (_v, delta, delta + x_v)) + Integral(_v, (_v, delta, delta + x_v)) + Integral(-_v + delta, (_v, 0, delta)) >= 0 for x_v in Interval(0, oo)
    delta + x_v >= 0 for x_v in Interval(0, oo)
    2*delta + 2*x_v >= 0 for x_v in Interval(0, oo)
    2*delta - epsilon + 2*x_v - (2*delta + 2*x_v)*exp(epsilon) >= 0 for x_v in Interval(0, oo)
    Integral(0, (_v, 0, delta)) + Integral(2*_v, (_v, delta, Delta + delta + x_v)) - Integral(_v, (_v, delta, delta + x_v)) - Integral(-_v + delta, (_v, 0, delta)) >= 0 for x_v in Interval(0, oo)
rising dual function: Vstar(1, epsilon, delta, Delta) >= 0
    Delta > 0
    0 >= 0
    1 >= 1
    0 >= 0
    eta - theta >= 0 for j in Range(-1, 0, 1), theta in Interval(0, 1), eta in Interval(0, 1), eta >= theta
    0 >= 0
    -1 >= 0
    Delta*Abs(j + theta) - delta >= 0 for j in Range(-oo, 0, 1), theta in Interval(0, 1)
    Delta*theta - delta - theta*exp(epsilon) + 1 >= 0 for theta in Interval(0, 1)
    Delta*Abs(j + theta) - delta - exp(epsilon) + 1 >= 0 for j in Range(1, oo, 1), theta in Interval(0, 1)
dropping dual function: Vstar(s, epsilon, delta, Delta) >= -delta
    Delta/2 > 0
    0 >= 0
    N + 1 >= 1
    1 >= 0
    Eq(1/(j + 1), 1/(j + 1)) for j in Range(0, oo, 1), theta in Interval(0, 1), j <= N
    -1/(j + 2) + 1/(j + 1) >= 0 for N in Range(1, oo, 1), j in Range(0, oo, 1), j <= N, j + 1 <= N
    1/(N + 1) >= 0
    -2 >= 0
    -delta + (Delta*Abs(j + theta)/2)**s - 2*exp(epsilon) + 2 >= 0 for j in Range(-oo, 0, 1), theta in Interval(0, 1)
    -2 >= 0
    -delta + (Delta*Abs(j + theta)/2)**s - exp(epsilon)/(j + 3) + 1/(j + 1) >= 0 for j in Range(0, oo, 1), theta in Interval(0, 1), j <= N
    -delta + (Delta*Abs(j + theta)/2)**s >= 0 for j in Range(1, oo, 1), theta in Interval(0, 1), j >= N + 1
shift of a dual function: Vstar(1, epsilon, delta, Delta) >= 0
    s > 0
    3*s <= Delta
    0 >= 0
    1 >= 0
    -3 >= 0
    -delta + s*Abs(j + theta) >= 0 for j in Range(-oo, 0, 1), theta in Interval(0, 1)
    -delta + s*Abs(j + theta) - exp(epsilon) + 1 >= 0 for j in Range(0, 3, 1), theta in Interval(0, 1)
    -delta + s*Abs(j + theta) - exp(epsilon) + 1 >= 0 for j in Range(3, oo, 1), theta in Interval(0, 1)
weak duality: Sum(p_dpz(i)*Abs(i), (i, -oo, oo)) >= -delta*Sum(k, (k, 1, Delta)) + delta
weak duality, symmetric: Sum(p_dpi(i)*Abs(i), (i, -oo, oo)) >= -delta*Sum(k, (k, 1, Delta)) + delta
weak duality, unimodal: Sum(p_mdpi(i)*Abs(i), (i, -oo, oo)) >= -delta*Sum(k, (k, 1, Delta)) + delta
dual solution above zero: y_dual(k, i) >= 0
dual solution below cap: y_dual(k, i) <= z_dual(k)
dual solution cost: theta*c_dual(j + 1) + (1 - theta)*c_dual(j) <= (j + theta)**p
dual solution bounded: c_dual(j) >= nu_dual(0)
dual solution dual: c_dual(Abs(i)) + Sum(y_dual(k, i) - y_dual(k, i - k)*exp(epsilon), (k, 1, Delta)) >= mu_dual(0)
dual solution, symmetric: 2*c_dual(Abs(i)) + Sum(y_dual(k, -i) - y_dual(k, -i - k)*exp(epsilon), (k, 1, Delta)) + Sum(y_dual(k, i) - y_dual(k, i - k)*exp(epsilon), (k, 1, Delta)) >= 2*mu_dual(0)
dual solution, unimodal: Sum(c_dual(Abs(i)) + Sum(y_dual(k, i) - y_dual(k, i - k)*exp(epsilon), (k, 1, Delta)), (i, -r, r)) >= (2*r + 1)*mu_dual(0)
grid: Eq(Integral(Max(0, f_grid(x) - f_grid(h*theta + h + x)*exp(epsilon)), (x, -oo, oo)), Sum(theta*Max(0, p_grid(i) - p_grid(i + 2)*exp(epsilon)) + (1 - theta)*Max(0, p_grid(i) - p_grid(i + 1)*exp(epsilon)), (i, -oo, oo)))
    h > 0
    theta >= 0
    theta <= 1
    Eq(Integral(Max(0, _a - _b*exp(epsilon)), (_v, 0, 1 - theta)) + Integral(Max(0, _a - _c*exp(epsilon)), (_v, 1 - theta, 1)), theta*Max(0, _a - _c*exp(epsilon)) + (1 - theta)*Max(0, _a - _b*exp(epsilon))) for _a in Interval(0, oo), _b in Interval(0, oo), _c in Interval(0, oo)
telescoping: Eq(Sum(g(k), (k, 1, N)), (N + 1)**2 + Sum(1/(k + 1), (k, 1, N)) - 1)
    N >= 0
    Eq(g(k), -k**2 + (k + 1)**2 + 1/(k + 1)) for N in Range(1, oo, 1), k in Range(1, oo, 1), k <= N
    Eq(1/(k + 1), 1/(k + 1)) for N in Range(1, oo, 1), k in Range(1, oo, 1), k <= N
remainders: Eq(Sum(g(k), (k, 1, N)), 1/2 + 1/(N - 2))
    N >= 0
    Eq(g(k), 1/(k - 2) - 1/(k - 3)) for N in Range(1, oo, 1), k in Range(1, oo, 1), k <= N
    Eq(1/(N - 2), 1/(N - 2))
support: Eq(Sum(k, (k, 1, oo)), Sum(N - k, (k, 1, N)))
    N >= 0
    Eq(k, N - k) for N in Range(1, oo, 1), k in Range(1, oo, 1), k <= N
    Eq(_k_rest + N + 1, 0) for _k_rest in Range(0, oo, 1)
first: Eq(Sum(1/k, (k, 1, N)), Sum(1/k, (k, 2, N)) + 1)
    N >= 1
    Eq(1/k, 1/k) for N in Range(1, oo, 1), k in Range(1, oo, 1), k <= N
last: Eq(Sum(1/k, (k, 1, N)), Sum(1/k, (k, 1, N - 1)) + 1/N)
    N >= 1
    Eq(1/k, 1/k) for N in Range(1, oo, 1), k in Range(1, oo, 1), k <= N
part: 1/delta >= 1
    1/delta >= 1
    Eq(1/delta, 1/delta)
order: floor(1/y) <= floor(1/s)
    1/y <= 1/s
    Eq(1/y, 1/y)
    Eq(1/s, 1/s)
cases: s > -1
substitution: Eq(Integral(exp(-(-delta + x)**2), (x, -oo, oo)), Integral(exp(-(-delta - x + 1/delta)**2), (x, -oo, oo)))
    Eq(1/delta, 1/delta)
    Eq(exp(-(-delta + x)**2), exp(-(-delta + x)**2)) for x in Interval(-oo, oo)
    Eq(Integral(exp(-(-delta + x)**2), (x, -oo, oo)) + 1, Integral(exp(-(-delta + x)**2), (x, -oo, oo)) + 1)
integration: Integral(Max(0, -delta + exp(-x**2)), (x, -oo, oo)) <= Integral(exp(-x**2), (x, -oo, oo))
    Eq(1 + Integral(exp(-x**2), (x, -oo, oo)), 1 + Integral(exp(-x**2), (x, -oo, oo)))
linearity: Eq(Integral(delta*x, (x, -oo, oo)), theta*Integral(Max(0, -delta + x), (x, -oo, oo)) - 2*Integral(Max(0, delta - x), (x, -oo, oo)) + Integral(Max(0, -delta*x + 1), (x, -oo, oo)))
    theta >= 0
    Eq(Max(0, -delta + x), Max(0, -delta + x)) for x in Interval(-oo, oo)
    Eq(Integral(Max(0, -delta + x), (x, -oo, oo)) + 1, Integral(Max(0, -delta + x), (x, -oo, oo)) + 1)
    -2 >= 0
    Eq(Max(0, delta - x), Max(0, delta - x)) for x in Interval(-oo, oo)
    Eq(Integral(Max(0, delta - x), (x, -oo, oo)) + 1, Integral(Max(0, delta - x), (x, -oo, oo)) + 1)
    Eq(Max(0, -delta*x + 1), Max(0, -delta*x + 1)) for x in Interval(-oo, oo)
    Eq(Integral(Max(0, -delta*x + 1), (x, -oo, oo)) + 1, Integral(Max(0, -delta*x + 1), (x, -oo, oo)) + 1)
    Eq(delta*x, theta*Max(0, -delta + x) - 2*Max(0, delta - x) + Max(0, -delta*x + 1)) for x in Interval(-oo, oo)
multipliers: T_dp(y)/s > delta
    1/s > 0 for _T_dp[0] in Interval(-oo, oo)
    1 - y >= 0 for _T_dp[0] in Interval(-oo, oo)
    Eq(_T_dp[0]/s, _T_dp[0]/s) for _T_dp[0] in Interval(-oo, oo)
    -delta + delta/s + s*y - s - y**2 + y >= 0 for _T_dp[0] in Interval(-oo, oo)
equations: Eq(T_dp(y), 0)
    Eq(1, 0) for _T_dp[0] in Interval(-oo, oo)
consequence: T_dp(y) > -1
    _T_dp[0] > -1 for _T_dp[0] in Interval(0, oo), _T_dp[0] >= delta
induction: T_dp(N) >= delta**N
    delta >= 0 for _T_dp[0] in Interval(-oo, oo), _T_dp[1] in Interval(-oo, oo)
    Eq(delta**(N + 1), delta**(N + 1)) for _T_dp[0] in Interval(-oo, oo), _T_dp[1] in Interval(-oo, oo)
    _T_dp[0] - _T_dp[1]*delta >= 0 for _T_dp[0] in Interval(-oo, oo), _T_dp[1] in Interval(-oo, oo)
sum of inequalities: Sum(u_seq(k)/s, (k, 1, N)) <= Sum(exp(u_seq(k)/s), (k, 1, N))
    N >= 0
    u_seq(k)/s >= -1 for N in Range(1, oo, 1), k in Range(1, oo, 1), k <= N
    u_seq(k)/s <= 1 for N in Range(1, oo, 1), k in Range(1, oo, 1), k <= N
linear sum: Eq(Sum(theta + u_seq(k)/s, (k, 1, N)), N*theta + Sum(u_seq(k), (k, 1, N))/s)
    N >= 0
    Eq(1/s, 1/s)
recursion: Eq(F_recb9c50edf352a4c027805f4a424b66233(m, y, s), s*(m - 1) + y)
    Eq(Integral(_value*exp(-x**2)/sqrt(pi), (x, -oo, oo)) + 1, Integral(_value*exp(-x**2)/sqrt(pi), (x, -oo, oo)) + 1) for _value in Interval(-oo, oo)
order of integration: Eq(Integral(h_nn(y)*exp(-x**2), (x, -oo, oo), (y, -oo, oo)), Integral(h_nn(y)*exp(-x**2), (y, -oo, oo), (x, -oo, oo)))
non-negative function: h_nn(1/s) >= 0
    Eq(1/s, 1/s)
limit of a bound: y >= Limit(1/s, s, oo, dir='-')
    Eq(1 + Limit(1/s, s, oo, dir='-'), 1 + Limit(1/s, s, oo, dir='-'))
average below worst case: minimax(m, sigma) >= m*sigma
    exp(-x**2)/sqrt(pi) >= 0 for x in Interval(-oo, oo)
    Eq(Integral(exp(-x**2)/sqrt(pi), (x, -oo, oo)), 1)
    exp(-(x - y)**2)/sqrt(pi) >= 0 for x in Interval(-oo, oo), y in Interval(-oo, oo)
    Eq(Integral(exp(-(x - y)**2)/sqrt(pi), (x, -oo, oo)), 1) for y in Interval(-oo, oo)
    sigma > 0
    m >= 1
risk of one estimate: minimax(m, sigma) <= m*sigma
    Eq(x/sigma, x/sigma) for x in Interval(-oo, oo)
    sigma > 0
    m >= 1
"""


def said(name):
    found = re.search(rf"^{re.escape(name)}: (.*(\n    .*)*)$", SAID, re.MULTILINE)
    return found and found.group(1)


@pytest.mark.parametrize("name", APPLIED)
def test_conclusion_and_obligations(name):
    assert what_it_says(*APPLIED[name]) == said(name)


def test_every_rule_is_applied_once_at_least():
    assert {type(rule) for rule, *_ in APPLIED.values()} == set(RULES)


def test_every_symbol_of_the_step_may_be_used_at_once():
    """Of a step whose only symbols these are: no rule asks for one more."""
    only = on({N: sp.Naturals0, y: sp.Reals}).without(epsilon).without(delta).without(Delta)
    end = N + sp.floor(y)
    count = only.without(y)
    CellFunction((N,), (sp.S.Zero, sp.S.One)).well_formed(count)
    assert FiniteSupport(k, sp.S.One, N, k, k).apply(None, {}, count).obligations
    assert FloorOrder(end, end + 1).apply(None, {}, only).obligations
    assert Substitution(x, bell, shift=y + N).apply(None, {}, only).obligations
    assert (
        Specialise("a", {s: N + y}).apply(None, {"a": Fact(sp.Ge(s, -1, evaluate=False), count.extend(s, Range()))}, only).obligations == ()
    )
    assert Consequence(("a",)).apply(sp.Ge(y, N), {"a": Fact(sp.Ge(y, N + 1), only)}, only).obligations
