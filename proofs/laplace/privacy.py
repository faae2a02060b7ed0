"""Laplace noise of scale Delta/epsilon is epsilon-DP, and its privacy profile.

Problem. f(x) = epsilon/(2 Delta) exp(-|x| epsilon/Delta) is made for pure epsilon-DP; which (epsilon, delta) does a scale lambda give?
Result. f(x) <= e^epsilon f(x + d) for every |d| <= Delta; at scale lambda and for 0 <= epsilon <= Delta/lambda the least delta is
1 - exp((epsilon - Delta/lambda)/2). Idea: the law is symmetric and unimodal, so the shift Delta is the worst, and
f(x) > e^epsilon f(x + Delta) exactly for x > (epsilon lambda - Delta)/2.
"""

from sympy import Abs, Eq, Ge, Integral, Interval, Le, Max, S, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.laplace import density, privacy_profile
from dpverify.notation import Delta, d, epsilon, lam, x
from dpverify.rules import Specialise
from dpverify.rules.laws import UNIMODAL

line = (x, -oo, oo)
positive = {epsilon: (0, oo), Delta: (0, oo)}


def wide(x):
    """The Laplace density of scale lambda."""
    return density(x, Delta / lam)


def loss(shift):
    """(f(x) - e^epsilon f(x + shift))_+ for the scale lambda."""
    return Max(0, wide(x) - exp(epsilon) * wide(x + shift))


mass_one = Claim(
    title="The Laplace density has mass one",
    source="dwork2006calibrating",
    covers=("5.1",),
    statement=Eq(Integral(density(x), line), 1, evaluate=False),
    domain=positive,
    steps=(
        Step(2 * Integral(epsilon / (2 * Delta) * exp(-x * epsilon / Delta), (x, 0, oo)), "$f$ is even"),
        Step(S.One, "$\\int_0^\\infty e^{-x/\\lambda}dx=\\lambda$ with $\\lambda=\\Delta/\\epsilon$"),
    ),
    expected="proved",
)

pure = Claim(
    title="Laplace noise is $\\epsilon$-DP at every shift",
    source="dwork2006calibrating",
    covers=("5.1",),
    statement=Le(density(x), exp(epsilon) * density(x + d), evaluate=False),
    domain={**positive, x: S.Reals, d: S.Reals},
    assumptions=(Le(Abs(d), Delta, evaluate=False),),
    steps=(
        Step(
            Ge(Delta + Abs(x) - Abs(x + d), 0, evaluate=False),
            "$|x+d|\\le|x|+|d|\\le|x|+\\Delta$",
            label="triangle",
        ),
        Step(
            Le(density(x), exp(epsilon) * density(x + d), evaluate=False),
            "$e^{\\epsilon}e^{-\\epsilon|x+d|/\\Delta}\\ge e^{-\\epsilon|x|/\\Delta}$",
            uses=("triangle",),
        ),
    ),
    expected="proved",
)

general = {epsilon: Interval(0, oo), lam: (0, oo), Delta: (0, oo)}
weaker = Le(epsilon, Delta / lam, evaluate=False)
value = 1 - exp((epsilon - Delta / lam) / 2)
edge = (epsilon * lam - Delta) / 2

divergence = Claim(
    title="The Laplacian's divergence at the shift $\\Delta$",
    covers=("5.1",),
    statement=Eq(Integral(loss(Delta), line), value, evaluate=False),
    domain=general,
    assumptions=(weaker,),
    steps=(
        Step(
            Integral(wide(x), (x, edge, oo)) - exp(epsilon) * Integral(wide(x + Delta), (x, edge, oo)),
            "$f(x)\\ge e^\\epsilon f(x+\\Delta)$ iff $x\\ge(\\epsilon\\lambda-\\Delta)/2$",
        ),
        Step(1 - exp(edge / lam) / 2 - exp(epsilon - (edge + Delta) / lam) / 2, "both integrals; the place is not positive"),
        Step(value, "both exponents are $(\\epsilon-\\Delta/\\lambda)/2$"),
    ),
    expected="proved",
)

profile = Claim(
    title="The privacy profile of Laplace noise of scale $\\lambda$, every shift",
    covers=("5.1",),
    statement=Le(Integral(loss(d), line), privacy_profile(epsilon, Delta / lam), evaluate=False),
    domain={**general, d: Interval(0, oo)},
    assumptions=(weaker, Le(d, Delta)),
    steps=(
        Step(
            Le(Integral(loss(d), line), Integral(loss(Delta), line), evaluate=False),
            "the density is symmetric and unimodal, so the shift $\\Delta$ is the worst",
            rule=Specialise("privacy.one_shift.largest", law=UNIMODAL, density=(x, wide(x))),
        ),
        Step(
            Eq(Integral(loss(Delta), line), value, evaluate=False),
            "the divergence at $\\Delta$",
            rule=Specialise("divergence"),
        ),
        Step(privacy_profile(epsilon, Delta / lam), "$\\epsilon\\le\\Delta/\\lambda$"),
    ),
    expected="proved",
    note="By the claim above the bound is attained at $d=\\Delta$. With $\\lambda=\\Delta/\\epsilon_0$ this is "
    "$\\delta(\\epsilon)=1-e^{(\\epsilon-\\epsilon_0)/2}$ for $\\epsilon\\le\\epsilon_0$; for larger $\\epsilon$ it is $0$, the law being "
    "$\\epsilon_0$-DP.",
)
