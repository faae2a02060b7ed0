"""Amplitude and power of Laplace noise: E|X| = Delta/epsilon and E X^2 = 2 Delta^2/epsilon^2."""

from sympy import Abs, Eq, Integral, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.laplace import amplitude as mean_magnitude
from dpverify.formulas.laplace import density
from dpverify.formulas.laplace import power as mean_square
from dpverify.notation import Delta, epsilon, x

right = epsilon / (2 * Delta) * exp(-x * epsilon / Delta)
positive = {epsilon: (0, oo), Delta: (0, oo)}

amplitude = Claim(
    title="Noise amplitude of the Laplacian",
    source="dwork2006calibrating",
    covers=("5.1",),
    statement=Eq(Integral(Abs(x) * density(x), (x, -oo, oo)), mean_magnitude(), evaluate=False),
    domain=positive,
    steps=(
        Step(2 * Integral(x * right, (x, 0, oo)), "$f$ is even"),
        Step(mean_magnitude(), "$\\int_0^\\infty xe^{-x/\\lambda}dx=\\lambda^2$ with $\\lambda=\\Delta/\\epsilon$"),
    ),
    expected="proved",
)

power = Claim(
    title="Noise power of the Laplacian",
    source="dwork2006calibrating",
    covers=("5.1",),
    statement=Eq(Integral(x**2 * density(x), (x, -oo, oo)), mean_square(), evaluate=False),
    domain=positive,
    steps=(
        Step(2 * Integral(x**2 * right, (x, 0, oo)), "$f$ is even"),
        Step(mean_square(), "$\\int_0^\\infty x^2e^{-x/\\lambda}dx=2\\lambda^3$ with $\\lambda=\\Delta/\\epsilon$"),
    ),
    expected="proved",
)
