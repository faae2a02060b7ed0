"""What becomes of the truncated staircase's least amplitude as delta or epsilon vanishes.

Results. As epsilon vanishes at fixed delta: Delta/(4 delta), the uniform law's. As delta vanishes at fixed epsilon:
Delta/(2 sinh(epsilon/2)), the staircase's, which is optimal at delta = 0; there the number N of levels grows with log(q)/epsilon, so that
q = c e^(N epsilon) with c between e^(-epsilon/2) and e^(epsilon/2) in the limit.
"""

from sympy import Eq, Limit, Naturals, Symbol, exp, log, oo, sinh, sqrt

from dpverify import Claim
from dpverify.formulas import truncated_staircase as law
from dpverify.formulas.truncated_staircase import N
from dpverify.notation import Delta, delta, epsilon

c, g = Symbol("c", positive=True), Symbol("g", positive=True)

small_epsilon = Claim(
    title="The truncated staircase's least amplitude as $\\epsilon\\to0$",
    statement=Eq(Limit(law.least_amplitude(), epsilon, 0), Delta / (4 * delta), evaluate=False),
    domain={delta: (0, 1), Delta: (0, oo), N: Naturals},
)

with_g = Delta / (c * g) * (sqrt((1 - 1 / g) * (g - 1 + c**2 * g**2)) / (2 * sinh(epsilon / 2)) - log(g) / epsilon)
in_g = Claim(
    title="The least amplitude with $q=ce^{N\\epsilon}$, by $g=e^{N\\epsilon}$",
    statement=Eq(
        law.least_amplitude().subs(delta, (exp(epsilon) - 1) / (2 * c * exp(N * epsilon))),
        with_g.subs(g, exp(N * epsilon)),
        evaluate=False,
    ),
    domain={epsilon: (0, oo), c: (0, oo), Delta: (0, oo), N: Naturals},
    expected="proved",
)
small_delta = Claim(
    title="The truncated staircase's least amplitude as $\\delta\\to0$",
    statement=Eq(Limit(with_g, g, oo), Delta / (2 * sinh(epsilon / 2)), evaluate=False),
    domain={epsilon: (0, oo), c: (0, oo), Delta: (0, oo)},
)
