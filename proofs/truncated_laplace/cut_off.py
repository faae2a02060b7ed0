"""The divergence of a Laplacian that is cut off.

Setting. g(x) = b exp(-|x| epsilon/Delta) for |x| <= a, else 0, with any a >= Delta/2 and b > 0. Result. At the shift Delta the hockey-stick
divergence is at most the mass of [a - Delta, a]: up to a - Delta the decay rate g(x)/g(x + Delta) is at most e^epsilon.
"""

from sympy import Abs, Gt, Integral, Interval, Le, Max, Piecewise, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.notation import Delta, epsilon, x
from dpverify.rules import IntegrateInequality

a, b = Symbol("a", real=True), Symbol("b", real=True)
line = (x, -oo, oo)
edge = a - Delta
inner = {x: Interval(-oo, edge)}


def density(x):
    """g(x)."""
    return Piecewise((b * exp(-Abs(x) * epsilon / Delta), Le(Abs(x), a)), (0, True))


loss = Max(0, density(x) - exp(epsilon) * density(x + Delta))
outer = Piecewise((density(x), Gt(x, edge)), (0, True))

claim = Claim(
    title="A Laplacian cut off at $a$ loses at the shift $\\Delta$ at most the mass of $[a-\\Delta,a]$",
    covers=("2.6",),
    statement=Le(Integral(loss, line), Integral(density(x), (x, edge, a)), evaluate=False),
    domain={epsilon: (0, oo), Delta: (0, oo), a: Interval(Delta / 2, oo), b: (0, oo)},
    steps=(
        Step(
            Le(density(x), exp(epsilon) * density(x + Delta), evaluate=False),
            "for $x\\le a-\\Delta$ the density is zero at $x$, or $|x+\\Delta|\\le a$ and $|x+\\Delta|\\le|x|+\\Delta$",
            domain=inner,
        ),
        Step(Le(loss, outer, evaluate=False), "so nothing is lost there", label="inner", domain=inner),
        Step(
            Le(loss, outer, evaluate=False),
            "for $x\\ge a-\\Delta$ the left side is at most $g(x)$",
            label="outer",
            domain={x: Interval(edge, oo)},
        ),
        Step(
            Le(Integral(loss, line), Integral(outer, line), evaluate=False),
            "integrate over the two half-lines",
            rule=IntegrateInequality(x, ("inner", "outer"), split=edge),
        ),
        Step(Integral(density(x), (x, edge, a)), "$g$ vanishes beyond $a$"),
    ),
    expected="proved",
)
