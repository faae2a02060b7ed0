"""The staircase laws' costs and the step at which each is least.

Setting. b = e^-epsilon and w = b + (1 - b) gamma, the density being a b^k on the first and a b^(k+1) on the second part of period k.
Results. E|X| = Delta (w + b/w)/(2 (1 - b)), least at w = sqrt(b), that is gamma = 1/(1 + e^(epsilon/2)), where it is
Delta/(2 sinh(epsilon/2)). E X^2 = Delta^2 (b + w^2/3 + b (1 + b)/(3 w))/(1 - b)^2, least at w^3 = b (1 + b)/2, where it is
Delta^2 (b + w^2)/(1 - b)^2. Idea: both are sums of a rising and a falling power of w.
"""

from sympy import Eq, Ge, Integer, Integral, Interval, Sum, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas import staircase
from dpverify.notation import Delta, epsilon, gamma, k, x
from dpverify.rules import Specialise

b, w = exp(-epsilon), staircase.width()
a = staircase.height()
v, c, p = (Symbol(name, positive=True) for name in ("v", "c", "p"))
laws = {epsilon: (0, oo), Delta: (0, oo), gamma: Interval(0, 1)}
best = {epsilon: (0, oo), Delta: (0, oo)}
by_width = Delta * (w + b / w) / (2 * (1 - b))
power_by_width = Delta**2 * (b + w**2 / 3 + b * (1 + b) / (3 * w)) / (1 - b) ** 2
root = staircase.width_power()
second_power, third_power = b + (1 - b) * gamma**2, b + (1 - b) * gamma**3


def total(loss, period, value, words):
    """E of the loss as a sum over the periods."""
    first = Integral(loss * a * b**k, (x, k * Delta, (k + gamma) * Delta))
    second = Integral(loss * a * b ** (k + 1), (x, (k + gamma) * Delta, (k + 1) * Delta))
    return Claim(
        title=f"{words} of the staircase law",
        source="geng2016staircase",
        covers=("5.3",),
        statement=Eq(2 * Sum(first + second, (k, 0, oo)), value, evaluate=False),
        domain=laws,
        steps=(
            Step(Sum(period * a * b**k, (k, 0, oo)), "integrate over the two parts of a period"),
            Step(value, "geometric sums"),
        ),
        expected="proved",
        note="The density is $ab^k$ on $[k\\Delta,(k+\\gamma)\\Delta)$ and $ab^{k+1}$ on $[(k+\\gamma)\\Delta,(k+1)\\Delta)$, and even.",
    )


mass_one = total(Integer(1), 2 * Delta * w, Integer(1), "The mass")
amplitude = total(x, Delta**2 * (2 * k * w + second_power), staircase.amplitude(), "Noise amplitude")
power = total(
    x**2, 2 * Delta**3 / 3 * (3 * k**2 * w + 3 * k * second_power + third_power), staircase.power(), "Noise power"
)

amplitude_least = Claim(
    title="The staircase law's amplitude is least at $\\gamma=1/(1+e^{\\epsilon/2})$",
    source="geng2016staircase",
    covers=("5.3",),
    statement=Ge(staircase.amplitude(), staircase.least_amplitude(), evaluate=False),
    domain=laws,
    steps=(
        Step(by_width, "in terms of $w=b+(1-b)\\gamma$"),
        Step(Ge(by_width, staircase.least_amplitude(), evaluate=False), "$w+b/w\\ge2\\sqrt b$"),
    ),
    expected="proved",
)

amplitude_attained = Claim(
    title="The staircase law's least amplitude",
    source="geng2016staircase",
    covers=("5.3",),
    statement=Eq(staircase.amplitude(staircase.gamma_amplitude()), staircase.least_amplitude(), evaluate=False),
    domain=best,
    steps=(
        Step(by_width.subs(gamma, staircase.gamma_amplitude()), "in terms of $w$"),
        Step(Delta * exp(-epsilon / 2) / (1 - b), "$w=\\sqrt b$"),
        Step(staircase.least_amplitude(), "multiply by $e^{\\epsilon/2}$ above and below"),
    ),
    expected="proved",
)

mean = Claim(
    title="$v^2+2c^3/v$ is least at $v=c$",
    statement=Ge(v**2 + 2 * c**3 / v, 3 * c**2, evaluate=False),
    domain={v: (0, oo), c: (0, oo)},
    steps=(
        Step(3 * c**2 + (v - c) ** 2 * (v + 2 * c) / v, "multiply out"),
        Step(Ge(3 * c**2 + (v - c) ** 2 * (v + 2 * c) / v, 3 * c**2, evaluate=False), "a square times a positive number"),
    ),
    expected="proved",
)

power_least = Claim(
    title="The staircase law's power is least where $w^3=b(1+b)/2$",
    source="geng2016staircase",
    covers=("5.3",),
    statement=Ge(staircase.power(), staircase.least_power(), evaluate=False),
    domain=laws,
    steps=(
        Step(
            Ge(w**2 + 2 * root**3 / w, 3 * root**2, evaluate=False),
            "the mean inequality at $v=w$ and $c=\\sqrt[3]{b(1+b)/2}$",
            rule=Specialise("mean", {v: w, c: root}),
            label="at w",
        ),
        Step(power_by_width, "in terms of $w=b+(1-b)\\gamma$"),
        Step(Delta**2 * (b + (w**2 + 2 * root**3 / w) / 3) / (1 - b) ** 2, "$2c^3=b(1+b)$"),
        Step(
            Ge(
                Delta**2 * (b + (w**2 + 2 * root**3 / w) / 3) / (1 - b) ** 2,
                staircase.least_power(),
                evaluate=False,
            ),
            "put it in",
            uses=("at w",),
        ),
    ),
    expected="proved",
)

power_attained = Claim(
    title="The staircase law's least power",
    source="geng2016staircase",
    covers=("5.3",),
    statement=Eq(staircase.power(staircase.gamma_power()), staircase.least_power(), evaluate=False),
    domain=best,
    steps=(
        Step(power_by_width.subs(gamma, staircase.gamma_power()), "in terms of $w$"),
        Step(staircase.least_power(), "$w^3=b(1+b)/2$"),
    ),
    expected="proved",
)

gamma_as_printed = Claim(
    title="The step for the power in the source's form",
    source="geng2016staircase",
    statement=Eq(
        staircase.gamma_power(),
        -b / (1 - b) + (b - 2 * b**2 + 2 * b**4 - b**5) ** p / (2**p * (1 - b) ** 2),
        evaluate=False,
    ).subs(p, Integer(1) / 3),
    domain={epsilon: (0, oo)},
    expected="proved",
    note="$b-2b^2+2b^4-b^5=b(1+b)(1-b)^3$.",
)
