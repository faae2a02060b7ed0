"""Integer-valued noise: sum_i L(i) P(i) >= 2 sum_{j<n} a b^j L(j Delta) for integer n and every even non-decreasing loss L."""

from sympy import Eq, Ge, Naturals, S, Sum, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, a, delta_of_periods, t_value_of_periods
from dpverify.notation import Delta, delta, epsilon, k
from dpverify.rules import Consequence, FirstTerm, LossSymmetrisation, LossTailIntegration, Telescoping, Use
from dpverify.rules.laws import ANY_PRIVATE_INTEGER, LOSS, PRIVATE_INTEGER
from dpverify.rules.loss import expected_loss

i = Symbol("i", integer=True)
j = Symbol("j", integer=True, nonnegative=True)
L, T = LOSS, PRIVATE_INTEGER.tail
weighted = a.subs(delta, delta_of_periods(N)) * exp(-j * epsilon) * L(j * Delta)
rise = (L(j * Delta) - L((j - 1) * Delta)) * t_value_of_periods(j, N)
by_tails = L(S.Zero) + 2 * Sum(rise, (j, 1, N - 1))

claim = Claim(
    title="Lower bound for integer-valued noise and a general loss",
    statement=Ge(expected_loss(ANY_PRIVATE_INTEGER, i), 2 * Sum(weighted, (j, 0, N - 1))),
    domain={epsilon: (0, oo), delta: (0, 1), Delta: Naturals, N: Naturals},
    assumptions=(Eq(delta, delta_of_periods(N)),),
    covers=("3.9",),
    source="geng2016approximate",
    corrects="lower_bounds.shifted_loss_variant",
    steps=(
        Step(
            Ge(T(j * Delta), t_value_of_periods(j, N)),
            because="the tail bound $t_j$ with $\\delta=(e^\\epsilon-1)/(2(e^{n\\epsilon}-1))$",
            rule=Consequence([Use("lower_bounds.integer_tail_on_the_grid", {k: j}, 1)]),
            label="tail",
            domain={j: Naturals},
        ),
        Step(
            Ge(expected_loss(PRIVATE_INTEGER, i), by_tails),
            because="when $|X|$ reaches $j\\Delta$ the loss is at least $L(j\\Delta)$",
            rule=LossTailIntegration("tail", j, N - 1, i),
            label="symmetric",
        ),
        Step(
            Ge(expected_loss(ANY_PRIVATE_INTEGER, i), by_tails),
            because="any law $X'$ may be replaced by its average with its mirror image",
            rule=LossSymmetrisation("symmetric", i),
        ),
        Step(
            Eq(
                Sum(weighted, (j, 1, N - 1)),
                Sum(rise, (j, 1, N - 1)) + t_value_of_periods(1, N) * L(S.Zero),
            ),
            because="summation by parts with $ab^j=t_j-t_{j+1}$ and $t_n=0$",
            rule=Telescoping(j, 1, N - 1, weighted, -t_value_of_periods(j, N) * L((j - 1) * Delta), shown=rise),
            label="parts",
        ),
        Step(
            Eq(Sum(weighted, (j, 0, N - 1)), weighted.subs(j, 0) + Sum(weighted, (j, 1, N - 1))),
            because="take out the term $j=0$",
            rule=FirstTerm(j, 0, N - 1, weighted),
            label="first",
        ),
        Step(
            2 * weighted.subs(j, 0) + 2 * Sum(weighted, (j, 1, N - 1)),
            because="$a+t_1=t_0=\\tfrac12$",
            uses=("parts",),
        ),
        Step(2 * Sum(weighted, (j, 0, N - 1)), because="put the term $j=0$ back", uses=("first",)),
    ),
    note=(
        "$L$ is any even loss, non-decreasing on the naturals; $\\Delta$ is the integer sensitivity; $n=N$ is an integer, that is "
        "$\\delta=(e^\\epsilon-1)/(2(e^{N\\epsilon}-1))$."
    ),
)
