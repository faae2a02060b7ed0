"""At epsilon = 0 the s-bound falls short of Delta/(4 delta) by Delta delta (N - 1/(2 delta))^2: it meets it only at delta = 1/(2N)."""

from sympy import Eq, Naturals0, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N
from dpverify.notation import Delta, delta

claim = Claim(
    title="The $s$-bound at $\\epsilon=0$ meets $\\Delta/(4\\delta)$ only where $1/(2\\delta)$ is an integer",
    statement=Eq(Delta / (4 * delta) - Delta * (N - N**2 * delta), Delta * delta * (N - 1 / (2 * delta)) ** 2),
    domain={delta: (0, 1), Delta: (0, oo), N: Naturals0},
    covers=("3.7",),
    steps=(Step(Delta * delta * (N - 1 / (2 * delta)) ** 2, because="complete the square"),),
)
