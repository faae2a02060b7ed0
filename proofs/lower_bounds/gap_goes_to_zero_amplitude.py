"""The source's sentence for the amplitude: the multiplicative gap, that is the ratio of the bounds, goes to zero."""

from sympy import Eq, Limit, oo

from dpverify import Claim
from dpverify.formulas.lower_bounds import v1_low_explicit, v1_upp
from dpverify.notation import Delta, delta, epsilon

ratio = (v1_low_explicit / v1_upp).subs(delta, epsilon)

claim = Claim(
    title="The multiplicative gap between the bounds of the amplitude goes to zero as $\\epsilon=\\delta\\to0$",
    statement=Eq(Limit(ratio, epsilon, 0), 0, evaluate=False),
    domain={Delta: (0, oo)},
    covers=("3.8",),
    source="geng2018truncated, end of Section 3",
    quote=(
        "show that the multiplicative gap between the lower bounds and the upper bounds goes to zero in the high privacy regions "
        "in Section 5"
    ),
    expected="refuted",
    note="A multiplicative gap is a ratio; it goes to one, and in the joint limit only.",
)
