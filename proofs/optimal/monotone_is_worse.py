"""Monotone noise is strictly worse: at epsilon = 1, delta = 1/10 a law of ten numbers beats every symmetric unimodal one.

Problem. Is it without loss of generality to search among laws that are symmetric and fall away from the origin? Result. No: at epsilon = 1
and delta = 1/10 (Delta = 1) every such law has E|X| >= 0.6928, and a law with four cells a sensitivity has E|X| < 0.6924.
The law: the density is r_|i| up to a factor on the cell of width 1/4 around i/4. The bound: a lattice certificate with five points a
sensitivity, one shift, and weights y in twentieths (optimal.certificate.monotone).
"""

from sympy import FiniteSet, Gt, Integer, Le, Lt, Max, Rational, exp

from dpverify import Claim
from dpverify.notation import epsilon

one = {epsilon: FiniteSet(1)}
delta = Rational(1, 10)

cells = (100000, 78806, 28991, 28991, 36788, 28991, 10665, 10665, 13534, 3323)
mass = 2 * sum(cells) - cells[0]


def cell(i):
    """r_i."""
    return Integer(cells[abs(i)]) if abs(i) < len(cells) else Integer(0)


def private(shift):
    """At this number of cells the law spends at most delta."""
    lost = sum(Max(0, cell(i) - exp(epsilon) * cell(i + shift)) for i in range(1 - len(cells), len(cells)))
    return Claim(
        title=f"The law of ten numbers spends at most $\\frac1{{10}}$ at the shift {shift}/4",
        statement=Le(lost / mass, delta, evaluate=False),
        domain=one,
        note="By privacy.grid_shifts the shifts 1/4, 1/2, 3/4 and 1 decide.",
    )


private_one, private_two, private_three, private_four = (private(k) for k in (1, 2, 3, 4))

cost = (Rational(cells[0], 4) + sum(2 * i * r for i, r in enumerate(cells))) / (4 * mass)
cheap = Claim(
    title="The law of ten numbers has $E|X|<0.6924$",
    statement=Lt(cost, Rational(6924, 10000), evaluate=False),
    note="The mean of $|x|$ over the cell of $i\\ne0$ is $|i|/4$, over that of 0 it is 1/16.",
)

shift, unit, first = 5, 20, -1
weights = (47, 85, 83, 98, 113, 113, 157, 157, 157, 157, 157, 157, 157, 157, 37, 157, 157, 157, 157)
reach = first + len(weights) - 1 + shift
level = Rational(17, 4)


def weight(i):
    """y(i), the dual function of the shift Delta, in units of the grid's step."""
    return Rational(weights[i - first], unit) if 0 <= i - first < len(weights) else Integer(0)


grown = Rational(27182818285, 10**10)
above_e = Claim(title="A decimal above $e$", statement=Lt(exp(epsilon), grown, evaluate=False), domain=one)


def gain(i):
    """At most g(i) = |i| + y(i) - e y(i - 5): e is replaced by a decimal above it, and weights are not negative."""
    return abs(i) + weight(i) - grown * weight(i - shift)


mean = min(sum(gain(i) for i in range(-r, r + 1)) / Integer(2 * r + 1) for r in range(reach + 1))
dual = Claim(
    title="A dual certificate for symmetric unimodal noise with five points a sensitivity",
    statement=Gt(mean, level - Rational(1, 1000), evaluate=False),
    uses=("optimal.monotone_is_worse.above_e",),
    note="The least mean of $g$ over $-r..r$, $e$ rounded up; beyond the reach of the weights $g(i)=|i|$, which exceeds the level.",
)
caps = Rational(max(weights), unit)
separated = Claim(
    title="What the certificate proves exceeds the cost of the law of ten numbers",
    statement=Gt((level - Rational(1, 1000) - delta * caps) / shift, cost, evaluate=False),
    covers=("8.6",),
    uses=("optimal.certificate.monotone",)
    + tuple(f"optimal.monotone_is_worse.{n}" for n in ("private_one", "private_two", "private_three", "private_four", "cheap", "dual")),
    note="So the least amplitude of symmetric unimodal noise exceeds the least amplitude: $0.6928>0.6924$.",
)
