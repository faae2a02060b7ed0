"""How the steps of a derivation compose, and how a step may use earlier ones."""

import pytest
import sympy as sp

from dpverify.claims.claim import Claim, Step
from dpverify.claims.result import Decision
from dpverify.claims.steps import _covers
from dpverify.claims.verify import verify
from dpverify.errors import ClaimError
from dpverify.notation import Delta, delta, epsilon, k, x, y
from dpverify.read_domain import parse_domain
from dpverify.rules import Consequence, EventInequality, NonNegativeFunction, Specialise, Tonelli, Use, nonnegative_function
from dpverify.rules.laws import PRIVATE

HALF_LINE = {epsilon: (0, sp.oo)}


def claim(statement, *steps, domain=None, **more):
    return Claim(title="a test", statement=statement, domain=domain or HALF_LINE, steps=steps, **more)


def test_a_chain_of_equations_and_inequalities_composes():
    statement = sp.Lt(sp.exp(-epsilon) - 1, epsilon)
    middle = -(1 - sp.exp(-epsilon))
    good = claim(statement, Step(middle), Step(sp.Lt(middle, 0)), Step(sp.Lt(sp.S.Zero, epsilon, evaluate=False)))
    assert verify(good).verdict == "proved"


@pytest.mark.parametrize(
    ("steps", "word"),
    [
        ((Step(sp.exp(epsilon)),), "does not compose"),
        ((Step(sp.Le(sp.exp(-epsilon), 2, evaluate=False)), Step(sp.Ge(sp.Integer(2), 1, evaluate=False))), "turns"),
        ((Step(sp.Le(sp.exp(-epsilon), 1, evaluate=False)),), "weaker"),
    ],
)
def test_a_chain_that_does_not_arrive_is_an_error(steps, word):
    with pytest.raises(ClaimError, match=word):
        verify(claim(sp.Lt(sp.exp(-epsilon), 1), *steps))


def test_a_false_step_is_named_though_the_statement_is_true():
    half = sp.Rational(1, 2)
    steps = (Step(sp.Lt(sp.exp(-epsilon), half)), Step(sp.Lt(half, 2, evaluate=False)))
    result = verify(claim(sp.Lt(sp.exp(-epsilon), 2), *steps))
    assert result.verdict == "undecided"
    assert any("step 1" in e for e in result.evidence)


def test_the_statement_on_a_narrower_domain_is_only_a_lemma():
    statement = sp.Lt(epsilon, 2)
    narrow = Step(statement, domain={epsilon: (0, 1)})
    with pytest.raises(ClaimError, match="does not compose"):
        verify(claim(statement, narrow))
    with pytest.raises(ClaimError, match="narrow"):
        verify(claim(sp.Eq(sp.Abs(epsilon - 1), 1 - epsilon), Step(1 - epsilon, domain={epsilon: (0, 1)})))


def test_a_new_symbol_must_not_cut_the_domain():
    """y in (1, epsilon) exists only for epsilon > 1: a step under it says nothing of the rest."""
    statement = sp.Gt(epsilon, 1)
    with pytest.raises(ClaimError, match="does not compose"):
        verify(claim(statement, Step(statement, domain={y: (1, epsilon)})))


def test_a_narrow_lemma_is_used_only_where_it_holds():
    lemma = Step(sp.Lt(epsilon, 2), domain={epsilon: (0, 1)}, label="narrow")
    result = verify(claim(sp.Lt(epsilon, 3), lemma, Step(sp.Lt(epsilon, 3), uses=("narrow",))))
    assert result.verdict != "proved"


def test_a_fact_is_not_put_in_under_a_bound_variable():
    """x^2 = x holds on the fact's domain x = 1, not under the integral over (0, 1)."""
    fact = Step(sp.Eq(x**2, x), label="fact")
    wrong = sp.Eq(sp.Integral(x**2, (x, 0, 1)), sp.Rational(1, 2), evaluate=False)
    assert verify(claim(wrong, fact, Step(wrong, uses=("fact",)), domain={x: sp.FiniteSet(1)})).verdict == "refuted"


def test_an_equation_is_put_in():
    lemma = Step(sp.Eq(sp.Sum(sp.exp(-k * epsilon), (k, 0, sp.oo)), 1 / (1 - sp.exp(-epsilon))), label="geometric")
    total = 3 * sp.Sum(sp.exp(-k * epsilon), (k, 0, sp.oo))
    result = verify(claim(sp.Eq(total, 3 / (1 - sp.exp(-epsilon))), lemma, Step(3 / (1 - sp.exp(-epsilon)), uses=("geometric",))))
    assert result.verdict == "proved"


