"""The truncated Laplacian has mass one.

Problem. f(x) = B exp(-|x|/lambda) on [-A, A], 0 outside, with lambda = Delta/epsilon, A = lambda log(1 + q), q = (e^epsilon - 1)/(2 delta),
B = 1/(2 lambda (1 - exp(-A/lambda))). Result. B = epsilon/(2 Delta) (1 + 1/q), and f is a probability density for every 0 < delta < 1.
"""

from sympy import Eq, Ge, Integral, S, exp, log, oo

from dpverify import Claim, Step
from dpverify.formulas.truncated_laplace import density, half_width, height, q
from dpverify.notation import Delta, delta, epsilon, x

B, A, scale = height(), half_width(), Delta / epsilon
domain = {epsilon: (0, oo), delta: (0, 1), Delta: (0, oo)}

constant = Claim(
    title="The height of the truncated Laplacian at the origin",
    source="geng2018truncated, Section 3",
    covers=("2.1",),
    statement=Eq(1 / (2 * scale * (1 - exp(-A / scale))), B, evaluate=False),
    domain=domain,
    steps=(
        Step(B, "$\\lambda=\\Delta/\\epsilon$, $e^{-A/\\lambda}=\\frac1{1+q}$ and $1-\\frac1{1+q}=\\frac q{1+q}$"),
    ),
    expected="proved",
    note="With $\\lambda=\\Delta/\\epsilon$, $A=\\frac\\Delta\\epsilon\\log(1+q)$ and $q=\\frac{e^\\epsilon-1}{2\\delta}$. "
    "The source states the mechanism for $\\delta<\\frac12$; the formulas make sense for $\\delta<1$.",
)

nonnegative = Claim(
    title="The truncated Laplacian's density is not negative",
    source="geng2018truncated, Section 3",
    covers=("2.1",),
    statement=Ge(density(x), 0, evaluate=False),
    domain={**domain, x: S.Reals},
    expected="proved",
)

mass_one = Claim(
    title="The truncated Laplacian integrates to one",
    source="geng2018truncated, Section 3",
    covers=("2.2",),
    statement=Eq(Integral(density(x), (x, -oo, oo)), 1, evaluate=False),
    domain=domain,
    steps=(
        Step(2 * Integral(B * exp(-x / scale), (x, 0, A)), "$f$ is even and vanishes outside $[-A,A]$"),
        Step(2 * B * scale * (1 - exp(-log(1 + q()))), "integrate; $A/\\lambda=\\log(1+q)$"),
        Step(2 * B * scale * q() / (1 + q()), "$1-\\frac1{1+q}=\\frac q{1+q}$"),
        Step(S.One, "$B=\\frac1{2\\lambda}\\,\\frac{1+q}q$"),
    ),
    expected="proved",
)
