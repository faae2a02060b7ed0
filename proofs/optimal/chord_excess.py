"""How far the chords of |x|^p over the cells of a lattice lie above the loss: the corrections of the lower end.

Problem. Randomised rounding replaces |x|^p by its linear interpolation l between integers; what has to be subtracted so that l <= |x|^p?
Result. Nothing for p <= 1. For p >= 2, p(p - 1)/8 (j + 1)^(p - 2) on [j, j + 1]; for 1 < p < 2, p(p - 1)/8 j^(p - 2) for j >= 1 and
1 - 1/p on [0, 1]. These are the numbers in dpverify/optimal/certificate.py.
"""

from sympy import Derivative, Eq, FiniteSet, Ge, Interval, Le, Naturals, Rational, S, Symbol, oo

from dpverify import Claim, Step
from dpverify.rules import Cases, Chord, Consequence, Monotone, Specialise, Use
from dpverify.rules.cells import place as theta
from dpverify.rules.laws import loss_power as p
from dpverify.rules.rounding import lattice_point as j

t, v, w = Symbol("t", positive=True), Symbol("v", positive=True), Symbol("w", positive=True)
unit = {theta: Interval(0, 1)}
eighth = Rational(1, 8)


def over(start):
    """The chord of x^p over [start, start + 1] at the part theta."""
    return (1 - theta) * start**p + theta * (start + 1) ** p


curvature_concave = Claim(
    title="For exponents up to one the second derivative is not positive",
    statement=Le(Derivative(v**p, v, v), 0, evaluate=False),
    domain={v: (0, oo), p: Interval.Lopen(0, 1)},
)
falling = Claim(
    title="Powers of a number up to one do not increase with the exponent",
    statement=Le(Derivative(t**p, p), 0, evaluate=False),
    domain={t: Interval.Lopen(0, 1), p: (0, oo)},
)
concave_first = Claim(
    title="For exponents up to one the chord over $[0,1]$ is below the loss",
    statement=Le(theta, theta**p, evaluate=False),
    domain={**unit, p: Interval.Lopen(0, 1)},
    covers=("8.2",),
    steps=(
        Step(
            Ge(t**p, t**1, evaluate=False),
            because="the exponent is at most one",
            rule=Monotone("optimal.chord_excess.falling", p, p, S.One, {}),
            label="inside",
            domain={t: Interval.Lopen(0, 1)},
        ),
        Step(
            Le(theta, theta**p, evaluate=False),
            because="put $\\theta$ for $t$",
            rule=Specialise("inside", {t: theta}),
            label="positive",
            domain={theta: Interval.Lopen(0, 1)},
        ),
        Step(Le(theta, theta**p, evaluate=False), because="both sides vanish", label="zero", domain={theta: FiniteSet(0)}),
        Step(Le(theta, theta**p, evaluate=False), because="the two cases", rule=Cases(theta, ("zero", "positive"))),
    ),
    uses=("optimal.chord_excess.falling",),
)
concave_later = Claim(
    title="For exponents up to one the chord over $[j,j+1]$, $j\\ge1$, is below the loss",
    statement=Le(over(j), (j + theta) ** p, evaluate=False),
    domain={**unit, p: Interval.Lopen(0, 1), j: Naturals},
    covers=("8.2",),
    steps=(
        Step(
            Le(over(j), (j + theta) ** p, evaluate=False),
            because="a concave function lies above its chords",
            rule=Chord("optimal.chord_excess.curvature_concave", v, j, j + 1, theta),
        ),
    ),
    uses=("optimal.chord_excess.curvature_concave",),
)


