"""The inequalities of Mills and Gordon for the normal tail.

Result. u phi(u)/(1 + u^2) < 1 - Phi(u) < phi(u)/u for every u > 0.
"""

from sympy import Gt, Lt, Symbol, exp, oo, pi, sqrt

from dpverify import Claim
from dpverify.formulas.gaussian import normal_cdf, normal_density

u = Symbol("u", positive=True)

upper = Claim(
    title="Mills' bound of the normal tail",
    source="gordon1941mills",
    covers=("6.9",),
    statement=Gt(exp(-(u**2) / 2) / sqrt(2 * pi), u * normal_cdf(-u), evaluate=False),
    domain={u: (0, oo)},
    expected="proved",
)

lower = Claim(
    title="Gordon's bound of the normal tail",
    source="gordon1941mills",
    covers=("6.9",),
    statement=Lt(normal_density(u) * u / (1 + u**2), normal_cdf(-u), evaluate=False),
    domain={u: (0, oo)},
    expected="proved",
)
