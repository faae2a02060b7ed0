"""The outermost stretch of length Delta of the truncated Laplacian has mass exactly delta.

Problem. Where f(x)/f(x + Delta) exceeds e^epsilon, the mass must be at most delta. Result. P([A - Delta, A]) = delta for delta <= 1/2.
"""

from sympy import Eq, Integral, Interval, Rational, exp, log, oo

from dpverify import Claim, Step
from dpverify.formulas.truncated_laplace import density, half_width, height, q
from dpverify.notation import Delta, delta, epsilon, x

B, A, scale = height(), half_width(), Delta / epsilon

claim = Claim(
    title="The last stretch of length $\\Delta$ has mass $\\delta$",
    source="geng2018truncated, Section 3",
    covers=("2.3",),
    statement=Eq(Integral(density(x), (x, A - Delta, A)), delta, evaluate=False),
    domain={epsilon: (0, oo), delta: Interval.Lopen(0, Rational(1, 2)), Delta: (0, oo)},
    steps=(
        Step(
            Integral(B * exp(-x / scale), (x, A - Delta, A)),
            "$0\\le A-\\Delta$, so $|x|=x\\le A$ on the interval",
            uses=("truncated_laplace.half_width.at_least",),
        ),
        Step(B * scale * (exp(-(A - Delta) / scale) - exp(-A / scale)), "integrate"),
        Step(B * scale * exp(-log(1 + q())) * (exp(epsilon) - 1), "$\\Delta/\\lambda=\\epsilon$ and $A/\\lambda=\\log(1+q)$"),
        Step((exp(epsilon) - 1) / (2 * q()), "$B\\lambda\\,\\frac1{1+q}=\\frac1{2q}$ and $(e^\\epsilon-1)/(2q)=\\delta$"),
    ),
    expected="proved",
)
