"""BayesBound, RiskOfEstimate and LimitOfBound: bounds of a worst case, and what does not bound it."""

import pytest
from sympy import Eq, Ge, Gt, Integral, Interval, Le, Limit, Lt, S, Sum, Symbol, exp, oo, sin, sqrt

from dpverify.errors import ClaimError
from dpverify.formulas.gaussian import density
from dpverify.notation import epsilon, sigma, x, y
from dpverify.rules import BayesBound, LimitOfBound, RiskOfEstimate, minimax_risk, sequence
from dpverify.rules.laws import PRIVATE
from dpverify.rules.minimax import losses

from .deciding import conclusion, fact, on, verdict

N, i = Symbol("N", integer=True, positive=True), Symbol("i", integer=True, positive=True)
w = Symbol("w", positive=True)
A, F, Y = sequence("a"), sequence("f"), sequence("y")
HERE = {N: S.Naturals, sigma: (0, oo), w: (0, oo)}
PLANE = {**HERE, x: S.Reals, y: S.Reals}
prior, marginal = density(x, w), density(y, sqrt(w**2 + sigma**2))
spread = w**2 * sigma**2 / (w**2 + sigma**2)
posterior = density(x - y * w**2 / (w**2 + sigma**2), sqrt(spread))
joint = Eq(prior * density(y - x), marginal * posterior, evaluate=False)
least = Ge(losses(x, A(i), posterior.subs(y, Y(i)), x, i, N), N * spread, evaluate=False)
bayes = BayesBound(N, sigma, i, x, y, prior, marginal, posterior, "joint", "least")
FACTS = {"joint": fact(joint, PLANE), "least": fact(least, HERE)}


def test_the_loss_is_the_squared_distance():
    assert losses(x, A(i), marginal, y, i, N) == Sum(Integral((x - A(i)) ** 2 * marginal, (y, -oo, oo)), (i, 1, N))


def test_the_bayes_risk_bounds_the_worst_case():
    assert verdict(bayes, FACTS, on(HERE)) == "proved"
    assert conclusion(bayes, FACTS, on(HERE)) == Ge(minimax_risk(N, sigma), N * spread, evaluate=False)


@pytest.mark.parametrize(
    "other",
    [
        Ge(losses(x, A(i), posterior.subs(y, Y(i)), x, i, N), N * spread * A(1) ** 2, evaluate=False),
        Ge(losses(x, A(i), posterior.subs(y, Y(i)), x, i, N), N * Y(1) ** 2, evaluate=False),
        Ge(losses(x, A(1), posterior.subs(y, Y(i)), x, i, N), N * spread, evaluate=False),
        Ge(losses(x, A(i), posterior.subs(y, A(i)), x, i, N), N * spread, evaluate=False),
        Ge(losses(x, A(i), posterior.subs(y, Y(1)), x, i, N), N * spread, evaluate=False),
        Ge(losses(x, A(i), posterior.subs(y, Y(i)), x, i, N + 1), N * spread, evaluate=False),
        Ge(losses(x, S.Zero, posterior.subs(y, Y(i)), x, i, N), N * spread, evaluate=False),
        Le(losses(x, A(i), posterior.subs(y, Y(i)), x, i, N), N * spread, evaluate=False),
    ],
)
def test_the_bound_must_be_that_of_every_estimate_and_release(other):
    with pytest.raises(ClaimError):
        verdict(bayes, {**FACTS, "least": fact(other, HERE)}, on(HERE))


def test_all_sequences_are_meant():
    hypothesis = Ge(A(1), 5)
    with pytest.raises(ClaimError, match="hypothesis"):
        verdict(bayes, {**FACTS, "least": fact(least, HERE, hypothesis)}, on(HERE, hypothesis))
    with pytest.raises(ClaimError, match="hypothesis"):
        verdict(bayes, FACTS, on(HERE, hypothesis))


