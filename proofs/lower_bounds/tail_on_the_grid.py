"""The tail of symmetric private noise at the multiples of the sensitivity is at least b^k/2 - delta b (1 - b^k)/(1 - b), b = e^-epsilon."""

from sympy import Ge, Interval, Le, Naturals0, Rational, Reals, S, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import b, t_value
from dpverify.notation import Delta, delta, epsilon, k, x
from dpverify.rules import HYPOTHESIS, EventInequality, Induction, TailShape, Use
from dpverify.rules.laws import PRIVATE

T = PRIVATE.tail

claim = Claim(
    title="The tail of private noise falls by at most the factor $e^{-\\epsilon}$ and the slack $\\delta$ per sensitivity",
    statement=Ge(T(k * Delta), t_value(k)),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo), k: Naturals0},
    covers=("3.4",),
    steps=(
        Step(
            Le(T(x), exp(epsilon) * T(x + Delta) + delta),
            because="the event $[x,\\infty)$ and the shift $\\Delta$",
            rule=EventInequality(PRIVATE, "above", x),
            label="event",
            domain={x: Reals},
        ),
        Step(
            Ge(T(S.Zero), Rational(1, 2)),
            because="a symmetric law has at least half of its mass on $[0,\\infty)$",
            rule=TailShape(PRIVATE, "half"),
            label="half",
        ),
        Step(
            Ge(T(k * Delta), t_value(k)),
            because="induction on $k$: $T((k+1)\\Delta)\\ge b\\,(T(k\\Delta)-\\delta)\\ge b\\,(t_k-\\delta)=t_{k+1}$",
            rule=Induction(
                k,
                base=[Use("half", times=S.One)],
                step=[Use("event", at={x: k * Delta}, times=b), Use(HYPOTHESIS, times=b)],
            ),
        ),
    ),
    note="$T(x)=P(X\\ge x)$ and $b=e^{-\\epsilon}$. The bound solves $t_{k+1}=b(t_k-\\delta)$ with $t_0=\\tfrac12$.",
)
