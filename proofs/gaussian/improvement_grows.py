"""Exact calibration gains more for larger delta, nothing in the limit delta -> 0, and without bound as epsilon -> 0.

Setting. Delta = 1, s = 1/sigma, delta(epsilon, s) the least delta. Beside the exact noise with that delta, the classical one has the
variance (sqrt(2 log(1.25/delta))/epsilon)^2, which is R = 2 (s/epsilon)^2 log(1.25/delta(epsilon, s)) times as large.
Results. For epsilon <= 1 the ratio R rises with s, hence with delta. As delta -> 0 it tends to one, for every epsilon. As epsilon -> 0 at
fixed delta it tends to infinity, because the exact sigma never exceeds Delta/(2 delta).
Idea. R rises iff s phi(s/2 - epsilon/s)/2 < delta log(1.25/delta); for s >= 1 this is certified, and for s <= 1 it follows from the lower
bound of gaussian.profile_bounds, because z log(1.25/z) rises for z <= 0.45.
"""

from sympy import Derivative, Eq, Ge, Gt, Interval, Le, Limit, Lt, Rational, S, Symbol, log, oo, pi, sqrt

from dpverify import Claim, Step
from dpverify.formulas.gaussian import classical_factor, normal_density, privacy_profile
from dpverify.notation import delta, epsilon, sigma, x, y
from dpverify.rules import Cases, Monotone, Specialise

D, s, t, z = (Symbol(name, positive=True) for name in ("D", "s", "t", "z"))
profile = privacy_profile(epsilon, s)
density = normal_density(s / 2 - epsilon / s)
top = Rational(45, 100)
up_to_one = {epsilon: Interval.Lopen(0, 1), s: Interval.Lopen(0, 1)}


def entropy(z):
    """z log(1.25/z)."""
    return z * log(Rational(5, 4) / z)


gain = 2 * (s / epsilon) ** 2 * log(Rational(5, 4) / profile)
lower = s * density / ((epsilon / s) ** 2 + 3)

entropy_rises = Claim(
    title="$z\\log(1.25/z)$ rises for $z\\le0.45$",
    statement=Ge(Derivative(entropy(z), z), 0, evaluate=False),
    domain={z: Interval.Lopen(0, top)},
    expected="proved",
)
small_profile = Claim(
    title="For $s\\le1$ the least $\\delta$ is at most $0.45$",
    statement=Le(profile, top, evaluate=False),
    domain=up_to_one,
    expected="certified",
)
squared = log(Rational(5, 4) * sqrt(2 * pi) * ((epsilon / s) ** 2 + 3) / s) + (s / 2 - epsilon / s) ** 2 / 2
logarithm = Claim(
    title="The logarithm at the lower bound of the least $\\delta$",
    statement=Gt(log(Rational(5, 4) / lower), ((epsilon / s) ** 2 + 3) / 2, evaluate=False),
    domain=up_to_one,
    steps=(
        Step(squared, "take the exponential out"),
        Step(
            Gt(squared, 2 + (s / 2 - epsilon / s) ** 2 / 2, evaluate=False),
            "$1.25\\sqrt{2\\pi}\\cdot3>e^2$ and $s\\le1$",
        ),
        Step(Gt(2 + (s / 2 - epsilon / s) ** 2 / 2, ((epsilon / s) ** 2 + 3) / 2, evaluate=False), "$\\epsilon\\le1$"),
    ),
    expected="proved",
)
product = Claim(
    title="A positive factor keeps the order",
    statement=Gt(z * x, z * y, evaluate=False),
    domain={x: S.Reals, y: S.Reals, z: (0, oo)},
    assumptions=(Gt(x, y, evaluate=False),),
    expected="proved",
)
difference = Claim(
    title="A positive multiple of a positive difference",
    statement=Gt(z * (x - y), 0, evaluate=False),
    domain={x: S.Reals, y: S.Reals, z: (0, oo)},
    assumptions=(Gt(x, y, evaluate=False),),
    expected="proved",
)
lower_bound = Claim(
    title="The lower bound of the least $\\delta$ is good enough",
    statement=Gt(entropy(lower), s * density / 2, evaluate=False),
    domain=up_to_one,
    steps=(
        Step(
            Gt(log(Rational(5, 4) / lower), ((epsilon / s) ** 2 + 3) / 2, evaluate=False),
            "as shown",
            rule=Specialise("logarithm"),
            label="log",
        ),
        Step(
            Gt(lower * log(Rational(5, 4) / lower), lower * (((epsilon / s) ** 2 + 3) / 2), evaluate=False),
            "times the bound",
            rule=Specialise("product", {z: lower, x: log(Rational(5, 4) / lower), y: ((epsilon / s) ** 2 + 3) / 2}, given=("log",)),
        ),
        Step(s * density / 2, "cancel"),
    ),
    expected="proved",
)
test = Gt(entropy(profile), s * density / 2, evaluate=False)
near = Claim(
    title="$\\frac12s\\,\\varphi(s/2-\\epsilon/s)<\\delta\\log(1.25/\\delta)$ for $s\\le1$",
    statement=test,
    domain=up_to_one,
    steps=(
        Step(
            Ge(profile, lower, evaluate=False),
            "the lower bound at $t=\\epsilon/s$",
            rule=Specialise("gaussian.profile_bounds.below", {t: epsilon / s}),
            label="order",
        ),
        Step(Le(profile, top, evaluate=False), "it is small", rule=Specialise("small_profile"), label="small"),
        Step(
            Ge(entropy(profile), entropy(lower), evaluate=False),
            "$z\\log(1.25/z)$ rises",
            rule=Monotone("entropy_rises", z, lower, profile, ordered="order"),
            uses=("small",),
        ),
        Step(Gt(entropy(lower), s * density / 2, evaluate=False), "as shown", rule=Specialise("lower_bound")),
    ),
    expected="certified",
)
far = Claim(
    title="$\\frac12s\\,\\varphi(s/2-\\epsilon/s)<\\delta\\log(1.25/\\delta)$ for $s\\ge1$",
    statement=test,
    domain={epsilon: Interval.Lopen(0, 1), s: Interval(1, oo)},
    expected="certified",
)

