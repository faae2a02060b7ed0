"""ConcaveMass, StochasticDominance, DiscreteDominance: what they conclude, and attempts to get more out of them."""

import random

import pytest
import sympy as sp

from dpverify.errors import ClaimError
from dpverify.notation import Delta, delta, epsilon, x
from dpverify.rules import ConcaveMass, DiscreteDominance, EventInequality, StochasticDominance
from dpverify.rules.laws import LOSS, MONOTONE_PRIVATE, PRIVATE, PRIVATE_INTEGER, UNIMODAL
from dpverify.rules.loss import expected_loss

from .deciding import conclusion, fact, on, verdict

G, f = MONOTONE_PRIVATE.within, MONOTONE_PRIVATE.density
t = sp.Symbol("t", nonnegative=True)
c = sp.Symbol("c", real=True)
i = sp.Symbol("i", integer=True)
j = sp.Symbol("j", integer=True, nonnegative=True)
HALF = {t: sp.Interval(0, sp.oo)}
slope = f(Delta / 2)


def test_the_mass_near_the_origin_is_concave():
    """Checked on a law: an atom 1/5 at 0 and the density 2/5 exp(-|x|) beside it."""
    line = conclusion(ConcaveMass(MONOTONE_PRIVATE, "line", Delta, t), domain=on(HALF))

    def mass(u):
        return sp.Rational(1, 5) + sp.Rational(4, 5) * (1 - sp.exp(-u))

    def density(u):
        return sp.Rational(2, 5) * sp.exp(-u)

    rng = random.Random(3)
    for _ in range(20):
        at, place = sp.Rational(rng.randint(0, 40), 7), sp.Rational(rng.randint(1, 40), 7)
        sides = [s.subs({t: at, Delta: place}) for s in line.args]
        sides = [s.replace(G(t).func, mass).replace(f(t).func, density) for s in sides]
        assert line.func(*sides) == True  # noqa: E712


def test_concavity_needs_places_on_the_half_line(long_search):
    assert verdict(ConcaveMass(MONOTONE_PRIVATE, "line", Delta, t), domain=on(HALF)) == "proved"
    assert verdict(ConcaveMass(MONOTONE_PRIVATE, "line", t, Delta), domain=on(HALF)) == "undecided"  # t may be 0
    assert verdict(ConcaveMass(MONOTONE_PRIVATE, "line", Delta, t - 1), domain=on(HALF)) == "undecided"
    with pytest.raises(ClaimError, match="monotone"):
        verdict(ConcaveMass(PRIVATE, "line", Delta, t), domain=on(HALF))
    with pytest.raises(ClaimError, match="monotone"):
        verdict(ConcaveMass(UNIMODAL, "line", Delta, t), domain=on(HALF))
    with pytest.raises(ClaimError, match="what"):
        verdict(ConcaveMass(MONOTONE_PRIVATE, "convex", Delta, t), domain=on(HALF))
    with pytest.raises(ClaimError, match="symbols"):
        verdict(ConcaveMass(MONOTONE_PRIVATE, "line", Delta, t))


def test_the_density_is_positive_while_mass_lies_beyond():
    facts = {"near": fact(sp.Le(G(Delta / 2), delta))}
    assert verdict(ConcaveMass(MONOTONE_PRIVATE, "positive", Delta / 2, fact="near"), facts) == "proved"
    full = {"near": fact(sp.Le(G(Delta / 2), 1, evaluate=False))}
    assert verdict(ConcaveMass(MONOTONE_PRIVATE, "positive", Delta / 2, fact="near"), full) == "undecided"
    with pytest.raises(ClaimError, match="must read"):
        verdict(ConcaveMass(MONOTONE_PRIVATE, "positive", Delta, fact="near"), facts)
    with pytest.raises(ClaimError, match="smaller range"):
        narrow = {"near": fact(sp.Le(G(Delta / 2), delta), {delta: (0, sp.Rational(1, 2))})}
        verdict(ConcaveMass(MONOTONE_PRIVATE, "positive", Delta / 2, fact="near"), narrow)


def test_event_within_needs_a_monotone_law():
    """An atom at the edge would be counted wrongly."""
    assert verdict(EventInequality(MONOTONE_PRIVATE, "within", 0)) == "proved"
    assert verdict(EventInequality(MONOTONE_PRIVATE, "within", 0, Delta / 2)) == "proved"
    assert verdict(EventInequality(MONOTONE_PRIVATE, "within", 0, 2 * Delta)) == "undecided"
    assert verdict(EventInequality(MONOTONE_PRIVATE, "within", 0, -Delta)) == "undecided"
    with pytest.raises(ClaimError, match="monotone"):
        verdict(EventInequality(PRIVATE, "within", 0))


def uniform(height, atom):
    """An atom and a constant density beside it."""
    return sp.Piecewise((height, sp.Abs(x) <= (1 - atom) / (2 * height)), (0, True)), atom


CHORD = delta - Delta * slope + 2 * slope * t
INSIDE = {"positive": fact(sp.Gt(slope, 0)), "atom": fact(sp.Ge(delta - Delta * slope, 0, evaluate=False))}


def dominance(bound=CHORD, density=None, atom=None, inside=("positive", "atom"), power=None, extra=None, domain=None, **changes):
    own_density, own_atom = uniform(c, delta - Delta * c)
    facts = {"chord": fact(sp.Le(G(t), bound, evaluate=False), HALF if extra is None else extra), **INSIDE}
    given = {
        "number": (c, slope),
        "inside": inside,
        "power": power,
        "density": own_density if density is None else density,
        "atom": own_atom if atom is None else atom,
        **changes,
    }
    return verdict(StochasticDominance(MONOTONE_PRIVATE, "chord", t, x, **given), facts, domain)


