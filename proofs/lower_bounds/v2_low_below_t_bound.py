"""V2low at real n is never above the t-bound of the power."""

from sympy import Ge, Interval, Le, Naturals, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, delta_of_periods, t_bound_power, theta, v2_low
from dpverify.notation import Delta, delta, epsilon
from dpverify.rules import Consequence, Use

here = {delta: delta_of_periods(N + theta)}
t_bound = t_bound_power(N).subs(here)
grown = exp(epsilon) - 1
chord = theta * grown - (exp(theta * epsilon) - 1)
first = chord * (3 * grown + 2) - theta * (1 - theta) * grown**2
excess = first + 2 * (N - 1) * grown * chord
gap = Delta**2 * excess / (grown**2 * (exp((N + theta) * epsilon) - 1))

claim = Claim(
    title="Geng et al.'s closed form for the power at real $n$ is never above the $t$-bound",
    statement=Le(v2_low(N + theta).subs(here), t_bound),
    domain={epsilon: (0, oo), Delta: (0, oo), N: Naturals, theta: Interval.Ropen(0, 1)},
    covers=("3.4",),
    steps=(
        Step(Ge(chord, 0), because="the exponential function lies below its chord over $[0,\\epsilon]$", label="chord"),
        Step(
            Ge(first, 0),
            because="the left side and its first two derivatives in $\\epsilon$ vanish at $0$, and the third is positive",
            label="first",
        ),
        Step(
            Ge(excess, 0),
            because="add $2(N-1)(e^\\epsilon-1)\\ge0$ times the chord's excess",
            rule=Consequence([Use("first", times=1), Use("chord", times=2 * (N - 1) * grown)]),
            label="excess",
        ),
        Step(
            t_bound - gap,
            because="both are sums of $(2k-1)t_k$, over $k\\le n$ and over $k\\le N$, continued to real $n=N+\\theta$",
        ),
        Step(Le(t_bound - gap, t_bound), because="the difference is a positive multiple of the excess", uses=("excess",)),
    ),
    note="$n=N+\\theta\\ge1$ with integer $N$ and $0\\le\\theta<1$, that is $\\delta\\le\\tfrac12$.",
)
