"""Gaussian noise in many coordinates at once: what counts is the Euclidean length of the shift. So it is for many releases.

Setting. p(x) = f(x_1) ... f(x_d) with f the density of N(0, sigma^2), and p' the same shifted by a vector v. Problem. The divergence
D_d(t) = int (p - e^t p')_+ over R^d. Integrated coordinate by coordinate it obeys D_1(t) = int (f(x) - e^t f(x - v_1))_+ dx and
D_(d+1)(t) = int f(x) D_d(t - L(x)) dx with L(x) = log(f(x)/f(x - v_(d+1))), for f(x) may be taken out of the positive part
(last_coordinate). Result. D_d(t) is the divergence of one dimension at the shift |v| = sqrt(v_1^2 + ... + v_d^2), for every real t. Idea.
One coordinate more turns the profile at |v|^2 = r into that at r + u^2 (one_more): write the profile as the mean of (1 - e^(t - z))_+ over
the privacy loss z, change the order of integration, and let the losses add up. The coordinates are numbered so that v_1 > 0.
"""

from sympy import Eq, Ge, Gt, Integral, Interval, Max, Naturals, S, Sum, Symbol, exp, log, oo, sqrt

from dpverify import Claim, Step
from dpverify.formulas.gaussian import density, loss_density, privacy_profile
from dpverify.notation import Delta, m, sigma, x
from dpverify.rules import (
    PREVIOUS,
    Consequence,
    FirstTerm,
    IntegrateInequality,
    Recurrence,
    Recursion,
    Specialise,
    SumInequality,
    Tonelli,
    Use,
    sequence,
)

t, z, b = (Symbol(name, real=True) for name in ("t", "z", "u"))
D, r, eta = (Symbol(name, positive=True) for name in ("v_1", "r", "eta"))
P, Q = Symbol("P", nonnegative=True), Symbol("Q", nonnegative=True)
over_x, over_z = (x, -oo, oo), (z, -oo, oo)


def loss(shift):
    """log(f(x)/f(x - shift))."""
    return shift**2 / (2 * sigma**2) - shift * x / sigma**2


def positive(t):
    """(1 - e^(t - z))_+."""
    return Max(0, 1 - exp(t - z))


loss_of_one = Claim(
    title="The privacy loss of one coordinate",
    covers=("6.9",),
    statement=Eq(log(density(x) / density(x - b)), loss(b), evaluate=False),
    domain={x: S.Reals, b: S.Reals, sigma: (0, oo)},
    expected="proved",
)

last_coordinate = Claim(
    title="The last coordinate may be taken out of the positive part",
    source="balle2018gaussian, Section 3",
    covers=("6.8", "6.9"),
    statement=Eq(
        Max(0, P * density(x) - exp(t) * Q * density(x - b)),
        density(x) * Max(0, P - exp(t - loss(b)) * Q),
        evaluate=False,
    ),
    domain={P: Interval(0, oo), Q: Interval(0, oo), x: S.Reals, t: S.Reals, b: S.Reals, sigma: (0, oo)},
    expected="proved",
    note="$P$ and $Q$ are the densities of the other coordinates. Integrated over these: the divergence $D_d$ at $t-L(x)$, times $f(x)$.",
)

first_coordinate = Claim(
    title="The divergence of one coordinate, for every real $t$",
    source="balle2018gaussian, Theorem 8",
    covers=("6.2",),
    statement=Eq(
        Integral(Max(0, density(x) - exp(t) * density(x - D)), over_x),
        privacy_profile(t, D / sigma),
        evaluate=False,
    ),
    domain={t: S.Reals, D: (0, oo), sigma: (0, oo)},
    expected="proved",
)

from_loss = Claim(
    title="The profile as a mean over the privacy loss, for every real $t$",
    statement=Eq(Integral(positive(t) * loss_density(z, eta), over_z), privacy_profile(t, sqrt(2 * eta)), evaluate=False),
    domain={t: S.Reals, eta: (0, oo)},
    expected="proved",
)

together = positive(t) * density(x) * loss_density(z - loss(b), r / (2 * sigma**2))
longer = (r + b**2) / (2 * sigma**2)
at_longer = privacy_profile(t, sqrt(r + b**2) / sigma)
plane = {t: S.Reals, b: S.Reals, r: (0, oo), sigma: (0, oo)}

