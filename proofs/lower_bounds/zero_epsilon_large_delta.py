"""V1* = (1 - delta) Delta among all laws at epsilon = 0 and delta >= 1/2: the s-bound with one term meets an atom with a uniform part."""

from sympy import Abs, Eq, FiniteSet, Ge, Integer, Integral, Interval, Le, Piecewise, Rational, S, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N
from dpverify.notation import Delta, d, delta, epsilon, x
from dpverify.rules import Consequence, Feasible, Specialise, Use
from dpverify.rules.laws import least_cost

f = Piecewise(((1 - delta) / Delta, Abs(x) <= Delta), (0, True))
V1 = least_cost(S.One, epsilon, delta, Delta)
V1_here = least_cost(S.One, Integer(0), delta, Delta)
flat = {epsilon: FiniteSet(0)}
cost = Integral(Abs(x) * f, (x, -oo, oo))

claim = Claim(
    title="At $\\epsilon=0$ and $\\delta\\ge\\frac12$ an atom with a uniform part is optimal among all noise laws",
    statement=Eq(V1_here, (1 - delta) * Delta),
    domain={delta: Interval.Ropen(Rational(1, 2), 1), Delta: (0, oo)},
    covers=("3.7",),
    steps=(
        Step(
            Ge(V1_here, Delta * (1 - delta)),
            because="the $s$-bound with one term",
            rule=Specialise("lower_bounds.s_bound_at_zero_epsilon", {epsilon: Integer(0), N: Integer(1)}),
            label="below",
        ),
        Step(
            Le(V1, cost),
            because="the law is private, and its atom costs nothing",
            rule=Feasible(x, f, "lower_bounds.atom_and_uniform_is_private", d, S.One, atom=2 * delta - 1),
            label="feasible",
            domain=flat,
        ),
        Step(Eq(cost, (1 - delta) * Delta), because="the mean magnitude of the uniform part", label="cost", domain=flat),
        Step(
            Le(V1, (1 - delta) * Delta),
            because="put in the cost",
            rule=Consequence([Use("feasible", times=1), Use("cost", times=-1)]),
            label="upper",
            domain=flat,
        ),
        Step(
            Le(V1_here, (1 - delta) * Delta),
            because="take $\\epsilon=0$",
            rule=Specialise("upper", {epsilon: Integer(0)}),
            label="above",
        ),
        Step(Eq(V1_here, (1 - delta) * Delta), because="the two bounds meet", rule=Consequence(["below", "above"])),
    ),
)
