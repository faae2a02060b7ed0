"""Expected square of the truncated Laplacian.

Result. E X^2 = (2 Delta^2/epsilon^2)(1 - (log(1 + q)^2/2 + log(1 + q))/q), q = (e^epsilon - 1)/(2 delta), for every 0 < delta < 1.
"""

from sympy import Eq, Integral, exp, log, oo

from dpverify import Claim, Step
from dpverify.formulas.truncated_laplace import density, half_width, height, power, q
from dpverify.notation import Delta, delta, epsilon, x

B, A, scale = height(), half_width(), Delta / epsilon
log_ = log(1 + q())

claim = Claim(
    title="Noise power of the truncated Laplacian",
    source="geng2018truncated, Theorem 3",
    covers=("2.8",),
    statement=Eq(Integral(x**2 * density(x), (x, -oo, oo)), power(), evaluate=False),
    domain={epsilon: (0, oo), delta: (0, 1), Delta: (0, oo)},
    steps=(
        Step(2 * Integral(x**2 * B * exp(-x / scale), (x, 0, A)), "$f$ is even and vanishes outside $[-A,A]$"),
        Step(2 * B * scale * (2 * scale**2 - (A**2 + 2 * A * scale + 2 * scale**2) * exp(-A / scale)), "integrate by parts twice"),
        Step(
            scale**2 * (1 + 1 / q()) * (2 - (log_**2 + 2 * log_ + 2) / (1 + q())),
            "$2B\\lambda=1+\\frac1q$ and $A/\\lambda=\\log(1+q)$",
        ),
        Step(power(), "$\\bigl(1+\\frac1q\\bigr)\\frac1{1+q}=\\frac1q$"),
    ),
    expected="proved",
)
