"""V2* >= V2low when n = log(1+q)/epsilon is an integer, and V2low is the t-bound there."""

from sympy import Ge, Integer, Naturals, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, delta_of_periods, t_bound_power, v2_low
from dpverify.notation import Delta, delta, epsilon
from dpverify.rules import Specialise
from dpverify.rules.laws import least_cost

here = delta_of_periods(N)
V2 = least_cost(Integer(2), epsilon, here, Delta)

claim = Claim(
    title="Geng et al.'s lower bound of the noise power is valid when $n$ is an integer",
    statement=Ge(V2, v2_low(N).subs(delta, here)),
    domain={epsilon: (0, oo), Delta: (0, oo), N: Naturals},
    covers=("3.3", "3.4"),
    source="geng2018truncated, Theorem 5",
    steps=(
        Step(
            Ge(V2, t_bound_power(N).subs(delta, here)),
            because="the $t$-bound at $\\delta=(e^\\epsilon-1)/(2(e^{n\\epsilon}-1))$, for which $n=\\log(1+q)/\\epsilon$",
            rule=Specialise("lower_bounds.t_bound_power", {delta: here}),
        ),
        Step(v2_low(N).subs(delta, here), because="summation by parts, with $t_n=0$"),
    ),
    note="$V_2^{low}$ equals the $t$-bound when $n$ is an integer.",
)
