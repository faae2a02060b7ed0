"""Two bounds of the Gaussian's least delta that agree to leading order when delta is small.

Setting. t = epsilon sigma/Delta and s = Delta/sigma. Results. s phi(t - s/2)/(t^2 + 3) <= delta(ts, s) for s <= 1, and
delta(ts, s) <= s phi(t - s/2)/t^2 for s <= 2, for every t > 0. Idea. At s = 0 all three are zero; the derivatives in s at fixed t are
ordered, by bounds of the normal tail.
"""

from sympy import Derivative, Ge, Interval, Le, S, Symbol, oo

from dpverify import Claim, Step
from dpverify.formulas.gaussian import normal_density, privacy_profile
from dpverify.rules import Monotone

s, t = Symbol("s", positive=True), Symbol("t", positive=True)
v = Symbol("v", nonnegative=True)


def excess(v, sign, divisor):
    """sign (delta(tv, v) - v phi(t - v/2)/divisor)."""
    return sign * (privacy_profile(t * v, v) - v / divisor * normal_density(t - v / 2))


def slope(sign, divisor, reach, title):
    """The excess rises."""
    return Claim(
        title=title,
        statement=Ge(Derivative(excess(v, sign, divisor), v), 0, evaluate=False),
        domain={t: (0, oo), v: Interval(0, reach)},
        expected="proved",
    )


def bound(sign, divisor, reach, lemma, relation, title):
    """The bound at s, from the excess at zero, which is zero."""
    return Claim(
        title=title,
        statement=relation(privacy_profile(t * s, s), s / divisor * normal_density(t - s / 2), evaluate=False),
        domain={t: (0, oo), s: Interval.Lopen(0, reach)},
        steps=(
            Step(
                Ge(excess(s, sign, divisor), 0, evaluate=False),
                "the difference rises from zero",
                rule=Monotone(lemma, v, S.Zero, s),
                label="excess",
            ),
            Step(
                relation(privacy_profile(t * s, s), s / divisor * normal_density(t - s / 2), evaluate=False),
                "rearrange",
                uses=("excess",),
            ),
        ),
        expected="proved",
    )


above_rises = slope(-1, t**2, 2, "$s\\varphi(t-s/2)/t^2-\\delta(ts,s)$ rises in $s\\le2$")
above = bound(-1, t**2, 2, "above_rises", Le, "$\\delta(ts,s)\\le s\\,\\varphi(t-s/2)/t^2$ for $s\\le2$")
below_rises = slope(1, t**2 + 3, 1, "$\\delta(ts,s)-s\\varphi(t-s/2)/(t^2+3)$ rises in $s\\le1$")
below = bound(1, t**2 + 3, 1, "below_rises", Ge, "$\\delta(ts,s)\\ge s\\,\\varphi(t-s/2)/(t^2+3)$ for $s\\le1$")