# The second derivative on (0, w] and on [w, oo).
rising = Claim(
    title="Powers with a non-negative exponent do not decrease",
    statement=Ge(Derivative(v ** (p - 2), v), 0, evaluate=False),
    domain={v: (0, oo), p: Interval(2, oo)},
)
curvature_above_two = Claim(
    title="For exponents from two on the second derivative up to $w$ is largest at $w$",
    statement=Le(Derivative(v**p, v, v), p * (p - 1) * w ** (p - 2), evaluate=False),
    domain={v: (0, oo), w: (0, oo), p: Interval(2, oo)},
    assumptions=(Le(v, w),),
    steps=(
        Step(Eq(Derivative(v**p, v, v), p * (p - 1) * v ** (p - 2), evaluate=False), because="differentiate twice", label="second"),
        Step(
            Le(v ** (p - 2), w ** (p - 2), evaluate=False),
            because="the exponent $p-2$ is not negative",
            rule=Monotone("optimal.chord_excess.rising", v, v, w),
            label="order",
        ),
        Step(
            Le(p * (p - 1) * v ** (p - 2), p * (p - 1) * w ** (p - 2), evaluate=False),
            because="multiply by $p(p-1)>0$",
            rule=Consequence((Use("order", times=p * (p - 1)),)),
        ),
    ),
    uses=("optimal.chord_excess.rising",),
)
falling_power = Claim(
    title="Powers with a non-positive exponent do not increase",
    statement=Le(Derivative(v ** (p - 2), v), 0, evaluate=False),
    domain={v: (0, oo), p: Interval(1, 2)},
)
curvature_below_two = Claim(
    title="For exponents between one and two the second derivative from $w$ on is largest at $w$",
    statement=Le(Derivative(v**p, v, v), p * (p - 1) * w ** (p - 2), evaluate=False),
    domain={v: (0, oo), w: (0, oo), p: Interval(1, 2)},
    assumptions=(Ge(v, w),),
    steps=(
        Step(Eq(Derivative(v**p, v, v), p * (p - 1) * v ** (p - 2), evaluate=False), because="differentiate twice", label="second"),
        Step(
            Le(v ** (p - 2), w ** (p - 2), evaluate=False),
            because="the exponent $p-2$ is not positive",
            rule=Monotone("optimal.chord_excess.falling_power", v, w, v),
            label="order",
        ),
        Step(
            Le(p * (p - 1) * v ** (p - 2), p * (p - 1) * w ** (p - 2), evaluate=False),
            because="multiply by $p(p-1)\\ge0$",
            rule=Consequence((Use("order", times=p * (p - 1)),)),
        ),
    ),
    uses=("optimal.chord_excess.falling_power",),
)


def later(curvature, place, exponents, words):
    """The chord over [j, j+1], j >= 1, exceeds x^p by at most p(p-1)/8 place^(p-2)."""
    most = p * (p - 1) * place ** (p - 2)
    return Claim(
        title=f"{words} the chord over $[j,j+1]$, $j\\ge1$, exceeds the loss by at most $\\frac18\\max f''$",
        statement=Le(over(j), (j + theta) ** p + most / 8, evaluate=False),
        domain={**unit, p: exponents, j: Naturals},
        covers=("8.2",),
        steps=(
            Step(
                Le(over(j), (j + theta) ** p + theta * (1 - theta) * most / 2, evaluate=False),
                because="a chord lies above a function with $f''\\le M$ by at most $\\frac M2\\theta(1-\\theta)$",
                rule=Chord(f"optimal.chord_excess.{curvature}", v, j, j + 1, theta, {w: place}),
                label="chord",
            ),
            Step(Le(theta * (1 - theta), Rational(1, 4), evaluate=False), because="$(\\theta-\\frac12)^2\\ge0$", label="quarter"),
            Step(
                Le((j + theta) ** p + theta * (1 - theta) * most / 2, (j + theta) ** p + most / 8, evaluate=False),
                because="$\\theta(1-\\theta)\\le\\frac14$",
                rule=Consequence((Use("quarter", times=most / 2),)),
            ),
        ),
        uses=(f"optimal.chord_excess.{curvature}",),
        note="This is the correction `_excess` of dpverify/optimal/certificate.py.",
    )


convex_above_two = later("curvature_above_two", j + 1, Interval(2, oo), "For exponents from two on")
convex_below_two = later("curvature_below_two", j, Interval(1, 2), "For exponents between one and two")

