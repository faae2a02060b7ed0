"""The laws P_alpha: an atom alpha at the origin and a uniform part are (0, delta)-DP at every shift.

P_alpha has mass alpha at 0 and density (delta - alpha)/Delta on |x| <= w, w = (1 - alpha) Delta/(2 (delta - alpha)). Its total variation
from its copy shifted by 0 < d <= Delta is alpha + (delta - alpha) d/Delta <= delta.
"""

from sympy import Eq, Integral, Interval, Le, Lt, Max, S, Symbol, oo

from dpverify import Claim, Step
from dpverify.formulas import additive
from dpverify.notation import Delta, alpha, d, delta, x

f, w = additive.density, additive.half_width()
line = (x, -oo, oo)
u = Symbol("u", nonnegative=True)
domain = {delta: (0, 1), alpha: Interval(0, oo), Delta: (0, oo)}
below = Lt(alpha, delta)
variation = alpha + Integral(Max(0, f(x) - f(x + d)), line)

mass_one = Claim(
    title="$P_\\alpha$ has mass one",
    source="geng2018additive",
    covers=("4.2",),
    statement=Eq(alpha + Integral(f(x), line), 1, evaluate=False),
    domain=domain,
    assumptions=(below,),
    steps=(
        Step(alpha + 2 * w * (delta - alpha) / Delta, "the density is constant on a stretch of length $2w$"),
        Step(S.One, "$2w(\\delta-\\alpha)/\\Delta=1-\\alpha$"),
    ),
    expected="proved",
)

private = Claim(
    title="$P_\\alpha$ is $(0,\\delta)$-DP at every shift",
    source="geng2018additive",
    covers=("4.2",),
    statement=Le(variation, delta, evaluate=False),
    domain={**domain, d: Interval.Lopen(0, oo)},
    assumptions=(below, Le(d, Delta)),
    steps=(
        Step(
            alpha + (delta - alpha) * d / Delta,
            "the shifted law misses the atom and a stretch of length $d\\le\\Delta\\le2w$",
        ),
        Step(Le(alpha + (delta - alpha) * d / Delta, delta, evaluate=False), "$d\\le\\Delta$"),
    ),
    expected="proved",
    note="The left side is the total variation of $P_\\alpha$ and its copy shifted by $d$, whose atom lies at $-d\\ne0$.",
)


def algorithm(part, value, words, last):
    """P(|X| <= u w) under P_alpha against the product's."""
    return Claim(
        title=f"$P_\\alpha$ is the law of a Bernoulli$(1-\\alpha)$ times a uniform variable on $[-w,w]$, {words}",
        source="geng2018additive, Algorithm 1",
        covers=("4.3",),
        statement=Eq(alpha + Integral(f(x), (x, -u * w, u * w)), value, evaluate=False),
        domain={**domain, u: part},
        assumptions=(below,),
        steps=last,
        expected="proved",
        note="Left: $P(|X|\\le uw)$ under $P_\\alpha$. Right: with probability $\\alpha$ the product is $0$, otherwise uniform. "
        "Both laws are symmetric, so this determines them.",
    )


algorithm_inside = algorithm(
    Interval(0, 1),
    alpha + (1 - alpha) * u,
    "inside $[-w,w]$",
    (
        Step(alpha + 2 * u * w * (delta - alpha) / Delta, "the density is constant on $[-w,w]$"),
        Step(alpha + (1 - alpha) * u, "$2w(\\delta-\\alpha)/\\Delta=1-\\alpha$"),
    ),
)
algorithm_outside = algorithm(
    Interval(1, oo),
    S.One,
    "outside",
    (
        Step(alpha + 2 * w * (delta - alpha) / Delta, "the density vanishes outside $[-w,w]$"),
        Step(S.One, "$2w(\\delta-\\alpha)/\\Delta=1-\\alpha$"),
    ),
)
