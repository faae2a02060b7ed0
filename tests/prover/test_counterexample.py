"""Counterexamples: found for false relations of many shapes, confirmed by an independent evaluation, never for true ones."""

import mpmath
import pytest
import sympy as sp
from sympy import Eq, Ge, Gt, Interval, Le, Lt, Naturals, Naturals0, Ne, Rational, S, cosh, erfc, exp, log, oo, pi, sinh, sqrt, symbols

from dpverify.notation import Delta, delta, epsilon, sigma
from dpverify.prover.counterexample import find_counterexample
from dpverify.read_domain import parse_domain

x, y, a, b, c = symbols("x y a b c", real=True)
k = symbols("k", integer=True, nonnegative=True)
q = (exp(epsilon) - 1) / (2 * delta)
half = {epsilon: (0, oo), delta: (0, Rational(1, 2)), Delta: (0, oo)}
amplitude = Delta / epsilon * (1 - log(1 + q) / q)
R = Rational
TINY = R(1, 10**9)

FALSE = {
    "domain too wide": (Le(Delta, Delta / epsilon * log(1 + q)), {**half, delta: (0, 1)}, []),
    "wrong everywhere": (Lt(Delta / (2 * sinh(epsilon / 2)), amplitude), half, []),
    "equation": (Eq(1 - erfc(Delta / (2 * sqrt(2) * sigma)), Delta / (2 * sigma)), {sigma: (0, oo), Delta: (0, oo)}, []),
    "constant equation": (Eq(sqrt(2 / pi) * sqrt(pi / 2), 1 + TINY, evaluate=False), {}, []),
    "tiny violation": (Ge((x - R(1, 3)) ** 2, TINY**2), {x: (0, 1)}, []),
    "tiny relative violation at a maximum": (Le(x * exp(-x), exp(-1) * (1 - TINY)), {x: (0, oo)}, []),
    "tiny relative violation at an end": (Le(amplitude, Delta / (4 * delta) * (1 - TINY)), half, []),
    "narrow bump": (Le(exp(-((100000 * (x - R(2, 7))) ** 2)), R(1, 2)), {x: (0, 1)}, []),
    "product near a root": (Ge(log(x) * (log(x) - R(1, 10**6)), 0), {x: (0, oo)}, []),
    "far out": (Le(x, 10**12 + exp(-x)), {x: (0, oo)}, []),
    "very far out": (Le(x, 10**30), {x: (0, oo)}, []),
    "very far to the left": (Ge(x, -(10**400)), {x: S.Reals}, []),
    "slow growth": (Le(log(1 + x), 100), {x: (0, oo)}, []),
    "very slow growth": (Le(log(1 + log(1 + x)), 8), {x: (0, oo)}, []),
    "very near an open end": (Ge(x, R(1, 10**40)), {x: (0, 1)}, []),
    "very near the other open end": (Ge(1 - x, R(1, 10**60)), {x: (0, 1)}, []),
    "very large integers": (Le(k, 10**20), {k: Naturals}, []),
    "far out together": (Le(sqrt(x * y), 10**70), {x: (0, oo), y: (0, oo)}, [Lt(x, y), Lt(y, 2 * x + 1)]),
    "near zero": (Ge(x, R(1, 10**12)), {x: (0, oo)}, []),
    "corner": (Le(x * y, 1 - R(1, 10**6)), {x: (0, 1), y: (0, 1)}, []),
    "two variables": (Ge((x - R(1, 3)) ** 2 + (y - pi) ** 2, TINY), {x: S.Reals, y: S.Reals}, []),
    "curved valley": (Ge((1 - x) ** 2 + 100 * (y - x**2) ** 2, TINY), {x: S.Reals, y: S.Reals}, []),
    "three variables": (Ge(cosh(a) + b**2 - b + c**4 - c, R(2775, 10000) + R(3, 10**5)), {a: S.Reals, b: S.Reals, c: S.Reals}, []),
    "integers": (Ge(2**k, k**2), {k: Naturals0}, []),
    "one integer only": (Ne(k**2 - 37 * k, 0), {k: Naturals}, []),
    "tied": (Lt(b, 2 * a), {a: (0, oo), b: (0, oo)}, [Lt(a, b)]),
    "tied by an equation": (Lt(a * b, R(1, 4) - TINY), {a: (0, oo), b: (0, oo)}, [Eq(a + b, 1)]),
    "thin domain": (Lt(a * b, R(1, 5)), {a: (0, oo), b: (0, oo)}, [Lt(a**2 + b**2, 1), Gt(a**2 + b**2, R(999, 1000))]),
    "strict where the sides touch": (Gt((x - R(1, 3)) ** 2, 0), {x: S.Reals}, []),
    "closed end": (Lt(x, 1), {x: Interval(0, 1)}, []),
    "beside a break": (Lt(x - sp.floor(x), 1 - R(1, 10**40)), {x: (0, 1)}, []),
    "between two breaks": (Ge(sp.Piecewise((-1, (x > R(314159, 10**5)) & (x < R(314160, 10**5))), (1, True)), 0), {x: S.Reals}, []),
    "at a single place": (Gt(sp.Piecewise((-1, Eq(x, R(7, 13))), (1, True)), 0), {x: S.Reals}, []),
    "a maximum at a named scale": (Le(x * exp(-x / 10**31), 36 * 10**29), {x: (0, oo)}, []),
    "far out between turns": (Le(x * sp.sin(x), 10**32), {x: S.Reals}, []),
    "beside a face": (Le(x * y, R(1, 4) - R(1, 10**20)), {x: (0, 1), y: (0, 1)}, [Lt(x + y, 1)]),
    "between two faces": (Le(x, y + R(1, 10**38)), {x: (0, 1), y: (0, 1)}, [Lt(x, y + R(2, 10**38))]),
    "strict on a curved face": (Lt(b / (1 - exp(-a)), 1), {a: (0, oo), b: (0, 1)}, [Le(b, 1 - exp(-a))]),
    "on a circle": (Le(x + y, R(141421356, 10**8)), {x: S.Reals, y: S.Reals}, [Eq(x**2 + y**2, 1)]),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_relations_are_refuted_at_a_point_where_mpmath_agrees(name):
    relation, domain, assumptions = FALSE[name]
    (parsed,) = parse_domain(domain, assumptions)
    found = find_counterexample(relation, parsed)
    assert found is not None
    values = {s: sp.sympify(found.point[s.name]) for s in parsed.symbols}
    assert all(bool(sp.simplify(r.subs(values))) is True for r in assumptions)
    with mpmath.workdps(60):
        lhs, rhs = (mpmath.mpf(sp.N(side.subs(values), 60)) for side in (relation.lhs, relation.rhs))
        if isinstance(relation, Eq):
            assert abs(lhs - rhs) > mpmath.mpf(10) ** -30
        elif isinstance(relation, Ne):
            assert lhs == rhs
        else:
            assert not relation.func(lhs, rhs)


TRUE = [
    (Ge(exp(x), 1 + x), {x: S.Reals}, []),
    (Lt(sp.tanh(x), x), {x: (0, oo)}, []),
    (Le(amplitude, Delta / (4 * delta)), half, []),
    (Le(sqrt(a * b), (a + b) / 2), {a: (0, oo), b: (0, oo)}, []),
    (Gt(2**k, k), {k: Naturals0}, []),
]


@pytest.mark.parametrize(("relation", "domain", "assumptions"), TRUE)
def test_true_relations_have_none(relation, domain, assumptions):
    (parsed,) = parse_domain(domain, assumptions)
    assert find_counterexample(relation, parsed, effort=0.3) is None


def test_a_hint_is_looked_at_first_and_ignored_if_it_lies_outside():
    relation = Lt(x, 5)
    (parsed,) = parse_domain({x: (0, 10)})
    assert find_counterexample(relation, parsed, hints=[{x: R(77, 10)}]).point == {"x": "77/10"}
    assert find_counterexample(relation, parsed, hints=[{x: R(12)}]).point != {"x": "12"}


def test_points_are_plain():
    (parsed,) = parse_domain({x: (0, 1), y: (0, 1)})
    found = find_counterexample(Le(x * y, R(1, 2)), parsed)
    assert all(len(v) <= 5 for v in found.point.values())


def derivative(formula, *variables):
    return sp.Derivative(formula, *variables, evaluate=False)


@pytest.mark.parametrize(
    ("relation", "domain"),
    [
        (Ge(derivative(exp(x) / (2 + cosh(y) * sp.cos(x)), x), 10), {x: (0, 1), y: (0, 1)}),
        (Le(derivative(1 / (x * y - 1), x), -1), {x: (0, oo), y: (0, oo)}),
        (Le(derivative(sp.Abs(x - R(1, 2)) * y, x), 0), {x: (0, oo), y: (0, oo)}),
        (Eq(derivative(x**3 * y**2, x, y), 6 * x * y), {x: (0, oo), y: (0, oo)}),
    ],
)
def test_a_derivative_is_refuted_where_it_can_be_formed(relation, domain):
    (parsed,) = parse_domain(domain)
    found = find_counterexample(relation, parsed)
    values = {s: R(found.point[s.name]) for s in domain}
    lhs = relation.lhs.doit().subs(values).evalf(40)
    assert not relation.func(lhs, relation.rhs.subs(values).evalf(40))


def test_no_counterexample_at_a_kink():
    (parsed,) = parse_domain({x: sp.FiniteSet(0)})
    assert find_counterexample(Eq(derivative(sp.Abs(x), x), 7), parsed) is None


@pytest.mark.parametrize(
    ("relation", "domain"),
    [
        (Eq(sp.Integral(y ** (a - 3), (y, 0, 1)), 1 / (a - 1), evaluate=False), {a: (0, oo)}),
        (Eq(b * sp.Integral(y ** (a - 3), (y, 0, 1)), b / (b - 2), evaluate=False), {a: (0, oo), b: (2, oo)}),
        (sp.Integral(y ** (2 - a), (y, 1, oo)) < 1 / (a - 2), {a: (0, oo)}),
        (Eq(sp.Integral(exp(-(a - b) * y), (y, 0, oo)), 1 / (a + b), evaluate=False), {a: (0, oo), b: (0, oo)}),
    ],
)
def test_an_integral_that_converges_for_some_parameters_only_is_refuted_there(relation, domain):
    """At 1, 1/2 and 2, the plainest values, the first three have no value: what can be said is said where they have one."""
    (found,) = (find_counterexample(relation, part) for part in parse_domain(domain, ()))
    assert found is not None
    values = {symbol: S(found.point[symbol.name]) for symbol in domain}
    left, right = (sp.N(side.subs(values).doit()) for side in relation.args)
    assert abs(left - right) > 1e-6 and (isinstance(relation, Eq) or left > right)
