"""As epsilon vanishes the truncated Laplacian becomes the uniform law on [-Delta/(2 delta), Delta/(2 delta)].

Results. The density tends to delta/Delta inside and to 0 outside. The total variation distance to the uniform law is
(2 delta/epsilon)(rho - 1 - log rho) with rho = B Delta/delta = epsilon/(2 delta) + epsilon/(e^epsilon - 1), and it tends to 0.
"""

from sympy import Abs, Eq, Ge, Gt, Integral, Interval, Le, Limit, Lt, Max, Piecewise, Rational, S, exp, log, oo

from dpverify import Claim, Step
from dpverify.mechanisms.truncated_laplace import density, half_width, height
from dpverify.notation import Delta, delta, epsilon, x

A, B, scale = half_width(), height(), Delta / epsilon
end = Delta / (2 * delta)
uniform = Piecewise((delta / Delta, Le(Abs(x), end)), (0, True))
rho = epsilon / (2 * delta) + epsilon / (exp(epsilon) - 1)
crossing = scale * log(rho)
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

distance = Claim(
    title="Total variation distance between the truncated Laplacian and the uniform law",
    covers=("2.11",),
    statement=Eq(Integral(Max(0, density(x) - uniform), line), 2 * delta / epsilon * (rho - 1 - log(rho)), evaluate=False),
    domain=small,
    steps=(
        Step(Eq(B, delta / Delta * rho, evaluate=False), "$\\rho$ is the height of the density in units of $\\delta/\\Delta$"),
        Step(Ge(rho, 1, evaluate=False), "$2\\delta\\le1$ and $\\epsilon+\\frac\\epsilon{e^\\epsilon-1}\\ge1$", label="rho"),
        Step(
            2 * Integral(B * exp(-x / scale) - delta / Delta, (x, 0, crossing)),
            "$f$ is even and decreases, and it crosses the level $\\delta/\\Delta$ at $x=\\lambda\\log\\rho\\le A\\le\\Delta/(2\\delta)$",
        ),
        Step(2 * (B * scale * (1 - 1 / rho) - delta / Delta * crossing), "integrate"),
        Step(2 * delta / epsilon * (rho - 1 - log(rho)), "$B=\\rho\\,\\delta/\\Delta$ and $\\lambda=\\Delta/\\epsilon$"),
    ),
    expected="proved",
)

convergence = Claim(
    title="The truncated Laplacian tends to the uniform law in total variation",
    source="geng2018truncated, Section 3",
    covers=("2.11",),
    statement=Eq(Limit(2 * delta / epsilon * (rho - 1 - log(rho)), epsilon, 0), 0, evaluate=False),
    domain={delta: Interval.Lopen(0, Rational(1, 2))},
    steps=(
        Step(
            Eq(Limit((rho - 1) / epsilon, epsilon, 0), (1 - delta) / (2 * delta), evaluate=False),
            "$\\frac\\epsilon{e^\\epsilon-1}=1-\\frac\\epsilon2+O(\\epsilon^2)$",
        ),
        Step(
            Eq(Limit(2 * delta / epsilon * (rho - 1 - log(rho)), epsilon, 0), 0, evaluate=False),
            "$\\rho-1-\\log\\rho\\sim\\frac12(\\rho-1)^2=O(\\epsilon^2)$",
        ),
    ),
    expected="proved",
    note="The left side holds the total variation distance, computed in the claim before this one.",
)
