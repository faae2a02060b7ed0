"""Stein's identity E[(Y - f) g(Y)] = sigma^2 E[g'(Y)] for Y ~ N(f, sigma^2).

Problem. The risk of an estimate Y - g(Y) holds the term E[(Y - f) g(Y)], which seems to need f. Result. It is sigma^2 E[g'(Y)] for every
g that is the integral of a function g' with E|g'(Y)| < oo. Idea. With the noise x = Y - f, g(f + x) - g(f) is the integral of g'(f + u)
over the u between 0 and x; change the order of integration, and what is left is the integral of x phi(x) beyond u, sigma^2 phi(u)
(claim, for the positive and the negative part of g'). By another route, (x - f) phi = -sigma^2 phi' and integration by parts: for
g(x) = exp(a x) and the James-Stein correction g(x) = x/(x^2 + r), r > 0 being the square sum of the other coordinates.
"""

from sympy import And, Derivative, Eq, Ge, Integral, Interval, Le, Limit, Lt, Naturals, Piecewise, S, Sum, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.denoising import v
from dpverify.formulas.gaussian import density
from dpverify.notation import d, sigma, x
from dpverify.rules import (
    Cases,
    Consequence,
    IntegrateInequality,
    NonNegativeFunction,
    Specialise,
    SumLinearity,
    Tonelli,
    Use,
    nonnegative_function,
    sequence,
)

f, a = Symbol("f", real=True), Symbol("a", real=True)
b = Symbol("b", nonnegative=True)
r, s = Symbol("r", positive=True), Symbol("s", positive=True)
line = (x, -oo, oo)
component = x / (x**2 + r)
slope = 1 / (x**2 + r) - 2 * x**2 / (x**2 + r) ** 2
parameters = {f: S.Reals, r: (0, oo), sigma: (0, oo)}
kernel = exp(-s * (1 / v**2 - 1) / 2) / v**3
"""Its integral over 0 < v < 1 is 1/s."""

u, c = Symbol("u", real=True), Symbol("c", real=True)
over_u = (u, -oo, oo)
h, h1, h2 = nonnegative_function("h"), nonnegative_function("p"), nonnegative_function("q")
beyond = Piecewise((x * density(x), And(Ge(u, 0), Ge(x, u))), (-x * density(x), And(Lt(u, 0), Le(x, u))), (0, True))
"""x phi(x) where u lies between 0 and x > 0, -x phi(x) where it lies between x < 0 and 0."""

kernel_is_positive = Claim(
    title="$x\\varphi_\\sigma(x)$, signed by the side on which $u$ lies between $0$ and $x$, is not negative",
    statement=Ge(beyond, 0, evaluate=False),
    domain={x: S.Reals, u: S.Reals, sigma: (0, oo)},
    expected="proved",
)


def beyond_u(name, domain):
    """What lies beyond u on one side of 0."""
    return Step(
        Eq(Integral(c * beyond, line), c * sigma**2 * density(u), evaluate=False),
        "$-\\sigma^2\\varphi_\\sigma$ is an antiderivative of $x\\varphi_\\sigma(x)$",
        label=name,
        domain={u: domain},
    )


beyond_place = Claim(
    title="The integral of $x\\varphi_\\sigma(x)$ beyond $u$ is $\\sigma^2\\varphi_\\sigma(u)$, on either side",
    source="stein1981estimation, Lemma 1",
    covers=("7.2",),
    statement=Eq(Integral(c * beyond, line), c * sigma**2 * density(u), evaluate=False),
    domain={c: S.Reals, u: S.Reals, sigma: (0, oo)},
    steps=(
        beyond_u("left", Interval.open(-oo, 0)),
        beyond_u("right", Interval(0, oo)),
        Step(
            Eq(Integral(c * beyond, line), c * sigma**2 * density(u), evaluate=False),
            "for all $u$",
            rule=Cases(u, ("left", "right")),
        ),
    ),
    expected="proved",
)


