"""The amplitude V1upp = (Delta/epsilon)(1 - log(1 + q)/q) of the truncated Laplacian in the corners of the parameter range.

Results. delta -> 0: Delta/epsilon, the Laplacian's. epsilon -> 0: Delta/(4 delta), the uniform law's. epsilon = c delta -> 0:
(epsilon/Delta) V1upp tends to 1 - log(1 + c/2)/(c/2), which for c = 1 is 1 - 2 log(3/2), about 0.189070.
"""

from sympy import Abs, Eq, Limit, Lt, Rational, Symbol, log, oo

from dpverify import Claim, Step
from dpverify.formulas.truncated_laplace import amplitude, q
from dpverify.notation import Delta, delta, epsilon

c = Symbol("c", positive=True)
r = Symbol("r", positive=True)
half = Rational(1, 2)

small_delta = Claim(
    title="Amplitude as $\\delta$ vanishes: the Laplacian's",
    source="geng2018truncated, Section 3",
    covers=("2.9",),
    statement=Eq(Limit(amplitude(), delta, 0), Delta / epsilon, evaluate=False),
    domain={epsilon: (0, oo), Delta: (0, oo)},
    steps=(
        Step(Eq(Limit(1 / q(), delta, 0), 0, evaluate=False), "$q=\\frac{e^\\epsilon-1}{2\\delta}$ grows beyond all bounds"),
        Step(Eq(Limit(log(1 + r) / r, r, oo), 0, evaluate=False), "the logarithm grows more slowly than its argument"),
        Step(Eq(Limit(amplitude(), delta, 0), Delta / epsilon, evaluate=False), "put $r=q\\to\\infty$"),
    ),
    expected="proved",
)

small_epsilon = Claim(
    title="Amplitude as $\\epsilon$ vanishes: the uniform law's",
    source="geng2018truncated, Section 3",
    covers=("2.9",),
    statement=Eq(Limit(amplitude(), epsilon, 0), Delta / (4 * delta), evaluate=False),
    domain={delta: (0, 1), Delta: (0, oo)},
    steps=(
        Step(Eq(Limit((1 - log(1 + r) / r) / r, r, 0), half, evaluate=False), "$\\log(1+r)=r-\\frac12r^2+O(r^3)$"),
        Step(Eq(Limit(q() / epsilon, epsilon, 0), 1 / (2 * delta), evaluate=False), "$e^\\epsilon-1\\sim\\epsilon$"),
        Step(Eq(Limit(amplitude(), epsilon, 0), Delta / (4 * delta), evaluate=False), "put $r=q$ and multiply the two limits by $\\Delta$"),
    ),
    expected="proved",
)

diagonal = Claim(
    title="Amplitude on the diagonal $\\delta=\\epsilon$",
    source="geng2018truncated, equation (6)",
    covers=("2.9",),
    statement=Eq(Limit(epsilon / Delta * amplitude(epsilon, epsilon, Delta), epsilon, 0), 1 - 2 * log(Rational(3, 2)), evaluate=False),
    domain={Delta: (0, oo)},
    steps=(
        Step(Eq(Limit(q(epsilon, epsilon), epsilon, 0), half, evaluate=False), "$e^\\epsilon-1\\sim\\epsilon$"),
        Step(
            Eq(Limit(epsilon / Delta * amplitude(epsilon, epsilon, Delta), epsilon, 0), 1 - log(1 + half) / half, evaluate=False),
            "$1-\\frac{\\log(1+q)}q$ is continuous at $q=\\frac12$",
        ),
    ),
    expected="proved",
)

diagonal_value = Claim(
    title="The constant of the diagonal to six decimals",
    source="geng2018truncated, equation (6)",
    covers=("2.9",),
    statement=Lt(Abs(1 - 2 * log(Rational(3, 2)) - Rational(189070, 10**6)), Rational(5, 10**7), evaluate=False),
    expected="proved",
)

other_diagonals = Claim(
    title="Amplitude on the line $\\epsilon=c\\,\\delta$: $q$ is replaced by $c/2$",
    covers=("2.9",),
    statement=Eq(Limit(epsilon / Delta * amplitude(epsilon, epsilon / c, Delta), epsilon, 0), 1 - log(1 + c / 2) / (c / 2), evaluate=False),
    domain={c: (0, oo), Delta: (0, oo)},
    steps=(
        Step(Eq(Limit(q(epsilon, epsilon / c), epsilon, 0), c / 2, evaluate=False), "$e^\\epsilon-1\\sim\\epsilon$"),
        Step(
            Eq(Limit(epsilon / Delta * amplitude(epsilon, epsilon / c, Delta), epsilon, 0), 1 - log(1 + c / 2) / (c / 2), evaluate=False),
            "$1-\\frac{\\log(1+q)}q$ is continuous at $q=\\frac c2$",
        ),
    ),
    expected="proved",
)
