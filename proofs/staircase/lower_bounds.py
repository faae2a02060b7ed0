"""No epsilon-DP noise costs less than the staircase: V1*(epsilon, 0) and V2*(epsilon, 0).

Problem. Minimise E|X|^p over all epsilon-DP noise laws. Result. E|X| >= Delta/(2 sinh(epsilon/2)) and
E X^2 >= Delta^2 (b + w^2)/(1 - b)^2 with w^3 = b (1 + b)/2, the staircase's costs.
Idea. A dual flow: as f(x) <= e^epsilon f(x') for |x - x'| <= Delta, any flow of mass that moves by at most Delta gives
int out f <= e^epsilon int into f. Take s = gamma Delta, mu = cost and the flow for which x^p + out - e^epsilon into is mu everywhere:
out = mu - x^p and into = 0 for x < s; farther out into(x) = sum_{i>=1} b^i ((x + (i-1) Delta)^p - mu) and out(x) = into(x + Delta). This
gives E|X|^p >= mu. The optimal gamma is the one for which the flow into s vanishes.
"""

from sympy import Eq, Ge, Integer, S, exp, oo

from dpverify import Claim, Step
from dpverify.formulas import staircase
from dpverify.notation import Delta, epsilon, x
from dpverify.rules import TransportDuality
from dpverify.rules.laws import least_cost

b = exp(-epsilon)
domain = {epsilon: (0, oo), Delta: (0, oo)}
ratio = b / (1 - b)
V1, V2 = (least_cost(Integer(p), epsilon, S.Zero, Delta) for p in (1, 2))

step1 = staircase.gamma_amplitude() * Delta
level1 = step1 + Delta * ratio
into1 = ratio * (x - step1)

amplitude = Claim(
    title="The least amplitude of $\\epsilon$-DP noise",
    source="geng2016staircase",
    covers=("5.3",),
    statement=Ge(V1, staircase.least_amplitude(), evaluate=False),
    domain=domain,
    steps=(
        Step(
            Ge(V1, level1, evaluate=False),
            "out of $x<\\gamma\\Delta$ flows $\\mu-x$; into $x\\ge\\gamma\\Delta$ flows $\\frac b{1-b}(x-\\gamma\\Delta)$",
            rule=TransportDuality(x, step1, out=(level1 - x, into1.subs(x, x + Delta)), into=(S.Zero, into1), level=level1),
        ),
        Step(staircase.least_amplitude(), "$\\gamma=1/(1+e^{\\epsilon/2})$"),
    ),
    expected="proved",
    note="$\\mu=\\Delta(\\gamma+\\frac b{1-b})$. The staircase with this $\\gamma$ attains it.",
)

root = staircase.width_power()
step2 = staircase.gamma_power() * Delta
level2 = staircase.least_power()
into2 = ratio * (x - step2) * (x + Delta * (root + b) / (1 - b))

power = Claim(
    title="The least power of $\\epsilon$-DP noise",
    source="geng2016staircase",
    covers=("5.3",),
    statement=Ge(V2, level2, evaluate=False),
    domain=domain,
    steps=(
        Step(
            Ge(V2, level2, evaluate=False),
            "out of $x<\\gamma\\Delta$ flows $\\mu-x^2$; into $x\\ge\\gamma\\Delta$ flows "
            "$\\frac b{1-b}(x-\\gamma\\Delta)\\bigl(x+\\Delta\\frac{w+b}{1-b}\\bigr)$",
            rule=TransportDuality(
                x, step2, out=(level2 - x**2, into2.subs(x, x + Delta)), into=(S.Zero, into2), level=level2, power=Integer(2)
            ),
        ),
    ),
    expected="proved",
    note="$\\mu$ is the right side, $\\gamma=\\frac{w-b}{1-b}$ and $w^3=b(1+b)/2$. The staircase with this $\\gamma$ attains it.",
)

power_as_printed = Claim(
    title="The least power in the source's form",
    source="geng2016staircase",
    statement=Eq(
        level2,
        Delta**2 * (2 ** (-S(2) / 3) * b ** (S(2) / 3) * (1 + b) ** (S(2) / 3) + b) / (1 - b) ** 2,
        evaluate=False,
    ),
    domain=domain,
    expected="proved",
)
