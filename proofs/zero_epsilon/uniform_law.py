"""The uniform law on [-Delta/(2 delta), Delta/(2 delta)] is (0, delta)-DP for every 0 < delta < 1, and no smaller delta will do.

Its divergence at the shift d is delta d/Delta: the shifted law misses a stretch of length d.
"""

from sympy import Eq, Integral, Interval, Le, Max, S, oo

from dpverify import Claim, Step
from dpverify.formulas import uniform
from dpverify.notation import Delta, d, delta, x

f, w = uniform.density, uniform.half_width()
line = (x, -oo, oo)
domain = {delta: (0, 1), Delta: (0, oo)}
divergence = Integral(Max(0, f(x) - f(x + d)), line)

mass_one = Claim(
    title="The uniform density has mass one",
    source="geng2018additive",
    covers=("5.5",),
    statement=Eq(Integral(f(x), line), 1, evaluate=False),
    domain=domain,
    steps=(Step(Integral(delta / Delta, (x, -w, w)), "$f$ vanishes outside"), Step(S.One, "the length is $\\Delta/\\delta$")),
    expected="proved",
)

private = Claim(
    title="The uniform law is $(0,\\delta)$-DP at every shift",
    source="geng2018additive",
    covers=("5.5",),
    statement=Le(divergence, delta, evaluate=False),
    domain={**domain, d: Interval(0, Delta)},
    steps=(
        Step(delta * d / Delta, "the shifted law misses a stretch of length $d$, as $d\\le\\Delta\\le\\Delta/\\delta$"),
        Step(Le(delta * d / Delta, delta, evaluate=False), "$d\\le\\Delta$"),
    ),
    expected="proved",
    note="At $d=\\Delta$ the divergence is $\\delta$, so no smaller $\\delta$ will do.",
)
