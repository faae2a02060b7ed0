"""Cutting the t-recursion at 0 in every step is the same as cutting its solution at 0 once."""

from sympy import Eq, Interval, Max, Naturals0, Reals, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import b, t_value
from dpverify.notation import delta, epsilon, k, y
from dpverify.rules import Specialise

claim = Claim(
    title="The recursion $t_{k+1}=\\max(0,b(t_k-\\delta))$ is solved by the cut closed form",
    statement=Eq(Max(0, b * (Max(0, t_value(k)) - delta)), Max(0, t_value(k + 1))),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), k: Naturals0},
    covers=("3.4",),
    steps=(
        Step(
            Eq(Max(0, b * (Max(0, y) - delta)), Max(0, b * (y - delta))),
            because="for $y<0$ both sides are $0$",
            label="cut",
            domain={y: Reals},
        ),
        Step(
            Eq(Max(0, b * (Max(0, t_value(k)) - delta)), Max(0, b * (t_value(k) - delta))),
            because="take $y=t_k$",
            rule=Specialise("cut", {y: t_value(k)}),
        ),
        Step(Max(0, t_value(k + 1)), because="$b(t_k-\\delta)=t_{k+1}$ for the closed form"),
    ),
)
