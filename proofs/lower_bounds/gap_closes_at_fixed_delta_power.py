"""The source's sentence with "one" put for "zero", for the power as epsilon goes to 0 at fixed delta: false as well."""

from sympy import Eq, Limit, Rational, oo

from dpverify import Claim
from dpverify.formulas.lower_bounds import v2_low_explicit, v2_upp
from dpverify.notation import Delta, delta, epsilon

claim = Claim(
    title="The bounds of the power agree as $\\epsilon\\to0$ at fixed $\\delta$",
    statement=Eq(Limit(v2_low_explicit / v2_upp, epsilon, 0), 1, evaluate=False),
    domain={delta: (0, Rational(1, 2)), Delta: (0, oo)},
    covers=("3.8",),
    source="geng2018truncated, end of Section 3",
    quote=(
        "show that the multiplicative gap between the lower bounds and the upper bounds goes to zero in the high privacy regions "
        "in Section 5"
    ),
    expected="refuted",
    note="Read with the ratio of the bounds going to one, the sentence is true in the joint limit, not in every high privacy region.",
)
