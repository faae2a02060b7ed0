"""Moments of the laws P_alpha, and the atom at which each is least.

Result. E|X|^p = (1 - alpha)^(p+1) Delta^p/((p+1) 2^p (delta - alpha)^p) for every p > 0. For delta <= p/(p+1) it is least without an
atom; for larger delta at alpha = (p+1) delta - p. For p = 1 the two branches are Delta/(4 delta) and (1 - delta) Delta, for p = 2 they are
Delta^2/(12 delta^2) and 9/16 (1 - delta) Delta^2. Idea: in r = (delta - alpha)/(1 - alpha), which runs through (0, delta], the moment is
proportional to (1 - delta)/((1 - r) r^p), and (1 - r) r^p increases up to r = p/(p+1) and decreases afterwards.
"""

from sympy import Abs, Derivative, Eq, Ge, Integer, Integral, Interval, Le, Lt, Symbol, oo

from dpverify import Claim, Step
from dpverify.formulas import additive
from dpverify.notation import Delta, alpha, delta, x
from dpverify.rules import Cases, Specialise

f, w = additive.density, additive.half_width()
p = Symbol("p", positive=True)
domain = {delta: (0, 1), Delta: (0, oo)}
family = {**domain, alpha: Interval(0, oo)}
below = Lt(alpha, delta)
turn = p / (p + 1)
t = Symbol("t", positive=True)
ratio = (p + 1) * (delta - alpha) / (p * (1 - alpha))

moment = Claim(
    title="The moments of $P_\\alpha$",
    source="geng2018additive, Theorem 3",
    covers=("4.4",),
    statement=Eq(Integral(Abs(x) ** p * f(x), (x, -oo, oo)), additive.moment(p), evaluate=False),
    domain={**family, p: (0, oo)},
    assumptions=(below,),
    steps=(
        Step(2 * (delta - alpha) / Delta * Integral(x**p, (x, 0, w)), "the density is even and constant on $[-w,w]$"),
        Step(2 * (delta - alpha) / Delta * w ** (p + 1) / (p + 1), "integrate the power"),
        Step(additive.moment(p), "$2w(\\delta-\\alpha)/\\Delta=1-\\alpha$"),
    ),
    expected="proved",
    note="The atom at the origin costs nothing.",
)

without_atom = Claim(
    title="For $\\delta\\le p/(p+1)$ the moment is least without an atom",
    source="geng2018additive, Theorem 3",
    covers=("4.4",),
    statement=Ge(additive.moment(p), additive.moment_without_atom(p), evaluate=False),
    domain={**family, p: (0, oo)},
    assumptions=(below, Le(delta, turn, evaluate=False)),
    expected="proved",
    note="Equality holds at $\\alpha=0$.",
)

tangent = Claim(
    title="$(p+1-pt)\\,t^p$ is at most $1$, its value at $t=1$",
    covers=("4.4",),
    statement=Le((p + 1 - p * t) * t**p, 1, evaluate=False),
    domain={p: (0, oo), t: (0, oo)},
    steps=(
        Step(
            Eq(Derivative((p + 1 - p * t) * t**p, t), p * (p + 1) * (1 - t) * t ** (p - 1), evaluate=False),
            "so it rises up to $t=1$ and falls afterwards",
        ),
        Step(Le((p + 1 - p * t) * t**p, 1, evaluate=False), "hence it is largest at $t=1$"),
    ),
    expected="proved",
)

with_atom = Claim(
    title="The moment is nowhere less than with the atom $(p+1)\\delta-p$",
    source="geng2018additive, Theorem 3",
    covers=("4.4",),
    statement=Ge(additive.moment(p), additive.moment_with_atom(p), evaluate=False),
    domain={**family, p: (0, oo)},
    assumptions=(below,),
    steps=(
        Step(
            Le((p + 1 - p * ratio) * ratio**p, 1, evaluate=False),
            "the inequality at $t=\\frac{p+1}p\\,\\frac{\\delta-\\alpha}{1-\\alpha}$",
            rule=Specialise("tangent", {t: ratio}),
            label="at most one",
        ),
        Step(
            additive.moment_with_atom(p) / ((p + 1 - p * ratio) * ratio**p),
            "$p+1-pt=(p+1)\\frac{1-\\delta}{1-\\alpha}$",
        ),
        Step(
            Ge(
                additive.moment_with_atom(p) / ((p + 1 - p * ratio) * ratio**p),
                additive.moment_with_atom(p),
                evaluate=False,
            ),
            "the divisor is positive and at most $1$",
            uses=("at most one",),
        ),
    ),
    expected="proved",
)

at_best_atom = Claim(
    title="The moment at $\\alpha=(p+1)\\delta-p$",
    source="geng2018additive, Theorem 3",
    covers=("4.4",),
    statement=Eq(additive.moment(p, (p + 1) * delta - p), additive.moment_with_atom(p), evaluate=False),
    domain={**domain, p: (0, oo)},
    steps=(
        Step(
            ((p + 1) * (1 - delta)) ** (p + 1) * Delta**p / ((p + 1) * 2**p * (p * (1 - delta)) ** p),
            "$1-\\alpha=(p+1)(1-\\delta)$ and $\\delta-\\alpha=p(1-\\delta)$",
        ),
        Step(additive.moment_with_atom(p), "cancel the powers of $1-\\delta$"),
    ),
    expected="proved",
    note="It is an atom, $0\\le\\alpha<\\delta$, exactly for $\\frac p{p+1}\\le\\delta<1$; there the minimum is attained.",
)


def least(q, cost, words, number, line):
    """The minimum over alpha for p = q as one formula, and that it is attained."""
    order = Integer(q)
    bound = Claim(
        title=f"The {words} of $P_\\alpha$ is at least the optimum's",
        source=f"geng2018additive, eq. {number}",
        covers=(line,),
        statement=Ge(additive.moment(order), cost(), evaluate=False),
        domain=family,
        assumptions=(below,),
        expected="proved",
    )
    attained = Claim(
        title=f"The {words} of $P_\\alpha$ at the best atom",
        source=f"geng2018additive, eq. {number}",
        covers=(line,),
        statement=Eq(additive.moment(order, additive.best_atom(order)), cost(), evaluate=False),
        domain=domain,
        steps=(
            Step(
                Eq(additive.moment(order, additive.best_atom(order)), cost(), evaluate=False),
                "no atom",
                label="small",
                domain={delta: Interval.Lopen(0, turn.subs(p, q))},
            ),
            Step(
                Eq(additive.moment(order, additive.best_atom(order)), cost(), evaluate=False),
                "the atom $(p+1)\\delta-p$",
                label="large",
                domain={delta: Interval.open(turn.subs(p, q), 1)},
            ),
            Step(
                Eq(additive.moment(order, additive.best_atom(order)), cost(), evaluate=False),
                "the two ranges make up $(0,1)$",
                rule=Cases(delta, ("small", "large")),
            ),
        ),
        expected="proved",
    )
    return bound, attained


amplitude_bound, amplitude = least(1, additive.amplitude, "amplitude", 9, "4.5")
power_bound, power = least(2, additive.power, "power", 10, "4.6")
