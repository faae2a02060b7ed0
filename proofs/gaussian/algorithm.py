"""The numerically stable form of the condition (Algorithm 1 of the source) is the condition itself.

Setting. delta_0 = 1/2 - e^epsilon Phi(-sqrt(2 epsilon)); B+(v) = Phi(sqrt(epsilon v)) - e^epsilon Phi(-sqrt(epsilon (v + 2))) and
B-(u) = Phi(-sqrt(epsilon u)) - e^epsilon Phi(-sqrt(epsilon (u + 2))). The algorithm solves B+(v) = delta and takes
alpha = sqrt(1 + v/2) - sqrt(v/2) if delta >= delta_0, and solves B-(u) = delta with alpha = sqrt(1 + u/2) + sqrt(u/2) otherwise;
sigma = alpha Delta/sqrt(2 epsilon). Result. With s = Delta/sigma = sqrt(2 epsilon)/alpha the least delta of N(0, sigma^2) is B+(v), or
B-(u). B+ rises from delta_0 to 1 and B- falls from delta_0 to 0, so each branch has exactly one root and the sigma found is the least.
"""

from sympy import Derivative, Eq, Gt, Interval, Limit, Lt, Symbol, exp, oo, sqrt

from dpverify import Claim, Step
from dpverify.formulas.gaussian import b_minus, b_plus, delta_zero, normal_density, privacy_profile
from dpverify.notation import alpha, epsilon

u, v = Symbol("u", nonnegative=True), Symbol("v", nonnegative=True)
short, long = sqrt(1 + v / 2) - sqrt(v / 2), sqrt(1 + u / 2) + sqrt(u / 2)
over, under = {epsilon: (0, oo), v: Interval(0, oo)}, {epsilon: (0, oo), u: Interval(0, oo)}


def branch(alpha_, value, sign, w, domain, title):
    """The profile at s = sqrt(2 epsilon)/alpha is B+ or B-."""
    s = sqrt(2 * epsilon) / alpha_
    other = sqrt(1 + w / 2) + sign * sqrt(w / 2)
    near, far = sign * sqrt(epsilon * w), sqrt(epsilon * (w + 2))
    return Claim(
        title=title,
        source="balle2018gaussian, Algorithm 1",
        covers=("6.4",),
        statement=Eq(privacy_profile(epsilon, s), value, evaluate=False),
        domain=domain,
        steps=(
            Step(Eq(1 / alpha_, other, evaluate=False), "$(1+w/2)-w/2=1$", label="inverse"),
            Step(Eq(s / 2 - epsilon / s, near, evaluate=False), "$\\sqrt{\\epsilon/2}\\,(1/\\alpha-\\alpha)$", label="minus"),
            Step(Eq(s / 2 + epsilon / s, far, evaluate=False), "$\\sqrt{\\epsilon/2}\\,(1/\\alpha+\\alpha)$", label="plus"),
            Step(value, "put in", uses=("minus", "plus")),
        ),
        expected="proved",
    )


upper_branch = branch(short, b_plus(epsilon, v), 1, v, over, "For $\\delta\\ge\\delta_0$: the noise of the algorithm attains $B^+(v)$")
lower_branch = branch(long, b_minus(epsilon, u), -1, u, under, "For $\\delta<\\delta_0$: the noise of the algorithm attains $B^-(u)$")

at_one = Claim(
    title="Both branches meet at $\\delta_0$: $B^+(0)=\\delta_0$",
    source="balle2018gaussian, Algorithm 1",
    covers=("6.4",),
    statement=Eq(b_plus(epsilon, 0), delta_zero(epsilon), evaluate=False),
    domain={epsilon: (0, oo)},
    expected="proved",
)
at_one_below = Claim(
    title="Both branches meet at $\\delta_0$: $B^-(0)=\\delta_0$",
    source="balle2018gaussian, Algorithm 1",
    covers=("6.4",),
    statement=Eq(b_minus(epsilon, 0), delta_zero(epsilon), evaluate=False),
    domain={epsilon: (0, oo)},
    expected="proved",
)


def slope(value, sign, w, relation, title):
    """The derivative of B+ or B-, and its sign."""
    there = normal_density(sqrt(epsilon * w)) * sqrt(epsilon) / 2 * (sign / sqrt(w) + 1 / sqrt(w + 2))
    return Claim(
        title=title,
        covers=("6.4",),
        statement=relation(Derivative(value, w), 0, evaluate=False),
        domain={epsilon: (0, oo), w: (0, oo)},
        steps=(
            Step(
                Eq(exp(epsilon) * normal_density(sqrt(epsilon * (w + 2))), normal_density(sqrt(epsilon * w)), evaluate=False),
                "the squares of the two arguments differ by $2\\epsilon$",
                label="same density",
            ),
            Step(Eq(Derivative(value, w), there, evaluate=False), "differentiate", uses=("same density",)),
            Step(relation(there, 0, evaluate=False), "$w<w+2$"),
        ),
        expected="proved",
    )


upper_rises = slope(b_plus(epsilon, v), 1, v, Gt, "$B^+$ rises, so its root is unique")
lower_falls = slope(b_minus(epsilon, u), -1, u, Lt, "$B^-$ falls, so its root is unique")

upper_end = Claim(
    title="$B^+$ tends to one, so it takes every value from $\\delta_0$ up to one",
    covers=("6.4",),
    statement=Eq(Limit(b_plus(epsilon, v), v, oo), 1, evaluate=False),
    domain={epsilon: (0, oo)},
    expected="proved",
)
lower_end = Claim(
    title="$B^-$ tends to zero, so it takes every value from $\\delta_0$ down to zero",
    covers=("6.4",),
    statement=Eq(Limit(b_minus(epsilon, u), u, oo), 0, evaluate=False),
    domain={epsilon: (0, oo)},
    expected="proved",
)

every_alpha = Claim(
    title="Every $0<\\alpha\\le1$ belongs to $v=(1/\\alpha-\\alpha)^2/2$",
    source="balle2018gaussian, Section A.2",
    covers=("6.4",),
    statement=Eq(short.subs(v, (1 / alpha - alpha) ** 2 / 2), alpha, evaluate=False),
    domain={alpha: Interval.Lopen(0, 1)},
    steps=(
        Step(Eq(sqrt(1 + (1 / alpha - alpha) ** 2 / 4), (1 / alpha + alpha) / 2, evaluate=False), "a square", label="outer"),
        Step(Eq(sqrt((1 / alpha - alpha) ** 2 / 4), (1 / alpha - alpha) / 2, evaluate=False), "$1/\\alpha\\ge\\alpha$", label="inner"),
        Step(alpha, "half the difference", uses=("outer", "inner")),
    ),
    expected="proved",
)
every_alpha_above = Claim(
    title="Every $\\alpha\\ge1$ belongs to $u=(\\alpha-1/\\alpha)^2/2$",
    source="balle2018gaussian, Section A.2",
    covers=("6.4",),
    statement=Eq(long.subs(u, (alpha - 1 / alpha) ** 2 / 2), alpha, evaluate=False),
    domain={alpha: Interval(1, oo)},
    steps=(
        Step(Eq(sqrt(1 + (alpha - 1 / alpha) ** 2 / 4), (alpha + 1 / alpha) / 2, evaluate=False), "a square", label="outer"),
        Step(Eq(sqrt((alpha - 1 / alpha) ** 2 / 4), (alpha - 1 / alpha) / 2, evaluate=False), "$\\alpha\\ge1/\\alpha$", label="inner"),
        Step(alpha, "half the sum", uses=("outer", "inner")),
    ),
    expected="proved",
)
