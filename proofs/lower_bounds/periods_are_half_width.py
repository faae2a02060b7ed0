"""n Delta = A: the n of the lower bound is the half width of the truncated Laplacian in units of the sensitivity."""

from sympy import Eq, Mul, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import periods
from dpverify.formulas.truncated_laplace import half_width
from dpverify.notation import Delta, delta, epsilon

ratio = Mul(half_width(), 1 / Delta, evaluate=False)

claim = Claim(
    title="$n=A/\\Delta$: an integer $n$ means that the half width is a multiple of the sensitivity",
    statement=Eq(periods, ratio, evaluate=False),
    domain={epsilon: (0, oo), delta: (0, 1), Delta: (0, oo)},
    covers=("3.1",),
    source="geng2018truncated, Sections 3 and 4",
    steps=(Step(ratio, because="$A=(\\Delta/\\epsilon)\\log(1+q)$"),),
)
