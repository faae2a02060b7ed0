"""The checker: its numbers enclose, it accepts right brackets only, and edited certificates cannot make it say a false thing."""

import copy
import functools
import json
import math
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest
import scipy.integrate

from dpverify.optimal import certificate as c
from dpverify.optimal.bracket import bracket
from dpverify.optimal.explicit import best_width, one_step_scale
from dpverify.optimal.problem import Problem

FILE = Path(c.__file__)
CASES = [
    ("1", "0.05", "1", False),
    ("0", "0.4", "2", False),
    ("1", "0", "1", False),
    ("0.5", "0.2", "1.5", False),
    ("1", "0.1", "1", True),
    ("0.0001", "0.001", "2", False),
    ("10", "0.01", "1", False),
    ("12", "0.2", "2.5", False),
]
GAPS = {6: "2e-2", 7: "2e-1"}
"""At these gaps the explicit ends "one-step" and "staircase" are what is found."""


@pytest.fixture(scope="module")
def certificates():
    return [_make(*case, GAPS.get(i, "1e-2")) for i, case in enumerate(CASES)]


def _make(epsilon, delta, loss, monotone, gap):
    problem = Problem(Fraction(epsilon), Fraction(delta), Fraction(1), Fraction(loss), monotone)
    return bracket(problem, Fraction(gap)).certificate()


def verdict(data):
    try:
        c.check(json.dumps(data))
    except c.WrongBound:
        return 1
    except c.NotACertificate:
        return 2
    return 0


def test_exponentials_are_enclosed_tightly():
    rng = random.Random(1)
    chosen = [Fraction(0), Fraction(1, 10**12), Fraction(1), Fraction(700), Fraction(9999)]
    for x in chosen + [Fraction(rng.random() * 50) for _ in range(50)]:
        lo, hi = c.exp_bounds(x)
        with mpmath.workdps(5000 if x > 100 else 120):
            right = mpmath.exp(mpmath.mpf(x.numerator) / x.denominator)
            assert mpmath.mpf(lo.numerator) / lo.denominator <= right <= mpmath.mpf(hi.numerator) / hi.denominator
        assert hi - lo <= hi / 2**140
    assert c.exp_bounds(Fraction(0)) == (1, 1)


def test_powers_are_enclosed_tightly():
    rng = random.Random(2)
    for _ in range(300):
        x, p = Fraction(rng.randrange(0, 4000), rng.randrange(1, 50)), Fraction(rng.randrange(0, 6000), 1000)
        lo, hi = c.power_bounds(x, p)
        with mpmath.workdps(80):
            right = (mpmath.mpf(x.numerator) / x.denominator) ** (mpmath.mpf(p.numerator) / p.denominator)
            assert mpmath.mpf(lo.numerator) / lo.denominator <= right * (1 + mpmath.mpf(10) ** -70)
            assert right * (1 - mpmath.mpf(10) ** -70) <= mpmath.mpf(hi.numerator) / hi.denominator
        assert hi - lo <= (hi + 1) / 2**100
        assert lo == hi or p.denominator > 1


@pytest.mark.parametrize("p", ["0.3", "1", "1.2", "1.5", "2", "2.5", "3", "7"])
def test_the_loss_of_the_lower_end_lies_below_the_power(p):
    p = Fraction(p)
    vertices = [c._loss_below(i, p) for i in range(12)]
    for i in range(11):
        for n in range(17):
            x = Fraction(n, 16)
            chord = (1 - x) * vertices[i] + x * vertices[i + 1]
            assert chord <= c.power_bounds(i + x, p)[1]


def test_sound_certificates_are_accepted(certificates):
    for data in certificates:
        assert verdict(data) == 0


def test_known_values_lie_inside(certificates):
    # epsilon = 0, delta = 2/5, power: at most 13/25 (a law in the mathematics, 4.7); delta = 0: the staircase's 1/(2 sinh(1/2)).
    assert Fraction(certificates[1]["lower"]) <= Fraction(13, 25)
    assert float(certificates[2]["lower"]) <= 1 / (2 * math.sinh(0.5)) <= float(certificates[2]["upper"])


TEXTS = ("epsilon", "delta", "sensitivity", "loss", "tail", "width", "scale", "lower", "upper")


