"""From d dimensions to one: what counts is the Euclidean length of the shift.

Setting. Noise N(0, sigma^2 I) with density f(x_1) f(x_2) ... and a shift v of length D <= Delta. Results. In the plane, in coordinates
along and across the shift, f(x + v_1) f(y + v_2) is f(u + D) f(w): the factor f(w) is common to both laws and integrates out, which
leaves the divergence of one dimension at the shift D. In d dimensions one turns plane after plane; or, without turning, one takes the
coordinates one after the other (product). The privacy losses of the coordinates are independent and add up to N(eta, 2 eta) with
eta = (v_1^2 + ... + v_d^2)/(2 sigma^2), that of the shift D alone.
"""

from sympy import Eq, Integral, Interval, Le, Max, S, Symbol, exp, log, oo, sqrt

from dpverify import Claim, Step
from dpverify.formulas.gaussian import density, loss_density, privacy_profile
from dpverify.notation import Delta, epsilon, sigma, x, y
from dpverify.rules import Monotone, Specialise

D, s = Symbol("D", positive=True), Symbol("s", positive=True)
a, b = Symbol("v_1", real=True), Symbol("v_2", positive=True)
ell, z = Symbol("ell", real=True), Symbol("z", real=True)
line = (x, -oo, oo)
length = sqrt(a**2 + b**2)
along, across = (a * x + b * y) / length, (a * y - b * x) / length
plane = {sigma: (0, oo), a: S.Reals, b: (0, oo), x: S.Reals, y: S.Reals}

loss = Claim(
    title="The privacy loss depends on $x$ through $\\langle x,v\\rangle$ only",
    source="balle2018gaussian, Section 3",
    covers=("6.9",),
    statement=Eq(
        log(density(x) * density(y) / (density(x + a) * density(y + b))),
        (a * x + b * y) / sigma**2 + (a**2 + b**2) / (2 * sigma**2),
        evaluate=False,
    ),
    domain=plane,
    expected="proved",
    note="In two dimensions; every further coordinate adds its own term.",
)

unshifted = Claim(
    title="Turning the axes does not change the density",
    covers=("6.9",),
    statement=Eq(density(x) * density(y), density(along) * density(across), evaluate=False),
    domain=plane,
    expected="proved",
)
shifted = Claim(
    title="In the turned axes the shift is along one of them, by its length",
    covers=("6.9",),
    statement=Eq(density(x + a) * density(y + b), density(along + length) * density(across), evaluate=False),
    domain=plane,
    expected="proved",
    note="$u=\\langle x,v\\rangle/D$ and $w$ across it; a rotation keeps areas, so the integral may be taken over $u$ and $w$.",
)


def both(x, y):
    """(f(x) f(y) - e^epsilon f(x + D) f(y))_+."""
    return Max(0, density(x) * density(y) - exp(epsilon) * density(x + D) * density(y))


integrated_out = Claim(
    title="The coordinate across the shift integrates out",
    covers=("6.9",),
    statement=Eq(Integral(both(x, y), (y, -oo, oo)), Max(0, density(x) - exp(epsilon) * density(x + D)), evaluate=False),
    domain={epsilon: Interval(0, oo), sigma: (0, oo), D: (0, oo), x: S.Reals},
    expected="proved",
)
divergence = Claim(
    title="The divergence of the plane is the divergence of the line",
    source="balle2018gaussian, Theorem 8",
    covers=("6.9",),
    statement=Eq(Integral(both(x, y), (y, -oo, oo), line), privacy_profile(epsilon, D / sigma), evaluate=False),
    domain={epsilon: Interval(0, oo), sigma: (0, oo), D: (0, oo)},
    expected="proved",
)

largest_length = Claim(
    title="The longest shift is the worst",
    source="balle2018gaussian, Theorem 8",
    covers=("6.9",),
    statement=Le(privacy_profile(epsilon, D / sigma), privacy_profile(epsilon, Delta / sigma), evaluate=False),
    domain={epsilon: Interval(0, oo), sigma: (0, oo), D: (0, oo), Delta: (0, oo)},
    assumptions=(Le(D, Delta),),
    steps=(
        Step(
            Le(privacy_profile(epsilon, D / sigma), privacy_profile(epsilon, Delta / sigma), evaluate=False),
            "the least $\\delta$ rises with $D/\\sigma$",
            rule=Monotone("gaussian.profile.rises", s, D / sigma, Delta / sigma),
        ),
    ),
    expected="proved",
)

added = Claim(
    title="The losses of two blocks of coordinates add up to the loss of the whole shift",
    covers=("6.9",),
    statement=Eq(
        Integral(loss_density(z, D**2 / (2 * sigma**2)) * loss_density(ell - z, b**2 / (2 * sigma**2)), (z, -oo, oo)),
        loss_density(ell, D**2 / (2 * sigma**2) + b**2 / (2 * sigma**2)),
        evaluate=False,
    ),
    domain={sigma: (0, oo), D: (0, oo), b: (0, oo), ell: S.Reals},
    steps=(
        Step(
            Eq(
                Integral(loss_density(z, D**2 / (2 * sigma**2)) * loss_density(ell - z, b**2 / (2 * sigma**2)), (z, -oo, oo)),
                loss_density(ell, D**2 / (2 * sigma**2) + b**2 / (2 * sigma**2)),
                evaluate=False,
            ),
            "the sum of two independent losses",
            rule=Specialise(
                "gaussian.composition.two",
                {Symbol("a", positive=True): D**2 / (2 * sigma**2), Symbol("b", positive=True): b**2 / (2 * sigma**2)},
            ),
        ),
    ),
    expected="proved",
    note="$D$ is the length of the shift of the coordinates so far and $v_2$ that of the next: the squares add, so in $d$ dimensions "
    "the loss is that of one dimension at the shift $\\sqrt{v_1^2+\\dots+v_d^2}$.",
)
