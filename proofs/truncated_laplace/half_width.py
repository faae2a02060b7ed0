"""When the support of the truncated Laplacian reaches at least one sensitivity to each side.

Result. A >= Delta iff delta <= 1/2: with 1 + q = e^{A/lambda} and lambda = Delta/epsilon, A - Delta = lambda log((1 + q) e^{-epsilon}) and
1 + q - e^epsilon = (e^epsilon - 1)(1 - 2 delta)/(2 delta).
"""

from sympy import Eq, Ge, Interval, Lt, Rational, exp, log, oo

from dpverify import Claim, Step
from dpverify.formulas.truncated_laplace import half_width, q
from dpverify.notation import Delta, delta, epsilon

A, scale = half_width(), Delta / epsilon
half = Rational(1, 2)

excess = Step(
    Eq(1 + q() - exp(epsilon), (exp(epsilon) - 1) * (1 - 2 * delta) / (2 * delta), evaluate=False),
    "the definition of $q$",
)

at_least = Claim(
    title="The truncated Laplacian reaches at least $\\Delta$ when $\\delta\\le\\frac12$",
    source="geng2018truncated, Section 3",
    covers=("2.5",),
    statement=Ge(A, Delta, evaluate=False),
    domain={epsilon: (0, oo), delta: Interval.Lopen(0, half), Delta: (0, oo)},
    steps=(
        excess,
        Step(Ge(1 + q(), exp(epsilon), evaluate=False), "which is not negative for $\\delta\\le\\frac12$"),
        Step(
            Ge(scale * log(1 + q()), scale * epsilon, evaluate=False),
            "take logarithms and multiply by $\\lambda=\\Delta/\\epsilon$; $\\lambda\\epsilon=\\Delta$",
        ),
    ),
    expected="proved",
)

less = Claim(
    title="The truncated Laplacian stays within less than $\\Delta$ when $\\delta>\\frac12$",
    covers=("2.5",),
    statement=Lt(A, Delta, evaluate=False),
    domain={epsilon: (0, oo), delta: (half, 1), Delta: (0, oo)},
    steps=(
        excess,
        Step(Lt(1 + q(), exp(epsilon), evaluate=False), "which is negative for $\\delta>\\frac12$"),
        Step(
            Lt(scale * log(1 + q()), scale * epsilon, evaluate=False),
            "take logarithms and multiply by $\\lambda=\\Delta/\\epsilon$; $\\lambda\\epsilon=\\Delta$",
        ),
    ),
    expected="proved",
)

at_least_half = Claim(
    title="The truncated Laplacian always reaches at least $\\Delta/2$",
    covers=("2.5",),
    statement=Ge(A, Delta / 2, evaluate=False),
    domain={epsilon: (0, oo), delta: (0, 1), Delta: (0, oo)},
    steps=(
        Step(
            Ge(1 + q(), exp(epsilon / 2), evaluate=False),
            "$q>\\frac12(e^\\epsilon-1)=\\frac12(e^{\\epsilon/2}+1)(e^{\\epsilon/2}-1)\\ge e^{\\epsilon/2}-1$",
        ),
        Step(
            Ge(scale * log(1 + q()), scale * epsilon / 2, evaluate=False),
            "take logarithms and multiply by $\\lambda=\\Delta/\\epsilon$; $\\lambda\\epsilon=\\Delta$",
        ),
    ),
    expected="proved",
)
