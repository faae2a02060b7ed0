"""Whether the decay rate of the exact Gaussian mechanism is below e^epsilon near the origin.

Erratum. The source says that it is. At x = 0 the rate is exp(Delta^2/(2 sigma^2)) = exp(s^2/2) with s = Delta/sigma. It is below e^epsilon
iff s < sqrt(2 epsilon), that is iff delta(epsilon, s) < delta_0(epsilon) = 1/2 - e^epsilon Phi(-sqrt(2 epsilon)), because the least delta
of the Gaussian increases with s. At (0.1, 0.2) it is 1.199 > e^0.1.
"""

from sympy import Derivative, Eq, Ge, Gt, Lt, Rational, Symbol, exp, log, oo, pi, sqrt

from dpverify import Claim, Step
from dpverify.formulas.gaussian import normal_cdf, privacy_profile
from dpverify.notation import epsilon
from dpverify.rules import Monotone, MonotoneInverse

s = Symbol("s", positive=True)
profile = privacy_profile(epsilon, s)
turn = sqrt(2 * epsilon)
turn_delta = Rational(1, 2) - exp(epsilon) * normal_cdf(-turn)
slope = exp(-((s / 2 - epsilon / s) ** 2) / 2) / sqrt(2 * pi)
rate = exp(s**2 / 2)
positive = {epsilon: (0, oo), s: (0, oo)}
tenth, fifth = Rational(1, 10), Rational(1, 5)

as_printed = Claim(
    title="The Gaussian's decay rate at the origin is below $e^\\epsilon$",
    source="geng2018truncated, Section 3",
    covers=("2.15",),
    quote="While the Gaussian mechanism addresses the long tail distribution to some extent by having higher decay rate for large "
    "$x$, the decay rate is smaller than $e^{{\\epsilon}}$ when $x$ is small.",
    statement=Lt(rate, exp(epsilon), evaluate=False),
    domain=positive,
    assumptions=(Lt(profile, Rational(1, 2), evaluate=False),),
    points=({epsilon: tenth, s: Rational(6, 10)},),
    expected="refuted",
    note="The exact Gaussian mechanism is written through $\\epsilon$ and $s=\\Delta/\\sigma$, its $\\delta$ being "
    "$\\delta(\\epsilon,s)$; the hypothesis is $\\delta<\\frac12$.",
)

rises = Claim(
    title="The Gaussian's $\\delta$ increases with $\\Delta/\\sigma$",
    source="balle2018gaussian, Section 3",
    covers=("2.15",),
    statement=Gt(Derivative(profile, s), 0, evaluate=False),
    domain=positive,
    steps=(
        Step(
            Eq(Derivative(profile, s), slope, evaluate=False),
            "differentiate; $e^\\epsilon\\varphi(s/2+\\epsilon/s)=\\varphi(s/2-\\epsilon/s)$",
        ),
        Step(Gt(slope, 0, evaluate=False), "a normal density is positive"),
    ),
    expected="proved",
)

at_the_turn = Claim(
    title="At $\\Delta/\\sigma=\\sqrt{2\\epsilon}$ the Gaussian's $\\delta$ is $\\delta_0(\\epsilon)$",
    source="balle2018gaussian, Algorithm 1",
    covers=("2.15",),
    statement=Eq(privacy_profile(epsilon, turn), turn_delta, evaluate=False),
    domain={epsilon: (0, oo)},
    expected="proved",
)

below = Claim(
    title="Below $\\delta_0$ the decay rate at the origin is below $e^\\epsilon$",
    covers=("2.15",),
    corrects="as_printed",
    statement=Lt(rate, exp(epsilon), evaluate=False),
    domain=positive,
    assumptions=(Lt(profile, privacy_profile(epsilon, turn), evaluate=False),),
    steps=(
        Step(Lt(profile, privacy_profile(epsilon, turn), evaluate=False), "the hypothesis", label="hypothesis"),
        Step(
            Lt(s, turn, evaluate=False),
            "the Gaussian's $\\delta$ increases with $\\Delta/\\sigma$",
            rule=MonotoneInverse("rises", s, s, turn, "hypothesis"),
            label="shorter",
        ),
        Step(Lt(s**2, 2 * epsilon, evaluate=False), "square", uses=("shorter",), label="square"),
        Step(Lt(rate, exp(epsilon), evaluate=False), "the exponential function increases", uses=("square",)),
    ),
    expected="proved",
)

not_below = Claim(
    title="Where the decay rate at the origin is below $e^\\epsilon$, $\\delta\\le\\delta_0$",
    covers=("2.15",),
    corrects="as_printed",
    statement=Ge(privacy_profile(epsilon, turn), profile, evaluate=False),
    domain=positive,
    assumptions=(Lt(s, turn, evaluate=False),),
    steps=(
        Step(
            Ge(privacy_profile(epsilon, turn), profile, evaluate=False),
            "the Gaussian's $\\delta$ increases with $\\Delta/\\sigma$",
            rule=Monotone("rises", s, s, turn),
        ),
    ),
    expected="proved",
    note="$\\exp(s^2/2)<e^\\epsilon$ iff $s<\\sqrt{2\\epsilon}$.",
)

example_lower = Claim(
    title="At $(\\epsilon,\\delta)=(0.1,0.2)$ the decay rate at the origin is at least 1.199",
    covers=("2.15",),
    statement=Lt(privacy_profile(tenth, sqrt(2 * log(Rational(1199, 1000)))), fifth, evaluate=False),
    expected="proved",
    note="A Gaussian with that rate has $\\delta<0.2$, so the one calibrated to $0.2$ has a larger rate.",
)
example_upper = Claim(
    title="At $(\\epsilon,\\delta)=(0.1,0.2)$ the decay rate at the origin is at most 1.2",
    covers=("2.15",),
    statement=Gt(privacy_profile(tenth, sqrt(2 * log(Rational(12, 10)))), fifth, evaluate=False),
    expected="proved",
)
example = Claim(
    title="Which is more than $e^{0.1}$",
    covers=("2.15",),
    statement=Gt(Rational(1199, 1000), exp(tenth), evaluate=False),
    expected="proved",
)
