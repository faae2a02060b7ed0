"""The staircase is epsilon-DP at every shift, and optimal among all epsilon-DP noise laws for the amplitude and for the power.

The density is f(x) = a b^N(x) with N(x) = floor(|x|/Delta + 1 - gamma). A shift by |d| <= Delta raises N by at most one, so
f(x) <= e^epsilon f(x + d). Its costs meet the lower bounds of transport duality.
"""

from sympy import Abs, Eq, FiniteSet, Ge, Integer, Integral, Interval, Le, Max, S, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas import staircase
from dpverify.notation import Delta, d, delta, epsilon, gamma, x
from dpverify.rules import Consequence, Feasible, FloorOrder, IntegrateInequality, Specialise, Use
from dpverify.rules.laws import least_cost

f = staircase.density
a = Symbol("a", nonnegative=True)
m1, m2 = Symbol("m_1", real=True), Symbol("m_2", real=True)
line = (x, -oo, oo)
laws = {epsilon: (0, oo), gamma: Interval.Lopen(0, 1), Delta: (0, oo)}
shifts = {**laws, d: Interval(-oo, oo)}
within = (Le(Abs(d), Delta, evaluate=False),)
place, shifted = Abs(x) / Delta + 1 - gamma, Abs(x + d) / Delta + 1 - gamma

one_step = Claim(
    title="One step down costs a factor $e^\\epsilon$",
    statement=Le(a * exp(-epsilon * m1), exp(epsilon) * (a * exp(-epsilon * m2)), evaluate=False),
    domain={epsilon: (0, oo), a: Interval(0, oo), m1: S.Reals, m2: S.Reals},
    assumptions=(Le(m2, m1 + 1),),
    expected="proved",
)

mass_one = Claim(
    title="The staircase density has mass one",
    source="geng2016staircase",
    covers=("5.3",),
    statement=Eq(Integral(f(x), line), 1, evaluate=False),
    domain=laws,
    steps=(
        Step(2 * Integral(f(x), (x, 0, oo)), "$f$ is even"),
        Step(2 * staircase.height() * Delta * staircase.width() / (1 - exp(-epsilon)), "a geometric sum over the periods"),
        Step(S.One, "put in $a$"),
    ),
    expected="proved",
)

pure = Claim(
    title="The staircase is $\\epsilon$-DP at every shift",
    source="geng2016staircase",
    covers=("5.3",),
    statement=Le(f(x), exp(epsilon) * f(x + d), evaluate=False),
    domain={**shifts, x: S.Reals},
    assumptions=within,
    steps=(
        Step(
            Le(staircase.step(x + d), staircase.step(x) + 1, evaluate=False),
            "$|x+d|/\\Delta\\le|x|/\\Delta+1$, and the integer part does not decrease",
            rule=FloorOrder(shifted, place + 1),
            label="floors",
        ),
        Step(
            Le(f(x), exp(epsilon) * f(x + d), evaluate=False),
            "so the exponent of $b$ rises by at most one",
            rule=Specialise("one_step", {a: staircase.height(), m1: staircase.step(x), m2: staircase.step(x + d)}, given=("floors",)),
        ),
    ),
    expected="proved",
)


def loss(gamma):
    """(f(x) - e^epsilon f(x + d))_+."""
    return Max(0, f(x, gamma) - exp(epsilon) * f(x + d, gamma))


private = Claim(
    title="The staircase's divergence vanishes at every shift",
    source="geng2016staircase",
    covers=("5.3",),
    statement=Le(Integral(loss(gamma), line), delta, evaluate=False),
    domain={**laws, delta: FiniteSet(0), d: Interval(0, oo)},
    assumptions=(Le(d, Delta),),
    steps=(
        Step(
            Le(f(x), exp(epsilon) * f(x + d), evaluate=False),
            "the staircase is $\\epsilon$-DP",
            rule=Specialise("pure"),
            label="pointwise",
            domain={x: S.Reals},
        ),
        Step(
            Le(loss(gamma), S.Zero, evaluate=False),
            "so the positive part vanishes",
            rule=Consequence(("pointwise",)),
            label="zero",
            domain={x: S.Reals},
        ),
        Step(
            Le(Integral(loss(gamma), line), Integral(S.Zero, line), evaluate=False),
            "integrate over $x$",
            rule=IntegrateInequality(x, ("zero",)),
        ),
        Step(delta, "$\\delta=0$"),
    ),
    expected="proved",
)


def optimal(p, best, cost, words):
    """V_p*(epsilon, 0) is the staircase's cost at the best gamma."""
    order = Integer(p)
    g = f(x, best)
    pure_dp = {delta: FiniteSet(0)}
    V, V_here = least_cost(order, epsilon, delta, Delta), least_cost(order, epsilon, S.Zero, Delta)
    its_cost = Integral(Abs(x) ** order * g, line)
    return Claim(
        title=f"The staircase has the least {words} of all $\\epsilon$-DP noise",
        source="geng2016staircase",
        covers=("5.3",),
        statement=Eq(V_here, cost, evaluate=False),
        domain={epsilon: (0, oo), Delta: (0, oo)},
        steps=(
            Step(Ge(V_here, cost, evaluate=False), "the lower bound", rule=Specialise(f"staircase.lower_bounds.{words}"), label="below"),
            Step(
                Le(Integral(loss(best), line), delta, evaluate=False),
                "the staircase is private",
                rule=Specialise("private", {gamma: best}),
                label="no divergence",
                domain={**pure_dp, d: Interval(0, Delta)},
            ),
            Step(
                Le(V, its_cost, evaluate=False),
                "so it costs at least the least",
                rule=Feasible(x, g, "no divergence", d, order),
                label="feasible",
                domain=pure_dp,
            ),
            Step(Eq(its_cost, cost, evaluate=False), "its cost", label="cost", domain=pure_dp),
            Step(
                Le(V, cost, evaluate=False),
                "put in the cost",
                rule=Consequence([Use("feasible", times=1), Use("cost", times=-1)]),
                label="upper",
                domain=pure_dp,
            ),
            Step(Le(V_here, cost, evaluate=False), "take $\\delta=0$", rule=Specialise("upper", {delta: S.Zero}), label="above"),
            Step(Eq(V_here, cost, evaluate=False), "the two bounds meet", rule=Consequence(["below", "above"])),
        ),
        expected="proved",
    )


amplitude = optimal(1, staircase.gamma_amplitude(), staircase.least_amplitude(), "amplitude")
power = optimal(2, staircase.gamma_power(), staircase.least_power(), "power")
