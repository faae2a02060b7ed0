"""The discrete uniform law with two end points is (0, delta)-DP for integer queries of any integer sensitivity, and what it costs.

Setting. P(i) = delta/Delta for |i| <= M, r = (1 - (2M + 1) delta/Delta)/2 for |i| = M + 1, 0 outside, M = floor((Delta/delta - 1)/2).
Results. A shift by n <= Delta moves at most the mass n delta/Delta <= delta, and for Delta <= 2M + 1 exactly delta at n = Delta.
E|X| lies within delta/(4 Delta) of Delta/(4 delta), and E X^2 within 1 of Delta^2/(12 delta^2). Against the lower bound of the amplitude
(power) this is a factor 1/(4 (1 - 2 log(3/2))) = 1.322... (1.689...) as epsilon = delta -> 0.
"""

from sympy import Eq, Ge, Gt, Integers, Interval, Le, Limit, Lt, Max, Min, Naturals, Naturals0, Rational, S, Symbol, log, oo

from dpverify import Claim, Step
from dpverify.formulas import discrete_uniform as law
from dpverify.formulas.lower_bounds import v1_low_explicit, v2_low_explicit
from dpverify.notation import Delta, delta, epsilon, k
from dpverify.rules import Consequence, Specialise, Use

i = Symbol("i", integer=True)
n = Symbol("n_shift", integer=True, nonnegative=True)
M = Symbol("M", integer=True, nonnegative=True)
u, v = Symbol("u", real=True), Symbol("v", real=True)
domain = {delta: Interval.open(0, 1), Delta: Naturals, M: Naturals0}
ends = (Le((2 * M + 1) * delta, Delta, evaluate=False), Lt(Delta, (2 * M + 3) * delta, evaluate=False))
r = law.end_mass(M)
source = "geng2016approximate"


def mass(i):
    return law.mass(i, M)


def clamp(u):
    """u brought into [0, 1]."""
    return Max(0, Min(1, u))


def line(i):
    """r + (M + 1 - i) delta/Delta."""
    return r + (M + 1 - i) * delta / Delta


def tail(i):
    """P(X >= i)."""
    return clamp(line(i))


def point(place, value, words, extra=None, condition=(), covers=()):
    """The mass of a point as the difference of two tails."""
    return Claim(
        title=f"The tail of the discrete uniform law with two end points, {words}",
        covers=covers,
        statement=Eq(tail(place) - tail(place + 1), value, evaluate=False),
        domain={**domain, **(extra or {})},
        assumptions=(*ends, *condition),
        expected="proved",
        note="$P(X\\ge i)=\\max(0,\\min(1,r+(M+1-i)\\delta/\\Delta))$; the right side is the mass at the point.",
    )


far = {k: Naturals0}
inside = point(i, delta / Delta, "within $[-M,M]$", {i: Integers}, (Ge(i, -M), Le(i, M)), ("5.4",))
right_end = point(M + 1, r, "at $M+1$")
left_end = point(-M - 1, r, "at $-M-1$")
beyond_right = point(M + 2 + k, S.Zero, "beyond $M+1$", far)
beyond_left = point(-M - 2 - k, S.Zero, "beyond $-M-1$", far)

right = Claim(
    title="A shift by $n$ lowers the masses from $-n/2$ on",
    covers=("5.4",),
    statement=Ge(mass(i), mass(i + n), evaluate=False),
    domain={**domain, i: Integers, n: Naturals0},
    assumptions=(*ends, Ge(2 * i + n, 0, evaluate=False)),
    expected="proved",
    note="So the worst event is a half-line $X\\ge i$.",
)

left = Claim(
    title="It raises them up to there",
    covers=("5.4",),
    statement=Le(mass(i), mass(i + n), evaluate=False),
    domain={**domain, i: Integers, n: Naturals0},
    assumptions=(*ends, Le(2 * i + n, 0, evaluate=False)),
    expected="proved",
)

lipschitz = Claim(
    title="Bringing into $[0,1]$ does not stretch",
    statement=Le(clamp(u) - clamp(v), u - v, evaluate=False),
    domain={u: S.Reals, v: S.Reals},
    assumptions=(Le(v, u),),
    expected="proved",
)

shift = Claim(
    title="A shift by $n$ moves at most the mass $n\\delta/\\Delta$ out of a half-line",
    covers=("5.4",),
    statement=Le(tail(i) - tail(i + n), n * delta / Delta, evaluate=False),
    domain={**domain, i: Integers, n: Naturals0},
    assumptions=ends,
    steps=(
        Step(
            Le(tail(i) - tail(i + n), line(i) - line(i + n), evaluate=False),
            "a falling line, brought into $[0,1]$",
            rule=Specialise("lipschitz", {u: line(i), v: line(i + n)}),
        ),
        Step(n * delta / Delta, "its slope is $-\\delta/\\Delta$"),
    ),
    expected="proved",
)

private = Claim(
    title="The discrete uniform law with two end points is $(0,\\delta)$-DP at every shift",
    source=source,
    covers=("5.4",),
    statement=Le(tail(i) - tail(i + n), delta, evaluate=False),
    domain={**domain, i: Integers, n: Naturals0},
    assumptions=(*ends, Le(n, Delta)),
    steps=(
        Step(Le(tail(i) - tail(i + n), n * delta / Delta, evaluate=False), "a shift by $n$", rule=Specialise("shift")),
        Step(Le(n * delta / Delta, delta, evaluate=False), "$n\\le\\Delta$"),
    ),
    expected="proved",
    note="The left side is $P(X\\ge i)-P(X\\ge i+n)$, and half-lines are the worst events.",
)

