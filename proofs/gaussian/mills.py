"""Mills' inequality for the normal tail.

Result. u (1 - Phi(u)) < phi(u) for every u > 0.
"""

from sympy import Gt, Symbol, exp, oo, pi, sqrt

from dpverify import Claim
from dpverify.formulas.gaussian import normal_cdf

u = Symbol("u", positive=True)

upper = Claim(
    title="Mills' bound of the normal tail",
    source="gordon1941mills",
    statement=Gt(exp(-(u**2) / 2) / sqrt(2 * pi), u * normal_cdf(-u), evaluate=False),
    domain={u: (0, oo)},
    expected="proved",
)
