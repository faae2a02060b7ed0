"""Integer queries of sensitivity one at epsilon = 0: the optimum for every loss.

Problem. Minimise E L(X), L even and non-decreasing on the naturals, over integer-valued (0, delta)-DP noise for sensitivity 1.
Result. With M = floor((1/delta - 1)/2): mass delta at every |i| <= M and the rest, r = (1 - (2M + 1) delta)/2 each, at i = -M-1 and M+1.
It is uniform when 1/delta is odd; when 1/delta is even the two end points carry half the mass. Idea: no single point can have more mass
than delta, so P(|X| >= j) >= 1 - (2j - 1) delta, and this law has equality as long as the right side is not negative.
"""

from sympy import Eq, FiniteSet, Ge, Integer, Interval, Le, Lt, Max, Naturals, Naturals0, Range, Rational, Reals, S, Sum, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas import discrete_uniform
from dpverify.notation import Delta, delta, epsilon, x
from dpverify.rules import (
    HYPOTHESIS,
    Consequence,
    EventInequality,
    FiniteSupport,
    FirstTerm,
    Induction,
    LossSymmetrisation,
    LossTailIntegration,
    Specialise,
    TailShape,
    Telescoping,
    Use,
)
from dpverify.rules.laws import ANY_PRIVATE_INTEGER, LOSS, PRIVATE_INTEGER
from dpverify.rules.loss import expected_loss

T, L = PRIVATE_INTEGER.tail, LOSS
i = Symbol("i", integer=True)
j = Symbol("j", integer=True, nonnegative=True)
M = Symbol("M", integer=True, nonnegative=True)
half, one = Rational(1, 2), S.One
flat = {epsilon: FiniteSet(0), delta: Interval.Ropen(0, 1), Delta: Range(1, 2)}
source = "geng2016approximate"


def tail_bound(j):
    """(1 - (2j - 1) delta)/2."""
    return (1 - (2 * j - 1) * delta) / 2


def mass(i):
    return discrete_uniform.mass(i, M, delta, one)


r = discrete_uniform.end_mass(M, delta, one)

tail_between = Claim(
    title="The tail of symmetric integer-valued $(0,\\delta)$-DP noise between the integers",
    covers=("4.10",),
    statement=Ge(T(j - half), tail_bound(j), evaluate=False),
    domain={**flat, j: Naturals},
    steps=(
        Step(
            Le(1 - T(x), exp(epsilon) * T(1 - x) + delta, evaluate=False),
            "the event $(-x,\\infty)$, of mass $1-T(x)$, and the shift $1$",
            rule=EventInequality(PRIVATE_INTEGER, "below", x, Integer(1)),
            label="below",
            domain={x: Reals},
        ),
        Step(
            Ge(T(half), tail_bound(1), evaluate=False),
            "$X>-\\frac12$ is $X\\ge0$, and its shift is $X\\ge1$",
            rule=Consequence([Use("below", {x: half}, half)]),
            label="start",
        ),
        Step(
            Le(T(x), exp(epsilon) * T(x + 1) + delta, evaluate=False),
            "the event $[x,\\infty)$ and the shift $1$",
            rule=EventInequality(PRIVATE_INTEGER, "above", x, Integer(1)),
            label="above",
            domain={x: Reals},
        ),
        Step(
            Ge(T(j - half), tail_bound(j), evaluate=False),
            "induction on $j$: no point has more mass than $\\delta$",
            rule=Induction(j, base=[Use("start", times=one)], step=[Use("above", {x: j - half}, one), Use(HYPOTHESIS, times=one)]),
        ),
    ),
    expected="proved",
    note="$T(x)=P(X\\ge x)$.",
)

tail = Claim(
    title="The tail of symmetric integer-valued $(0,\\delta)$-DP noise",
    covers=("4.10",),
    statement=Ge(T(j), tail_bound(j), evaluate=False),
    domain={**flat, j: Naturals},
    steps=(
        Step(
            Eq(T(j - half), T(j), evaluate=False),
            "no integer lies between",
            rule=TailShape(PRIVATE_INTEGER, "step", j - half, j),
            label="constant",
        ),
        Step(Ge(T(j - half), tail_bound(j), evaluate=False), "the bound", rule=Specialise("tail_between"), label="bound"),
        Step(Ge(T(j), tail_bound(j), evaluate=False), "together", rule=Consequence(["constant", "bound"])),
    ),
    expected="proved",
)

