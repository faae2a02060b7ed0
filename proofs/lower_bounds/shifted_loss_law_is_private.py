"""The law that refutes the variant: mass 1/(2n) at |i| < n and 1/(4n) at |i| = n moves mass 1/(2n) under the shift by one."""

from sympy import Abs, Eq, Max, Naturals, Piecewise, Sum, Symbol, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N

i = Symbol("i", integer=True)


def mass(at):
    return Piecewise((1 / (2 * N), Abs(at) < N), (1 / (4 * N), Abs(at) <= N), (0, True))


claim = Claim(
    title="Mass $\\delta$ inside and $\\delta/2$ at both ends: the shift by one moves mass $\\delta=1/(2n)$",
    statement=Eq(Sum(Max(0, mass(i) - mass(i + 1)), (i, -oo, oo)), 1 / (2 * N)),
    domain={N: Naturals},
    covers=("3.9",),
    steps=(Step(1 / (2 * N), because="mass $\\delta/2$ is lost from $n-1$ to $n$ and from $n$ to $n+1$, nowhere else"),),
)
