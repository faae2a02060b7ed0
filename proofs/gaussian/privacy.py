"""The Gaussian mechanism is (epsilon, delta)-DP iff Phi(Delta/(2 sigma) - epsilon sigma/Delta) - e^epsilon Phi(...) <= delta.

Problem. For which sigma is noise N(0, sigma^2) private for sensitivity Delta? Result. Iff the divergence at the shift Delta, which is
Phi(Delta/(2 sigma) - epsilon sigma/Delta) - e^epsilon Phi(-Delta/(2 sigma) - epsilon sigma/Delta), is at most delta.
Idea. The log-likelihood ratio of x and x + d is affine in x, so the worst event is a half-line, whose masses are values of Phi; and the
density is symmetric and unimodal, so the shift Delta is the worst.
"""

from sympy import Eq, Gt, Integral, Interval, Le, Max, Piecewise, S, Symbol, exp, log, oo

from dpverify import Claim, Step
from dpverify.formulas.gaussian import density, loss_density, normal_cdf, privacy_profile
from dpverify.notation import Delta, d, delta, epsilon, sigma, x
from dpverify.rules import IntegrateInequality, Specialise
from dpverify.rules.laws import UNIMODAL

line = (x, -oo, oo)
shift = Symbol("D", positive=True)
edge = epsilon * sigma**2 / shift - shift / 2
ell = Symbol("ell", real=True)
parameters = {epsilon: Interval(0, oo), sigma: (0, oo)}
shifted = {**parameters, shift: (0, oo)}


def difference(shift):
    """f(x) - e^epsilon f(x + shift)."""
    return density(x) - exp(epsilon) * density(x + shift)


def loss(shift):
    """Its positive part."""
    return Max(0, difference(shift))


outer = Piecewise((0, x < edge), (difference(shift), True))

log_ratio = Claim(
    title="The privacy loss is affine in the noise",
    source="balle2018gaussian, Lemma 3",
    covers=("6.2",),
    statement=Eq(log(density(x) / density(x + shift)), x * shift / sigma**2 + shift**2 / (2 * sigma**2), evaluate=False),
    domain={sigma: (0, oo), shift: (0, oo), x: S.Reals},
    expected="proved",
    note="With $X\\sim N(0,\\sigma^2)$ the loss is normal with mean $\\eta=D^2/(2\\sigma^2)$ and variance $D^2/\\sigma^2=2\\eta$.",
)

loss_law = Claim(
    title="The privacy loss is $N(\\eta,2\\eta)$ with $\\eta=D^2/(2\\sigma^2)$",
    source="balle2018gaussian, Lemma 3",
    covers=("6.2",),
    statement=Eq(
        Integral(density(x), (x, -oo, ell * sigma**2 / shift - shift / 2)),
        Integral(loss_density(x, shift**2 / (2 * sigma**2)), (x, -oo, ell)),
        evaluate=False,
    ),
    domain={sigma: (0, oo), shift: (0, oo), ell: S.Reals},
    expected="proved",
    note="The left side is the probability that the loss $xD/\\sigma^2+D^2/(2\\sigma^2)$ is at most $\\ell$.",
)

divergence = Claim(
    title="The divergence of the Gaussian against its shift by $D$",
    source="balle2018gaussian, Theorem 8",
    covers=("6.2",),
    statement=Eq(Integral(loss(shift), line), privacy_profile(epsilon, shift / sigma), evaluate=False),
    domain=shifted,
    steps=(
        Step(
            Eq(loss(shift), outer, evaluate=False),
            "the loss is at most $\\epsilon$ there",
            label="inner",
            domain={x: Interval(-oo, edge)},
        ),
        Step(
            Eq(loss(shift), outer, evaluate=False),
            "the loss is at least $\\epsilon$ there",
            label="outer",
            domain={x: Interval(edge, oo)},
        ),
        Step(
            Eq(Integral(loss(shift), line), Integral(outer, line), evaluate=False),
            "equal functions have equal integrals",
            rule=IntegrateInequality(x, ("inner", "outer"), split=edge),
        ),
        Step(Integral(difference(shift), (x, edge, oo)), "nothing is lost to the left"),
        Step(privacy_profile(epsilon, shift / sigma), "both integrals are values of $\\Phi$"),
    ),
    expected="proved",
)

