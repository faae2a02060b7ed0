"""Any dual functions y_k with values in [0, z_k] give a rigorous lower bound: the certificate inequality of the lattice program.

Setting. In units of the grid's step the sensitivity is the integer Delta. c is a cost whose linear interpolation is at most |x|^p,
y_k: Z -> [0, z_k] for k = 1..Delta, and c(|i|) + sum_k (y_k(i) - e^epsilon y_k(i - k)) >= mu at every integer i.
Result. Every private integer-valued law has sum_i c(|i|) p_i >= mu - delta sum_k z_k, and every private noise on the line has
E|X|^p >= mu - delta sum_k z_k. Nothing in the hypotheses depends on delta, so one certificate serves every delta.
"""

from sympy import Abs, Ge, Gt, Interval, Le, Naturals, Naturals0, S, Sum, Symbol, oo

from dpverify import Claim, Step
from dpverify.notation import Delta, delta, epsilon
from dpverify.rules import DualHypothesis, IntegerWeakDuality, RandomisedRounding, Specialise
from dpverify.rules.cells import place as theta
from dpverify.rules.integer_cost import expected_cost
from dpverify.rules.integer_weak_duality import dual_inequality, dual_shift, reach
from dpverify.rules.laws import (
    ANY_PRIVATE_INTEGER,
    MONOTONE_PRIVATE_INTEGER,
    PRIVATE_INTEGER,
    DualSolution,
    least_cost,
    least_monotone_cost,
    loss_power,
)
from dpverify.rules.rounding import lattice_point as j

i, p, k = Symbol("i", integer=True), loss_power, dual_shift
c, y, z, mu = DualSolution.cost, DualSolution.weight, DualSolution.cap, DualSolution.level
lattice = {epsilon: Interval(0, oo), delta: Interval.Ropen(0, 1), Delta: Naturals, p: (0, oo)}
bound = mu - delta * Sum(z(k), (k, 1, Delta))
every = {k: Naturals, i: S.Integers}
chord = (1 - theta) * c(j) + theta * c(j + 1)


def certificate(law, words, covers):
    """sum_i c(|i|) p_i >= mu - delta sum_k z_k."""
    index = {i: S.Integers} if law in (ANY_PRIVATE_INTEGER, PRIVATE_INTEGER) else {reach: Naturals0}
    monotone = law == MONOTONE_PRIVATE_INTEGER
    bounded = Step(
        Ge(c(j), DualSolution.floor, evaluate=False),
        because="the cost is bounded below",
        rule=DualHypothesis("bounded", i),
        label="bounded",
        domain={j: Naturals0},
    )
    return Claim(
        title=f"Weak duality of the lattice program, {words}",
        statement=Ge(expected_cost(c(Abs(i)), law, i), bound, evaluate=False),
        domain=lattice,
        covers=covers,
        steps=(
            Step(Ge(y(k, i), 0), because="dual feasibility", rule=DualHypothesis("above zero", i), label="y>=0", domain=every),
            Step(Le(y(k, i), z(k)), because="dual feasibility", rule=DualHypothesis("below cap", i), label="y<=z", domain=every),
            Step(
                dual_inequality(law, c(j), y(k, i), mu, i),
                because="the dual inequality",
                rule=DualHypothesis("dual", i, law),
                label="dual",
                domain=index,
            ),
            *((bounded,) if monotone else ()),
            Step(
                Ge(expected_cost(c(Abs(i)), law, i), bound, evaluate=False),
                because="the shifts' inequalities, weighted with $y_k$, cost at most $\\delta\\sum_kz_k$",
                rule=IntegerWeakDuality(law, i, c(j), y(k, i), z(k), mu, "y>=0", "y<=z", "dual", "bounded" if monotone else None),
            ),
        ),
    )


on_integers = certificate(ANY_PRIVATE_INTEGER, "for every integer-valued law", ("8.3", "8.4"))
on_integers_symmetric = certificate(PRIVATE_INTEGER, "for symmetric laws on average over $\\pm i$", ("8.3",))
on_integers_monotone = certificate(MONOTONE_PRIVATE_INTEGER, "for symmetric unimodal laws on average over $-r..r$", ("8.3", "8.8"))