def numbers(node, path=()):
    """Paths of all numbers in a certificate, integers and texts."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from numbers(value, (*path, key))
    elif isinstance(node, list):
        for i, value in enumerate(node):
            yield from numbers(value, (*path, i))
    elif not isinstance(node, bool) and (isinstance(node, int) or path[-1] in TEXTS):
        yield path


def edited(value, rng):
    kind = rng.randrange(5)
    exact = Fraction(value)
    changed = [exact + 1, exact - 1, exact * 2, -exact, exact * Fraction(rng.randrange(900, 1100), 1000)][kind]
    return int(changed) if isinstance(value, int) else str(changed)


def contradicts(broken, data):
    """An end that lies beyond the other one, which is right."""
    return Fraction(broken["lower"]) > Fraction(data["upper"]) or Fraction(broken["upper"]) < Fraction(data["lower"])


@pytest.mark.parametrize("which", range(len(CASES)))
def test_no_single_edit_makes_a_false_bracket_pass(certificates, which):
    """What passes after an edit is re-derived by independent floating-point code from the edited file."""
    data = certificates[which]
    rng = random.Random(which)
    places = list(numbers(data))
    head = [path for path in places if len(path) == 1]
    passed = refused = contradicting = 0
    turns = {3: 250, 5: 100, 6: 200, 7: 200}.get(which, 500)
    for turn in range(turns):
        path = rng.choice(head if turn % 5 == 0 else places)
        broken = copy.deepcopy(data)
        node = broken
        for key in path[:-1]:
            node = node[key]
        node[path[-1]] = edited(node[path[-1]], rng)
        accepted = verdict(broken) == 0
        if path in (["lower"], ("lower",), ["upper"], ("upper",)) and contradicts(broken, data):
            contradicting += 1
            assert not accepted
        if accepted:
            passed += 1
            low, high = recomputed(broken)
            assert float(Fraction(broken["lower"])) <= low * (1 + 1e-9) + 1e-12
            assert float(Fraction(broken["upper"])) >= high * (1 - 1e-9)
        else:
            refused += 1
    assert passed and refused and contradicting


@functools.cache
def excess(j, p):
    """How far the chord of x^p over [j, j+1] exceeds it at most, looked for on a fine grid."""
    return max((1 - x + j) * j**p + (x - j) * (j + 1) ** p - x**p for x in (j + t / 200 for t in range(201)))


def one_step(eps, delta, p, scale):
    """The lower end "one-step" by quadrature of its weights; the inequality it needs is looked at point by point."""
    g = 1 / scale
    mu = g**p
    inside = scipy.integrate.quad(lambda x: 2 * (mu - x**p), 0, g)[0]

    def beyond(x):
        return max(abs(x) ** p - mu, 0)

    for x in (0, g / 3, g * 0.9):
        gain = math.exp(-eps) * (mu - x**p) / inside * scipy.integrate.quad(beyond, x - 1, x + 1, points=(-g, g), limit=200)[0]
        assert x**p + gain >= mu * (1 - 1e-6), "weights that prove nothing were accepted"
    caps = scipy.integrate.quad(lambda d: 2 * math.exp(-eps) * mu / inside * ((g + d) ** p - mu), 0, 1)[0]
    return max(mu - delta * caps, 0)


def staircase_cost(eps, p, width):
    """The mean of |x|^p by quadrature over each stair."""
    mass = cost = 0
    for j in range(int(60 / eps) + 2):
        ends = (max(width + j - 1, 0), width + j)
        mass += math.exp(-eps * j) * (ends[1] - ends[0])
        cost += math.exp(-eps * j) * scipy.integrate.quad(lambda x: x**p, *ends)[0]
    return cost / mass


def recomputed(data):
    """Both ends by a direct evaluation in floating point, point by point, without the checker's code."""
    eps, delta, size, p = (float(Fraction(data[k])) for k in ("epsilon", "delta", "sensitivity", "loss"))
    dual, law = data["dual"], data["law"]
    if "name" in dual:
        trivial = {"stride": 1, "grid": 1, "window": 1, "unit": 1, "multipliers": []}
        return one_step(eps, delta, p, float(Fraction(dual["scale"]))) * size**p, recomputed({**data, "dual": trivial})[1]
    if dual["stride"] > 1:
        far, wide = dual["stride"] * eps, delta * sum(math.exp(eps * j) for j in range(dual["stride"]))
        near = {**data, "dual": {**dual, "stride": 1}}
        alone = {**near, "epsilon": repr(far), "delta": repr(wide), "sensitivity": repr(size * dual["stride"]), "law": {"name": "uniform"}}
        return recomputed(alone)[0], recomputed(near)[1]
    m, window = dual["grid"], dual["window"]
    weights = {part["shift"]: {} for part in dual["multipliers"]}
    caps = 0
    for part in dual["multipliers"]:
        caps += part["cap"] / dual["unit"]
        for start, *rest in part["runs"]:
            for i, weight in enumerate(rest[0] if len(rest) == 1 else [rest[1]] * rest[0], start):
                weights[part["shift"]][i] = weights[part["shift"]].get(i, 0) + weight / dual["unit"]

    def below(i):
        return i**p - (max(excess(i, p), excess(max(i - 1, 0), p)) if p > 1 else 0)

    def gain(i):
        return below(abs(i)) + sum(y.get(i, 0) - math.exp(eps) * y.get(i - k, 0) for k, y in weights.items())

    pairs = [(gain(i) + gain(-i)) / 2 for i in range(window + 1)]
    if data["laws"] == "monotone":
        pairs = [(pairs[0] + 2 * sum(pairs[1 : n + 1])) / (2 * n + 1) for n in range(window + 1)]
    low = (min([*pairs, below(window)]) - delta * caps) * (size / m) ** p
    if "name" in law:
        if law["name"] == "truncated-laplace":
            u = eps * float(Fraction(law["width"]))
            assert math.expm1(eps) / (2 * math.expm1(u)) <= delta * (1 + 1e-9)
            assert p in (1, 2)
            return max(low, 0), p * (size / eps) ** p * (1 - (u + (p == 2) * u * u / 2) / math.expm1(u))
        if law["name"] == "staircase":
            return max(low, 0), (1 - delta) * staircase_cost(eps, p, float(Fraction(law["width"]))) * size**p
        scale = size / eps if law["name"] == "laplace" else size / (2 * delta)
        return max(low, 0), math.gamma(p + 1) * scale**p if law["name"] == "laplace" else scale**p / (p + 1)
    m, cells, tail = law["grid"], law["cells"], float(Fraction(law["tail"]))
    long = list(cells)
    while tail and len(long) < len(cells) + 60 * m / max(eps, 0.05):
        long.append(long[-m] * tail)
    masses = {}
    for j, r in enumerate(long):
        centre = j if law["centred"] else j + 0.5
        masses[centre] = masses[-centre] = r
    total = sum(masses.values()) + law["atom"]
    for k in range(1, m + 1):
        inside = [x for x in masses if not tail or abs(x) < len(long) - m]
        lost = law["atom"] + sum(max(masses[x] - math.exp(eps) * masses.get(x + k, 0), 0) for x in inside)
        assert lost / total <= delta + 1e-9, "a law that is not private was accepted"
    assert all(r >= 0 for r in masses.values()) and law["atom"] >= 0
    cost = 0
    for x, r in masses.items():
        a, b = abs(x) - 0.5, abs(x) + 0.5
        cost += r * ((b ** (p + 1) - a ** (p + 1)) if a >= 0 else 0.5**p) / (p + 1)
    return max(low, 0), cost / total * (size / m) ** p