def test_a_rule_must_give_what_the_step_says():
    T = PRIVATE.tail
    rule = EventInequality(PRIVATE, "above", x)
    statement = sp.Le(T(x), sp.exp(epsilon) * T(x + Delta))
    domain = {epsilon: (0, sp.oo), delta: (0, 1), Delta: (0, sp.oo), x: sp.Reals}
    with pytest.raises(ClaimError, match="the rule gives"):
        verify(claim(statement, Step(statement, rule=rule), domain=domain))


def test_only_rules_of_the_list_are_rules():
    class Declaration:
        name = "trust me"

        def premises(self):
            return ()

        def apply(self, target, facts, domain):
            raise AssertionError

    with pytest.raises(ClaimError, match="not in the list"):
        verify(claim(sp.Lt(epsilon, 1), Step(sp.Lt(epsilon, 1), rule=Declaration())))


def test_a_label_names_one_step_that_comes_before():
    with pytest.raises(ClaimError, match="neither an earlier step"):
        verify(claim(sp.Gt(epsilon, 0), Step(sp.Gt(epsilon, 0), rule=Specialise("later"))))
    twice = [Step(sp.Gt(epsilon, 0), label="a"), Step(sp.Gt(epsilon, 0), label="a")]
    with pytest.raises(ClaimError, match="reuses"):
        verify(claim(sp.Gt(epsilon, 0), *twice))


def test_a_claim_that_rests_on_an_undecided_one_is_not_proved():
    open_claim = claim(sp.Gt(sp.Function("g")(epsilon), 0), domain=HALF_LINE)
    known = {"open": verify(open_claim)}
    result = verify(claim(sp.Gt(epsilon, 0), Step(sp.Gt(epsilon, 0), uses=("open",))), known)
    assert result.verdict == "undecided"


@pytest.mark.parametrize("first, second", [
    (sp.Interval(2, 3), sp.Interval(-2, -1)),
    (sp.FiniteSet(2), sp.FiniteSet(0)),
    (sp.Interval(2, 3), sp.Interval(2, 4)),
    (sp.Interval(2, 3), sp.Interval.open(2, 3)),
], ids=str)  # fmt: skip
def test_a_symbol_of_the_steps_keeps_its_domain_along_the_chain(first, second):
    """sin(x) < 1 is false at pi/2, and no rational point shows it: only the chain could say so."""
    x, t = sp.Symbol("x", real=True), sp.Symbol("t", real=True)
    steps = (
        Step(sp.Lt(sp.sin(x), t, evaluate=False), "t is large", domain={t: first}),
        Step(sp.Le(t, 1, evaluate=False), "t is small", domain={t: second}),
    )
    claim = Claim(title="false", statement=sp.Lt(sp.sin(x), 1, evaluate=False), domain={x: sp.S.Reals}, steps=steps)
    with pytest.raises(ClaimError, match="step 2 gives t another domain"):
        verify(claim)


def test_a_symbol_of_the_steps_keeps_its_domain_in_equations_and_for_integers():
    x, t, n = sp.Symbol("x", real=True), sp.Symbol("t", real=True), sp.Symbol("n", integer=True)
    square = (x - sp.sqrt(2)) ** 2
    one = sp.Piecewise((1, square > 0), (0, True))
    false = sp.Eq(one, 1, evaluate=False)
    by_expression = (
        Step(one * (1 - t) + t, "t is 0", domain={t: sp.Interval(0, 0)}),
        Step(sp.S.One, "t is 1", domain={t: sp.Interval(1, 1)}),
    )
    with pytest.raises(ClaimError, match="step 2 (gives t another domain|continues the chain with t)"):
        verify(Claim(title="false", statement=false, domain={x: (0, 2)}, steps=by_expression))
    without = (by_expression[0], Step(sp.S.One, "t is gone"))
    with pytest.raises(ClaimError, match="step 2 continues the chain with t, which has no domain there"):
        verify(Claim(title="false", statement=false, domain={x: (0, 2)}, steps=without))
    integers = (
        Step(sp.Lt(sp.sin(x), n, evaluate=False), "n is large", domain={n: sp.FiniteSet(2, 3)}),
        Step(sp.Le(n, 1, evaluate=False), "n is small", domain={n: sp.FiniteSet(0, 1)}),
    )
    with pytest.raises(ClaimError):
        verify(Claim(title="false", statement=sp.Lt(sp.sin(x), 1, evaluate=False), domain={x: sp.S.Reals}, steps=integers))


def test_a_chain_through_a_symbol_of_the_steps():
    x, t = sp.Symbol("x", real=True), sp.Symbol("t", real=True)
    steps = (
        Step(sp.Le(sp.sin(x), t, evaluate=False), "t is at least 1", domain={t: sp.Interval(1, 2)}),
        Step(sp.Le(t, 2, evaluate=False), "t is at most 2", domain={t: sp.Interval(1, 2)}),
    )
    true = Claim(title="true", statement=sp.Le(sp.sin(x), 2, evaluate=False), domain={x: sp.S.Reals}, steps=steps)
    assert verify(true).verdict == "proved"


