"""The uniform law on [-Delta/(2 delta), Delta/(2 delta)] is (0, delta)-DP."""

from sympy import Abs, Eq, FiniteSet, Integral, Interval, Le, Max, Piecewise, Rational, exp, oo

from dpverify import Claim, Step
from dpverify.notation import Delta, d, delta, epsilon, x

f = Piecewise((delta / Delta, Abs(x) <= Delta / (2 * delta)), (0, True))
excess = Integral(Max(0, f - exp(epsilon) * f.subs(x, x + d)), (x, -oo, oo))

claim = Claim(
    title="The uniform law of half width $\\Delta/(2\\delta)$ is $(0,\\delta)$-DP",
    statement=Le(excess, delta),
    domain={epsilon: FiniteSet(0), delta: Interval.Lopen(0, Rational(1, 2)), Delta: (0, oo), d: Interval(0, Delta)},
    covers=("3.7",),
    source="geng2018additive",
    steps=(
        Step(Eq(excess, d * delta / Delta), because="the shifted law misses a stretch of length $d$"),
        Step(Le(d * delta / Delta, delta), because="$d\\le\\Delta$"),
    ),
)
