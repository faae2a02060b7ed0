"""The decay rate f(x)/f(x + Delta) of the truncated Laplacian: exactly e^epsilon, then infinite.

Result. f(x)/f(x + Delta) = e^epsilon on [0, A - Delta]; on (A - Delta, A] the density is positive and f(x + Delta) = 0.
"""

from sympy import Eq, Gt, Interval, Le, Rational, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.truncated_laplace import density, half_width, height
from dpverify.notation import Delta, delta, epsilon, x

B, A, scale = height(), half_width(), Delta / epsilon
half = {epsilon: (0, oo), delta: Interval.Lopen(0, Rational(1, 2)), Delta: (0, oo), x: Interval(0, oo)}

inside = Claim(
    title="On $[0,A-\\Delta]$ the decay rate is exactly $e^\\epsilon$",
    source="geng2018truncated, Section 3",
    covers=("2.4",),
    statement=Eq(density(x), exp(epsilon) * density(x + Delta), evaluate=False),
    domain=half,
    assumptions=(Le(x, A - Delta, evaluate=False),),
    steps=(
        Step(B * exp(-x / scale), "$0\\le x\\le A-\\Delta<A$"),
        Step(exp(epsilon) * (B * exp(-(x + Delta) / scale)), "$\\Delta/\\lambda=\\epsilon$"),
        Step(exp(epsilon) * density(x + Delta), "$0\\le x+\\Delta\\le A$"),
    ),
    expected="proved",
    note="The shifted density is positive there, since $x+\\Delta\\le A$; so $f(x)/f(x+\\Delta)=e^\\epsilon$.",
)

gone = Claim(
    title="Past $A-\\Delta$ the shifted density is zero",
    source="geng2018truncated, Section 3",
    covers=("2.4",),
    statement=Eq(density(x + Delta), 0, evaluate=False),
    domain=half,
    assumptions=(Gt(x, A - Delta, evaluate=False),),
    expected="proved",
)

left = Claim(
    title="Up to $A$ the density itself is positive",
    source="geng2018truncated, Section 3",
    covers=("2.4",),
    statement=Gt(density(x), 0, evaluate=False),
    domain=half,
    assumptions=(Le(x, A, evaluate=False),),
    expected="proved",
    note="So on $(A-\\Delta,A]$ the decay rate $f(x)/f(x+\\Delta)$ is $+\\infty$.",
)
