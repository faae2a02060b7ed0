"""Noise with a density that is constant on the cells of a grid: finitely many shifts decide.

Problem. The density is p_i/h on [i h, (i + 1) h); alpha is the mass of an atom at the origin, alpha = 0 if there is none.
Result. Between two neighbouring multiples of h the divergence int (f(x) - e^epsilon f(x + d))_+ dx is affine in d, and at d = k h it is
sum_i (p_i - e^epsilon p_{i+k})_+. The atom adds alpha at every d != 0. So with h = Delta/m the shifts h, 2h, ..., m h = Delta (and, for
laws that are not symmetric, their negatives) decide whether the law is private.
"""

from sympy import Eq, Integral, Interval, Le, Max, S, Sum, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.notation import alpha, epsilon, x
from dpverify.rules import Consequence, GridCells, Linearity, Specialise
from dpverify.rules.laws import GRID
from dpverify.rules.laws import grid_step as h

j = Symbol("j", integer=True)
i = Symbol("i", integer=True)
theta = Symbol("theta", nonnegative=True)
f, p = GRID.density, GRID.mass
line, cells = (x, -oo, oo), (i, -oo, oo)
whole = {epsilon: Interval(0, oo), h: (0, oo), j: S.Integers, theta: Interval(0, 1)}


def loss(k):
    """(p_i - e^epsilon p_{i+k})_+."""
    return Max(0, p(i) - exp(epsilon) * p(i + k))


def divergence(shift):
    """int (f(x) - e^epsilon f(x + shift))_+ dx."""
    return Integral(Max(0, f(x) - exp(epsilon) * f(x + shift)), line)


between = j * h + theta * h
mixed = (1 - theta) * Sum(loss(j), cells) + theta * Sum(loss(j + 1), cells)

affine = Claim(
    title="On a grid the divergence is affine between neighbouring knots",
    covers=("1.3",),
    statement=Eq(divergence(between), mixed, evaluate=False),
    domain=whole,
    steps=(
        Step(
            Eq(divergence(between), Sum((1 - theta) * loss(j) + theta * loss(j + 1), cells), evaluate=False),
            "on each cell both densities are constant on two pieces of lengths $(1-\\theta)h$ and $\\theta h$",
            rule=GridCells(x, i, j, theta),
        ),
        Step(
            Eq(Sum((1 - theta) * loss(j) + theta * loss(j + 1), cells), mixed, evaluate=False),
            "the sum of non-negative terms",
            rule=Linearity(i, ((1 - theta, loss(j)), (theta, loss(j + 1)))),
        ),
    ),
    expected="proved",
    note="At $\\theta=0$ the right side is the sum $\\sum_i(p_i-e^\\epsilon p_{i+j})_+$, and at $\\theta=1$ it is that of $j+1$: the "
    "divergence interpolates linearly between its values at the knots.",
)

knots_decide = Claim(
    title="A bound at the knots of the grid holds at every shift",
    covers=("1.3",),
    statement=Le(alpha + divergence(between), Max(alpha + Sum(loss(j), cells), alpha + Sum(loss(j + 1), cells)), evaluate=False),
    domain={**whole, alpha: Interval(0, 1)},
    steps=(
        Step(
            Eq(divergence(between), mixed, evaluate=False),
            "the divergence is affine between the knots",
            rule=Specialise("privacy.grid_shifts.affine"),
            label="interpolated",
        ),
        Step(
            Le(alpha + divergence(between), Max(alpha + Sum(loss(j), cells), alpha + Sum(loss(j + 1), cells)), evaluate=False),
            "a weighted mean is at most the larger of the two numbers",
            rule=Consequence(("interpolated",)),
        ),
    ),
    uses=("privacy.grid_shifts.affine",),
    expected="proved",
    note="$\\alpha$ is the mass of an atom at the origin. For $d\\ne0$ the atom and its shifted copy sit on different points, so it adds "
    "$\\alpha$ to the divergence of the density part, whose cell masses are the $p_i$: the condition is "
    "$\\alpha+\\sum_i(p_i-e^\\epsilon p_{i+k})_+\\le\\delta$ for $k=1,\\dots,m$ (and $k=-1,\\dots,-m$ unless the law is symmetric). "
    "Shifts below $h$ are covered by $k=1$, because the sum for $k=0$ is zero.",
)

no_shift = Claim(
    title="Without a shift a cell loses nothing",
    covers=("1.3",),
    statement=Eq(Max(0, x - exp(epsilon) * x, evaluate=False), 0, evaluate=False),
    domain={epsilon: Interval(0, oo), x: Interval(0, oo)},
    expected="proved",
    note="The terms of the sum for $k=0$, with $x$ for $p_i$.",
)
