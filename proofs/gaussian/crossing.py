"""How small the noise can be for large epsilon: sigma >= Delta/sqrt(2 epsilon) iff delta <= delta_0(epsilon).

Setting. delta_0(epsilon) = 1/2 - e^epsilon Phi(-sqrt(2 epsilon)) is the least delta of the Gaussian with s = Delta/sigma = sqrt(2 epsilon).
Result. Since the least delta rises in s, it is at most delta_0 iff s <= sqrt(2 epsilon). By Mills' bound
delta_0 > 1/2 - 1/sqrt(4 pi epsilon), so for a fixed
delta < 1/2 the noise cannot shrink like 1/epsilon: sigma >= Delta/sqrt(2 epsilon) once epsilon >= 1/(4 pi (1/2 - delta)^2).
"""

from sympy import Eq, Ge, Gt, Le, Lt, Rational, Symbol, oo, pi, sqrt

from dpverify import Claim, Step
from dpverify.formulas.gaussian import delta_zero, normal_cdf, normal_density, privacy_profile
from dpverify.notation import delta, epsilon
from dpverify.rules import Monotone, Specialise

s, u = Symbol("s", positive=True), Symbol("u", positive=True)
half = Rational(1, 2)
root = sqrt(2 * epsilon)
profile, at_root = privacy_profile(epsilon, s), privacy_profile(epsilon, root)
both = {epsilon: (0, oo), s: (0, oo)}
value = Claim(
    title="At $\\sigma=\\Delta/\\sqrt{2\\epsilon}$ the least $\\delta$ is $\\delta_0(\\epsilon)$",
    source="balle2018gaussian, Section 2.3",
    covers=("6.5",),
    statement=Eq(at_root, delta_zero(epsilon), evaluate=False),
    domain={epsilon: (0, oo)},
    steps=(
        Step(Eq(root / 2 - epsilon / root, 0, evaluate=False), "$\\epsilon/\\sqrt{2\\epsilon}=\\sqrt{2\\epsilon}/2$", label="near"),
        Step(Eq(root / 2 + epsilon / root, root, evaluate=False), "likewise", label="far"),
        Step(delta_zero(epsilon), "$\\Phi(0)=\\frac12$", uses=("near", "far")),
    ),
    expected="proved",
)

larger_noise = Claim(
    title="If $\\sigma\\ge\\Delta/\\sqrt{2\\epsilon}$, then the least $\\delta$ is at most $\\delta_0(\\epsilon)$",
    source="balle2018gaussian, Section 2.3",
    covers=("6.5",),
    statement=Le(profile, delta_zero(epsilon), evaluate=False),
    domain=both,
    assumptions=(Le(s, root, evaluate=False),),
    steps=(
        Step(
            Le(profile, at_root, evaluate=False),
            "the least $\\delta$ rises with $s=\\Delta/\\sigma$",
            rule=Monotone("gaussian.profile.rises", s, s, root),
        ),
        Step(Eq(at_root, delta_zero(epsilon), evaluate=False), "its value there", rule=Specialise("value")),
    ),
    expected="proved",
)

smaller_noise = Claim(
    title="If $\\sigma<\\Delta/\\sqrt{2\\epsilon}$, then the least $\\delta$ is above $\\delta_0(\\epsilon)$",
    source="balle2018gaussian, Section 2.3",
    covers=("6.5",),
    statement=Gt(profile, delta_zero(epsilon), evaluate=False),
    domain=both,
    assumptions=(Gt(s, root, evaluate=False),),
    steps=(
        Step(
            Gt(profile, at_root, evaluate=False),
            "the least $\\delta$ rises strictly with $s=\\Delta/\\sigma$",
            rule=Monotone("gaussian.profile.rises", s, root, s, strict=True),
        ),
        Step(Eq(at_root, delta_zero(epsilon), evaluate=False), "its value there", rule=Specialise("value")),
    ),
    expected="proved",
)

enough = Claim(
    title="$\\frac12-1/\\sqrt{4\\pi\\epsilon}<\\delta_0(\\epsilon)$",
    source="balle2018gaussian, Section 2.3",
    covers=("6.5",),
    statement=Lt(half - 1 / sqrt(4 * pi * epsilon), delta_zero(epsilon), evaluate=False),
    domain={epsilon: (0, oo)},
    steps=(
        Step(
            Gt(normal_density(root), root * normal_cdf(-root), evaluate=False),
            "Mills' bound at $\\sqrt{2\\epsilon}$",
            rule=Specialise("gaussian.mills.upper", {u: root}),
            label="mills",
        ),
        Step(
            Lt(half - 1 / sqrt(4 * pi * epsilon), delta_zero(epsilon), evaluate=False),
            "$e^\\epsilon\\varphi(\\sqrt{2\\epsilon})=1/\\sqrt{2\\pi}$",
            uses=("mills",),
        ),
    ),
    expected="proved",
)

necessary_noise = Claim(
    title="For $\\delta\\le\\frac12-1/\\sqrt{4\\pi\\epsilon}$ $\\sigma<\\Delta/\\sqrt{2\\epsilon}$ is too little noise",
    source="balle2018gaussian, Section 2.3",
    covers=("6.5",),
    statement=Gt(profile, delta, evaluate=False),
    domain={**both, delta: (0, 1)},
    assumptions=(Gt(s, root, evaluate=False), Le(delta, half - 1 / sqrt(4 * pi * epsilon), evaluate=False)),
    steps=(
        Step(Gt(profile, delta_zero(epsilon), evaluate=False), "as shown", rule=Specialise("smaller_noise")),
        Step(Gt(delta_zero(epsilon), half - 1 / sqrt(4 * pi * epsilon), evaluate=False), "Mills' bound", rule=Specialise("enough")),
        Step(Ge(half - 1 / sqrt(4 * pi * epsilon), delta, evaluate=False), "the hypothesis"),
    ),
    expected="proved",
    note="So $\\sigma$ cannot shrink like $1/\\epsilon$ as $\\epsilon\\to\\infty$.",
)
