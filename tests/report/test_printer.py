"""SymPy to LaTeX: the papers' notation, and brackets that close."""

import random
import re

import pytest
from sympy import (
    Abs,
    And,
    Eq,
    Function,
    Integral,
    Limit,
    Max,
    Min,
    Or,
    Piecewise,
    Rational,
    S,
    Sum,
    binomial,
    erfc,
    exp,
    floor,
    log,
    oo,
    pi,
    sinh,
    sqrt,
    symbols,
)

from dpverify.notation import Delta, delta, epsilon, k, lam, sigma, x
from dpverify.report.breaking import lines, width
from dpverify.report.printer import latex
from dpverify.rules import PREVIOUS, Recurrence, minimax_risk, nonnegative_function, sequence
from dpverify.rules.laws import GRID, PRIVATE, least_cost

q = (exp(epsilon) - 1) / (2 * delta)
n = symbols("n", integer=True)

NOTATION = [
    (
        Delta / epsilon * (1 - log(1 + q) / q),
        r"\frac{\Delta}{\epsilon} \left(1 - \frac{2 \delta}{e^{\epsilon} - 1}"
        r" \log\left(1 + \frac{e^{\epsilon} - 1}{2 \delta}\right)\right)",
    ),
    (exp(-abs(x) / lam), r"e^{-|x|/\lambda}"),
    (exp(-(x**2) / (2 * sigma**2)) / (sigma * sqrt(2 * pi)), r"\frac{e^{-x^{2}/(2 \sigma^{2})}}{\sigma \sqrt{2 \pi}}"),
    (Delta * sqrt(2 * log(Rational(5, 4) / delta)) / epsilon, r"\frac{\Delta \sqrt{2 \log(5/(4 \delta))}}{\epsilon}"),
    (Delta**2 / (12 * delta**2), r"\frac{\Delta^{2}}{12 \delta^{2}}"),
    (1 - 2 * log(Rational(3, 2)), r"1 - 2 \log \tfrac{3}{2}"),
    (log(x) ** 2, r"\log^{2}(x)"),
    (erfc(x / sqrt(2)) / 2, r"\tfrac{1}{2} \operatorname{erfc}\left(\frac{x}{\sqrt{2}}\right)"),
    (1 / sinh(epsilon), r"\frac{1}{\sinh(\epsilon)}"),
    (Sum(exp(-epsilon * k), (k, 0, oo)), r"\sum_{k=0}^{\infty} e^{-k \epsilon}"),
    (Integral(1 + x, (x, 0, Delta / 2)), r"\int_{0}^{\Delta/2} (1 + x)\,dx"),
    (Limit(x / epsilon, epsilon, 0), r"\lim_{\epsilon\to 0^{+}} \frac{x}{\epsilon}"),
    (Limit(1 / x, x, oo), r"\lim_{x\to \infty} \frac{1}{x}"),
    (Max(0, x - delta), r"(x - \delta)_{+}"),
    (Min(x, delta, evaluate=False), r"\min\{\delta,\, x\}"),
    (PRIVATE.moment(2), r"\mathbb{E}\,|X|^{2}"),
    (PRIVATE.tail(x + Delta), r"T(x + \Delta)"),
    (GRID.mass(k + 1), r"p_{k + 1}"),
    (least_cost(S.One, epsilon, delta, Delta), r"V_{1}^{*}(\epsilon,\delta,\Delta)"),
    (Eq(x, delta), r"x = \delta"),
    (Delta**2 * (1 - delta) ** 3, r"\Delta^{2} (1 - \delta)^{3}"),
    (Rational(-3, 4), r"-\tfrac{3}{4}"),
    ((x - 1) / (x + 1), r"\frac{x - 1}{1 + x}"),
    (2 ** (-n), r"2^{-n}"),
    (Piecewise((exp(-x), x < delta), (0, True)), r"e^{-x}\,\mathbf{1}\{\delta > x\}"),
    (x**-2, r"\frac{1}{x^{2}}"),
]


@pytest.mark.parametrize(("expr", "text"), NOTATION)
def test_notation(expr, text):
    assert latex(expr) == text


