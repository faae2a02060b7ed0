"""Inequalities on whole (mostly unbounded) domains: true ones are shown, false ones never."""

import pytest
from sympy import (
    Abs,
    Eq,
    Ge,
    Gt,
    Integers,
    Interval,
    Le,
    Lt,
    Max,
    Min,
    Naturals,
    Naturals0,
    Ne,
    Piecewise,
    Rational,
    S,
    Union,
    cosh,
    erfc,
    exp,
    log,
    oo,
    pi,
    sinh,
    sqrt,
    symbols,
    tanh,
)

from dpverify.notation import Delta, delta, epsilon, sigma
from dpverify.prover.inequality import decide_inequality
from dpverify.read_domain import parse_domain

x, y, a, b, c = symbols("x y a b c", real=True)
t = symbols("t", positive=True)
k = symbols("k", integer=True, nonnegative=True)
j = symbols("j", integer=True)
q = (exp(epsilon) - 1) / (2 * delta)
half = {epsilon: (0, oo), delta: (0, Rational(1, 2)), Delta: (0, oo)}
amplitude = Delta / epsilon * (1 - log(1 + q) / q)
power = 2 * Delta**2 / epsilon**2 * (1 - (log(1 + q) ** 2 / 2 + log(1 + q)) / q)
phi = exp(-(t**2) / 2) / sqrt(2 * pi)
tail = erfc(t / sqrt(2)) / 2
variation = 1 - erfc(Delta / (2 * sqrt(2) * sigma))
R = Rational
reals = S.Reals

