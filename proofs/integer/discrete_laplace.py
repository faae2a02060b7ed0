"""The truncated discrete Laplace law: the truncated Laplacian's twin for integer queries of integer sensitivity Delta.

Setting. P(i) = c beta^|i| for |i| <= W, beta = e^(-epsilon/Delta), c = (1 - beta)/(1 + beta - 2 beta^(W+1)).
Results. A shift to the left by 1 <= n <= Delta loses exactly the last n points, everywhere else the ratio is at most e^epsilon. The least
delta is thus the mass of the last Delta points, beta^(W+1) (e^epsilon - 1)/(1 + beta - 2 beta^(W+1)) for W >= Delta - 1, and less than
that for smaller W. It falls with W and equals delta at W + 1 = (Delta/epsilon) log(2 (1 + q)/(1 + beta)), so W is the next integer. As
epsilon = delta -> 0 the costs are those of the truncated Laplacian: the ratio to the lower bound tends to one.
"""

from sympy import Abs, Derivative, Eq, Integers, Interval, Le, Limit, Lt, Naturals, Naturals0, S, Sum, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas import discrete_laplace as law
from dpverify.formulas.lower_bounds import v1_low_explicit, v2_low_explicit
from dpverify.formulas.truncated_laplace import q
from dpverify.notation import Delta, delta, epsilon

i = Symbol("i", integer=True)
j = Symbol("j", integer=True, nonnegative=True)
n = Symbol("n_shift", integer=True, nonnegative=True)
W = Symbol("W", integer=True, nonnegative=True)
reach = Symbol("R", positive=True)
cut = exp(-(reach + 1) * epsilon / Delta)
beta = law.decay()
c = law.height(W)
source = "geng2016approximate"
domain = {epsilon: (0, oo), Delta: Naturals, W: Naturals0}


def power_of(i):
    """beta^i."""
    return exp(-i * epsilon / Delta)


mass_one = Claim(
    title="The truncated discrete Laplace law has mass one",
    source=source,
    covers=("5.4",),
    statement=Eq(c + 2 * Sum(c * power_of(j), (j, 1, W)), 1, evaluate=False),
    domain=domain,
    steps=(
        Step(c * (1 + 2 * beta * (1 - power_of(W)) / (1 - beta)), "geometric sum"),
        Step(S.One, "$c=(1-\\beta)/(1+\\beta-2\\beta^{W+1})$"),
    ),
    expected="proved",
)

neighbours = Claim(
    title="Within the range a shift costs a factor $e^\\epsilon$ at most",
    source=source,
    covers=("5.4",),
    statement=Le(c * power_of(Abs(i)), exp(epsilon) * c * power_of(Abs(i + n)), evaluate=False),
    domain={**domain, i: Integers, n: Naturals0},
    assumptions=(Le(n, Delta),),
    steps=(
        Step(Le(Abs(i + n), Abs(i) + Delta, evaluate=False), "$|i+n|\\le|i|+n\\le|i|+\\Delta$", label="triangle"),
        Step(
            Le(c * power_of(Abs(i)), exp(epsilon) * c * power_of(Abs(i + n)), evaluate=False),
            "$\\beta^\\Delta=e^{-\\epsilon}$",
            uses=("triangle",),
        ),
    ),
    expected="proved",
    note="So for a shift by $n$ only the points $W-n<i\\le W$, which leave the range, add to the divergence, each with its whole mass.",
)

edge = Claim(
    title="The mass of the last $\\Delta$ points",
    source=source,
    covers=("5.4",),
    statement=Eq(Sum(c * power_of(i), (i, W - Delta + 1, W)), law.edge_mass(W), evaluate=False),
    domain=domain,
    steps=(
        Step(c * power_of(W - Delta + 1) * (1 - exp(-epsilon)) / (1 - beta), "geometric sum, $\\beta^\\Delta=e^{-\\epsilon}$"),
        Step(law.edge_mass(W), "put in $c$"),
    ),
    expected="proved",
    note="For $W\\ge\\Delta-1$ these points are not negative, so this is their mass, the exact $\\delta$.",
)

every_shift = Claim(
    title="A shift by $n\\le\\Delta$ loses no more",
    source=source,
    covers=("5.4",),
    statement=Le(Sum(c * power_of(i), (i, W - n + 1, W)), law.edge_mass(W), evaluate=False),
    domain={**domain, n: Naturals0},
    assumptions=(Le(n, Delta),),
    steps=(
        Step(c * power_of(W + 1) * (exp(n * epsilon / Delta) - 1) / (1 - beta), "geometric sum"),
        Step(
            Le(
                c * power_of(W + 1) * (exp(n * epsilon / Delta) - 1) / (1 - beta),
                c * power_of(W + 1) * (exp(epsilon) - 1) / (1 - beta),
                evaluate=False,
            ),
            "$n\\le\\Delta$",
        ),
        Step(law.edge_mass(W), "put in $c$"),
    ),
    expected="proved",
)