REALS = {x: sp.Reals, y: sp.Reals}


@pytest.mark.parametrize(
    ("conclusion", "step", "good"),
    [
        (sp.Le(x, y), sp.Ge(y, x), True),
        (sp.Lt(x, y), sp.Le(x, y), True),
        (sp.Le(x, y), sp.Lt(x, y), False),
        (sp.Ge(x, y), sp.Le(x, y), False),
        (sp.Ge(x, y), sp.Ge(x - y, 0), True),
        (sp.Gt(x, y), sp.Le(y - x, 0), True),
        (sp.Ge(x, y), sp.Ge(x, -y), False),
        (sp.Ge(x, y), sp.Ge(x + y, 0), False),
        (sp.Ge(x, y), sp.Ge(y - x, 0), False),
        (sp.Ge(x, y), sp.Ge(2 * x, 2 * y), False),
        (sp.Ge(x * (x + 1), y), sp.Ge(x**2 + x, y), True),
        (sp.Eq(x, y), sp.Eq(y, x), True),
        (sp.Eq(x, y), sp.Le(x, y), False),
        (sp.Le(x, y), sp.Eq(x, y), False),
    ],
)
def test_a_step_is_the_rules_conclusion_with_terms_moved_at_most(conclusion, step, good):
    (domain,) = parse_domain(REALS, ())
    assert _covers(conclusion, step, domain) is good


REALS = {x: sp.S.Reals}
MEAN = sp.Integral(x * sp.exp(-(y**2)) / sp.sqrt(sp.pi), (y, -sp.oo, sp.oo))


@pytest.mark.parametrize(
    "statement",
    [
        sp.Eq(MEAN / x, 1, evaluate=False),
        sp.Le(sp.log(MEAN) - sp.log(x), 0, evaluate=False),
        sp.Eq(sp.Integral(MEAN / x * sp.exp(-Delta), (Delta, 0, 1)), sp.Integral(sp.exp(-Delta), (Delta, 0, 1)), evaluate=False),
    ],
    ids=("quotient", "logarithms", "integrand"),
)
def test_what_an_equation_cancels_must_be_defined(statement, monkeypatch):
    """MEAN is x for every real x; at x = 0 the quotient is 0/0, though putting x for MEAN leaves 1."""
    decided = []
    monkeypatch.setattr("dpverify.claims.steps.decide", lambda relation, _: decided.append(relation) or Decision("undecided", ()))
    monkeypatch.setattr("dpverify.claims.verify._refute", lambda *_: None)
    known = sp.Eq(MEAN, x, evaluate=False)
    verify(claim(statement, Step(known, label="mean"), Step(statement, uses=("mean",)), domain=REALS))
    assert decided == [known, statement]


def test_what_is_defined_may_cancel():
    quotient = sp.Eq(MEAN / x, 1, evaluate=False)
    known = Step(sp.Eq(MEAN, x, evaluate=False), label="mean")
    assert verify(claim(quotient, known, Step(quotient, uses=("mean",)), domain={x: (0, sp.oo)})).verdict == "proved"


def test_two_equal_integrals_that_may_be_infinite_do_not_cancel():
    h = nonnegative_function("h")
    kernel = h(x) * sp.exp(-(y**2))
    first, second = (sp.Integral(kernel, (a, -sp.oo, sp.oo), (b, -sp.oo, sp.oo)) for a, b in ((x, y), (y, x)))
    steps = (
        Step(sp.Ge(h(x), 0, evaluate=False), rule=NonNegativeFunction("h", x), label="h", domain=REALS),
        Step(
            sp.Ge(kernel, 0, evaluate=False),
            rule=Consequence((Use("h", times=sp.exp(-(y**2))),)),
            label="kernel",
            domain={**REALS, y: sp.S.Reals},
        ),
        Step(sp.Eq(first, second, evaluate=False), rule=Tonelli(x, y, kernel, "kernel"), label="order"),
    )
    for relation, wanted in (
        (sp.Eq(2 * first, 2 * second, evaluate=False), "proved"),
        (sp.Eq((first + second) / 2, first, evaluate=False), "proved"),
        (sp.Eq(first - second, 0, evaluate=False), "undecided"),
        (sp.Eq(2 * first - second, first, evaluate=False), "undecided"),
        (sp.Le(first - second, 1, evaluate=False), "undecided"),
    ):
        assert verify(claim(relation, *steps, Step(relation, uses=("order",)))).verdict == wanted
