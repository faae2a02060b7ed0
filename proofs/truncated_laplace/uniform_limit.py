"""As epsilon vanishes the truncated Laplacian becomes the uniform law on [-Delta/(2 delta), Delta/(2 delta)].

Results. The density tends to delta/Delta inside and to 0 outside. For delta <= 1/2 the total variation distance to the uniform law is at
most 2 A (B - delta/Delta), which tends to 0.
"""

from sympy import Abs, Eq, Ge, Gt, Integral, Interval, Le, Limit, Lt, Max, Piecewise, Rational, S, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.truncated_laplace import density, half_width, height, q
from dpverify.notation import Delta, delta, epsilon, x
from dpverify.rules import IntegrateInequality, Specialise

A, B, scale = half_width(), height(), Delta / epsilon
end = Delta / (2 * delta)
uniform = Piecewise((delta / Delta, Le(Abs(x), end)), (0, True))
small = {epsilon: (0, oo), delta: Interval.Lopen(0, Rational(1, 2)), Delta: (0, oo)}
line = (x, -oo, oo)

inside = Claim(
    title="Inside the limiting support the density tends to $\\delta/\\Delta$",
    source="geng2018truncated, Section 3",
    covers=("2.11",),
    statement=Eq(Limit(density(x), epsilon, 0), delta / Delta, evaluate=False),
    domain={delta: (0, 1), Delta: (0, oo), x: S.Reals},
    assumptions=(Lt(Abs(x), end, evaluate=False),),
    steps=(
        Step(
            Eq(Limit(A, epsilon, 0), end, evaluate=False),
            "$\\log(1+q)\\sim q\\sim\\epsilon/(2\\delta)$, so $|x|<A$ from some $\\epsilon$ on",
        ),
        Step(
            Eq(Limit(B * exp(-Abs(x) / scale), epsilon, 0), delta / Delta, evaluate=False),
            "$\\epsilon/q\\to2\\delta$ and $|x|/\\lambda\\to0$",
        ),
        Step(Eq(Limit(density(x), epsilon, 0), delta / Delta, evaluate=False), "the first branch is the one that counts"),
    ),
    expected="proved",
)

outside = Claim(
    title="Outside the limiting support the density tends to zero",
    source="geng2018truncated, Section 3",
    covers=("2.11",),
    statement=Eq(Limit(density(x), epsilon, 0), 0, evaluate=False),
    domain={delta: (0, 1), Delta: (0, oo), x: S.Reals},
    assumptions=(Gt(Abs(x), end, evaluate=False),),
    steps=(
        Step(
            Eq(Limit(A, epsilon, 0), end, evaluate=False),
            "$\\log(1+q)\\sim q\\sim\\epsilon/(2\\delta)$, so $|x|>A$ from some $\\epsilon$ on",
        ),
        Step(Eq(Limit(density(x), epsilon, 0), 0, evaluate=False), "the second branch is the one that counts"),
    ),
    expected="proved",
)

bound = 2 * A * (B - delta / Delta)
rate, u, b, c, a = (Symbol(name, real=True) for name in ("kappa", "u", "b", "c", "a"))
decaying = Piecewise((b * exp(-Abs(x) * rate), Le(Abs(x), a)), (0, True))
level = Piecewise((u, Le(Abs(x), c)), (0, True))
cap = Piecewise((B - delta / Delta, Le(Abs(x), A)), (0, True))

distance = Claim(
    title="Total variation distance between the truncated Laplacian and the uniform law",
    covers=("2.11",),
    statement=Le(Integral(Max(0, density(x) - uniform), line), bound, evaluate=False),
    domain=small,
    steps=(
        Step(
            Le(1 + q(), exp(epsilon / (2 * delta)), evaluate=False),
            "$1+s(e^\\epsilon-1)\\le e^{s\\epsilon}$ for $s=1/(2\\delta)\\ge1$",
        ),
        Step(Le(A, end, evaluate=False), "take logarithms", label="narrower"),
        Step(
            Ge(B, delta / Delta, evaluate=False),
            "$B\\Delta/\\delta=\\frac\\epsilon{2\\delta}+\\frac\\epsilon{e^\\epsilon-1}\\ge\\epsilon+\\frac\\epsilon{e^\\epsilon-1}\\ge1$",
            label="higher",
        ),
        Step(
            Le(Max(0, decaying - level), Piecewise((b - u, Le(Abs(x), a)), (0, True)), evaluate=False),
            "a decaying density of height $b\\ge u$ on $[-a,a]$ exceeds the level $u$ on a longer interval by at most $b-u$",
            label="level",
            domain={x: S.Reals, rate: (0, oo), u: (0, oo), b: Interval(u, oo), c: (0, oo), a: Interval.Lopen(0, c)},
        ),
        Step(
            Le(Max(0, density(x) - uniform), cap, evaluate=False),
            "for $|x|\\le A\\le\\Delta/(2\\delta)$ the difference is at most $B-\\delta/\\Delta$, elsewhere it is not positive",
            rule=Specialise("level", {rate: epsilon / Delta, u: delta / Delta, b: B, c: end, a: A}),
            uses=("narrower", "higher"),
            label="pointwise",
            domain={x: S.Reals},
        ),
        Step(
            Le(Integral(Max(0, density(x) - uniform), line), Integral(cap, line), evaluate=False),
            "integrate over $x$",
            rule=IntegrateInequality(x, ("pointwise",)),
        ),
        Step(bound, "an interval of length $2A$"),
    ),
    expected="proved",
    note="For two densities $\\int(f-u)_+$ is the total variation distance.",
)

convergence = Claim(
    title="The truncated Laplacian tends to the uniform law in total variation",
    source="geng2018truncated, Section 3",
    covers=("2.11",),
    statement=Eq(Limit(bound, epsilon, 0), 0, evaluate=False),
    domain={delta: Interval.Lopen(0, Rational(1, 2)), Delta: (0, oo)},
    steps=(
        Step(Eq(Limit(A, epsilon, 0), end, evaluate=False), "$\\log(1+q)\\sim q\\sim\\epsilon/(2\\delta)$"),
        Step(Eq(Limit(B, epsilon, 0), delta / Delta, evaluate=False), "$\\epsilon/q\\to2\\delta$"),
        Step(Eq(Limit(bound, epsilon, 0), 0, evaluate=False), "so the second factor tends to zero"),
    ),
    expected="proved",
    note="The bound of the distance tends to zero, and with it the distance.",
)
