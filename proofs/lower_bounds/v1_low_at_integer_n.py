"""V1* >= V1low when n = log(1+q)/epsilon is an integer, and V1low is the t-bound there."""

from sympy import Ge, Integer, Naturals, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, delta_of_periods, t_bound_amplitude, v1_low
from dpverify.notation import Delta, delta, epsilon
from dpverify.rules import Specialise
from dpverify.rules.laws import least_cost

here = delta_of_periods(N)
V1 = least_cost(Integer(1), epsilon, here, Delta)

claim = Claim(
    title="Geng et al.'s lower bound of the noise amplitude is valid when $n$ is an integer",
    statement=Ge(V1, v1_low(N).subs(delta, here)),
    domain={epsilon: (0, oo), Delta: (0, oo), N: Naturals},
    covers=("3.2", "3.4"),
    source="geng2018truncated, Theorem 4",
    steps=(
        Step(
            Ge(V1, t_bound_amplitude(N).subs(delta, here)),
            because="the $t$-bound at $\\delta=(e^\\epsilon-1)/(2(e^{n\\epsilon}-1))$, for which $n=\\log(1+q)/\\epsilon$",
            rule=Specialise("lower_bounds.t_bound_amplitude", {delta: here}),
        ),
        Step(v1_low(N).subs(delta, here), because="summation by parts, with $t_n=0$"),
    ),
    note="$V_1^{low}$ equals the $t$-bound when $n$ is an integer.",
)
