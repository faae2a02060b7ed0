"""The truncated Laplacian is (epsilon, delta)-DP, and for delta <= 1/2 not for any smaller delta.

Problem. Show int (f(x) - e^epsilon f(x + d))_+ dx <= delta for every shift |d| <= Delta.
Result. It holds for 0 < delta < 1. The density is symmetric and unimodal, so the shift Delta is the worst; there the decay rate is at most
e^epsilon up to x = A - Delta, so the divergence is at most the mass of [A - Delta, A]. For delta <= 1/2 that is delta, attained by the
event [A - Delta, oo); for delta > 1/2 it is less.
"""

from sympy import Eq, Ge, Integral, Interval, Le, Lt, Max, Rational, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.truncated_laplace import density, half_width, height
from dpverify.notation import Delta, d, delta, epsilon, x
from dpverify.rules import Specialise
from dpverify.rules.laws import UNIMODAL

A, B, scale = half_width(), height(), Delta / epsilon
line = (x, -oo, oo)
cut, top = Symbol("a", real=True), Symbol("b", real=True)
half = Rational(1, 2)
small = {epsilon: (0, oo), delta: Interval.Lopen(0, half), Delta: (0, oo)}
large = {epsilon: (0, oo), delta: (half, 1), Delta: (0, oo)}
edge = A - Delta


def loss(shift):
    """(f(x) - e^epsilon f(x + shift))_+."""
    return Max(0, density(x) - exp(epsilon) * density(x + shift))


divergence = Claim(
    title="The divergence at the shift $\\Delta$ is at most the mass of $[A-\\Delta,A]$",
    source="geng2018truncated, Theorem 1",
    covers=("2.6",),
    statement=Le(Integral(loss(Delta), line), Integral(density(x), (x, edge, A)), evaluate=False),
    domain={epsilon: (0, oo), delta: (0, 1), Delta: (0, oo)},
    steps=(
        Step(
            Ge(A, Delta / 2, evaluate=False),
            "the law reaches at least $\\Delta/2$ to each side",
            rule=Specialise("truncated_laplace.half_width.at_least_half"),
        ),
        Step(
            Le(Integral(loss(Delta), line), Integral(density(x), (x, edge, A)), evaluate=False),
            "the divergence of a Laplacian cut off at $A$ and of height $B$",
            rule=Specialise("truncated_laplace.cut_off", {cut: A, top: B}),
        ),
    ),
    expected="proved",
)


def every_shift(domain, words, last):
    """(epsilon, delta)-DP at every shift."""
    return Claim(
        title=f"The truncated Laplacian is $(\\epsilon,\\delta)$-DP at every shift, {words}",
        source="geng2018truncated, Theorem 1",
        covers=("2.6",),
        statement=Le(Integral(loss(d), line), delta, evaluate=False),
        domain={**domain, d: Interval(0, oo)},
        assumptions=(Le(d, Delta),),
        steps=(
            Step(
                Le(Integral(loss(d), line), Integral(loss(Delta), line), evaluate=False),
                "the density is symmetric and unimodal, so the shift $\\Delta$ is the worst",
                rule=Specialise("privacy.one_shift.largest", law=UNIMODAL, density=(x, density(x))),
            ),
            Step(
                Le(Integral(loss(Delta), line), Integral(density(x), (x, edge, A)), evaluate=False),
                "the decay rate is at most $e^\\epsilon$ up to $A-\\Delta$",
                rule=Specialise("divergence"),
            ),
            last,
        ),
        expected="proved",
        note="A shift to the left gives the same divergence, the density being symmetric.",
    )


every_shift_small = every_shift(
    small,
    "for $\\delta\\le\\frac12$",
    Step(
        Eq(Integral(density(x), (x, edge, A)), delta, evaluate=False),
        "the last stretch of length $\\Delta$ has mass $\\delta$",
        rule=Specialise("truncated_laplace.edge_mass"),
    ),
)
every_shift_large = every_shift(
    large,
    "for $\\delta>\\frac12$",
    Step(
        Lt(Integral(density(x), (x, edge, A)), delta, evaluate=False),
        "left of the origin the density lies below $Be^{-x/\\lambda}$, whose integral is $\\delta$",
        rule=Specialise("slack"),
    ),
)

worst_event = Claim(
    title="The event $[A-\\Delta,\\infty)$ needs the whole of $\\delta$",
    source="geng2018truncated, Theorem 1",
    covers=("2.6",),
    statement=Eq(Integral(density(x), (x, edge, oo)) - exp(epsilon) * Integral(density(x + Delta), (x, edge, oo)), delta, evaluate=False),
    domain=small,
    steps=(
        Step(Eq(Integral(density(x + Delta), (x, edge, oo)), 0, evaluate=False), "$f(x+\\Delta)=0$ for $x>A-\\Delta$", label="shifted"),
        Step(
            Eq(Integral(density(x), (x, edge, oo)), Integral(density(x), (x, edge, A)), evaluate=False),
            "$f$ vanishes beyond $A$",
            label="own",
        ),
        Step(Integral(density(x), (x, edge, A)), "so only the mass of $[A-\\Delta,A]$ is left", uses=("shifted", "own")),
        Step(
            Eq(Integral(density(x), (x, edge, A)), delta, evaluate=False),
            "the last stretch of length $\\Delta$ has mass $\\delta$",
            rule=Specialise("truncated_laplace.edge_mass"),
        ),
    ),
    uses=("truncated_laplace.edge_mass",),
    expected="proved",
    note="Hence no smaller $\\delta$ will do when $\\delta\\le\\frac12$.",
)

slack = Claim(
    title="For $\\delta>\\frac12$ the last stretch of length $\\Delta$ has mass less than $\\delta$",
    covers=("2.6",),
    statement=Lt(Integral(density(x), (x, edge, A)), delta, evaluate=False),
    domain=large,
    steps=(
        Step(
            Integral(B * exp(x / scale), (x, edge, 0)) + Integral(B * exp(-x / scale), (x, 0, A)),
            "$-A\\le A-\\Delta<0$",
        ),
        Step(B * scale * (1 - exp(edge / scale)) + B * scale * (1 - exp(-A / scale)), "integrate"),
        Step(
            Lt(
                B * scale * (1 - exp(edge / scale)) + B * scale * (1 - exp(-A / scale)),
                B * scale * (exp(-edge / scale) - exp(-A / scale)),
                evaluate=False,
            ),
            "$2<e^t+e^{-t}$ at $t=(A-\\Delta)/\\lambda<0$",
        ),
        Step(delta, "the computation of the edge mass for $\\delta\\le\\frac12$"),
    ),
    expected="proved",
    note="The law is still private for $\\delta>\\frac12$, but with slack; the least $\\delta$ at which it is private is the mass itself.",
)