def test_the_uniform_law_with_an_atom_is_dominated():
    assert dominance() == "proved"
    assert dominance(power=sp.Integer(2)) == "proved"


def test_a_law_that_is_closer_to_the_origin_is_needed():
    wider, atom = uniform(c / 2, delta - Delta * c)
    assert dominance(density=wider) == "undecided"
    assert dominance(bound=CHORD + delta) == "undecided"


def test_the_explicit_law_must_be_one():
    half_mass, atom = uniform(c, delta - Delta * c)
    assert dominance(density=half_mass / 2) == "undecided"  # mass
    assert dominance(density=half_mass * (1 + sp.sign(x) / 2)) == "undecided"  # symmetry
    assert dominance(atom=delta - 2 * Delta * c) == "undecided"
    assert dominance(inside=("positive",)) == "undecided"  # the atom may be negative
    assert dominance(inside=("atom",)) == "undecided"  # the density may be negative


def test_dominance_refuses_facts_that_do_not_fit():
    with pytest.raises(ClaimError, match="must hold for all"):
        dominance(extra={t: sp.Interval(1, sp.oo)})
    with pytest.raises(ClaimError, match="must hold for all"):
        dominance(extra={t: sp.Interval(0, 1)})
    with pytest.raises(ClaimError, match="smaller range"):
        dominance(extra={**HALF, epsilon: (1, 2)})
    with pytest.raises(ClaimError, match="must read"):
        rule = StochasticDominance(MONOTONE_PRIVATE, "chord", t, x, *uniform(sp.S.One, sp.S.Zero))
        verdict(rule, {"chord": fact(sp.Le(G(2 * t), t), HALF)})


def test_the_number_must_belong_to_the_law_and_stand_still():
    with pytest.raises(ClaimError, match="symbol of its own"):
        dominance(number=(delta, slope))
    with pytest.raises(ClaimError, match="symbol of its own"):
        dominance(number=(c, UNIMODAL.density(Delta)))
    with pytest.raises(ClaimError, match="place"):
        dominance(number=(c, f(t)))
    with pytest.raises(ClaimError, match="alone"):
        dominance(number=(c, f(Delta)))
    with pytest.raises(ClaimError, match="symbols of their own"):
        dominance(domain=on({x: sp.Reals}))


def test_dominance_concludes_for_the_loss_it_names():
    density, atom = uniform(sp.S.One, sp.S.Zero)
    facts = {"all": fact(sp.Le(G(t), 2 * t), HALF)}
    rule = StochasticDominance(MONOTONE_PRIVATE, "all", t, x, density)
    assert conclusion(rule, facts).lhs == MONOTONE_PRIVATE.loss()
    square = StochasticDominance(MONOTONE_PRIVATE, "all", t, x, density, power=sp.Integer(2))
    assert conclusion(square, facts).lhs == MONOTONE_PRIVATE.moment(2)
    assert verdict(square, facts) == "proved"
    assert verdict(StochasticDominance(MONOTONE_PRIVATE, "all", t, x, density, power=-sp.S.One), facts) == "undecided"


WHOLE = {Delta: sp.Range(1, 2)}
b = sp.exp(-epsilon)
T = PRIVATE_INTEGER.tail
GEOMETRIC = (1 - b) / (1 + b) * sp.exp(-epsilon * sp.Abs(i))


def discrete(masses=GEOMETRIC, bound=None, extra=None):
    bound = sp.exp(-epsilon * j) / (1 + b) if bound is None else bound
    facts = {"tail": fact(sp.Ge(T(j), bound, evaluate=False), {**WHOLE, **({j: sp.Naturals} if extra is None else extra)})}
    return verdict(DiscreteDominance("tail", j, i, masses), facts, on(WHOLE))


def test_discrete_dominance():
    assert discrete() == "proved"
    facts = {"tail": fact(sp.Ge(T(j), sp.exp(-epsilon * j) / (1 + b)), {**WHOLE, j: sp.Naturals})}
    found = conclusion(DiscreteDominance("tail", j, i, GEOMETRIC), facts, on(WHOLE))
    assert found.lhs == expected_loss(PRIVATE_INTEGER, i)
    assert found.rhs == sp.Sum(LOSS(i) * GEOMETRIC, (i, -sp.oo, sp.oo))


def test_discrete_dominance_needs_the_masses_of_the_bound():
    assert discrete(bound=sp.exp(-epsilon * j) / (2 + b)) == "undecided"
    assert discrete(masses=2 * GEOMETRIC) == "undecided"
    assert discrete(masses=GEOMETRIC + sp.Piecewise((1, sp.Eq(i, 0)), (0, True))) == "undecided"
    assert discrete(masses=GEOMETRIC + sp.Piecewise((1, i < 0), (0, True))) == "undecided"
    with pytest.raises(ClaimError, match="all integers"):
        discrete(extra={j: sp.Range(2, sp.oo)})
    with pytest.raises(ClaimError, match="integer sensitivity"):
        verdict(DiscreteDominance("tail", j, i, GEOMETRIC), {"tail": fact(sp.Ge(T(j), 0, evaluate=False), {j: sp.Naturals})})
