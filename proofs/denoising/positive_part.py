"""The positive part of the James-Stein factor is better still: where the factor c is negative, the estimate 0 does better than c y.

Problem. For ||y||^2 < (d - 2) sigma^2 the factor c = 1 - (d-2) sigma^2/||y||^2 is negative. Is 0 better? Result. Yes, for every f.
Idea. Take y and -y together: they have the same c, and densities in the ratio exp(2 <y, f>/sigma^2). Whichever is more likely lies on
the same side as f, and c turns it to the other side. With q = <y, f>/sigma^2, s = ||y||^2 and F = ||f||^2 the two losses are
c^2 s - 2 c sigma^2 q + F and c^2 s + 2 c sigma^2 q + F, with weights exp(q) and exp(-q).
"""

from sympy import Eq, Ge, Gt, Interval, S, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.gaussian import density
from dpverify.notation import sigma, x
from dpverify.rules import Consequence, Use

c, f, q = (Symbol(name, real=True) for name in ("c", "f", "q"))
s, F = Symbol("s", positive=True), Symbol("F", nonnegative=True)

weights = Claim(
    title="The densities at $x$ and $-x$ are in the ratio $e^{xf/\\sigma^2}:e^{-xf/\\sigma^2}$",
    statement=Eq(density(x - f) * exp(-x * f / sigma**2), density(-x - f) * exp(x * f / sigma**2), evaluate=False),
    domain={x: S.Reals, f: S.Reals, sigma: (0, oo)},
    expected="proved",
    note="In $d$ coordinates the exponents add up to $\\langle y,f\\rangle/\\sigma^2$.",
)

likelier = Claim(
    title="The likelier one of the two lies on the side of $f$",
    statement=Ge(q * (exp(q) - exp(-q)), 0, evaluate=False),
    domain={q: S.Reals},
    expected="proved",
)

both = (c**2 * s - 2 * c * sigma**2 * q + F) * exp(q) + (c**2 * s + 2 * c * sigma**2 * q + F) * exp(-q)
zero = F * (exp(q) + exp(-q))
gain = c**2 * s * (exp(q) + exp(-q)) - 2 * c * sigma**2 * q * (exp(q) - exp(-q))

claim = Claim(
    title="A negative factor loses more than the factor 0, on $y$ and $-y$ together",
    source="james1961estimation",
    covers=("7.2",),
    statement=Gt(both, zero, evaluate=False),
    domain={c: (-oo, 0), s: (0, oo), F: Interval(0, oo), q: S.Reals, sigma: (0, oo)},
    steps=(
        Step(zero + gain, "multiply out"),
        Step(
            Ge(zero + gain, zero + c**2 * s * (exp(q) + exp(-q)), evaluate=False),
            "the likelier one lies on the side of $f$",
            rule=Consequence([Use("likelier", times=-2 * c * sigma**2)]),
        ),
        Step(Gt(zero + c**2 * s * (exp(q) + exp(-q)), zero, evaluate=False), "a positive term"),
    ),
    expected="proved",
    note="Integrated over the half of the ball $\\|y\\|^2<(d-2)\\sigma^2$ in which the first coordinate is positive: the positive part has "
    "a smaller risk at every $f$. Outside the ball the two estimates agree.",
)
