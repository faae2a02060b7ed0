"""The two-sided geometric law is epsilon-DP and optimal for integer queries of sensitivity one, for every loss.

Problem. Minimise E L(X), L even and non-decreasing on the naturals, over integer-valued epsilon-DP noise for sensitivity 1.
Result. P(i) = (1 - b)/(1 + b) b^|i|, b = e^-epsilon, is the best for every L at once. Idea: P(X >= 0) <= e^epsilon P(X >= 1) gives
P(X >= 1) >= b/(1 + b) for symmetric X, and every further step costs a factor b at most, so P(|X| >= j) is at least the geometric law's.
"""

from sympy import Abs, Eq, FiniteSet, Ge, Integer, Integers, Le, Naturals, Range, Rational, Reals, S, Sum, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas import geometric
from dpverify.notation import Delta, delta, epsilon, x
from dpverify.rules import (
    HYPOTHESIS,
    Consequence,
    DiscreteDominance,
    EventInequality,
    Induction,
    LossSymmetrisation,
    Specialise,
    TailShape,
    Use,
)
from dpverify.rules.laws import ANY_PRIVATE_INTEGER, LOSS, PRIVATE_INTEGER
from dpverify.rules.loss import expected_loss

T = PRIVATE_INTEGER.tail
i = Symbol("i", integer=True)
j = Symbol("j", integer=True, nonnegative=True)
half = Rational(1, 2)
b = exp(-epsilon)
pure = {epsilon: (0, oo), delta: FiniteSet(0), Delta: Range(1, 2)}

mass_one = Claim(
    title="The geometric law has mass one",
    source="ghosh2012universally",
    covers=("5.2",),
    statement=Eq(geometric.mass(Integer(0)) + 2 * Sum(geometric.mass(j), (j, 1, oo)), 1, evaluate=False),
    domain={epsilon: (0, oo)},
    steps=(Step((1 - b) / (1 + b) * (1 + 2 * b / (1 - b)), "geometric sum"), Step(S.One, "simplify")),
    expected="proved",
)

neighbours = Claim(
    title="The geometric law is $\\epsilon$-DP for sensitivity one",
    source="ghosh2012universally",
    covers=("5.2",),
    statement=Le(geometric.mass(i), exp(epsilon) * geometric.mass(i + 1), evaluate=False),
    domain={epsilon: (0, oo), i: Integers},
    steps=(
        Step(Ge(1 + Abs(i) - Abs(i + 1), 0, evaluate=False), "$|i+1|\\le|i|+1$", label="triangle"),
        Step(
            Le(geometric.mass(i), exp(epsilon) * geometric.mass(i + 1), evaluate=False),
            "$b^{|i|}\\le e^\\epsilon b^{|i+1|}$",
            uses=("triangle",),
        ),
    ),
    expected="proved",
    note="The shift to the left is the mirror image.",
)

amplitude = Claim(
    title="Noise amplitude of the geometric law",
    source="ghosh2012universally",
    covers=("5.2",),
    statement=Eq(2 * Sum(j * geometric.mass(j), (j, 1, oo)), geometric.amplitude(), evaluate=False),
    domain={epsilon: (0, oo)},
    steps=(
        Step(2 * b / (1 - b**2), "$\\sum_{j\\ge1}jb^j=b/(1-b)^2$"),
        Step(geometric.amplitude(), "multiply by $e^\\epsilon$ above and below"),
    ),
    expected="proved",
)

power = Claim(
    title="Noise power of the geometric law",
    source="ghosh2012universally",
    covers=("5.2",),
    statement=Eq(2 * Sum(j**2 * geometric.mass(j), (j, 1, oo)), geometric.power(), evaluate=False),
    domain={epsilon: (0, oo)},
    steps=(
        Step(2 * (1 - b) / (1 + b) * b * (1 + b) / (1 - b) ** 3, "$\\sum_{j\\ge1}j^2b^j=b(1+b)/(1-b)^3$"),
        Step(geometric.power(), "simplify"),
    ),
    expected="proved",
)

tail_between = Claim(
    title="The tail of symmetric integer-valued $\\epsilon$-DP noise between the integers",
    source="ghosh2012universally",
    covers=("5.2",),
    statement=Ge(T(j - half), geometric.tail(j), evaluate=False),
    domain={**pure, j: Naturals},
    steps=(
        Step(
            Le(1 - T(x), exp(epsilon) * T(1 - x) + delta, evaluate=False),
            "the event $(-x,\\infty)$, of mass $1-T(x)$, and the shift $1$",
            rule=EventInequality(PRIVATE_INTEGER, "below", x, Integer(1)),
            label="below",
            domain={x: Reals},
        ),
        Step(
            Ge(T(half), geometric.tail(Integer(1)), evaluate=False),
            "$X>-\\frac12$ is $X\\ge0$, and its shift is $X\\ge1$",
            rule=Consequence([Use("below", {x: half}, 1 / (1 + exp(epsilon)))]),
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
            Ge(T(j - half), geometric.tail(j), evaluate=False),
            "induction on $j$: $T(x+1)\\ge b\\,T(x)$",
            rule=Induction(j, base=[Use("start", times=Integer(1))], step=[Use("above", {x: j - half}, b), Use(HYPOTHESIS, times=b)]),
        ),
    ),
    expected="proved",
    note="$T(x)=P(X\\ge x)$.",
)

tail = Claim(
    title="The tail of symmetric integer-valued $\\epsilon$-DP noise",
    source="ghosh2012universally",
    covers=("5.2",),
    statement=Ge(T(j), geometric.tail(j), evaluate=False),
    domain={**pure, j: Naturals},
    steps=(
        Step(
            Eq(T(j - half), T(j), evaluate=False),
            "no integer lies between",
            rule=TailShape(PRIVATE_INTEGER, "step", j - half, j),
            label="step",
        ),
        Step(Ge(T(j - half), geometric.tail(j), evaluate=False), "the bound", rule=Specialise("tail_between"), label="bound"),
        Step(Ge(T(j), geometric.tail(j), evaluate=False), "together", rule=Consequence(["step", "bound"])),
    ),
    expected="proved",
)

optimal = Claim(
    title="For integer queries of sensitivity one the geometric law is optimal, for every loss",
    source="ghosh2012universally",
    covers=("5.2",),
    statement=Ge(expected_loss(ANY_PRIVATE_INTEGER, i), Sum(LOSS(i) * geometric.mass(i), (i, -oo, oo)), evaluate=False),
    domain=pure,
    steps=(
        Step(
            Ge(expected_loss(PRIVATE_INTEGER, i), Sum(LOSS(i) * geometric.mass(i), (i, -oo, oo)), evaluate=False),
            "$P(|X|\\ge j)$ is at least the geometric law's",
            rule=DiscreteDominance("tail", j, i, geometric.mass(i)),
            label="symmetric",
        ),
        Step(
            Ge(expected_loss(ANY_PRIVATE_INTEGER, i), Sum(LOSS(i) * geometric.mass(i), (i, -oo, oo)), evaluate=False),
            "any law may be replaced by its average with its mirror image",
            rule=LossSymmetrisation("symmetric", i),
        ),
    ),
    expected="proved",
)