rise = (L(j) - L(j - 1)) * tail_bound(j)
by_tails = L(S.Zero) + 2 * Sum(rise, (j, 1, M + 1))
cost = delta * L(S.Zero) + 2 * Sum(delta * L(j), (j, 1, M)) + 2 * r * L(M + 1)

every_loss = Claim(
    title="Integer-valued $(0,\\delta)$-DP noise for sensitivity one costs at least as much as the law with masses $\\delta$ and two ends",
    source=source,
    covers=("4.10",),
    statement=Ge(expected_loss(ANY_PRIVATE_INTEGER, i), cost, evaluate=False),
    domain={**flat, M: Naturals0},
    steps=(
        Step(
            Ge(expected_loss(PRIVATE_INTEGER, i), by_tails, evaluate=False),
            "when $|X|$ reaches $j$ the loss is at least $L(j)$",
            rule=LossTailIntegration("tail", j, M + 1, i, step=Integer(1)),
            label="symmetric",
        ),
        Step(
            Ge(expected_loss(ANY_PRIVATE_INTEGER, i), by_tails, evaluate=False),
            "any law $X'$ may be replaced by its average with its mirror image",
            rule=LossSymmetrisation("symmetric", i),
        ),
        Step(
            Eq(Sum(rise, (j, 1, M + 1)), rise.subs(j, M + 1) + Sum(rise, (j, 1, M)), evaluate=False),
            "take out the last term",
            rule=FirstTerm(j, 1, M + 1, rise, last=True),
            label="last",
        ),
        Step(
            Eq(
                Sum(rise, (j, 1, M)),
                Sum(delta * L(j), (j, 1, M)) + L(M) * tail_bound(M + 1) - L(S.Zero) * tail_bound(1),
                evaluate=False,
            ),
            "summation by parts; neighbouring bounds differ by $\\delta$",
            rule=Telescoping(j, 1, M, rise, L(j - 1) * tail_bound(j), shown=delta * L(j)),
            label="parts",
        ),
        Step(
            L(S.Zero) + 2 * (rise.subs(j, M + 1) + Sum(rise, (j, 1, M))),
            "put it in",
            uses=("last",),
        ),
        Step(cost, "put it in; the bound at $M+1$ is $r$", uses=("parts",)),
    ),
    expected="proved",
    note="$r=(1-(2M+1)\\delta)/2$. The bound holds for every $M\\ge0$ and every even $L$, non-decreasing on the naturals; with "
    "$M=\\lfloor(1/\\delta-1)/2\\rfloor$ it is the cost of the law with mass $\\delta$ at $|i|\\le M$ and $r$ at $|i|=M+1$.",
)

law = {delta: Interval.open(0, 1), M: Naturals0}
ends = (Le((2 * M + 1) * delta, 1, evaluate=False), Lt(1, (2 * M + 3) * delta, evaluate=False))

mass_one = Claim(
    title="The optimal law has mass one",
    covers=("4.10",),
    statement=Eq(delta + 2 * Sum(delta, (j, 1, M)) + 2 * r, 1, evaluate=False),
    domain=law,
    steps=(Step(delta + 2 * M * delta + 2 * r, "$M$ equal terms"), Step(one, "$2r=1-(2M+1)\\delta$")),
    expected="proved",
)

ends_are_masses = Claim(
    title="The end points' mass lies in $[0,\\delta)$",
    statement=Ge(r, 0, evaluate=False),
    domain=law,
    assumptions=ends,
    expected="proved",
)
ends_are_smaller = Claim(
    title="The end points' mass is less than $\\delta$",
    statement=Lt(r, delta, evaluate=False),
    domain=law,
    assumptions=ends,
    expected="proved",
)

