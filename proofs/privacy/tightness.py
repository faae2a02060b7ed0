"""Noise laws of bounded cost do not lose mass to infinity.

Problem. Is the least cost attained? Take private laws whose costs tend to the infimum. Result. A law with E|X| <= C has at most the mass
C/r beyond r, for every r > 0 (Markov), so along a subsequence the laws converge to a probability law. The limit is private, because
privacy bounds E[y(X) - e^epsilon y(X - d)] by delta for every continuous 0 <= y <= 1 and such bounds pass to the limit, and its cost is
no larger: the infimum is attained. The first step is the claim below; the passage to the limit is classical.
"""

from sympy import Abs, Ge, Integral, Le, Piecewise, S, Symbol, oo

from dpverify import Claim, Step
from dpverify.notation import x
from dpverify.rules import Consequence, IntegrateInequality, NonNegative
from dpverify.rules.laws import ARBITRARY

f = ARBITRARY.density
r = Symbol("r", positive=True)
line = (x, -oo, oo)
beyond = Piecewise((r * f(x), Ge(Abs(x), r)), (0, True))
pointwise = Le(beyond, Abs(x) * f(x), evaluate=False)

claim = Claim(
    title="The mass beyond $r$ is at most $E|X|/r$",
    covers=("1.4",),
    statement=Le(Integral(beyond, line), Integral(Abs(x) * f(x), line), evaluate=False),
    domain={r: (0, oo)},
    steps=(
        Step(Ge(f(x), 0), "a density is not negative", rule=NonNegative(ARBITRARY, x), label="f>=0", domain={x: S.Reals}),
        Step(Ge(beyond, 0, evaluate=False), "so is its part", rule=Consequence(("f>=0",)), label="part", domain={x: S.Reals}),
        Step(pointwise, "$r\\le|x|$ there", rule=Consequence(("f>=0",)), label="pointwise", domain={x: S.Reals}),
        Step(
            Le(Integral(beyond, line), Integral(Abs(x) * f(x), line), evaluate=False),
            "integrate over $x$",
            rule=IntegrateInequality(x, ("pointwise",), nonnegative="part"),
        ),
    ),
    expected="proved",
    note="The left side is $r\\,P(|X|\\ge r)$. For the power take $x^2$ in place of $|x|$.",
)