grows = Claim(
    title="At fixed $\\epsilon\\le1$ exact calibration gains the more the larger $\\delta$ is",
    source="balle2018gaussian, Section 5.1",
    covers=("6.7",),
    statement=Gt(Derivative(gain, s), 0, evaluate=False),
    domain={epsilon: Interval.Lopen(0, 1), s: (0, oo)},
    steps=(
        Step(test, "the lower bound", rule=Specialise("near"), label="left", domain={s: Interval.Lopen(0, 1)}),
        Step(test, "enclosures", rule=Specialise("far"), label="right", domain={s: Interval(1, oo)}),
        Step(test, "the pieces cover the half-line", rule=Cases(s, ("left", "right")), label="test"),
        Step(Gt(profile, 0, evaluate=False), "the least $\\delta$ is positive", label="positive"),
        Step(
            Eq(Derivative(gain, s), 4 * s / (epsilon**2 * profile) * (entropy(profile) - s * density / 2), evaluate=False),
            "differentiate; $\\partial\\delta/\\partial s=\\varphi(s/2-\\epsilon/s)$",
            uses=("positive",),
        ),
        Step(
            Gt(4 * s / (epsilon**2 * profile) * (entropy(profile) - s * density / 2), 0, evaluate=False),
            "the test",
            rule=Specialise("difference", {z: 4 * s / (epsilon**2 * profile), x: entropy(profile), y: s * density / 2}, given=("test",)),
            uses=("positive",),
        ),
    ),
    expected="certified",
    note="At fixed $\\epsilon$ the least $\\delta$ rises with $s$ (gaussian.profile.rises), so a larger $s$ is a larger $\\delta$.",
)

no_gain = Claim(
    title="As $\\delta\\to0$ at fixed $\\epsilon$ nothing is gained",
    covers=("6.7",),
    statement=Eq(Limit(gain, s, 0, "+"), 1, evaluate=False),
    domain={epsilon: (0, oo)},
    expected="proved",
    note="$\\delta\\to0$ means $s\\to0$.",
)

enough = Claim(
    title="$\\sigma=\\Delta/(2\\delta)$ is private for every $\\epsilon$, so the exact $\\sigma$ is never larger",
    source="balle2018gaussian, Section 2.1",
    covers=("6.7",),
    statement=Lt(privacy_profile(epsilon, 2 * delta), delta, evaluate=False),
    domain={epsilon: Interval(0, oo), delta: (0, 1)},
    steps=(
        Step(
            Le(privacy_profile(epsilon, 2 * delta), privacy_profile(S.Zero, 2 * delta), evaluate=False),
            "the least $\\delta$ falls in $\\epsilon$",
            rule=Monotone("gaussian.profile.falls", epsilon, S.Zero, epsilon, {s: 2 * delta}),
        ),
        Step(
            Lt(privacy_profile(S.Zero, 2 * delta), delta, evaluate=False),
            "Pinsker's bound",
            rule=Specialise("gaussian.zero_epsilon.pinsker", {D: 2 * delta, sigma: S.One}),
        ),
    ),
    expected="proved",
)

unbounded = Claim(
    title="As $\\epsilon\\to0$ at fixed $\\delta$ the classical $\\sigma$ is infinitely larger than the exact one",
    source="balle2018gaussian, Section 5.1",
    covers=("6.7",),
    statement=Eq(Limit(classical_factor(delta) / epsilon / (1 / (2 * delta)), epsilon, 0, "+"), oo, evaluate=False),
    domain={delta: (0, 1)},
    expected="proved",
    note="The classical $\\sigma$ over $\\Delta/(2\\delta)$, which is at least the exact $\\sigma$.",
)
