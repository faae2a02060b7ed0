"""The reading "epsilon-DP except with probability delta" is stronger than (epsilon, delta)-DP.

Problem. Probabilistic DP asks that the privacy loss exceeds epsilon with probability at most delta:
int f(x) [f(x) > e^epsilon f(x + d)] dx <= delta. Result. It implies (epsilon, delta)-DP, since (u - e^epsilon v)_+ <= u [u > e^epsilon v];
the converse fails already for two laws on two points.
"""

from sympy import Gt, Integral, Interval, Le, Max, Piecewise, Rational, S, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.notation import d, delta, epsilon, x
from dpverify.rules import Consequence, IntegrateInequality, NonNegative
from dpverify.rules.laws import ARBITRARY

f = ARBITRARY.density
line = (x, -oo, oo)
p, r = Symbol("p", real=True), Symbol("r", real=True)


def excess(u, v):
    """(u - e^epsilon v)_+, what one outcome adds to the hockey-stick divergence."""
    return Max(0, u - exp(epsilon) * v)


def exposed(u, v):
    """u [u > e^epsilon v], what one outcome adds to the probability that the privacy loss exceeds epsilon."""
    return Piecewise((u, Gt(u, exp(epsilon) * v)), (0, True))


converse = Claim(
    title="$(\\epsilon,\\delta)$-DP would bound the probability that the privacy loss exceeds $\\epsilon$ by $\\delta$",
    source="geng2018truncated, Section 1",
    covers=("1.5",),
    quote="the common interpretation of $({\\epsilon},\\delta)$-differential privacy is that it is ${\\epsilon}$-differential privacy "
    "“except with probability $\\delta$” (Mironov 2017)",
    statement=Le(exposed(p, r) + exposed(1 - p, 1 - r), delta, evaluate=False),
    domain={epsilon: (0, oo), delta: (0, 1), p: (0, 1), r: (0, 1)},
    assumptions=(
        Le(excess(p, r) + excess(1 - p, 1 - r), delta, evaluate=False),
        Le(excess(r, p) + excess(1 - r, 1 - p), delta, evaluate=False),
    ),
    points=({epsilon: Rational(1, 2), delta: Rational(2, 5), p: Rational(3, 4), r: Rational(1, 4)},),
    expected="refuted",
    note="Two laws on two points, with masses $p,1-p$ and $r,1-r$. At $p=\\tfrac34$, $r=\\tfrac14$, $\\epsilon=\\tfrac12$ both divergences "
    "are $\\tfrac34-\\tfrac14e^{1/2}<\\tfrac25$, but the first outcome, of probability $\\tfrac34$, has the loss $\\log3>\\tfrac12$. "
    "The same sentence stands in geng2018additive, Section 1.",
)

implication = Claim(
    title="If the privacy loss exceeds $\\epsilon$ with probability at most $\\delta$, the noise is $(\\epsilon,\\delta)$-DP",
    source="geng2018truncated, Section 1",
    covers=("1.5",),
    corrects="privacy.probabilistic_dp.converse",
    statement=Le(Integral(excess(f(x), f(x + d)), line), Integral(exposed(f(x), f(x + d)), line), evaluate=False),
    domain={epsilon: Interval(0, oo), d: S.Reals},
    steps=(
        Step(f(x + d) >= 0, "a density is not negative", rule=NonNegative(ARBITRARY, x + d), label="f>=0", domain={x: S.Reals}),
        Step(
            Le(excess(f(x), f(x + d)), exposed(f(x), f(x + d)), evaluate=False),
            "$(u-e^\\epsilon v)_+\\le u\\,[u>e^\\epsilon v]$ for $v\\ge0$",
            rule=Consequence(("f>=0",)),
            label="pointwise",
            domain={x: S.Reals},
        ),
        Step(
            Le(Integral(excess(f(x), f(x + d)), line), Integral(exposed(f(x), f(x + d)), line), evaluate=False),
            "integrate over $x$",
            rule=IntegrateInequality(x, ("pointwise",)),
        ),
    ),
    expected="proved",
    note="The left side is the divergence that must be at most $\\delta$; the right side is the probability that the loss "
    "$\\log f(X)/f(X+d)$ exceeds $\\epsilon$.",
)