def random_expression(rng, depth):
    if depth == 0:
        return rng.choice([x, epsilon, delta, Delta, k, S(2), Rational(1, 3), pi, S(-1), n])
    a, b = random_expression(rng, depth - 1), random_expression(rng, depth - 1)
    return rng.choice(
        [
            lambda: a + b,
            lambda: a - b,
            lambda: a * b,
            lambda: a / (1 + b**2),
            lambda: exp(-a),
            lambda: log(1 + a**2),
            lambda: sqrt(2 + a**2),
            lambda: a**2,
            lambda: Abs(a),
            lambda: Max(0, a),
            lambda: Max(a, b),
            lambda: erfc(a),
            lambda: Integral(a, (x, 0, b)),
            lambda: Sum(a, (k, 1, oo)),
            lambda: Limit(a, delta, 0),
            lambda: Piecewise((a, x < 1), (b, True)),
            lambda: floor(a),
            lambda: binomial(n, k) * a,
            lambda: Function("g")(a),
            lambda: a ** Rational(1, 3),
        ]
    )()


def balanced(text):
    stack = []
    for token in re.findall(r"\\left.|\\right.|\\begin|\\end|\\[{}]|[{}]", text):
        if token in ("{", "\\begin") or token.startswith("\\left"):
            stack.append(token[:5])
        elif token in ("}", "\\end") or token.startswith("\\right"):
            if not stack:
                return False
            stack.pop()
    return not stack


def test_any_expression_prints_with_balanced_brackets_and_breaks_into_lines_that_keep_them():
    rng = random.Random(7)
    for _ in range(150):
        try:
            expr = random_expression(rng, rng.randint(1, 3))
        except (ValueError, TypeError):  # SymPy refuses some of them
            continue
        text = latex(expr)
        assert balanced(text), text
        assert width(text) >= 0
        for room in (12, 30):
            rows = lines(expr, room)
            assert rows and all(balanced(row.replace(r"\biggl", "").replace(r"\biggr", "")) for row in rows), rows
            together = " ".join(rows)
            assert together.count(r"\biggl") == together.count(r"\biggr")


def test_lines_fit_where_the_sum_can_be_broken():
    terms = sum((x**i / (i + delta) for i in range(1, 30)), S.Zero)
    for expr in (terms, Delta * terms, log(terms), exp(epsilon * terms), Integral(terms * exp(-x), (x, 0, 1))):
        rows = lines(expr, 35)
        assert len(rows) > 1 and all(width(row) <= 38 for row in rows)


def test_conditions_have_brackets_where_they_need_them_and_nothing_superfluous():
    y, z = symbols("y z", real=True)
    one, two, three = x < 1, y < 2, z < 3
    assert latex(And(one, Or(two, three))) == r"x < 1\text{ and }(y < 2\text{ or }z < 3)"
    assert latex(Or(one, And(one, two))) == "x < 1"
    assert latex(And(one, Or(one, two), evaluate=False)) == "x < 1"
    assert latex(And(Or(one, two), Or(one, two, three), evaluate=False)) == r"x < 1\text{ or }y < 2"


def test_wide_products_are_broken_at_their_factors_and_mean_the_same():
    wide = [sum(symbols(f"{letter}1:9")) for letter in "abcdef"]
    rows = lines(wide[0] * exp(-wide[1]) * wide[2] / (wide[3] * wide[4] * (1 + exp(wide[5]))), 38.0)
    assert max(map(width, rows)) < 1.2 * 38
    text = " ".join(rows)
    assert text.count(r"\biggl") == text.count(r"\biggr") and text.count(r"\Big/") == 1
    above, _, below = text.partition(r"\Big/")
    assert all(f"{letter}_{{8}}" in above for letter in "abc") and all(f"{letter}_{{8}}" in below for letter in "def")


def test_arbitrary_sequences_and_functions_have_their_letters():
    u, h = sequence("u"), nonnegative_function("h")
    n, t = symbols("n", integer=True, positive=True), symbols("t", real=True)
    family = Recurrence("F", n, t, t, PREVIOUS(t + 1))
    assert latex(u(n + 1) ** 2) == "u_{n + 1}^{2}"
    assert latex(h(t)) == "h(t)"
    assert latex(family.at(n, 2 * t)) == "F_{n}(2 t)"
    assert latex(minimax_risk(n, sigma)) == r"R(n,\sigma)"
