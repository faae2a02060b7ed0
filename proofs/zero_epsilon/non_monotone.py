"""Laws at epsilon = 0 that are not monotone and cost less than every monotone one.

Problem. geng2018additive calls its condition, that the noise is monotone in |x|, mild. Is it without loss of generality?
Result. No. For Delta = 1 and delta = 2/5, 1/2, 3/10 there are symmetric step densities with total variation at most delta at every shift
0 <= d <= 1 whose amplitude or power is below the least of the monotone laws.
"""

from sympy import Abs, Eq, Integral, Interval, Le, Lt, Max, Piecewise, Rational, latex, oo

from dpverify import Claim, Step
from dpverify.formulas import additive
from dpverify.notation import d, x
from dpverify.rules import Cases, Consequence, Use

line = (x, -oo, oo)
R = Rational
finding = "geng2018additive, Section 3"


def steps_density(*pieces):
    """The symmetric density with the given (end, value) pairs: value up to |x| < end."""

    def f(u):
        return Piecewise(*((value, Lt(Abs(u), end)) for end, value in pieces), (0, True), evaluate=False)

    return f


WITNESSES = {
    R(2, 5): steps_density((R(1, 5), R(1, 2)), (R(4, 5), R(1, 3)), (R(6, 5), R(1, 2))),
    R(1, 2): steps_density((R(1, 4), R(1, 3)), (R(3, 4), R(2, 3)), (1, R(1, 3))),
    R(3, 10): steps_density((R(1, 5), R(3, 8)), (R(4, 5), R(1, 4)), (R(6, 5), R(3, 8)), (R(17, 10), R(1, 4))),
}


def mass(level):
    f = WITNESSES[level]
    return Claim(
        title=f"The witness for $\\delta={level}$ has mass one",
        statement=Eq(Integral(f(x), line), 1, evaluate=False),
        expected="proved",
    )


VARIATION = {
    R(2, 5): ((R(2, 5), 5 * d / 6), (R(3, 5), R(1, 5) + d / 3), (1, R(2, 5))),
    R(1, 2): ((R(1, 2), d), (1, R(1, 2))),
    R(3, 10): ((R(2, 5), 5 * d / 8), (R(3, 5), R(3, 20) + d / 4), (1, R(3, 10))),
}
"""The total variation at the shift d, as pairs (end of the range of d, value)."""


def private(level):
    f = WITNESSES[level]
    variation = Integral(Max(0, f(x) - f(x + d)), line)
    steps, start = [], R(0)
    for number, (end, value) in enumerate(VARIATION[level]):
        here = {d: Interval(start, end)}
        equal, small = Eq(variation, value, evaluate=False), Le(variation, level, evaluate=False)
        steps += [
            Step(equal, f"for ${latex(start)}\\le d\\le{latex(R(end))}$", label=f"variation {number}", domain=here),
            Step(
                small,
                "which is at most $\\delta$",
                rule=Consequence((Use(f"variation {number}", times=R(-1)),)),
                label=f"range {number}",
                domain=here,
            ),
        ]
        start = R(end)
    ranges = tuple(f"range {number}" for number in range(len(VARIATION[level])))
    return Claim(
        title=f"The witness for $\\delta={level}$ is $(0,\\delta)$-DP for $\\Delta=1$ at every shift",
        covers=("4.7",),
        statement=Le(variation, level, evaluate=False),
        domain={d: Interval(0, 1)},
        steps=(*steps, Step(Le(variation, level, evaluate=False), "all shifts up to $1$", rule=Cases(d, ranges))),
        expected="proved",
    )


def cheaper(level, power, value):
    f = WITNESSES[level]
    least = (additive.amplitude if power == 1 else additive.power)(level, R(1)).doit()
    word = "$E|X|$" if power == 1 else "$EX^2$"
    return Claim(
        title=f"The witness for $\\delta={level}$ has a smaller {word} than every monotone law",
        covers=("4.7",),
        statement=Lt(Integral(Abs(x) ** power * f(x), line), least, evaluate=False),
        domain={},
        steps=(Step(value, "integrate"), Step(Lt(value, least, evaluate=False), "compare")),
        expected="proved",
        note="The right side is the least cost among symmetric monotone laws.",
    )


mass_two_fifths, mass_half, mass_three_tenths = (mass(level) for level in WITNESSES)
private_two_fifths, private_half, private_three_tenths = (private(level) for level in WITNESSES)
amplitude_two_fifths = cheaper(R(2, 5), 1, R(31, 50))
power_two_fifths = cheaper(R(2, 5), 2, R(13, 25))
power_half = cheaper(R(1, 2), 2, R(5, 16))
amplitude_three_tenths = cheaper(R(3, 10), 1, R(331, 400))
power_three_tenths = cheaper(R(3, 10), 2, R(221, 240))
