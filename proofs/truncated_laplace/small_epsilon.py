"""The truncated Laplacian at fixed delta as epsilon vanishes: asymptotically optimal at delta = 1/(2m), and not in general.

Results. For every noise law that is (epsilon, 1/(2m))-DP, E|X| is at least the s-bound with m terms; as epsilon -> 0 that bound tends to
m Delta/2 = Delta/(4 delta), and so does the amplitude of the truncated Laplacian: the ratio to the least amplitude tends to one. At
delta = 2/5 and 3/10 the amplitude stays above that of the laws of zero_epsilon.non_monotone, which are (0, delta)-DP and therefore
(epsilon, delta)-DP for every epsilon.
"""

from sympy import Eq, Ge, Gt, Integral, Interval, Le, Limit, Max, Naturals, Rational, S, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, s_bound_amplitude
from dpverify.formulas.truncated_laplace import amplitude
from dpverify.notation import Delta, d, delta, epsilon, m, x
from dpverify.rules import Consequence, IntegrateInequality, NonNegative, Specialise, Use
from dpverify.rules.laws import ARBITRARY, least_cost

here = 1 / (2 * m)
bound = s_bound_amplitude(m).subs(delta, here)
cost = amplitude(epsilon, here, Delta)
f = ARBITRARY.density
line = (x, -oo, oo)
parameters = {Delta: (0, oo), m: Naturals}

below = Claim(
    title="For $\\delta=1/(2m)$ the least amplitude is at least the $s$-bound with $m$ terms",
    covers=("2.14",),
    statement=Ge(least_cost(S.One, epsilon, here, Delta), bound, evaluate=False),
    domain={epsilon: (0, oo), **parameters},
    steps=(
        Step(
            Ge(least_cost(S.One, epsilon, here, Delta), bound, evaluate=False),
            "the $s$-bound with $N=m$",
            rule=Specialise("lower_bounds.s_bound_amplitude", {delta: here, N: m}),
        ),
    ),
    expected="proved",
)
bound_limit = Claim(
    title="The bound tends to $m\\Delta/2=\\Delta/(4\\delta)$",
    covers=("2.14",),
    statement=Eq(Limit(bound, epsilon, 0, "+"), m * Delta / 2, evaluate=False),
    domain=parameters,
    expected="proved",
)
cost_limit = Claim(
    title="So does the amplitude of the truncated Laplacian",
    source="geng2018truncated, Section 4",
    covers=("2.14",),
    statement=Eq(Limit(cost, epsilon, 0, "+"), m * Delta / 2, evaluate=False),
    domain=parameters,
    expected="proved",
)
ratio = Claim(
    title="As $\\epsilon\\to0$ at $\\delta=1/(2m)$ the truncated Laplacian's amplitude over the lower bound tends to one",
    covers=("2.14",),
    statement=Eq(Limit(cost / bound, epsilon, 0, "+"), 1, evaluate=False),
    domain=parameters,
    expected="proved",
    note="The least amplitude lies between the two, because the truncated Laplacian is private (truncated_laplace.privacy).",
)

smaller = Le(Max(0, f(x) - exp(epsilon) * f(x + d)), Max(0, f(x) - f(x + d)), evaluate=False)
divergence_falls = Claim(
    title="A law that is $(0,\\delta)$-DP is $(\\epsilon,\\delta)$-DP for every $\\epsilon$",
    covers=("2.14",),
    statement=Le(Integral(smaller.lhs, line), Integral(smaller.rhs, line), evaluate=False),
    domain={epsilon: Interval(0, oo), d: S.Reals},
    steps=(
        Step(Ge(f(x + d), 0), "a density is not negative", rule=NonNegative(ARBITRARY, x + d), label="f>=0", domain={x: S.Reals}),
        Step(
            Le(f(x) - exp(epsilon) * f(x + d), f(x) - f(x + d), evaluate=False),
            "$e^\\epsilon\\ge1$",
            rule=Consequence((Use("f>=0", times=exp(epsilon) - 1),)),
            label="order",
            domain={x: S.Reals},
        ),
        Step(smaller, "the positive part does not fall", rule=Consequence(("order",)), label="pointwise", domain={x: S.Reals}),
        Step(
            Le(Integral(smaller.lhs, line), Integral(smaller.rhs, line), evaluate=False),
            "integrate over $x$",
            rule=IntegrateInequality(x, ("pointwise",)),
        ),
    ),
    expected="proved",
)


def above_witness(level, witness):
    """The limit of the amplitude against the cost of a law that is private at epsilon = 0."""
    return Claim(
        title=f"As $\\epsilon\\to0$ at $\\delta={level}$ the amplitude stays above ${witness}$",
        covers=("2.14",),
        statement=Gt(Limit(amplitude(epsilon, level, S.One), epsilon, 0, "+"), witness, evaluate=False),
        steps=(
            Step(Eq(Limit(amplitude(epsilon, level, S.One), epsilon, 0, "+"), 1 / (4 * level), evaluate=False), "$\\Delta/(4\\delta)$"),
            Step(Gt(1 / (4 * level), witness, evaluate=False), "compare"),
        ),
        expected="proved",
        note="For $\\Delta=1$; a law of that amplitude which is $(0,\\delta)$-DP is among those of zero_epsilon.non_monotone.",
    )


above_two_fifths = above_witness(Rational(2, 5), Rational(31, 50))
above_three_tenths = above_witness(Rational(3, 10), Rational(331, 400))
