"""Rounding n up in Geng et al.'s closed form is unsound: the value can exceed what the truncated Laplacian attains."""

from sympy import Le, Rational, ceiling, oo

from dpverify import Claim
from dpverify.formulas.lower_bounds import periods, v1_low, v1_upp
from dpverify.notation import Delta, delta, epsilon

claim = Claim(
    title="$V_1^{low}$ with $n$ rounded up stays below the truncated Laplacian's amplitude",
    statement=Le(v1_low(ceiling(periods)), v1_upp),
    domain={epsilon: (0, oo), delta: (0, Rational(1, 2)), Delta: (0, oo)},
    covers=("3.5",),
    points=({epsilon: Rational(1, 200), delta: Rational(1, 200), Delta: 1},),
    expected="refuted",
    note="Seen in published code, which rounds $n$ up to avoid the assumption that it is an integer.",
)