def test_hostile_files_are_not_certificates(certificates):
    good = json.dumps(certificates[0])
    bad = ["", "[1, 2", "null", "[" * 100000, '{"format": 1}', good[:-1] + ', "lower": "1"}', good[:-1] + ', "more": 1}']
    edits = [
        ('"loss": "1"', '"loss": 1'),
        ('"1"', '"1e99999999"'),
        ('"grid": ', '"grid": 9999999'),
        ('"centred": ', '"centred": 1, "x": '),
        ('"unit": ', '"unit": 1e3, "unit": '),
        ('"atom": ', '"atom": ' + "9" * 5000),
        ('"window": ', '"window": NaN, "x": '),
    ]
    edits += [('"epsilon": "1"', f'"epsilon": "{text}"') for text in ("nan", "inf", "-1", "1/0", "0x1", "1_0", "\u0661", "9" * 2000)]
    for old, new in edits:
        assert old in good
        bad.append(good.replace(old, new, 1))
    for text in bad:
        with pytest.raises(c.NotACertificate):
            c.check(text)


def test_runs_alone_on_the_standard_library(certificates, tmp_path):
    def run(text):
        path = tmp_path / "c.json"
        path.write_text(text)
        return subprocess.run([sys.executable, "-I", "-S", str(FILE), str(path)], capture_output=True, text=True)

    good = certificates[0]
    done = run(json.dumps(good))
    assert done.returncode == 0 and good["lower"] in done.stdout
    assert run(json.dumps({**good, "lower": str(Fraction(good["lower"]) * Fraction(101, 100))})).returncode == 1
    assert run(json.dumps({**good, "upper": str(Fraction(good["upper"]) * Fraction(99, 100))})).returncode == 1
    assert run("[1, 2").returncode == 2
    assert subprocess.run([sys.executable, "-I", "-S", str(FILE), "no such file"], capture_output=True).returncode == 2


