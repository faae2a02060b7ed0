"""Stein's identity E[(Y - f) g(Y)] = sigma^2 E[g'(Y)] for Y ~ N(f, sigma^2), for exponentials and for the James-Stein correction.

Problem. The risk of an estimate Y - g(Y) holds the term E[(Y - f) g(Y)], which seems to need f. Result. It is sigma^2 E[g'(Y)].
Idea. (x - f) phi = -sigma^2 phi' for the density phi of Y: integrate by parts; the boundary terms vanish. Shown here for
g(x) = exp(a x), all a, and for the James-Stein correction g(x) = x/(x^2 + r), r > 0 being the square sum of the other coordinates.
"""

from sympy import Derivative, Eq, Integral, Interval, Limit, S, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.denoising import v
from dpverify.formulas.gaussian import density
from dpverify.notation import d, sigma, x
from dpverify.rules import Specialise

f, a = Symbol("f", real=True), Symbol("a", real=True)
b = Symbol("b", nonnegative=True)
r, s = Symbol("r", positive=True), Symbol("s", positive=True)
line = (x, -oo, oo)
component = x / (x**2 + r)
slope = 1 / (x**2 + r) - 2 * x**2 / (x**2 + r) ** 2
parameters = {f: S.Reals, r: (0, oo), sigma: (0, oo)}
kernel = exp(-s * (1 / v**2 - 1) / 2) / v**3
"""Its integral over 0 < v < 1 is 1/s."""

score = Claim(
    title="The density's derivative is $-(x-f)/\\sigma^2$ times the density",
    statement=Eq(-(sigma**2) * Derivative(density(x - f), x), (x - f) * density(x - f), evaluate=False),
    domain={x: S.Reals, f: S.Reals, sigma: (0, oo)},
    expected="proved",
)

exponential = Claim(
    title="Stein's identity for $g(x)=e^{ax}$",
    source="stein1981estimation, Lemma 1",
    covers=("7.2",),
    statement=Eq(
        Integral((x - f) * exp(a * x) * density(x - f), line),
        sigma**2 * Integral(a * exp(a * x) * density(x - f), line),
        evaluate=False,
    ),
    domain={a: S.Reals, f: S.Reals, sigma: (0, oo)},
    steps=(
        Step(a * sigma**2 * exp(a * f + a**2 * sigma**2 / 2), "complete the square: a normal law with mean $f+a\\sigma^2$"),
        Step(sigma**2 * Integral(a * exp(a * x) * density(x - f), line), "the moment generating function"),
    ),
    expected="proved",
)

slope_of_component = Claim(
    title="The derivative of the James-Stein correction in its own coordinate",
    source="james1961estimation",
    statement=Eq(Derivative(component, x), slope, evaluate=False),
    domain={x: S.Reals, r: (0, oo)},
    expected="proved",
)

boundary = Claim(
    title="There are no boundary terms: to the right",
    statement=Eq(Limit(sigma**2 * component * density(x - f), x, oo), 0, evaluate=False),
    domain=parameters,
    expected="proved",
)

boundary_left = Claim(
    title="There are no boundary terms: to the left",
    statement=Eq(Limit(sigma**2 * component * density(x - f), x, -oo), 0, evaluate=False),
    domain=parameters,
    expected="proved",
)

parts = Claim(
    title="Stein's identity for the James-Stein correction $g(x)=x/(x^2+r)$: its integrand is a derivative",
    source="stein1981estimation, Lemma 1",
    covers=("7.2",),
    statement=Eq(
        (sigma**2 * slope - (x - f) * component) * density(x - f),
        Derivative(sigma**2 * component * density(x - f), x),
        evaluate=False,
    ),
    domain={x: S.Reals, **parameters},
    steps=(
        Step(sigma**2 * slope * density(x - f) + sigma**2 * component * (-(x - f) / sigma**2 * density(x - f)), "multiply out"),
        Step(Derivative(sigma**2 * component * density(x - f), x), "the product rule"),
    ),
    expected="proved",
    note="The function whose derivative it is vanishes at both ends (boundary, boundary_left), so the integral over the line is 0: "
    "$\\sigma^2E[g'(Y)]=E[(Y-f)g(Y)]$ given the other coordinates. Both exist, since $g$ and $g'$ are bounded.",
)

bell = Claim(
    title="Stein's identity for $g(x)=xe^{-bx^2}$",
    source="stein1981estimation, Lemma 1",
    covers=("7.2",),
    statement=Eq(
        Integral((sigma**2 * (1 - 2 * b * x**2) - (x - f) * x) * exp(-b * x**2) * density(x - f), line),
        0,
        evaluate=False,
    ),
    domain={f: S.Reals, b: Interval(0, oo), sigma: (0, oo)},
    expected="proved",
)

mixture = Claim(
    title="The James-Stein correction is a mixture of these",
    covers=("7.2",),
    statement=Eq(Integral(x * kernel.subs(s, x**2 + r), (v, 0, 1)), component, evaluate=False),
    domain={x: S.Reals, r: (0, oo)},
    steps=(
        Step(
            Eq(
                Integral(kernel.subs(s, x**2 + r), (v, 0, 1)),
                1 / (x**2 + r),
                evaluate=False,
            ),
            "a reciprocal as an integral of exponentials",
            rule=Specialise("denoising.james_stein.reciprocal", {s: x**2 + r}),
            label="reciprocal",
        ),
        Step(x * Integral(kernel.subs(s, x**2 + r), (v, 0, 1)), "$x$ is a constant here"),
        Step(component, "put in", uses=("reciprocal",)),
    ),
    expected="proved",
    note="With $b=(1/v^2-1)/2$: a second route to the identity, through integrals alone.",
)

divergence = Claim(
    title="The derivatives of all coordinates add up to $(d-2)/\\|\\hat y\\|^2$",
    source="james1961estimation",
    covers=("7.2",),
    statement=Eq(d / s - 2 * s / s**2, (d - 2) / s, evaluate=False),
    domain={d: (0, oo), s: (0, oo)},
    expected="proved",
    note="With $s=x_i^2+r_i=\\|\\hat y\\|^2$ for every $i$ and $\\sum_ix_i^2=s$; the $i$-th derivative is $1/s-2x_i^2/s^2$.",
)
