"""Averaging a noise law with its mirror image costs no privacy and no accuracy.

Problem. Is anything lost if only symmetric laws are searched? Result. Let g(x) = (f(x) + f(-x))/2. Its divergence at the shift d is at
most the mean of those of f at d and -d, so g is (epsilon, delta)-DP if f is; and for a symmetric loss both cost the same.
"""

from sympy import Abs, Eq, Expr, Ge, Integral, Interval, Le, Max, Rational, S, exp, oo

from dpverify import Claim, Step
from dpverify.notation import d, epsilon, x
from dpverify.rules import Consequence, IntegrateInequality, Linearity, NonNegative, Substitution
from dpverify.rules.laws import ARBITRARY

f = ARBITRARY.density
line = (x, -oo, oo)
half = Rational(1, 2)
everywhere = {epsilon: Interval(0, oo), d: S.Reals}


def loss(sign, shift):
    """The hockey-stick integrand of f (sign 1) or of its mirror image (sign -1), at `shift`."""
    return Max(0, f(sign * x) - exp(epsilon) * f(sign * (x + shift)))


def mean(x):
    """g(x) = (f(x) + f(-x))/2."""
    return (f(x) + f(-x)) / 2


averaged = Max(0, mean(x) - exp(epsilon) * mean(x + d))
mixture = half * loss(1, d) + half * loss(-1, d)

privacy = Claim(
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
    note="If $f$ is $(\\epsilon,\\delta)$-DP, both divergences on the right are at most $\\delta$. "
    "That the infimum is attained (the private laws of bounded cost are tight, and the divergence is lower semicontinuous under weak "
    "convergence) is not part of the derivation.",
)


def cost_kept(name: str, loss: Expr, words: str) -> Claim:
    """E loss(X) is the same for f and its symmetrisation."""
    return Claim(
        title=f"Symmetrising does not change ${words}$",
        source="geng2018additive, Lemma 1",
        covers=("1.4",),
        statement=Eq(Integral(half * (loss * f(x)) + half * (loss * f(-x)), line), Integral(loss * f(x), line), evaluate=False),
        steps=(
            Step(Ge(f(x), 0), "a density is not negative", rule=NonNegative(ARBITRARY, x), label="f>=0", domain={x: S.Reals}),
            Step(Ge(f(-x), 0), "a density is not negative", rule=NonNegative(ARBITRARY, -x), label="mirror>=0", domain={x: S.Reals}),
            Step(
                Ge(loss * f(x), 0, evaluate=False),
                "nor is its product with the loss",
                rule=Consequence(("f>=0",)),
                label="cost",
                domain={x: S.Reals},
            ),
            Step(
                Ge(loss * f(-x), 0, evaluate=False),
                "nor is its product with the loss",
                rule=Consequence(("mirror>=0",)),
                label="mirror cost",
                domain={x: S.Reals},
            ),
            Step(
                Eq(
                    Integral(half * (loss * f(x)) + half * (loss * f(-x)), line),
                    half * Integral(loss * f(x), line) + half * Integral(loss * f(-x), line),
                    evaluate=False,
                ),
                "the integral of a sum of non-negative functions",
                rule=Linearity(x, ((half, loss * f(x)), (half, loss * f(-x))), ("cost", "mirror cost")),
            ),
            Step(
                Eq(Integral(loss * f(-x), line), Integral(loss * f(x), line), evaluate=False),
                "replace $x$ by $-x$; the loss does not change",
                rule=Substitution(x, loss * f(-x), sign=-1),
                label="mirror",
            ),
            Step(
                Eq(half * Integral(loss * f(x), line) + half * Integral(loss * f(-x), line), Integral(loss * f(x), line), evaluate=False),
                "both halves are equal",
                uses=("mirror",),
            ),
        ),
        expected="proved",
        note="The same computation serves every symmetric loss.",
    )


amplitude = cost_kept("amplitude", Abs(x), "E|X|")
power = cost_kept("power", x**2, "EX^2")