@pytest.mark.parametrize("narrow", [{x: Interval(0, oo)}, {y: Interval(0, oo)}, {w: Interval(0, 1)}])
def test_prior_and_posterior_belong_together_everywhere(narrow):
    with pytest.raises(ClaimError):
        verdict(bayes, {**FACTS, "joint": fact(joint, {**PLANE, **narrow})}, on(HERE))
    off = Eq(prior * density(y - x, 2 * sigma), marginal * posterior, evaluate=False)
    with pytest.raises(ClaimError, match="must read"):
        verdict(bayes, {**FACTS, "joint": fact(off, PLANE)}, on(HERE))


def test_laws_have_mass_one():
    """Twice the prior with twice the marginal is in step with the posterior, and no law."""
    double = BayesBound(N, sigma, i, x, y, 2 * prior, 2 * marginal, posterior, "joint", "least")
    shared = Eq(2 * prior * density(y - x), 2 * marginal * posterior, evaluate=False)
    assert verdict(double, {**FACTS, "joint": fact(shared, PLANE)}, on(HERE)) == "undecided"


@pytest.mark.parametrize("extra", [{x: S.Reals}, {y: S.Reals}, {i: S.Naturals}])
def test_the_variables_are_the_rules_own(extra):
    with pytest.raises(ClaimError, match="does not have"):
        verdict(bayes, FACTS, on({**HERE, **extra}))


def test_a_number_of_coordinates_is_an_integer():
    real = Symbol("r", positive=True)
    with pytest.raises(ClaimError, match="integer"):
        verdict(RiskOfEstimate(real, sigma, i, x, x, "risk"), {"risk": FACTS["least"]}, on({**HERE, real: (0, oo)}))


# One estimate

risk = Le(losses(x, F(i), density(x - F(i)), x, i, N), N * sigma**2, evaluate=False)
release = RiskOfEstimate(N, sigma, i, x, x, "risk")


def test_the_risk_of_one_estimate_bounds_the_worst_case():
    assert verdict(release, {"risk": fact(risk, HERE)}, on(HERE)) == "proved"
    assert conclusion(release, {"risk": fact(risk, HERE)}, on(HERE)) == Le(minimax_risk(N, sigma), N * sigma**2, evaluate=False)


@pytest.mark.parametrize(
    "other",
    [
        Le(losses(S.Zero, F(i), density(x - F(i)), x, i, N), N * F(1) ** 2, evaluate=False),
        Le(losses(x, F(i), density(x - F(i)), x, i, N), N * F(1) ** 2, evaluate=False),
        Ge(losses(x, F(i), density(x - F(i)), x, i, N), N * sigma**2, evaluate=False),
        Le(losses(x, F(1), density(x - F(1)), x, i, N), N * sigma**2, evaluate=False),
        Le(losses(x, S.Zero, density(x), x, i, N), N * sigma**2, evaluate=False),
        Le(losses(x, F(i), density(x - F(i), sigma / 2), x, i, N), N * sigma**2, evaluate=False),
    ],
)
def test_the_risk_is_that_at_every_truth(other):
    with pytest.raises(ClaimError, match="must read|must be a formula"):
        verdict(release, {"risk": fact(other, HERE)}, on(HERE))


def test_the_bound_of_one_estimate_is_a_number():
    with pytest.raises(ClaimError, match="must be a formula"):
        verdict(release, {"risk": fact(Le(losses(x, F(i), density(x - F(i)), x, i, N), oo, evaluate=False), HERE)}, on(HERE))


@pytest.mark.parametrize("extra", [{x: S.Reals}, {i: S.Naturals}])
def test_the_variables_of_one_estimate_are_the_rules_own(extra):
    with pytest.raises(ClaimError, match="does not have"):
        verdict(release, {"risk": fact(risk, HERE)}, on({**HERE, **extra}))


def test_the_noise_is_the_steps():
    alone = {N: S.Naturals, sigma: (0, oo)}
    assert verdict(release, {"risk": fact(risk, alone)}, on(alone)) == "proved"
    for missing in (sigma, N):
        rest = {s: v for s, v in alone.items() if s != missing}
        with pytest.raises(ClaimError, match="of the step's domain"):
            verdict(release, {"risk": fact(risk, rest)}, on(rest))


