"""At fixed epsilon the truncated Laplacian is not asymptotically optimal as delta vanishes.

Result. V1upp tends to Delta/epsilon, while at delta = 0 the staircase achieves Delta/(2 sinh(epsilon/2)); the ratio is
sinh(epsilon/2)/(epsilon/2) > 1.
"""

from sympy import Eq, Gt, Limit, S, oo, sinh

from dpverify import Claim, Step
from dpverify.formulas.truncated_laplace import amplitude
from dpverify.notation import Delta, delta, epsilon

staircase = Delta / (2 * sinh(epsilon / 2))

ratio = Claim(
    title="The amplitude for small $\\delta$ against the staircase's",
    source="geng2016staircase",
    covers=("2.14",),
    statement=Eq(Limit(amplitude(), delta, 0) / staircase, sinh(epsilon / 2) / (epsilon / 2), evaluate=False),
    domain={epsilon: (0, oo), Delta: (0, oo)},
    steps=(
        Step(Eq(Limit(amplitude(), delta, 0), Delta / epsilon, evaluate=False), "the limit is the Laplacian's amplitude", label="limit"),
        Step(Delta / epsilon / staircase, "put it in", uses=("limit",)),
    ),
    expected="proved",
    note="The staircase law is optimal at $\\delta=0$. What happens as $\\epsilon\\to0$ at fixed $\\delta$ (the truncated Laplacian is "
    "asymptotically optimal for $\\delta=1/(2m)$, where its amplitude tends to the lower bound $\\Delta/(4\\delta)$, and not in general) "
    "rests on bounds of the optimum and is not part of this claim.",
)

above_one = Claim(
    title="The ratio to the staircase exceeds one for every $\\epsilon$",
    covers=("2.14",),
    statement=Gt(sinh(epsilon / 2) / (epsilon / 2), S.One, evaluate=False),
    domain={epsilon: (0, oo)},
    expected="proved",
)
