"""V1* = Delta/(4 delta) among all laws at epsilon = 0 and delta = 1/(2m): the s-bound meets the uniform law."""

from sympy import Abs, Eq, FiniteSet, Ge, Integer, Integral, Interval, Le, Naturals, Piecewise, Rational, S, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N
from dpverify.notation import Delta, d, delta, epsilon, m, x
from dpverify.rules import Consequence, Feasible, Specialise, Use
from dpverify.rules.laws import least_cost

f = Piecewise((delta / Delta, Abs(x) <= Delta / (2 * delta)), (0, True))
V1 = least_cost(S.One, epsilon, delta, Delta)
here = 1 / (2 * m)
V1_here = least_cost(S.One, Integer(0), here, Delta)
flat = {epsilon: FiniteSet(0), delta: Interval.Lopen(0, Rational(1, 2))}
cost = Integral(Abs(x) * f, (x, -oo, oo))

claim = Claim(
    title="At $\\epsilon=0$ and $\\delta=1/(2m)$ the uniform law is optimal among all noise laws",
    statement=Eq(V1_here, Delta / (4 * here), evaluate=False),
    domain={Delta: (0, oo), m: Naturals},
    covers=("3.7",),
    steps=(
        Step(
            Ge(V1_here, Delta * (m - m**2 * here)),
            because="the $s$-bound with $N=m$ terms",
            rule=Specialise("lower_bounds.s_bound_at_zero_epsilon", {epsilon: Integer(0), delta: here, N: m}),
            label="below",
        ),
        Step(
            Le(V1, cost),
            because="the uniform law is private, so it costs at least $V_1^*$",
            rule=Feasible(x, f, "lower_bounds.uniform_is_private", d, S.One),
            label="feasible",
            domain=flat,
        ),
        Step(Eq(cost, Delta / (4 * delta)), because="the mean magnitude of the uniform law", label="cost", domain=flat),
        Step(
            Le(V1, Delta / (4 * delta)),
            because="put in the cost",
            rule=Consequence([Use("feasible", times=1), Use("cost", times=-1)]),
            label="upper",
            domain=flat,
        ),
        Step(
            Le(V1_here, Delta / (4 * here)),
            because="take $\\epsilon=0$ and $\\delta=1/(2m)$",
            rule=Specialise("upper", {epsilon: Integer(0), delta: here}),
            label="above",
        ),
        Step(
            Eq(V1_here, Delta / (4 * here), evaluate=False),
            because="$m-m^2/(2m)=m/2=1/(4\\delta)$, so the two bounds meet",
            rule=Consequence(["below", "above"]),
        ),
    ),
)