for_small_range = Claim(
    title="For $W<\\Delta-1$ the lost points have less mass than that",
    statement=Le(c * power_of(Abs(i)), c * power_of(i), evaluate=False),
    domain={**domain, i: Integers},
    expected="proved",
    note="The last $n\\le\\Delta$ points then reach left of the origin, where $\\beta^{|i|}\\le\\beta^i$: the law is private with slack.",
)

falls = Claim(
    title="The edge mass falls with the range",
    covers=("5.4",),
    statement=Lt(Derivative(law.edge_mass(reach), reach), 0, evaluate=False),
    domain={epsilon: (0, oo), Delta: Interval(1, oo), reach: (0, oo)},
    steps=(
        Step(
            -epsilon / Delta * (exp(epsilon) - 1) * (1 + beta) * cut / (1 + beta - 2 * cut) ** 2,
            "differentiate; $\\beta^{R+1}$ has the derivative $-\\frac\\epsilon\\Delta\\beta^{R+1}$",
        ),
        Step(
            Lt(-epsilon / Delta * (exp(epsilon) - 1) * (1 + beta) * cut / (1 + beta - 2 * cut) ** 2, 0, evaluate=False),
            "every factor is positive",
        ),
    ),
    expected="proved",
)

calibrated = Claim(
    title="The range at which the edge mass is $\\delta$",
    source=source,
    covers=("5.4",),
    statement=Eq(law.edge_mass(law.real_end() - 1), delta, evaluate=False),
    domain={epsilon: (0, oo), delta: (0, 1), Delta: Interval(1, oo)},
    steps=(
        Step((exp(epsilon) - 1) / (2 * (1 + q())) / (1 - 1 / (1 + q())), "there $\\beta^{W+1}=\\frac{1+\\beta}{2(1+q)}$"),
        Step(delta, "$\\frac{e^\\epsilon-1}{2q}=\\delta$"),
    ),
    expected="proved",
    note="$W+1=\\frac\\Delta\\epsilon\\log\\frac{2(1+q)}{1+\\beta}$ with $q=\\frac{e^\\epsilon-1}{2\\delta}$; as the edge mass falls "
    "with $W$, the next integer is the least range that will do.",
)

amplitude = Claim(
    title="Amplitude of the truncated discrete Laplace law",
    source=source,
    covers=("5.4",),
    statement=Eq(2 * Sum(j * c * power_of(j), (j, 1, W)), law.amplitude(W), evaluate=False),
    domain=domain,
    steps=(
        Step(2 * c * Sum(j * power_of(j), (j, 1, W)), "the factor stands before the sum"),
        Step(law.amplitude(W), "$\\sum_{j\\le W}j\\beta^j=\\beta(1-(W+1)\\beta^W+W\\beta^{W+1})/(1-\\beta)^2$"),
    ),
    expected="proved",
)

power = Claim(
    title="Power of the truncated discrete Laplace law",
    source=source,
    covers=("5.4",),
    statement=Eq(2 * Sum(j**2 * c * power_of(j), (j, 1, W)), law.power(W), evaluate=False),
    domain=domain,
    steps=(
        Step(2 * c * Sum(j**2 * power_of(j), (j, 1, W)), "the factor stands before the sum"),
        Step(law.power(W), "the same sum with $j^2$"),
    ),
    expected="proved",
)

amplitude_rises = Claim(
    title="The amplitude rises with the range",
    statement=Le(law.amplitude(reach), law.amplitude(reach + 1), evaluate=False),
    domain={epsilon: (0, oo), Delta: Interval(1, oo), reach: (0, oo)},
    expected="proved",
)

power_rises = Claim(
    title="The power rises with the range",
    statement=Le(law.power(reach), law.power(reach + 1), evaluate=False),
    domain={epsilon: (0, oo), Delta: Interval(1, oo), reach: (0, oo)},
    expected="proved",
)


def ratio(cost, bound, end, words):
    """The cost at a real range near the calibrated one against the lower bound, epsilon = delta -> 0."""
    joint = (cost(law.real_end() + end) / bound).subs(epsilon, delta)
    return Claim(
        title=f"The {words} against the lower bound as $\\epsilon=\\delta\\to0$",
        covers=("5.4",),
        statement=Eq(Limit(joint, delta, 0), 1, evaluate=False),
        domain={Delta: Interval(1, oo)},
        expected="proved",
        note="The range lies between the real solution less one and that solution.",
    )


amplitude_ratio_short = ratio(law.amplitude, v1_low_explicit, -1, "amplitude at the shortest range")
amplitude_ratio_long = ratio(law.amplitude, v1_low_explicit, 0, "amplitude at the longest range")
power_ratio_short = ratio(law.power, v2_low_explicit, -1, "power at the shortest range")
power_ratio_long = ratio(law.power, v2_low_explicit, 0, "power at the longest range")
