"""With the same number of terms N >= 1 the s-bound is strictly above the t-bound."""

from sympy import Eq, Gt, Interval, Naturals, Rational, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, b, s_bound_amplitude, t_bound_amplitude
from dpverify.notation import Delta, delta, epsilon

lead = b * (1 - b + 2 * delta * b) / (2 * (1 + b))
gain = 2 * Delta * lead * (1 - exp(-N * epsilon)) / (1 - b)

claim = Claim(
    title="The $s$-bound is strictly better than the $t$-bound",
    statement=Gt(s_bound_amplitude(N), t_bound_amplitude(N)),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo), N: Naturals},
    covers=("3.6",),
    steps=(
        Step(
            Eq(b * (1 - delta) / (1 + b) - b * (Rational(1, 2) - delta), lead),
            because="the first terms differ by $s_0-t_1$",
        ),
        Step(t_bound_amplitude(N) + gain, because="$s_k-t_{k+1}=b^k(s_0-t_1)$, summed over $k<N$"),
        Step(Gt(t_bound_amplitude(N) + gain, t_bound_amplitude(N)), because="$s_0-t_1>0$"),
    ),
)
