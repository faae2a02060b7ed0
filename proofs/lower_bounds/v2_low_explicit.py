"""V2low at n = log(1+q)/epsilon, written with n and q."""

from sympy import Eq, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import periods, v2_low, v2_low_explicit
from dpverify.notation import Delta, delta, epsilon

claim = Claim(
    title="Geng et al.'s lower bound of the power, written out",
    statement=Eq(v2_low(periods), v2_low_explicit),
    domain={epsilon: (0, oo), delta: (0, 1), Delta: (0, oo)},
    covers=("3.3",),
    source="geng2018truncated, Theorem 5",
    steps=(Step(v2_low_explicit, because="$b^n=1/(1+q)$ and $a=\\tfrac12(1-b)(1+q)/q$"),),
)