smoothed = Claim(
    title="The loss of one coordinate more",
    covers=("6.8", "6.9"),
    statement=Eq(Integral(together, over_x), positive(t) * loss_density(z, longer), evaluate=False),
    domain={z: S.Reals, **plane},
    expected="proved",
    note="$N(\\eta,2\\eta)$ with $\\eta=r/(2\\sigma^2)$, and the loss $L(x)$ added: $N(\\eta',2\\eta')$ with "
    "$\\eta'=(r+u^2)/(2\\sigma^2)$.",
)

unsmoothed = Claim(
    title="The same integrated over the loss of the coordinates so far",
    covers=("6.8", "6.9"),
    statement=Eq(density(x) * privacy_profile(t - loss(b), sqrt(r) / sigma), Integral(together, over_z), evaluate=False),
    domain={x: S.Reals, **plane},
    expected="proved",
)

one_more = Claim(
    title="One coordinate more: from the shift $\\sqrt r$ to $\\sqrt{r+u^2}$",
    source="balle2018gaussian, Theorem 8",
    covers=("6.8", "6.9"),
    statement=Eq(Integral(density(x) * privacy_profile(t - loss(b), sqrt(r) / sigma), over_x), at_longer, evaluate=False),
    domain=plane,
    steps=(
        Step(Ge(together, 0, evaluate=False), "no factor is negative", label="positive", domain={x: S.Reals, z: S.Reals}),
        Step(
            Eq(Integral(positive(t) * loss_density(z, longer), over_z), privacy_profile(t, sqrt(2 * longer)), evaluate=False),
            "the profile at the longer shift",
            rule=Specialise("from_loss", {eta: longer}),
            label="value",
        ),
        Step(
            Eq(Integral(together, over_x), positive(t) * loss_density(z, longer), evaluate=False),
            "the losses add up",
            rule=Specialise("smoothed"),
            label="added",
            domain={z: S.Reals},
        ),
        Step(
            Eq(Integral(together, over_x, over_z), Integral(positive(t) * loss_density(z, longer), over_z), evaluate=False),
            "equal functions have equal integrals",
            rule=IntegrateInequality(z, ("added",), finite="value"),
            label="by x first",
        ),
        Step(
            Eq(Integral(together, over_x, over_z), privacy_profile(t, sqrt(2 * longer)), evaluate=False),
            "put in",
            rule=Consequence((Use("by x first", times=S.One), Use("value", times=S.One))),
            label="total",
        ),
        Step(
            Eq(Integral(together, over_x, over_z), Integral(together, over_z, over_x), evaluate=False),
            "nothing is negative, so the integrals may change places",
            rule=Tonelli(x, z, together, "positive", finite="total"),
            label="turned",
        ),
        Step(
            Eq(Integral(together, over_z, over_x), privacy_profile(t, sqrt(2 * longer)), evaluate=False),
            "put in",
            rule=Consequence((Use("turned", times=-S.One), Use("total", times=S.One))),
            label="by z first",
        ),
        Step(
            Eq(density(x) * privacy_profile(t - loss(b), sqrt(r) / sigma), Integral(together, over_z), evaluate=False),
            "the profile as a mean over the loss",
            rule=Specialise("unsmoothed"),
            label="inner",
            domain={x: S.Reals},
        ),
        Step(
            Eq(
                Integral(density(x) * privacy_profile(t - loss(b), sqrt(r) / sigma), over_x),
                Integral(together, over_z, over_x),
                evaluate=False,
            ),
            "equal functions have equal integrals",
            rule=IntegrateInequality(x, ("inner",), finite="by z first"),
        ),
        Step(
            Eq(Integral(together, over_z, over_x), privacy_profile(t, sqrt(2 * longer)), evaluate=False),
            "as found",
            rule=Specialise("by z first"),
        ),
        Step(at_longer, "$\\sqrt{2\\eta'}=\\sqrt{r+u^2}/\\sigma$"),
    ),
    expected="proved",
)

v = sequence("v")
N, i = Symbol("d", integer=True, positive=True), Symbol("i", integer=True, positive=True)
rest = Sum(v(i + 1) ** 2, (i, 1, N - 1))
length = sqrt(D**2 + rest)
coordinates = Recurrence(
    "D",
    N,
    t,
    first=Integral(Max(0, density(x) - exp(t) * density(x - D)), over_x),
    following=Integral(density(x) * PREVIOUS(t - loss(v(N + 1))), over_x),
)
closed = privacy_profile(t, length / sigma)