TRUE = {
    "truncation helps": (Lt(amplitude, Delta / epsilon), half, []),
    "below the uniform law": (Le(amplitude, Delta / (4 * delta)), half, []),
    "below the uniform law, strictly": (Lt(amplitude, Delta / (4 * delta)), half, []),
    "power below Laplace": (Lt(power, 2 * Delta**2 / epsilon**2), half, []),
    "power below uniform": (Le(power, Delta**2 / (12 * delta**2)), half, []),
    "support reaches Delta": (Lt(Delta, Delta / epsilon * log(1 + q)), half, []),
    "staircase": (Lt(Delta / (2 * sinh(epsilon / 2)), Delta / epsilon), {epsilon: (0, oo), Delta: (0, oo)}, []),
    "pinsker": (Le(variation, Delta / (2 * sigma)), {sigma: (R(1, 10), 100), Delta: (R(1, 10), 10)}, []),
    "pinsker everywhere": (Le(variation, Delta / (2 * sigma)), {sigma: (0, oo), Delta: (0, oo)}, []),
    "log above": (Lt(log(1 + x), x), {x: (0, oo)}, []),
    "log below": (Lt(x / (1 + x), log(1 + x)), {x: (0, oo)}, []),
    "exp above its tangent": (Ge(exp(x), 1 + x), {x: reals}, []),
    "exp above another tangent": (Ge(exp(x), exp(R(1, 3)) * (x + R(2, 3))), {x: reals}, []),
    "tanh": (Lt(tanh(x), x), {x: (0, oo)}, []),
    "mills below": (Lt(phi * t / (1 + t**2), tail), {t: (0, oo)}, []),
    "mills above": (Lt(tail, phi / t), {t: (0, oo)}, []),
    "sinh": (Gt(sinh(x) / x, 1), {x: Union(Interval.open(-oo, 0), Interval.open(0, oo))}, []),
    "square root": (Lt(sqrt(1 + epsilon), 1 + epsilon / 2), {epsilon: (0, oo)}, []),
    "means of two": (Le(sqrt(a * b), (a + b) / 2), {a: (0, oo), b: (0, oo)}, []),
    "squares": (Le(a * b, (a**2 + b**2) / 2), {a: reals, b: reals}, []),
    "means of three": (Ge(a**3 + b**3 + c**3, 3 * a * b * c), {a: (0, oo), b: (0, oo), c: (0, oo)}, []),
    "geometric over arithmetic": (Lt(epsilon / (exp(epsilon) - 1), 1), {epsilon: (0, oo)}, []),
    "tied logs": (Lt(log(b) - log(a), (b - a) / a), {a: (0, oo), b: (0, oo)}, [Lt(a, b)]),
    "tied exponentials": (Gt(exp(b) - exp(a), (b - a) * exp(a)), {a: reals, b: reals}, [Lt(a, b)]),
    "tied by an equation": (Le(a * b, R(1, 4)), {a: (0, oo), b: (0, oo)}, [Eq(a + b, 1)]),
    "powers of two": (Ge(2**k, 1 + k), {k: Naturals0}, []),
    "powers of two, small cases": (Gt(2**k, k**2 / 5), {k: Naturals0}, []),
    "integers have a gap": (Ge(j**2, j), {j: Integers}, []),
    "triangle": (Le(Abs(a + b), Abs(a) + Abs(b)), {a: reals, b: reals}, []),
    "hockey stick": (Ge(Max(0, x - 1) + 1, x), {x: reals}, []),
    "privacy profile": (Le(Max(0, 1 - exp((epsilon - 1) / 2)), 1), {epsilon: (0, oo)}, []),
    "two pieces": (Ge(Piecewise((exp(x), x < 0), (1 + x, True)), 0), {x: reals}, []),
    "touching inside": (Ge(x * log(x), x - 1), {x: (0, oo)}, []),
    "touching at the parameter": (Ge(a * log(a / b), a - b), {a: (0, oo), b: (0, oo)}, []),
    "touching along a line": (Ge(exp(a - b), 1 + a - b), {a: reals, b: reals}, []),
    "two factors change sign together": (Ge((x - 1) * log(x), 0), {x: (0, oo)}, []),
    "cosh": (Gt(cosh(x), 1 + x**2 / 2), {x: (0, oo)}, []),
    "gaussian": (Gt(exp(-(x**2) / 2), 1 - x**2 / 2), {x: (0, oo)}, []),
    "different": (Ne(exp(x), x), {x: reals}, []),
    "minimum": (Le(Min(a, b), (a + b) / 2), {a: reals, b: reals}, []),
    "Laplace, every shift": (
        Le(exp(-Abs(x) * epsilon / Delta), exp(epsilon) * exp(-Abs(x + y) * epsilon / Delta)),
        {x: reals, y: reals, epsilon: (0, oo), Delta: (0, oo)},
        [Le(Abs(y), Delta)],
    ),
    "cosh below a Gaussian's inverse": (Le(cosh(x), exp(x**2 / 2)), {x: reals}, []),
    "relative entropy": (Ge(a * log(a / b) + (1 - a) * log((1 - a) / (1 - b)), 2 * (a - b) ** 2), {a: (0, 1), b: (0, 1)}, []),
    "Bernoulli": (Ge((1 + x) ** t, 1 + t * x), {x: (-1, oo), t: (1, oo)}, []),
    "logarithmic mean": (Lt(sqrt(a * b), (b - a) / (log(b) - log(a))), {a: (0, oo), b: (0, oo)}, [Lt(a, b)]),
    "compound interest": (Lt((1 + 1 / t) ** t, exp(1)), {t: (0, oo)}, []),
    "atom does not help": (
        Ge((1 - y) ** 2 * Delta / (4 * (delta - y)), Delta / (4 * delta)),
        {delta: (0, R(1, 2)), y: Interval(0, 1), Delta: (0, oo)},
        [Lt(y, delta)],
    ),
    "compact, no closed form": (Lt(sqrt(x) * exp(-x) + log(1 + x) / 3, 1), {x: Interval(0, 4)}, []),
    "closed box": (Le(x**2 * y + y**2, 2), {x: Interval(0, 1), y: Interval(-1, 1)}, []),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_inequalities_are_shown(name):
    relation, domain, assumptions = TRUE[name]
    for part in parse_domain(domain, assumptions):
        decision = decide_inequality(relation, part)
        assert decision.verdict in ("proved", "certified")
        assert decision.evidence


FALSE = {
    "equality at one point": (Gt(x**2, 0), {x: reals}, []),
    "equality inside": (Gt(exp(x), 1 + x), {x: reals}, []),
    "equality at a closed end": (Lt(log(1 + x), x), {x: Interval(0, 1)}, []),
    "false only far out": (Lt(x, 10**12), {x: (0, oo)}, []),
    "false only near zero": (Gt(x, R(1, 10**12)), {x: (0, oo)}, []),
    "tiny violation": (Ge((x - R(1, 3)) ** 2, R(1, 10**18)), {x: (0, 1)}, []),
    "undefined at a point": (Ge((x**2 - 1) / (x - 1), x), {x: reals}, []),
    "undefined outside": (Ge(log(x) ** 2, -1), {x: reals}, []),
    "undefined root": (Ge(sqrt(x), 0, evaluate=False), {x: Interval(-1, 1)}, []),
    "pole in both sides": (Ge(1 / x + x**2, 1 / x), {x: Interval(-1, 1)}, []),
    "pole hidden in a sum": (Ge(1 / (1 + 1 / x) + x**2 + 1, 1 - 1 / (1 + x)), {x: Interval(0, 1)}, []),
    "wrong constant": (Le(variation, R(39, 100) * Delta / sigma), {sigma: (0, oo), Delta: (0, oo)}, []),
    "wrong for small integers": (Gt(2**k, k**2), {k: Naturals}, []),
    "wrong on the assumption's edge": (Gt(b - a, 1), {a: (0, oo), b: (0, oo)}, [Ge(b, a + 1)]),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_or_undefined_ones_stay_undecided(name):
    relation, domain, assumptions = FALSE[name]
    (part,) = parse_domain(domain, assumptions)
    assert decide_inequality(relation, part).verdict == "undecided"