def on_line(law, name, least, words, covers):
    """V_p* >= mu - delta sum_k z_k."""
    return Claim(
        title=f"A certificate on the lattice bounds {words} on the line",
        statement=Ge(least(p, epsilon, delta, Delta), bound, evaluate=False),
        domain=lattice,
        covers=covers,
        steps=(
            Step(
                Ge(expected_cost(c(Abs(i)), law, i), bound, evaluate=False),
                because="weak duality on the lattice",
                rule=Specialise(name),
                label="lattice",
            ),
            Step(
                Le(chord, (j + theta) ** p, evaluate=False),
                because="the interpolated cost is at most the loss",
                rule=DualHypothesis("cost", i),
                label="cost",
                domain={j: Naturals0, theta: Interval(0, 1)},
            ),
            Step(
                Ge(least(p, epsilon, delta, Delta), bound, evaluate=False),
                because="round to the lattice at random, which is to interpolate the dual functions linearly",
                rule=RandomisedRounding("lattice", law, i, c(j), p, pointwise="cost"),
            ),
        ),
        uses=(name,),
        note="The unit of length is the step of the grid, so that $\\Delta$ is the number of steps per sensitivity.",
    )


claim = on_line(ANY_PRIVATE_INTEGER, "optimal.certificate.on_integers", least_cost, "all noise", ("8.3",))
symmetric = on_line(PRIVATE_INTEGER, "optimal.certificate.on_integers_symmetric", least_cost, "all noise", ("8.3",))
monotone = on_line(
    MONOTONE_PRIVATE_INTEGER, "optimal.certificate.on_integers_monotone", least_monotone_cost, "symmetric unimodal noise", ("8.3", "8.8")
)

other = Symbol("delta'", nonnegative=True)
tangent = Claim(
    title="A certificate found at one $\\delta$ bounds the cost at every other $\\delta'$",
    statement=Ge(
        least_cost(p, epsilon, other, Delta),
        bound - (other - delta) * Sum(z(k), (k, 1, Delta)),
        evaluate=False,
    ),
    domain={**lattice, other: Interval.Ropen(0, 1)},
    covers=("8.4",),
    steps=(
        Step(
            Ge(least_cost(p, epsilon, other, Delta), bound.subs(delta, other), evaluate=False),
            because="the hypotheses do not speak of $\\delta$",
            rule=Specialise("optimal.certificate", {delta: other}),
        ),
        Step(bound - (other - delta) * Sum(z(k), (k, 1, Delta)), because="$\\delta'=\\delta+(\\delta'-\\delta)$"),
    ),
    uses=("optimal.certificate",),
    note="The right side is affine in $\\delta'$: a tangent of the convex function $\\delta\\mapsto V_p^*$ if the certificate is tight.",
)

place, window, shift, steps = (Symbol(name, real=True) for name in ("u", "W", "s", "M"))
number = Symbol("v", real=True)


def beyond(side, sign, because):
    """|sign u - s| > W for u > W + M, 0 < s <= M."""
    shifted = sign * place - shift
    return Claim(
        title=f"Beyond $|i|\\le W+M$ no place shifted by $s\\le M$ lies in the window, {side}",
        statement=Gt(Abs(shifted), window, evaluate=False),
        domain={place: S.Reals, shift: (0, oo), steps: (0, oo), window: Interval(0, oo)},
        assumptions=(Le(shift, steps), Gt(place, window + steps)),
        covers=("8.3",),
        steps=(
            Step(
                Ge(Abs(number), sign * number, evaluate=False),
                because="a number is at most its modulus",
                label="modulus",
                domain={number: S.Reals},
            ),
            Step(
                Ge(Abs(shifted), sign * shifted, evaluate=False),
                because=f"put $v={'' if sign == 1 else '-'}u-s$",
                rule=Specialise("modulus", {number: shifted}),
            ),
            Step(Gt(sign * shifted, window, evaluate=False), because=because),
        ),
        note=(
            "$i=\\pm u$. If $y_k=0$ outside $|i|\\le W$, the left side of the dual inequality is $c(|i|)$ for $|i|>W+M$, and this does not "
            "decrease: the inequality has to be checked for $|i|\\le W+M+1$ only."
        ),
    )


beyond_right = beyond("to the right", 1, "$s\\le M$")
beyond_left = beyond("to the left", -1, "$s>0$")