inwards = Claim(
    title="Left of the origin the optimal law's masses do not fall",
    covers=("4.10",),
    statement=Le(mass(-j - 1), mass(-j), evaluate=False),
    domain={**law, j: Naturals0},
    assumptions=ends,
    expected="proved",
    note="So only $i\\ge0$ adds to $\\sum_i(p_i-p_{i+1})_+$.",
)

outwards = Claim(
    title="Right of the origin they do not rise",
    covers=("4.10",),
    statement=Ge(mass(j), mass(j + 1), evaluate=False),
    domain={**law, j: Naturals0},
    assumptions=ends,
    expected="proved",
)

private = Claim(
    title="The optimal law is $(0,\\delta)$-DP for sensitivity one",
    covers=("4.10",),
    statement=Eq(Sum(Max(0, mass(j) - mass(j + 1)), (j, 0, oo)), delta, evaluate=False),
    domain=law,
    assumptions=ends,
    steps=(
        Step(
            Eq(
                Sum(Max(0, mass(j) - mass(j + 1)), (j, 0, oo)),
                Sum(mass(j) - mass(j + 1), (j, 0, M + 1)),
                evaluate=False,
            ),
            "the masses do not rise, and vanish from $M+2$ on",
            rule=FiniteSupport(j, 0, M + 1, Max(0, mass(j) - mass(j + 1)), mass(j) - mass(j + 1)),
        ),
        Step(
            Eq(Sum(mass(j) - mass(j + 1), (j, 0, M + 1)), -mass(M + 2) + mass(S.Zero), evaluate=False),
            "a telescoping sum",
            rule=Telescoping(j, 0, M + 1, mass(j) - mass(j + 1), -mass(j)),
        ),
        Step(delta, "the masses of $M+2$ and of $0$"),
    ),
    expected="proved",
    note="The terms with $i<0$ vanish, so the left side is the divergence for a shift by one.",
)

amplitude = Claim(
    title="Amplitude of the optimal law",
    covers=("4.10",),
    statement=Eq(2 * Sum(delta * j, (j, 1, M)) + 2 * r * (M + 1), discrete_uniform.amplitude(M, delta, one), evaluate=False),
    domain=law,
    steps=(
        Step(delta * M * (M + 1) + 2 * r * (M + 1), "$\\sum_{j\\le M}j=\\frac12M(M+1)$"),
        Step(discrete_uniform.amplitude(M, delta, one), "collect"),
    ),
    expected="proved",
)

power = Claim(
    title="Power of the optimal law",
    covers=("4.10",),
    statement=Eq(2 * Sum(delta * j**2, (j, 1, M)) + 2 * r * (M + 1) ** 2, discrete_uniform.power(M, delta, one), evaluate=False),
    domain=law,
    steps=(
        Step(
            delta * M * (M + 1) * (2 * M + 1) / 3 + 2 * r * (M + 1) ** 2,
            "$\\sum_{j\\le M}j^2=\\frac16M(M+1)(2M+1)$",
        ),
        Step(discrete_uniform.power(M, delta, one), "collect"),
    ),
    expected="proved",
)


def ends_at(value, mass, words):
    return Claim(
        title=words,
        covers=("4.10",),
        statement=Eq(r.subs(delta, value), mass, evaluate=False),
        domain={M: Naturals0},
        expected="proved",
    )


odd = ends_at(1 / (2 * M + 1), S.Zero, "For odd $1/\\delta=2M+1$ the law is uniform")
even = ends_at(1 / (2 * M + 2), 1 / (4 * M + 4), "For even $1/\\delta=2M+2$ the two end points carry half the mass $\\delta/2$ each")
quarter = Claim(
    title="At $\\delta=\\frac14$ the optimum costs $E|X|=1$",
    statement=Eq(discrete_uniform.amplitude(one, Rational(1, 4), one), 1, evaluate=False),
    expected="proved",
    note="Masses $\\frac18,\\frac14,\\frac14,\\frac14,\\frac18$.",
)
two_fifths = Claim(
    title="At $\\delta=\\frac25$ the end points carry $0.3$ each",
    statement=Eq(r.subs({M: 0, delta: Rational(2, 5)}), Rational(3, 10), evaluate=False),
    expected="proved",
)