def increasing(h, name):
    """Stein's identity for a non-decreasing function, whose derivative is h, with its proof."""
    whole = h(u) * beyond
    return (
        Step(Ge(h(u), 0, evaluate=False), "by hypothesis", rule=NonNegativeFunction(name, u), label=f"{name}>=0", domain={u: S.Reals}),
        Step(
            Ge(beyond, 0, evaluate=False),
            "its sign",
            rule=Specialise("kernel_is_positive"),
            label=f"{name} sign",
            domain={u: S.Reals, x: S.Reals},
        ),
        Step(
            Ge(whole, 0, evaluate=False),
            "the product",
            rule=Consequence((Use(f"{name}>=0", times=beyond),)),
            label=f"{name} positive",
            domain={u: S.Reals, x: S.Reals},
        ),
        Step(
            Eq(Integral(whole, line), h(u) * sigma**2 * density(u), evaluate=False),
            "what lies beyond $u$",
            rule=Specialise("beyond_place", {c: h(u)}),
            label=f"{name} beyond",
            domain={u: S.Reals},
        ),
        Step(
            Eq(Integral(whole, over_u, line), Integral(whole, line, over_u), evaluate=False),
            "nothing is negative, so the integrals may change places",
            rule=Tonelli(x, u, whole, f"{name} positive"),
            label=f"{name} turned",
        ),
        Step(
            Eq(Integral(whole, line, over_u), Integral(h(u) * sigma**2 * density(u), over_u), evaluate=False),
            "integrate over $u$",
            rule=IntegrateInequality(u, (f"{name} beyond",)),
            label=f"{name} by x first",
        ),
    )


claim = Claim(
    title="Stein's identity $E[(Y-f)(g(Y)-g(f))]=\\sigma^2E[g'(Y)]$ for every non-decreasing $g$ that is the integral of its derivative",
    source="stein1981estimation, Lemma 1",
    covers=("7.2",),
    statement=Eq(Integral(h(u) * beyond, over_u, line), Integral(h(u) * sigma**2 * density(u), over_u), evaluate=False),
    domain={sigma: (0, oo)},
    steps=increasing(h, "h"),
    expected="proved",
    note="$h(u)=g'(f+u)\\ge0$ and $x=Y-f$: the inner integral on the left is $x\\varphi_\\sigma(x)(g(f+x)-g(f))$. Both may be infinite.",
)

every = Claim(
    title="Stein's identity for every $g$ that is the integral of its derivative",
    source="stein1981estimation, Lemma 1",
    covers=("7.2",),
    statement=Eq(
        Integral(h1(u) * beyond, over_u, line) - Integral(h2(u) * beyond, over_u, line),
        Integral(h1(u) * sigma**2 * density(u), over_u) - Integral(h2(u) * sigma**2 * density(u), over_u),
        evaluate=False,
    ),
    domain={sigma: (0, oo)},
    steps=(
        *increasing(h1, "p"),
        *increasing(h2, "q"),
        Step(
            Integral(h1(u) * beyond, line, over_u) - Integral(h2(u) * beyond, line, over_u),
            "change the order of integration in both",
            uses=("p turned", "q turned"),
        ),
        Step(
            Integral(h1(u) * sigma**2 * density(u), over_u) - Integral(h2(u) * sigma**2 * density(u), over_u),
            "put in",
            uses=("p by x first", "q by x first"),
        ),
    ),
    expected="proved",
    note="$p$ and $q$ are the positive and the negative part of $u\\mapsto g'(f+u)$; all four integrals are finite if $E|g'(Y)|$ is. The "
    "constant $g(f)$ adds nothing (constant_part).",
)

constant_part = Claim(
    title="A constant adds nothing: $E[(Y-f)c]=0$",
    covers=("7.2",),
    statement=Eq(Integral((x - f) * c * density(x - f), line), 0, evaluate=False),
    domain={c: S.Reals, f: S.Reals, sigma: (0, oo)},
    expected="proved",
)

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

X = sequence("x")
N, i = Symbol("d", integer=True, positive=True), Symbol("i", integer=True, positive=True)
square_sum = Sum(X(i) ** 2, (i, 1, N))

divergence_of_all = Claim(
    title="The sum of the $d$ derivatives",
    source="james1961estimation",
    covers=("7.2",),
    statement=Eq(Sum(1 / s - 2 * X(i) ** 2 / s**2, (i, 1, N)), N / s - 2 * square_sum / s**2, evaluate=False),
    domain={N: Naturals, s: (0, oo)},
    steps=(
        Step(
            Eq(Sum(1 / s - 2 * X(i) ** 2 / s**2, (i, 1, N)), N / s - 2 * square_sum / s**2, evaluate=False),
            "term by term",
            rule=SumLinearity(i, 1, N, ((1 / s, S.One), (-2 / s**2, X(i) ** 2))),
        ),
    ),
    expected="proved",
    note="With $s=\\sum_ix_i^2$ it is $d/s-2/s=(d-2)/s$ (divergence).",
)
