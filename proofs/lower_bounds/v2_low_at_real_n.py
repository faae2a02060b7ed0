"""V2* >= V2low at every real n = log(1+q)/epsilon >= 1, that is for every epsilon > 0 and 0 < delta <= 1/2."""

from sympy import Ge, Integer, Interval, Naturals, Rational, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, delta_of_periods, periods, t_bound_power, theta, v2_low, v2_low_explicit
from dpverify.notation import Delta, delta, epsilon
from dpverify.rules import Consequence, IntegerPart, Specialise, Use
from dpverify.rules.laws import least_cost

there = delta_of_periods(N + theta)
V2 = least_cost(Integer(2), epsilon, delta, Delta)
split = {N: Naturals, theta: Interval.Ropen(0, 1)}

claim = Claim(
    title="Geng et al.'s lower bound of the noise power is valid at real $n$",
    statement=Ge(V2, v2_low_explicit),
    domain={epsilon: (0, oo), delta: Interval.Lopen(0, Rational(1, 2)), Delta: (0, oo)},
    covers=("3.3", "3.4"),
    source="geng2018truncated, Theorem 5",
    steps=(
        Step(
            Ge(V2.subs(delta, there), t_bound_power(N).subs(delta, there)),
            because="the $t$-bound at the $\\delta$ for which $\\log(1+q)/\\epsilon=N+\\theta$",
            rule=Specialise("lower_bounds.t_bound_power", {delta: there}),
            label="t-bound",
            domain=split,
        ),
        Step(
            Ge(V2.subs(delta, there), v2_low(N + theta).subs(delta, there)),
            because="the closed form at real $n$ is not above it",
            rule=Consequence([Use("t-bound", times=1), Use("lower_bounds.v2_low_below_t_bound", times=1)]),
            label="split",
            domain=split,
        ),
        Step(
            Ge(V2, v2_low(periods)),
            because="take $N=\\lfloor n\\rfloor$ and $\\theta=n-N$; $n\\ge1$ because $\\delta\\le\\tfrac12$",
            rule=IntegerPart("split", N, theta, periods),
        ),
        Step(v2_low_explicit, because="$b^n=1/(1+q)$"),
    ),
)
