"""For 1/2 <= delta < 1 the law with an atom 2 delta - 1 at 0 and density (1 - delta)/Delta on [-Delta, Delta] is (0, delta)-DP."""

from sympy import Abs, Eq, FiniteSet, Integral, Interval, Le, Max, Piecewise, Rational, exp, oo

from dpverify import Claim, Step
from dpverify.notation import Delta, d, delta, epsilon, x

f = Piecewise(((1 - delta) / Delta, Abs(x) <= Delta), (0, True))
atom = 2 * delta - 1
excess = atom + Integral(Max(0, f - exp(epsilon) * f.subs(x, x + d)), (x, -oo, oo))

claim = Claim(
    title="An atom of mass $2\\delta-1$ and a uniform part on $[-\\Delta,\\Delta]$ are $(0,\\delta)$-DP for $\\delta\\ge\\frac12$",
    statement=Le(excess, delta),
    domain={epsilon: FiniteSet(0), delta: Interval.Ropen(Rational(1, 2), 1), Delta: (0, oo), d: Interval.Lopen(0, Delta)},
    covers=("3.7",),
    source="geng2018additive",
    steps=(
        Step(Eq(excess, 2 * delta - 1 + (1 - delta) * d / Delta), because="the shifted law misses the atom and a stretch of length $d$"),
        Step(Le(2 * delta - 1 + (1 - delta) * d / Delta, delta), because="$d\\le\\Delta$"),
    ),
)