def test_numbers_of_a_certificate_at_the_default_gap_are_few():
    for epsilon, delta, loss in (("5", "0.1", "1"), ("2", "0.3", "2"), ("0.05", "0.01", "1")):
        data = _make(epsilon, delta, loss, False, "1e-3")
        assert len(json.dumps(data, separators=(",", ":"))) < 1_000_000


def test_files_of_the_first_version_hold_still(certificates):
    assert verdict({**certificates[0], "format": "dpverify bracket 1"}) == 0
    assert verdict({**certificates[0], "format": "dpverify bracket 3"}) == 2


@pytest.mark.parametrize("epsilon", ["2", "7.5", "40", "700", "10000"])
@pytest.mark.parametrize("p", ["0.001", "0.5", "1", "2", "5.125", "100"])
def test_the_explicit_ends_are_in_order(epsilon, p):
    problem = c.read_problem({"epsilon": epsilon, "delta": "0.125", "sensitivity": "1", "loss": p, "laws": "all"})
    scale, width = one_step_scale(problem["epsilon"], problem["loss"]), best_width(problem["epsilon"], problem["loss"])
    low = c.lower_bound(problem, c.read_dual({"name": "one-step", "scale": scale}))
    assert 0 <= low <= c.upper_bound(problem, c.read_law({"name": "staircase", "width": width}))
    # A smaller scale would claim more: it has to be refused.
    with pytest.raises(c.WrongBound):
        c.lower_bound(problem, {"name": "one-step", "scale": Fraction(scale) * (1 - Fraction(1, 10**20))})


def test_named_laws():
    head = {"epsilon": "1/2", "delta": "1/10", "sensitivity": "3", "loss": "2", "laws": "all"}
    assert c.upper_bound(c.read_problem(head), {"name": "laplace"}) == 2 * 36
    assert c.upper_bound(c.read_problem(head), {"name": "uniform"}) == Fraction(15**2, 3)
    with pytest.raises(c.WrongBound):
        c.upper_bound(c.read_problem(head | {"epsilon": "0"}), {"name": "laplace"})


@pytest.mark.parametrize("p", ["0.5", "1", "1.5", "2", "3.25"])
def test_the_cost_of_the_truncated_law_against_its_integral(p):
    epsilon, delta, width = 0.5, 0.05, 4.25
    q = math.expm1(epsilon) / (2 * delta)
    assert math.log1p(q) / epsilon < width
    head = {"epsilon": "0.5", "delta": "0.05", "sensitivity": "1", "loss": p, "laws": "all"}
    stated = c.upper_bound(c.read_problem(head), {"name": "truncated-laplace", "width": Fraction(17, 4)})
    with mpmath.workdps(30):
        above = mpmath.quad(lambda x: x ** float(p) * mpmath.exp(-epsilon * x), [0, 1, width])
        right = above / mpmath.quad(lambda x: mpmath.exp(-epsilon * x), [0, width])
    assert float(right) * (1 - 1e-12) <= float(stated) <= float(right) * (1.13 if Fraction(p).denominator > 1 else 1 + 1e-12)
    with pytest.raises(c.WrongBound, match="not private"):
        c.upper_bound(c.read_problem(head), {"name": "truncated-laplace", "width": Fraction(7, 2)})


@pytest.mark.parametrize("width", ["1e-200000", "1e-7000"])
def test_a_staircase_of_absurd_width_is_refused_at_once(width):
    from dpverify.optimal.certificate import WrongBound, _cost_of_staircase, number

    with pytest.raises(WrongBound):
        _cost_of_staircase(Fraction(1), Fraction(2), number(width, "width"))


def test_numbers_of_any_size_can_be_spoken_of():
    from dpverify.optimal.certificate import _short

    for x in (Fraction(10) ** 200_000, Fraction(1, 10**200_000), Fraction(0), Fraction(10**200_000, 10**200_000 - 1), Fraction(1, 3)):
        assert len(_short(x)) < 40
