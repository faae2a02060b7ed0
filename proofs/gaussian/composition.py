"""Several Gaussian releases are together exactly as private as one release of a larger sensitivity.

Setting. One release of sensitivity Delta with noise N(0, sigma^2) has a privacy loss N(eta, 2 eta), eta = Delta^2/(2 sigma^2), and the
least delta is E (1 - e^(epsilon - L))_+ over the loss L. Results. The loss of several independent releases is the sum of their losses;
normal laws add, so k releases have the loss N(k eta, 2 k eta), that of one release of sensitivity sqrt(k) Delta, and their least delta
is delta(epsilon, sqrt(k) Delta/sigma), for every epsilon. In general the squares of the sensitivities add.
"""

from sympy import Eq, Integral, Interval, Max, Range, S, Symbol, exp, oo, pi, sqrt

from dpverify import Claim, Step
from dpverify.formulas.gaussian import loss_density, privacy_profile
from dpverify.notation import Delta, epsilon, m, sigma
from dpverify.rules import IntegrateInequality, Specialise

a, b, eta = (Symbol(name, positive=True) for name in ("a", "b", "eta"))
ell, z = Symbol("ell", real=True), Symbol("z", real=True)
line = (z, -oo, oo)
variance = 2 * a * b / (a + b)
rest = exp(-((z - a * ell / (a + b)) ** 2) / (2 * variance)) / sqrt(2 * variance)
product = loss_density(z, a) * loss_density(ell - z, b)


def expected_excess(eta):
    """E (1 - e^(epsilon - L))_+ for the loss L ~ N(eta, 2 eta)."""
    return Integral(Max(0, 1 - exp(epsilon - z)) * loss_density(z, eta), line)


two = Claim(
    title="The sum of two independent losses $N(a,2a)$ and $N(b,2b)$ is $N(a+b,2(a+b))$",
    covers=("6.8",),
    statement=Eq(Integral(product, line), loss_density(ell, a + b), evaluate=False),
    domain={a: (0, oo), b: (0, oo), ell: S.Reals},
    steps=(
        Step(
            Eq(product, loss_density(ell, a + b) / sqrt(pi) * rest, evaluate=False),
            "complete the square in $z$",
            label="square",
            domain={z: S.Reals},
        ),
        Step(
            Eq(Integral(product, line), Integral(loss_density(ell, a + b) / sqrt(pi) * rest, line), evaluate=False),
            "equal functions have equal integrals",
            rule=IntegrateInequality(z, ("square",)),
        ),
        Step(loss_density(ell, a + b), "the rest is a normal density"),
    ),
    expected="proved",
)

next_release = Claim(
    title="One release more: from $N(m\\eta,2m\\eta)$ to $N((m+1)\\eta,2(m+1)\\eta)$",
    covers=("6.8",),
    statement=Eq(Integral(loss_density(z, m * eta) * loss_density(ell - z, eta), line), loss_density(ell, m * eta + eta), evaluate=False),
    domain={eta: (0, oo), m: Range(1, oo), ell: S.Reals},
    steps=(
        Step(
            Eq(Integral(loss_density(z, m * eta) * loss_density(ell - z, eta), line), loss_density(ell, m * eta + eta), evaluate=False),
            "the sum of two losses",
            rule=Specialise("two", {a: m * eta, b: eta}),
        ),
    ),
    expected="proved",
    note="So $k$ releases have the loss $N(k\\eta,2k\\eta)$, by induction (product.many_releases). Each may be chosen in the light of "
    "the earlier ones: given them, its loss has the same law.",
)

from_loss = Claim(
    title="The least $\\delta$ from the law of the privacy loss",
    source="balle2018gaussian, Theorem 5",
    covers=("6.8",),
    statement=Eq(expected_excess(eta), privacy_profile(epsilon, sqrt(2 * eta)), evaluate=False),
    domain={epsilon: Interval(0, oo), eta: (0, oo)},
    expected="proved",
    note="The divergence is $\\int(1-e^{\\epsilon-L(x)})_+f(x)\\,dx$, so it depends on the law of the loss only.",
)

composed = Claim(
    title="$m$ releases of sensitivity $\\Delta$ are as private as one of sensitivity $\\sqrt m\\,\\Delta$",
    covers=("6.8",),
    statement=Eq(expected_excess(m * Delta**2 / (2 * sigma**2)), privacy_profile(epsilon, sqrt(m) * Delta / sigma), evaluate=False),
    domain={epsilon: Interval(0, oo), m: Range(1, oo), Delta: (0, oo), sigma: (0, oo)},
    steps=(
        Step(
            Eq(
                expected_excess(m * Delta**2 / (2 * sigma**2)),
                privacy_profile(epsilon, sqrt(2 * (m * Delta**2 / (2 * sigma**2)))),
                evaluate=False,
            ),
            "the loss is $N(m\\eta,2m\\eta)$",
            rule=Specialise("from_loss", {eta: m * Delta**2 / (2 * sigma**2)}),
        ),
        Step(privacy_profile(epsilon, sqrt(m) * Delta / sigma), "$2m\\eta=(\\sqrt m\\,\\Delta/\\sigma)^2$"),
    ),
    expected="proved",
    note="So the exact condition applies to the composition as it stands, for every $\\epsilon$.",
)