def test_an_estimate_does_not_know_the_truth():
    oracle = Le(losses(F(i), F(i), density(x - F(i)), x, i, N), S.Zero, evaluate=False)
    with pytest.raises(ClaimError, match="must be a formula"):
        verdict(RiskOfEstimate(N, sigma, i, x, F(i), "risk"), {"risk": fact(oracle, HERE)}, on(HERE))
    for hypothesis in (Eq(F(1), 0), Le(F(1), 1)):
        with pytest.raises(ClaimError, match="hypothesis"):
            verdict(release, {"risk": fact(risk, HERE, hypothesis)}, on(HERE, hypothesis))


# The limit of a bound

M = Symbol("M", real=True)
POINT = {M: S.Reals}


def test_a_bound_for_all_w_holds_in_the_limit():
    facts = {"f": fact(Gt(M, 1 - 1 / w, evaluate=False), {M: S.Reals, w: (0, oo)})}
    assert conclusion(LimitOfBound("f", w), facts, on(POINT)) == Ge(M, Limit(1 - 1 / w, w, oo), evaluate=False)
    assert verdict(LimitOfBound("f", w), facts, on(POINT)) == "proved"
    other = {"f": fact(Lt(1 / w, M, evaluate=False), {M: S.Reals, w: (0, oo)})}
    assert conclusion(LimitOfBound("f", w), other, on(POINT)) == Ge(M, Limit(1 / w, w, oo), evaluate=False)
    below = {"f": fact(Ge(1 / w, M, evaluate=False), {M: S.Reals, w: (0, oo)})}
    assert conclusion(LimitOfBound("f", w), below, on(POINT)) == Le(M, Limit(1 / w, w, oo), evaluate=False)


@pytest.mark.parametrize(
    ("relation", "extra"),
    [
        (Ge(M, 1 - 1 / w, evaluate=False), {w: (0, 5)}),
        (Ge(M + w, w + 1, evaluate=False), {w: (0, oo)}),
        (Eq(M, 1 / w, evaluate=False), {w: (0, oo)}),
    ],
)
def test_the_bound_must_hold_far_out_and_one_side_stand_still(relation, extra):
    with pytest.raises(ClaimError):
        verdict(LimitOfBound("f", w), {"f": fact(relation, {M: S.Reals, **extra})}, on(POINT))


def test_hypotheses_and_ranges_of_a_bound():
    base = Ge(M, 1 - 1 / w, evaluate=False)
    with pytest.raises(ClaimError, match="hypothesis"):
        verdict(LimitOfBound("f", w), {"f": fact(base, {M: S.Reals, w: (0, oo)}, Le(w, M))}, on(POINT))
    with pytest.raises(ClaimError, match="smaller range"):
        verdict(LimitOfBound("f", w), {"f": fact(base, {M: Interval(0, 1), w: (0, oo)})}, on(POINT))
    with pytest.raises(ClaimError, match="must not have"):
        verdict(LimitOfBound("f", w), {"f": fact(base, {M: S.Reals, w: (0, oo)})}, on({**POINT, w: (0, oo)}))


def test_a_law_may_depend_on_the_variable():
    """T of a private law means the law at this epsilon: it does not stand still when epsilon moves."""
    facts = {"f": fact(Ge(PRIVATE.tail(M), exp(-epsilon), evaluate=False), POINT)}
    with pytest.raises(ClaimError, match="may depend on epsilon"):
        verdict(LimitOfBound("f", epsilon), facts, on(POINT).without(epsilon))
    wild = {"f": fact(Ge(M, A(1) * sin(w), evaluate=False), {M: S.Reals, w: (0, oo)})}
    with pytest.raises(ClaimError, match="may depend on w"):
        verdict(LimitOfBound("f", w), wild, on(POINT))


@pytest.mark.parametrize("bound", [w, sin(w), exp(w) / w, -w], ids=str)
def test_a_limit_must_be_a_number(bound):
    facts = {"f": fact(Ge(M, bound, evaluate=False), {M: S.Reals, w: (0, oo)})}
    assert verdict(LimitOfBound("f", w), facts, on(POINT)) != "proved"
