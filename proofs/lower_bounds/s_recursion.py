"""Cutting the s-recursion at 0 in every step is the same as cutting its solution at 0 once."""

from sympy import Eq, Interval, Max, Naturals0, Reals, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import b, s_value
from dpverify.notation import delta, epsilon, k, y
from dpverify.rules import Specialise

claim = Claim(
    title="The recursion $s_{k+1}=\\max(0,b(s_k-\\delta))$ is solved by the cut closed form",
    statement=Eq(Max(0, b * (Max(0, s_value(k)) - delta)), Max(0, s_value(k + 1))),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), k: Naturals0},
    covers=("3.6",),
    steps=(
        Step(
            Eq(Max(0, b * (Max(0, y) - delta)), Max(0, b * (y - delta))),
            because="for $y<0$ both sides are $0$",
            label="cut",
            domain={y: Reals},
        ),
        Step(
            Eq(Max(0, b * (Max(0, s_value(k)) - delta)), Max(0, b * (s_value(k) - delta))),
            because="take $y=s_k$",
            rule=Specialise("cut", {y: s_value(k)}),
        ),
        Step(Max(0, s_value(k + 1)), because="$b(s_k-\\delta)=s_{k+1}$ for the closed form"),
    ),
)
