"""The power V2upp = (2 Delta^2/epsilon^2)(1 - (log(1 + q)^2/2 + log(1 + q))/q) of the truncated Laplacian in the corners.

Results. delta -> 0: 2 Delta^2/epsilon^2, the Laplacian's. epsilon -> 0: Delta^2/(12 delta^2), the uniform law's. epsilon = c delta -> 0:
(epsilon^2/Delta^2) V2upp tends to the same expression at q = c/2, for c = 1 it is 2 (1 - log(3/2)^2 - 2 log(3/2)), about 0.0493357.
"""

from sympy import Abs, Eq, Limit, Lt, Rational, Symbol, log, oo

from dpverify import Claim, Step
from dpverify.formulas.truncated_laplace import power, q
from dpverify.notation import Delta, delta, epsilon

c = Symbol("c", positive=True)
r = Symbol("r", positive=True)
half = Rational(1, 2)
unit = epsilon**2 / Delta**2
constant = 2 * (1 - log(Rational(3, 2)) ** 2 - 2 * log(Rational(3, 2)))


def share(r):
    """(log(1 + q)^2/2 + log(1 + q))/q, what truncation takes off."""
    return (log(1 + r) ** 2 / 2 + log(1 + r)) / r


small_delta = Claim(
    title="Power as $\\delta$ vanishes: the Laplacian's",
    covers=("2.10",),
    statement=Eq(Limit(power(), delta, 0), 2 * Delta**2 / epsilon**2, evaluate=False),
    domain={epsilon: (0, oo), Delta: (0, oo)},
    steps=(
        Step(Eq(Limit(1 / q(), delta, 0), 0, evaluate=False), "$q=\\frac{e^\\epsilon-1}{2\\delta}$ grows beyond all bounds"),
        Step(Eq(Limit(share(r), r, oo), 0, evaluate=False), "powers of the logarithm grow more slowly than its argument"),
        Step(Eq(Limit(power(), delta, 0), 2 * Delta**2 / epsilon**2, evaluate=False), "put $r=q\\to\\infty$"),
    ),
    expected="proved",
)

small_epsilon = Claim(
    title="Power as $\\epsilon$ vanishes: the uniform law's",
    covers=("2.10",),
    statement=Eq(Limit(power(), epsilon, 0), Delta**2 / (12 * delta**2), evaluate=False),
    domain={delta: (0, 1), Delta: (0, oo)},
    steps=(
        Step(
            Eq(Limit((1 - share(r)) / r**2, r, 0), Rational(1, 6), evaluate=False),
            "$\\frac12\\log^2(1+r)+\\log(1+r)=r-\\frac16r^3+O(r^4)$",
        ),
        Step(Eq(Limit(q() / epsilon, epsilon, 0), 1 / (2 * delta), evaluate=False), "$e^\\epsilon-1\\sim\\epsilon$"),
        Step(
            Eq(Limit(power(), epsilon, 0), Delta**2 / (12 * delta**2), evaluate=False),
            "put $r=q$; the limit is $2\\Delta^2\\cdot\\frac16\\cdot\\frac1{4\\delta^2}$",
        ),
    ),
    expected="proved",
)

diagonal = Claim(
    title="Power on the diagonal $\\delta=\\epsilon$",
    covers=("2.10",),
    statement=Eq(Limit(unit * power(epsilon, epsilon, Delta), epsilon, 0), constant, evaluate=False),
    domain={Delta: (0, oo)},
    steps=(
        Step(Eq(Limit(q(epsilon, epsilon), epsilon, 0), half, evaluate=False), "$e^\\epsilon-1\\sim\\epsilon$"),
        Step(
            Eq(Limit(unit * power(epsilon, epsilon, Delta), epsilon, 0), 2 * (1 - share(half)), evaluate=False),
            "the expression is continuous at $q=\\frac12$",
        ),
    ),
    expected="proved",
)

diagonal_value = Claim(
    title="The constant of the diagonal to seven decimals",
    covers=("2.10",),
    statement=Lt(Abs(constant - Rational(493357, 10**7)), Rational(5, 10**8), evaluate=False),
    expected="proved",
)

other_diagonals = Claim(
    title="Power on the line $\\epsilon=c\\,\\delta$: $q$ is replaced by $c/2$",
    covers=("2.10",),
    statement=Eq(Limit(unit * power(epsilon, epsilon / c, Delta), epsilon, 0), 2 * (1 - share(c / 2)), evaluate=False),
    domain={c: (0, oo), Delta: (0, oo)},
    steps=(
        Step(Eq(Limit(q(epsilon, epsilon / c), epsilon, 0), c / 2, evaluate=False), "$e^\\epsilon-1\\sim\\epsilon$"),
        Step(
            Eq(Limit(unit * power(epsilon, epsilon / c, Delta), epsilon, 0), 2 * (1 - share(c / 2)), evaluate=False),
            "the expression is continuous at $q=\\frac c2$",
        ),
    ),
    expected="proved",
)
