"""Expected magnitude of the truncated Laplacian.

Result. E|X| = (Delta/epsilon)(1 - log(1 + q)/q), q = (e^epsilon - 1)/(2 delta), for every 0 < delta < 1.
"""

from sympy import Abs, Eq, Integral, exp, log, oo

from dpverify import Claim, Step
from dpverify.formulas.truncated_laplace import amplitude, density, half_width, height, q
from dpverify.notation import Delta, delta, epsilon, x

B, A, scale = height(), half_width(), Delta / epsilon

claim = Claim(
    title="Noise amplitude of the truncated Laplacian",
    source="geng2018truncated, Theorem 2",
    covers=("2.7",),
    statement=Eq(Integral(Abs(x) * density(x), (x, -oo, oo)), amplitude(), evaluate=False),
    domain={epsilon: (0, oo), delta: (0, 1), Delta: (0, oo)},
    steps=(
        Step(2 * Integral(x * B * exp(-x / scale), (x, 0, A)), "$f$ is even and vanishes outside $[-A,A]$"),
        Step(2 * B * scale * (scale - (A + scale) * exp(-A / scale)), "integrate by parts"),
        Step(
            scale * (1 + 1 / q()) * (1 - (1 + log(1 + q())) / (1 + q())),
            "$2B\\lambda=1+\\frac1q$ and $A/\\lambda=\\log(1+q)$",
        ),
        Step(amplitude(), "$\\bigl(1+\\frac1q\\bigr)\\frac1{1+q}=\\frac1q$"),
    ),
    expected="proved",
)