exact = Claim(
    title="For $\\Delta\\le2M+1$ no smaller $\\delta$ will do",
    covers=("5.4",),
    statement=Eq(tail(-M) - tail(-M + Delta), delta, evaluate=False),
    domain=domain,
    assumptions=(*ends, Le(Delta, 2 * M + 1, evaluate=False)),
    steps=(
        Step(line(-M) - line(-M + Delta), "both values lie in $[0,1]$"),
        Step(delta, "the line has the slope $-\\delta/\\Delta$"),
    ),
    expected="proved",
    note="For $\\Delta>2M+1$, which needs a large $\\delta$, the shift by $\\Delta$ moves less.",
)


def amplitude_within(kind, low, words):
    """The amplitude against its leading term, in terms of u = M + 1 - Delta/(2 delta)."""
    leading = Delta / (4 * delta)
    return Claim(
        title=f"The amplitude of the discrete uniform law from {words}",
        covers=("5.4",),
        statement=kind(law.amplitude(M), leading - low, evaluate=False),
        domain=domain,
        assumptions=ends,
        steps=(
            Step(leading - off**2 * delta / Delta, "in terms of $u=M+1-\\frac\\Delta{2\\delta}$"),
            Step(kind(leading - off**2 * delta / Delta, leading - low, evaluate=False), "$0\\le u^2\\le\\frac14$"),
        ),
        expected="proved",
    )


off = M + 1 - Delta / (2 * delta)
amplitude_above = amplitude_within(Le, 0, "above")
amplitude_below = amplitude_within(Ge, delta / (4 * Delta), "below")

error = -(u**2) + Rational(1, 6) + (u - 4 * u**3) * v / 3

square = Delta**2 / (12 * delta**2)
here = {u: off, v: delta / Delta}
error_here = error.subs(here, simultaneous=True)
small = {u: Interval(-Rational(1, 2), Rational(1, 2)), v: Interval(0, 1)}
small_above = Claim(
    title="The error of the power is at most $1$",
    statement=Le(error, 1, evaluate=False),
    domain=small,
    expected="proved",
)
small_below = Claim(
    title="The error of the power is at least $-1$",
    statement=Ge(error, -1, evaluate=False),
    domain=small,
    expected="proved",
)


def power_within(kind, value, fact, words):
    """The power against its leading term, in terms of u = M + 1 - Delta/(2 delta) and v = delta/Delta."""
    return Claim(
        title=f"The power of the discrete uniform law from {words}",
        covers=("5.4",),
        statement=kind(law.power(M), value, evaluate=False),
        domain=domain,
        assumptions=ends,
        steps=(
            Step(square + error_here, "in terms of $u=M+1-\\frac\\Delta{2\\delta}\\in(-\\frac12,\\frac12]$ and $v=\\delta/\\Delta\\le1$"),
            Step(
                kind(square + error_here, value, evaluate=False),
                "the error is small",
                rule=Consequence((Use(fact, here, S.One),)),
            ),
        ),
        expected="proved",
    )


power_above = power_within(Le, square + 1, "small_above", "above")
power_below = power_within(Ge, square - 1, "small_below", "below")

V1, V2 = v1_low_explicit.subs(epsilon, delta), v2_low_explicit.subs(epsilon, delta)
share1 = 1 - 2 * log(Rational(3, 2))
share2 = 2 * (1 - log(Rational(3, 2)) ** 2 - 2 * log(Rational(3, 2)))


def ratio(cost, bound, value, words, covers=()):
    return Claim(
        title=f"The {words} against the lower bound as $\\epsilon=\\delta\\to0$",
        source="geng2018truncated, Section 1",
        covers=covers,
        statement=Eq(Limit(cost / bound, delta, 0), value, evaluate=False),
        domain={Delta: Interval(1, oo)},
        expected="proved",
    )


amplitude_ratio = ratio(Delta / (4 * delta), V1, 1 / (4 * share1), "amplitude", ("5.4",))
amplitude_ratio_below = ratio(Delta / (4 * delta) - delta / (4 * Delta), V1, 1 / (4 * share1), "amplitude's lower estimate")
power_ratio = ratio(Delta**2 / (12 * delta**2) + 1, V2, 1 / (12 * share2), "power's upper estimate", ("5.4",))
power_ratio_below = ratio(Delta**2 / (12 * delta**2) - 1, V2, 1 / (12 * share2), "power's lower estimate")


def digits(value, low, words):
    step = Rational(1, 1000)
    under = Claim(title=f"{words} is more than {float(low)}", statement=Lt(low, value, evaluate=False), expected="proved")
    above = Gt(low + step, value, evaluate=False)
    over = Claim(title=f"{words} is less than {float(low + step)}", statement=above, expected="proved")
    return under, over


amplitude_factor_low, amplitude_factor_high = digits(1 / (4 * share1), Rational(1322, 1000), "The factor for the amplitude")
power_factor_low, power_factor_high = digits(1 / (12 * share2), Rational(1689, 1000), "The factor for the power")
