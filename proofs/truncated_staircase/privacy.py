"""The truncated staircase is private: what it loses at any shift is at most the mass of the last stretch of length Delta.

Setting. g(x) = a exp(-epsilon floor(|x|/Delta + 1 - gamma)) for |x| <= A, else 0, with any A > 0.
Result. At every shift 0 <= d <= Delta (and by symmetry at -d) the divergence is at most the mass of [A - Delta, A], which the calibrated
law of costs makes delta. Idea: the shift goes down at most one level, except where it leads out of [-A, A], beyond A - Delta.
"""

from sympy import Abs, Ge, Integral, Interval, Le, Max, Piecewise, S, Symbol, exp, floor, oo

from dpverify import Claim, Step
from dpverify.notation import Delta, d, epsilon, gamma, x
from dpverify.rules import FloorOrder, IntegrateInequality, Specialise

a, A = Symbol("a", positive=True), Symbol("c", positive=True)
h, lower = Symbol("h", nonnegative=True), Symbol("l", nonnegative=True)
m1, m2 = Symbol("m_1", real=True), Symbol("m_2", real=True)
line, edge = (x, -oo, oo), A - Delta
steps = {epsilon: (0, oo), Delta: (0, oo), gamma: Interval(0, 1)}
laws = {**steps, a: (0, oo), A: (0, oo), d: Interval(0, oo)}
within = Le(d, Delta)
inner, outer_half = {x: Interval(-oo, edge)}, {x: Interval(edge, oo)}


def level(x):
    """The number of the level at x."""
    return floor(Abs(x) / Delta + 1 - gamma)


def high(x):
    """The density without the cut."""
    return a * exp(-epsilon * level(x))


def cut_off(here, there):
    """(g(x) - e^epsilon g(x + d))_+ and the part of g(x) beyond A - Delta, from the uncut densities at x and x + d."""
    own = Piecewise((here, Le(Abs(x), A)), (0, True))
    return Max(0, own - exp(epsilon) * Piecewise((there, Le(Abs(x + d), A)), (0, True))), Piecewise((own, Ge(x, edge)), (0, True))


loss, outer = cut_off(high(x), high(x + d))

one_level = Claim(
    title="A shift by at most $\\Delta$ goes down one level at most",
    statement=Le(level(x + d), level(x) + 1, evaluate=False),
    domain={**steps, x: S.Reals, d: Interval(0, oo)},
    assumptions=(within,),
    steps=(
        Step(
            Le(level(x + d), level(x) + 1, evaluate=False),
            because="$|x+d|/\\Delta\\le|x|/\\Delta+1$, and the integer part does not decrease",
            rule=FloorOrder(Abs(x + d) / Delta + 1 - gamma, Abs(x) / Delta + 2 - gamma),
        ),
    ),
    expected="proved",
)
one_factor = Claim(
    title="One level down costs a factor $e^\\epsilon$",
    statement=Le(a * exp(-epsilon * m1), exp(epsilon) * (a * exp(-epsilon * m2)), evaluate=False),
    domain={epsilon: (0, oo), a: (0, oo), m1: S.Reals, m2: S.Reals},
    assumptions=(Le(m2, m1 + 1),),
    expected="proved",
)


def cut(domain, assumptions, words):
    """The positive part against the mass beyond A - Delta, on one side of it."""
    return Claim(
        title=f"Where the cut at $A$ matters, {words}",
        statement=Le(*cut_off(h, lower), evaluate=False),
        domain={epsilon: (0, oo), Delta: (0, oo), A: (0, oo), d: Interval(0, oo), h: Interval(0, oo), lower: Interval(0, oo), **domain},
        assumptions=(within, *assumptions),
        expected="proved",
    )


cut_inside = cut(inner, (Le(h, exp(epsilon) * lower),), "for $x\\le A-\\Delta$: nothing is lost, the shift stays inside")
cut_outside = cut(outer_half, (), "for $x\\ge A-\\Delta$: at most all is lost")
every_shift = Claim(
    title="The truncated staircase loses at every shift at most the mass of $[A-\\Delta,A]$",
    statement=Le(Integral(loss, line), Integral(outer, line), evaluate=False),
    domain=laws,
    assumptions=(within,),
    steps=(
        Step(
            Le(level(x + d), level(x) + 1, evaluate=False),
            because="$|x+d|/\\Delta\\le|x|/\\Delta+1$",
            rule=Specialise("one_level"),
            label="levels",
            domain=inner,
        ),
        Step(
            Le(high(x), exp(epsilon) * high(x + d), evaluate=False),
            because="so the shift costs a factor $e^\\epsilon$ at most",
            rule=Specialise("one_factor", {m1: level(x), m2: level(x + d)}, given=("levels",)),
            label="uncut",
            domain=inner,
        ),
        Step(
            Le(loss, outer, evaluate=False),
            because="for $x\\le A-\\Delta$ the shift stays inside $[-A,A]$",
            rule=Specialise("cut_inside", {h: high(x), lower: high(x + d)}, given=("uncut",)),
            label="inside",
            domain=inner,
        ),
        Step(
            Le(loss, outer, evaluate=False),
            because="elsewhere the loss is at most $g(x)$",
            rule=Specialise("cut_outside", {h: high(x), lower: high(x + d)}),
            label="outside",
            domain=outer_half,
        ),
        Step(
            Le(Integral(loss, line), Integral(outer, line), evaluate=False),
            because="integrate over the two half-lines",
            rule=IntegrateInequality(x, ("inside", "outside"), split=edge),
        ),
    ),
    uses=("one_level", "one_factor", "cut_inside", "cut_outside"),
    expected="proved",
    note=(
        "$g$ vanishes beyond $A$, so the right side is the mass of $[A-\\Delta,A]$: $\\delta$ for the calibrated law "
        "(truncated_staircase.costs.edge_mass). The worst event is $[A-\\Delta,\\infty)$: no smaller $\\delta$ will do."
    ),
)