claim = Claim(
    title="The divergence in $d$ dimensions is that of one at the Euclidean length of the shift",
    source="balle2018gaussian, Theorem 8",
    covers=("6.9",),
    statement=Eq(coordinates.at(N, t), closed, evaluate=False),
    domain={N: Naturals, t: S.Reals, D: (0, oo), sigma: (0, oo)},
    steps=(
        Step(
            coordinates.start(closed),
            "one coordinate",
            rule=Specialise("first_coordinate"),
            label="first",
        ),
        Step(Ge(b**2, 0, evaluate=False), "a square", label="square", domain={b: S.Reals}),
        Step(
            Ge(rest, Sum(S.Zero, (i, 1, N - 1)), evaluate=False),
            "add up the squares",
            rule=SumInequality(i, 1, N - 1, "square", {b: v(i + 1)}),
            label="squares",
        ),
        Step(
            Gt(D**2 + rest, 0, evaluate=False),
            "$v_1>0$",
            rule=Consequence((Use("squares", times=S.One),)),
            label="long",
        ),
        Step(
            Eq(rest.subs(N, N + 1), v(N + 1) ** 2 + rest, evaluate=False),
            "take out the last term",
            rule=FirstTerm(i, 1, N, v(i + 1) ** 2, last=True),
            label="last",
        ),
        Step(
            coordinates.step(closed).xreplace({rest.subs(N, N + 1): v(N + 1) ** 2 + rest}),
            "one coordinate more",
            rule=Specialise("one_more", {r: D**2 + rest, b: v(N + 1)}, given=("long",)),
            label="next",
        ),
        Step(
            Eq(coordinates.at(N, t), closed, evaluate=False),
            "coordinate by coordinate",
            rule=Recursion(coordinates, closed, "first", "next", ("last",)),
        ),
    ),
    expected="proved",
    note="$D_1(t)=\\int(f(x)-e^tf(x-v_1))_+dx$ and $D_{d+1}(t)=\\int f(x)D_d(t-L(x))\\,dx$ with $L(x)=\\log(f(x)/f(x-v_{d+1}))$. Here "
    "$v_1>0$, and $v_2,v_3,\\dots$ are any real numbers: a shift that is not zero has a coordinate that is not, and reflecting it changes "
    "nothing. $t=\\epsilon$ gives the least $\\delta$; the longest shift is the worst (dimensions.largest_length).",
)

releases = Recurrence(
    "D",
    m,
    t,
    first=Integral(Max(0, density(x) - exp(t) * density(x - Delta)), over_x),
    following=Integral(density(x) * PREVIOUS(t - loss(Delta)), over_x),
)
as_one = privacy_profile(t, sqrt(m) * Delta / sigma)

many_releases = Claim(
    title="$m$ releases of sensitivity $\\Delta$ together have the divergence of one of sensitivity $\\sqrt m\\,\\Delta$",
    source="balle2018gaussian, Theorem 8",
    covers=("6.8",),
    statement=Eq(releases.at(m, t), as_one, evaluate=False),
    domain={m: Naturals, t: S.Reals, Delta: (0, oo), sigma: (0, oo)},
    steps=(
        Step(releases.start(as_one), "one release", rule=Specialise("first_coordinate", {D: Delta}), label="first"),
        Step(
            releases.step(as_one),
            "one release more: $m\\Delta^2+\\Delta^2=(m+1)\\Delta^2$",
            rule=Specialise("one_more", {r: m * Delta**2, b: Delta}),
            label="next",
        ),
        Step(Eq(releases.at(m, t), as_one, evaluate=False), "release by release", rule=Recursion(releases, as_one, "first", "next")),
    ),
    expected="proved",
    note="$D_1(t)=\\int(f(x)-e^tf(x-\\Delta))_+dx$ and $D_{m+1}(t)=\\int f(x)D_m(t-L(x))\\,dx$ with $L(x)=\\log(f(x)/f(x-\\Delta))$ are "
    "the divergences of $m$ releases, each with noise of its own; $t=\\epsilon$ gives the least $\\delta$. A release may be chosen in the "
    "light of the earlier ones: given these, its loss has the same law.",
)
