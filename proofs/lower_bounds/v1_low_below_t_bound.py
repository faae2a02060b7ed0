"""V1low at real n is never above the t-bound: the geometric sum is concave in its number of terms."""

from sympy import Ge, Interval, Le, Naturals, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, delta_of_periods, t_bound_amplitude, theta, v1_low
from dpverify.notation import Delta, delta, epsilon

here = {delta: delta_of_periods(N + theta)}
t_bound = t_bound_amplitude(N).subs(here)
chord = theta * (exp(epsilon) - 1) - (exp(theta * epsilon) - 1)
gap = Delta * chord / ((exp(epsilon) - 1) * (exp((N + theta) * epsilon) - 1))

claim = Claim(
    title="Geng et al.'s closed form for the amplitude at real $n$ is never above the $t$-bound",
    statement=Le(v1_low(N + theta).subs(here), t_bound),
    domain={epsilon: (0, oo), Delta: (0, oo), N: Naturals, theta: Interval.Ropen(0, 1)},
    covers=("3.4",),
    steps=(
        Step(Ge(chord, 0), because="the exponential function lies below its chord over $[0,\\epsilon]$", label="chord"),
        Step(
            t_bound - gap,
            because="both are sums of $t_k$, over $k\\le n$ and over $k\\le N$, continued to real $n=N+\\theta$",
        ),
        Step(Le(t_bound - gap, t_bound), because="the difference is a positive multiple of the chord's excess", uses=("chord",)),
    ),
    note="$n=N+\\theta\\ge1$ with integer $N$ and $0\\le\\theta<1$, that is $\\delta\\le\\tfrac12$.",
)
