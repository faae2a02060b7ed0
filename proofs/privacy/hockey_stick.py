"""Differential privacy of additive noise as a condition on the hockey-stick divergence.

Problem. Noise X with density f is (epsilon, delta)-DP for sensitivity Delta if P(S) <= e^epsilon P(S + d) + delta for every event S and
every shift |d| <= Delta. Result. That holds iff int (f(x) - e^epsilon f(x + d))_+ dx <= delta for every |d| <= Delta: the integral
bounds every event (first claim), and the event where the integrand is positive attains it (second claim).
"""

from sympy import Eq, Ge, Gt, Integral, Interval, Le, Max, Piecewise, S, exp, oo

from dpverify import Claim, Step
from dpverify.notation import d, epsilon, x
from dpverify.rules import EVENT, Consequence, Indicator, IntegrateInequality, Linearity, NonNegative
from dpverify.rules.laws import ARBITRARY

f, s = ARBITRARY.density, EVENT
line = (x, -oo, oo)
gap = f(x) - exp(epsilon) * f(x + d)
everywhere = {epsilon: Interval(0, oo), d: S.Reals}

every_event = Claim(
    title="The hockey-stick divergence bounds $P(S)-e^\\epsilon P(S+d)$ for every event",
    source="barthe2013beyond",
    covers=("1.1",),
    statement=Le(
        Integral(s(x) * f(x), line),
        exp(epsilon) * Integral(s(x) * f(x + d), line) + Integral(Max(0, gap), line),
        evaluate=False,
    ),
    domain=everywhere,
    steps=(
        Step(Ge(s(x), 0), "an indicator is not negative", rule=Indicator(x, "below"), label="s>=0", domain={x: S.Reals}),
        Step(Le(s(x), 1), "an indicator is at most one", rule=Indicator(x, "above"), label="s<=1", domain={x: S.Reals}),
        Step(Ge(f(x), 0), "a density is not negative", rule=NonNegative(ARBITRARY, x), label="f>=0", domain={x: S.Reals}),
        Step(Ge(f(x + d), 0), "a density is not negative", rule=NonNegative(ARBITRARY, x + d), label="f(.+d)>=0", domain={x: S.Reals}),
        Step(
            Ge(s(x) * f(x), 0, evaluate=False),
            "a product of non-negative numbers",
            rule=Consequence(("s>=0", "f>=0")),
            label="sf>=0",
            domain={x: S.Reals},
        ),
        Step(
            Ge(s(x) * f(x + d), 0, evaluate=False),
            "a product of non-negative numbers",
            rule=Consequence(("s>=0", "f(.+d)>=0")),
            label="sf(.+d)>=0",
            domain={x: S.Reals},
        ),
        Step(
            Le(s(x) * f(x), exp(epsilon) * (s(x) * f(x + d)) + Max(0, gap), evaluate=False),
            "$s\\,u\\le\\max(0,u)$ for $0\\le s\\le1$, at $u=f(x)-e^\\epsilon f(x+d)$",
            rule=Consequence(("s>=0", "s<=1")),
            label="pointwise",
            domain={x: S.Reals},
        ),
        Step(
            Le(
                Integral(s(x) * f(x), line),
                Integral(exp(epsilon) * (s(x) * f(x + d)) + Max(0, gap), line),
                evaluate=False,
            ),
            "integrate over $x$",
            rule=IntegrateInequality(x, ("pointwise",), nonnegative="sf>=0"),
        ),
        Step(
            Eq(
                Integral(exp(epsilon) * (s(x) * f(x + d)) + Max(0, gap), line),
                exp(epsilon) * Integral(s(x) * f(x + d), line) + Integral(Max(0, gap), line),
                evaluate=False,
            ),
            "the integral of a sum of non-negative functions",
            rule=Linearity(x, ((exp(epsilon), s(x) * f(x + d)), (S.One, Max(0, gap))), ("sf(.+d)>=0",)),
        ),
    ),
    expected="proved",
    note="$s$ is the indicator of an arbitrary event $S$, so the left side is $P(S)$ and the first integral on the right is $P(S+d)$. "
    "If the divergence is at most $\\delta$ for every $|d|\\le\\Delta$, the noise is $(\\epsilon,\\delta)$-DP. "
    "The converse needs every shift $|d|\\le\\Delta$ to be attained by some neighbouring pair.",
)

worst_event = Claim(
    title="The event where $f(x)>e^\\epsilon f(x+d)$ attains the divergence",
    source="barthe2013beyond",
    covers=("1.1",),
    statement=Eq(Integral(Piecewise((gap, Gt(gap, 0)), (0, True)), line), Integral(Max(0, gap), line), evaluate=False),
    domain=everywhere,
    steps=(
        Step(
            Eq(Piecewise((gap, Gt(gap, 0)), (0, True)), Max(0, gap), evaluate=False),
            "$[u>0]\\,u=\\max(0,u)$",
            rule=Consequence(()),
            label="pointwise",
            domain={x: S.Reals},
        ),
        Step(
            Eq(Integral(Piecewise((gap, Gt(gap, 0)), (0, True)), line), Integral(Max(0, gap), line), evaluate=False),
            "equal functions have equal integrals",
            rule=IntegrateInequality(x, ("pointwise",)),
        ),
    ),
    expected="proved",
    note="The left side is $P(S)-e^\\epsilon P(S+d)$ for $S=\\{x:f(x)>e^\\epsilon f(x+d)\\}$; hence $(\\epsilon,\\delta)$-DP forces the "
    "divergence to be at most $\\delta$, and the supremum over events is a maximum.",
)
