"""How the ratio q = (e^epsilon - 1)/(2 delta) grows along the Gaussian mechanism.

Setting. s = Delta/sigma, t = epsilon/s, and delta(ts, s) = Phi(s/2 - t) - e^{ts} Phi(-s/2 - t) is the least delta of N(0, sigma^2) noise.
Results. At fixed t both delta(ts, s) and (e^{ts} - 1)/delta(ts, s) increase in s. So among all Gaussians with the same t and delta at most
delta_0 the truncated Laplacian compares worst with the one at delta_0.
"""

from sympy import Derivative, Eq, Ge, Gt, Interval, S, Symbol, exp, oo, pi, sqrt

from dpverify import Claim, Step
from dpverify.formulas.gaussian import normal_cdf, privacy_profile
from dpverify.rules import Monotone, Specialise

s, t, u = (Symbol(name, positive=True) for name in ("s", "t", "u"))
v = Symbol("v", nonnegative=True)
profile = privacy_profile(t * s, s)
both = {t: (0, oo), s: (0, oo)}


def normal_density(x):
    """phi(x)."""
    return exp(-(x**2) / 2) / sqrt(2 * pi)


def surplus_at(v):
    """t (Phi(v/2 - t) - Phi(-v/2 - t)) - phi(v/2 - t) + phi(v/2 + t), the integral of (t - w) phi(w) over |w - t| <= v/2."""
    mass = normal_cdf(v / 2 - t) - normal_cdf(-v / 2 - t)
    return t * mass - normal_density(v / 2 - t) + normal_density(v / 2 + t)


surplus_rises = Claim(
    title="An interval about $t$ holds more of the normal law on the side of the origin, the more the longer it is",
    statement=Ge(Derivative(surplus_at(v), v), 0, evaluate=False),
    domain={t: (0, oo), v: Interval(0, oo)},
    steps=(
        Step(
            Eq(Derivative(surplus_at(v), v), v / 4 * (normal_density(v / 2 - t) - normal_density(v / 2 + t)), evaluate=False),
            "differentiate; $\\varphi'(x)=-x\\varphi(x)$",
        ),
        Step(
            Ge(v / 4 * (normal_density(v / 2 - t) - normal_density(v / 2 + t)), 0, evaluate=False),
            "$|v/2-t|\\le v/2+t$",
        ),
    ),
    expected="proved",
)

surplus = Claim(
    title="An interval about $t>0$ holds more of the normal law on the side of the origin",
    statement=Ge(surplus_at(s), 0, evaluate=False),
    domain=both,
    steps=(
        Step(
            Ge(surplus_at(s), surplus_at(S.Zero), evaluate=False),
            "it increases with the length of the interval, and an interval of length zero holds nothing",
            rule=Monotone("truncated_laplace.gaussian_monotonicity.surplus_rises", v, S.Zero, s),
        ),
    ),
    expected="proved",
)

slope = exp(t * s) * (normal_density(s / 2 + t) - t * normal_cdf(-s / 2 - t))

profile_rises = Claim(
    title="At fixed $\\epsilon\\sigma/\\Delta$ the Gaussian's $\\delta$ increases with $\\Delta/\\sigma$",
    statement=Gt(Derivative(profile, s), 0, evaluate=False),
    domain=both,
    steps=(
        Step(Eq(Derivative(profile, s), slope, evaluate=False), "differentiate; $e^{ts}\\varphi(s/2+t)=\\varphi(s/2-t)$"),
        Step(
            Gt(normal_density(s / 2 + t), (s / 2 + t) * normal_cdf(-s / 2 - t), evaluate=False),
            "Mills' bound at $u=s/2+t$",
            rule=Specialise("gaussian.mills.upper", {u: s / 2 + t}),
            label="mills",
        ),
        Step(Gt(slope, 0, evaluate=False), "Mills' bound, and $s/2+t>t$", uses=("mills",)),
    ),
    expected="proved",
)

profile_positive = Claim(
    title="The Gaussian's $\\delta$ is positive",
    statement=Gt(profile, 0, evaluate=False),
    domain=both,
    expected="proved",
)

ratio_rises = Claim(
    title="At fixed $\\epsilon\\sigma/\\Delta$ the ratio $(e^\\epsilon-1)/\\delta$ increases with $\\Delta/\\sigma$",
    statement=Ge(Derivative((exp(t * s) - 1) / profile, s), 0, evaluate=False),
    domain=both,
    steps=(
        Step(
            Eq(Derivative((exp(t * s) - 1) / profile, s), exp(t * s) * surplus_at(s) / profile**2, evaluate=False),
            "differentiate; $e^{ts}\\varphi(s/2+t)=\\varphi(s/2-t)$",
            uses=("truncated_laplace.gaussian_monotonicity.profile_positive",),
        ),
        Step(
            Ge(exp(t * s) * surplus_at(s) / profile**2, 0, evaluate=False),
            "the surplus of the interval about $t$ is not negative",
            uses=("truncated_laplace.gaussian_monotonicity.surplus", "truncated_laplace.gaussian_monotonicity.profile_positive"),
        ),
    ),
    expected="proved",
)
