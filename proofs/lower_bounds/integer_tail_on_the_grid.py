"""Integer-valued noise: the tail at the multiples of the integer sensitivity is at least t_k."""

from sympy import Ge, Interval, Le, Naturals, Naturals0, Rational, Reals, S, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import b, t_value
from dpverify.notation import Delta, delta, epsilon, k, x
from dpverify.rules import HYPOTHESIS, EventInequality, Induction, TailShape, Use
from dpverify.rules.laws import PRIVATE_INTEGER

T = PRIVATE_INTEGER.tail

claim = Claim(
    title="The tail of integer-valued private noise at the multiples of the sensitivity",
    statement=Ge(T(k * Delta), t_value(k)),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: Naturals, k: Naturals0},
    covers=("3.9",),
    source="geng2016approximate",
    steps=(
        Step(
            Le(T(x), exp(epsilon) * T(x + Delta) + delta),
            because="the event $[x,\\infty)$ and the shift $\\Delta$",
            rule=EventInequality(PRIVATE_INTEGER, "above", x),
            label="event",
            domain={x: Reals},
        ),
        Step(
            Ge(T(S.Zero), Rational(1, 2)),
            because="a symmetric law has at least half of its mass on $[0,\\infty)$",
            rule=TailShape(PRIVATE_INTEGER, "half"),
            label="half",
        ),
        Step(
            Ge(T(k * Delta), t_value(k)),
            because="induction on $k$",
            rule=Induction(
                k,
                base=[Use("half", times=S.One)],
                step=[Use("event", at={x: k * Delta}, times=b), Use(HYPOTHESIS, times=b)],
            ),
        ),
    ),
)