worst_event = Claim(
    title="The half-line where the loss exceeds $\\epsilon$ attains it",
    source="balle2018gaussian, Theorem 8",
    covers=("6.2",),
    statement=Eq(
        Integral(density(x), (x, edge, oo)) - exp(epsilon) * Integral(density(x + shift), (x, edge, oo)),
        privacy_profile(epsilon, shift / sigma),
        evaluate=False,
    ),
    domain=shifted,
    steps=(
        Step(
            Eq(Integral(density(x), (x, edge, oo)), normal_cdf(shift / (2 * sigma) - epsilon * sigma / shift), evaluate=False),
            "the upper tail of $N(0,\\sigma^2)$",
            label="own",
        ),
        Step(
            Eq(Integral(density(x + shift), (x, edge, oo)), normal_cdf(-shift / (2 * sigma) - epsilon * sigma / shift), evaluate=False),
            "the same tail farther out",
            label="shifted",
        ),
        Step(privacy_profile(epsilon, shift / sigma), "put together", uses=("own", "shifted")),
    ),
    expected="proved",
)

largest_shift = Claim(
    title="No shift up to $\\Delta$ loses more than the shift $\\Delta$",
    source="balle2018gaussian, Theorem 8",
    covers=("6.2",),
    statement=Le(Integral(loss(d), line), privacy_profile(epsilon, Delta / sigma), evaluate=False),
    domain={**parameters, Delta: (0, oo), d: Interval(0, oo)},
    assumptions=(Le(d, Delta),),
    steps=(
        Step(
            Le(Integral(loss(d), line), Integral(loss(Delta), line), evaluate=False),
            "the density is symmetric and unimodal",
            rule=Specialise("privacy.one_shift.largest", law=UNIMODAL, density=(x, density(x))),
        ),
        Step(
            Eq(Integral(loss(Delta), line), privacy_profile(epsilon, Delta / sigma), evaluate=False),
            "the divergence at the shift $\\Delta$",
            rule=Specialise("divergence", {shift: Delta}),
        ),
    ),
    expected="proved",
    note="A shift to the left gives what the same shift to the right gives, by symmetry (privacy.one_shift.left).",
)

sufficient = Claim(
    title="The condition suffices: every shift $|d|\\le\\Delta$ has divergence at most $\\delta$",
    source="balle2018gaussian, Theorem 8",
    covers=("6.2",),
    statement=Le(Integral(loss(d), line), delta, evaluate=False),
    domain={**parameters, Delta: (0, oo), d: Interval(0, oo), delta: Interval(0, 1)},
    assumptions=(Le(d, Delta), Le(privacy_profile(epsilon, Delta / sigma), delta, evaluate=False)),
    steps=(
        Step(
            Le(Integral(loss(d), line), privacy_profile(epsilon, Delta / sigma), evaluate=False),
            "the shift $\\Delta$ is the worst",
            rule=Specialise("largest_shift"),
        ),
        Step(Le(privacy_profile(epsilon, Delta / sigma), delta, evaluate=False), "the condition"),
    ),
    expected="proved",
)

mass, moved = Integral(density(x), (x, edge, oo)), Integral(density(x + shift), (x, edge, oo))

necessary = Claim(
    title="The condition is necessary: without it the event $[\\epsilon\\sigma^2/\\Delta-\\Delta/2,\\infty)$ breaks privacy",
    source="balle2018gaussian, Theorem 8",
    covers=("6.2",),
    statement=Gt(mass - exp(epsilon) * moved, delta, evaluate=False),
    domain={**shifted, delta: Interval(0, 1)},
    assumptions=(Gt(privacy_profile(epsilon, shift / sigma), delta, evaluate=False),),
    steps=(
        Step(
            Eq(mass - exp(epsilon) * moved, privacy_profile(epsilon, shift / sigma), evaluate=False),
            "this event attains the divergence",
            rule=Specialise("worst_event"),
        ),
        Step(Gt(privacy_profile(epsilon, shift / sigma), delta, evaluate=False), "the condition fails"),
    ),
    expected="proved",
    note="With $D=\\Delta$; the left side is $P(S)-e^\\epsilon P(S+\\Delta)$ for the one event $S$.",
)