# The first cell, where the loss may not be twice differentiable.
bernoulli = Claim(
    title="Bernoulli's inequality for exponents from one on",
    statement=Ge(theta**p, 1 + p * (theta - 1), evaluate=False),
    domain={theta: Interval.Lopen(0, 1), p: Interval(1, oo)},
)
first_above_two = Claim(
    title="For exponents from two on the chord over $[0,1]$ exceeds the loss by at most $\\frac{p(p-1)}8$",
    statement=Le(theta, theta**p + p * (p - 1) / 8, evaluate=False),
    domain={theta: Interval.Lopen(0, 1), p: Interval(2, oo)},
    covers=("8.2",),
    steps=(
        Step(
            Ge(theta ** (p - 1), 1 + (p - 1) * (theta - 1), evaluate=False),
            because="Bernoulli's inequality",
            rule=Specialise("optimal.chord_excess.bernoulli", {p: p - 1}),
            label="bernoulli",
        ),
        Step(
            Ge(theta * theta ** (p - 1), theta * (1 + (p - 1) * (theta - 1)), evaluate=False),
            because="multiply by $\\theta$",
            rule=Consequence((Use("bernoulli", times=theta),)),
            label="times",
        ),
        Step(Eq(theta * theta ** (p - 1), theta**p, evaluate=False), because="add the exponents", label="exponents"),
        Step(
            Ge(theta**p, theta * (1 + (p - 1) * (theta - 1)), evaluate=False),
            because="put it in",
            rule=Consequence((Use("times", times=S.One), Use("exponents", times=S.NegativeOne))),
            label="below",
        ),
        Step(
            Le(theta - theta * (1 + (p - 1) * (theta - 1)), p * (p - 1) / 8, evaluate=False),
            because="the left side is $(p-1)\\theta(1-\\theta)\\le\\frac{p-1}4$, and $p\\ge2$",
            label="parabola",
        ),
        Step(
            Le(theta, theta**p + p * (p - 1) / 8, evaluate=False),
            because="add the two",
            rule=Consequence((Use("below", times=S.One), Use("parabola", times=S.One))),
        ),
    ),
    uses=("optimal.chord_excess.bernoulli",),
    note="At $\\theta=0$ both sides are equal up to the correction.",
)
first_below_two = Claim(
    title="For exponents between one and two the chord over $[0,1]$ exceeds the loss by at most $1-\\frac1p$",
    statement=Le(theta, theta**p + 1 - 1 / p, evaluate=False),
    domain={theta: Interval.Lopen(0, 1), p: Interval(1, 2)},
    covers=("8.2",),
    steps=(
        Step(Ge(theta**p, 0, evaluate=False), because="a power of a positive number", label="positive"),
        Step(
            Le(theta, theta**p + 1 - 1 / p, evaluate=False),
            because="$\\theta^p\\ge\\frac1p(1+p(\\theta-1))+(1-\\frac1p)\\cdot0$ by Bernoulli's inequality",
            rule=Consequence((Use("optimal.chord_excess.bernoulli", times=1 / p), Use("positive", times=1 - 1 / p))),
        ),
    ),
    uses=("optimal.chord_excess.bernoulli",),
)

low, high, excess, loss = (Symbol(name, real=True) for name in ("c_j", "c_k", "e_j", "L"))
start, end = Symbol("L_j", real=True), Symbol("L_k", real=True)
lowered = Claim(
    title="Lowering the cost at both ends of a cell by the chord's excess brings the interpolation below the loss",
    statement=Le((1 - theta) * low + theta * high, loss, evaluate=False),
    domain={**unit, low: S.Reals, high: S.Reals, excess: S.Reals, loss: S.Reals, start: S.Reals, end: S.Reals},
    assumptions=(
        Le(low, start - excess),
        Le(high, end - excess),
        Le((1 - theta) * start + theta * end, loss + excess),
    ),
    covers=("8.2",),
    expected="proved",
    note=(
        "$L$ is the loss at the point $\\theta$ of the cell, $L_j$, $L_k$ are its values at the ends, $e_j$ bounds the chord's excess and "
        "$c_j$, $c_k$ are the costs. Each integer belongs to two cells, so its cost is the loss less the larger of their two excesses."
    ),
)
