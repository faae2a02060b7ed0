"""Averaging a noise law with its mirror image costs no privacy and no accuracy.

Problem. Is anything lost if only symmetric laws are searched? Result. Let g(x) = (f(x) + f(-x))/2. Its divergence at the shift d is at
most the mean of those of f at d and -d, so g is (epsilon, delta)-DP if f is; and for a symmetric loss both cost the same.
"""

from sympy import Abs, Eq, Ge, Integral, Interval, Le, Max, Rational, S, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.notation import d, epsilon, x
from dpverify.rules import Consequence, IntegrateInequality, Linearity, NonNegative, Substitution
from dpverify.rules.laws import ARBITRARY

f = ARBITRARY.density
line = (x, -oo, oo)
half = Rational(1, 2)
power = Symbol("p", positive=True)
everywhere = {epsilon: Interval(0, oo), d: S.Reals}


def loss(sign, shift):
    """The hockey-stick integrand of f (sign 1) or of its mirror image (sign -1), at `shift`."""
    return Max(0, f(sign * x) - exp(epsilon) * f(sign * (x + shift)))


def mean(x):
    """g(x) = (f(x) + f(-x))/2."""
    return (f(x) + f(-x)) / 2


averaged = Max(0, mean(x) - exp(epsilon) * mean(x + d))
mixture = half * loss(1, d) + half * loss(-1, d)

privacy_kept = Claim(
    id="privacy.symmetrise.privacy",
    title="The divergence of the symmetrised law is at most the mean of those at $d$ and $-d$",
    source="geng2018additive, Lemma 1",
    covers=("1.4",),
    statement=Le(Integral(averaged, line), half * Integral(loss(1, d), line) + half * Integral(loss(1, -d), line), evaluate=False),
    domain=everywhere,
    steps=(
        Step(
            Le(averaged, mixture, evaluate=False),
            "the positive part is convex",
            rule=Consequence(()),
            label="pointwise",
            domain={x: S.Reals},
        ),
        Step(
            Le(Integral(averaged, line), Integral(mixture, line), evaluate=False),
            "integrate over $x$",
            rule=IntegrateInequality(x, ("pointwise",)),
        ),
        Step(
            Eq(Integral(mixture, line), half * Integral(loss(1, d), line) + half * Integral(loss(-1, d), line), evaluate=False),
            "the integral of a sum of non-negative functions",
            rule=Linearity(x, ((half, loss(1, d)), (half, loss(-1, d)))),
        ),
        Step(
            Eq(Integral(loss(-1, d), line), Integral(loss(1, -d), line), evaluate=False),
            "replace $x$ by $-x$",
            rule=Substitution(x, loss(-1, d), sign=-1),
            label="mirror",
        ),
        Step(
            Eq(
                half * Integral(loss(1, d), line) + half * Integral(loss(-1, d), line),
                half * Integral(loss(1, d), line) + half * Integral(loss(1, -d), line),
                evaluate=False,
            ),
            "the mirror image shifted by $d$ is $f$ shifted by $-d$",
            rule=Consequence(("mirror",)),
        ),
    ),
    expected="proved",
    note="If $f$ is $(\\epsilon,\\delta)$-DP, both divergences on the right are at most $\\delta$. The infimum is attained: "
    "the private laws of bounded cost are tight and the divergence is lower semicontinuous under weak convergence "
    "(a compactness argument that is not part of the derivation).",
)

cost = Abs(x) ** power

cost_kept = Claim(
    id="privacy.symmetrise.cost",
    title="Symmetrising does not change $E|X|^p$",
    source="geng2018additive, Lemma 1",
    covers=("1.4",),
    statement=Eq(Integral(half * (cost * f(x)) + half * (cost * f(-x)), line), Integral(cost * f(x), line), evaluate=False),
    domain={power: (0, oo)},
    steps=(
        Step(Ge(f(x), 0), "a density is not negative", rule=NonNegative(ARBITRARY, x), label="f>=0", domain={x: S.Reals}),
        Step(Ge(f(-x), 0), "a density is not negative", rule=NonNegative(ARBITRARY, -x), label="mirror>=0", domain={x: S.Reals}),
        Step(
            Ge(cost * f(x), 0, evaluate=False),
            "so is its product with $|x|^p$",
            rule=Consequence(("f>=0",)),
            label="cost",
            domain={x: S.Reals},
        ),
        Step(
            Ge(cost * f(-x), 0, evaluate=False),
            "so is its product with $|x|^p$",
            rule=Consequence(("mirror>=0",)),
            label="mirror cost",
            domain={x: S.Reals},
        ),
        Step(
            Eq(
                Integral(half * (cost * f(x)) + half * (cost * f(-x)), line),
                half * Integral(cost * f(x), line) + half * Integral(cost * f(-x), line),
                evaluate=False,
            ),
            "the integral of a sum of non-negative functions",
            rule=Linearity(x, ((half, cost * f(x)), (half, cost * f(-x))), ("cost", "mirror cost")),
        ),
        Step(
            Eq(Integral(cost * f(-x), line), Integral(cost * f(x), line), evaluate=False),
            "replace $x$ by $-x$; $|x|^p$ does not change",
            rule=Substitution(x, cost * f(-x), sign=-1),
            label="mirror",
        ),
        Step(
            Eq(
                half * Integral(cost * f(x), line) + half * Integral(cost * f(-x), line),
                Integral(cost * f(x), line),
                evaluate=False,
            ),
            "both halves are equal",
            uses=("mirror",),
        ),
    ),
    expected="proved",
    note="The same for every symmetric loss in place of $|x|^p$.",
)
