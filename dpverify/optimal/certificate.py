"""Re-checks a certified bracket of the least possible cost of private noise. Standard library only; no solver, no floating point.

    python -I -S certificate.py FILE       exit 0: the bracket holds; 1: it does not follow; 2: the file is not a certificate

WHAT IS CLAIMED. V* is the infimum of E|X|^p over all laws of noise X (`laws`: "all") or over the symmetric unimodal ones ("monotone")
with P(X in S) <= e^epsilon P(X + d in S) + delta for every event S and every shift |d| <= sensitivity. The claim: lower <= V* <= upper.
Both ends are re-derived below from the data in the file, exactly, so nothing has to be believed about how the data came about.

LOWER END (`dual`). A law that is private is so for shifts up to stride * sensitivity with stride * epsilon and the delta
delta (1 + e^epsilon + ... + e^((stride-1) epsilon)): apply the inequality stride times. From here on sensitivity, epsilon and delta are
these (stride is 1 unless epsilon and delta are tiny). Let h = sensitivity/grid and count lengths in h, costs in h^p. By convexity X may
be taken symmetric. Round X to one of the two neighbouring integers at random so that the mean is kept. The result has some law p on the
integers, which is still private for integer shifts k <= grid (a shift by k commutes with the rounding) and, in the monotone case, still
symmetric and unimodal.
 1. Loss. Let l be the function that is linear between integers, l(i) = c(|i|) for |i| <= window and constant beyond. The c of `_loss_below`
    makes l(x) <= |x|^p everywhere, so E|X|^p >= E l(X) = sum_i l(i) p_i. Why: for p <= 1 chords of |x|^p lie below it between integers;
    for p > 1 a chord over [j, j+1] exceeds it by at most max f''/8 there, f(x) = x^p (on [0, 1] and p < 2: by u - u^p <= 1 - 1/p), and c
    is lowered at each integer by the larger excess of the two cells that meet there. Beyond the window x^p >= c(window) as x^p increases.
 2. Privacy. For a shift k, a number z and weights 0 <= y(i) <= z, the random event that accepts i with chance y(i)/z gives
    sum_i (y(i) - e^epsilon y(i-k)) p_i <= delta z.
 3. So sum_i l(i) p_i >= sum_i g(i) p_i - delta sum_k z_k with g(i) = l(i) + sum_k (y_k(i) - e^epsilon y_k(i-k)). All weights vanish outside
    the window even when shifted, so g is the constant c(window) beyond it. If p is symmetric, sum_i g(i) p_i is at least the least value mu
    of (g(i) + g(-i))/2. A symmetric unimodal p is a mixture of uniform laws on -n..n: there mu is the least mean of g over those.
    e^epsilon is replaced by a rational above it: that lowers g. The bound is (mu - delta sum z) h^p. In the file z is `cap`, y is `runs`:
    [start, count, weight] or [start, [weight, weight, ...]]; both in units of 1/`unit`.
 "one-step", for large epsilon, is the same argument without a grid, with weights for all shifts 0 < d <= 1 in units of the sensitivity.
    Let g = 1/scale <= 1, mu = g^p, w(x) = (mu - |x|^p)_+ / W with W = 2p g^(p+1)/(p+1), so that w has mass one, and
    y_d(x) = 2 e^-epsilon w(x) (|x+d|^p - mu)_+, which for |x| < g is at most z_d = 2 e^-epsilon (mu/W) ((g+d)^p - mu). Integrate part 2
    over d. For symmetric X the gain at x, averaged with that at -x, is e^-epsilon w(x) A(x), where A(x) is the integral of (|u|^p - mu)_+
    over [x-1, x+1]: least at x = 0, A(0) = (2 - 2(p+1) g^p + 2p g^(p+1))/(p+1). What is taken at u, averaged, is at most (|u|^p - mu)_+,
    as w has mass one. If A(0) >= e^epsilon W, that is scale^(p+1) + p >= p e^epsilon + (p+1) scale, then |x|^p + gain - taken >= mu
    everywhere: for |x| < g because of the gain, elsewhere because no more than |x|^p - mu is taken. So mu minus delta times the integral
    of z_d over d in (0, 1] is a bound; that integral is mu e^-epsilon ((scale+1)^(p+1) - 1 - (p+1) scale)/p.

UPPER END (`law`). X has an atom at 0 and a density that is constant on cells of width h, symmetric about 0: `cells` are the masses of the
cells from the middle outwards, the first being the cell around 0 if `centred`, else the one right of 0. With a `tail` t > 0 the last `grid`
cells are repeated for ever, each time multiplied by t. All masses are integers and are divided by their total.
 4. Privacy. Between shifts kh and (k+1)h each cell meets two cells in proportion, so the excess sup_S P(S) - e^epsilon P(S+d) is affine
    in d there, and the shifts kh, 1 <= k <= grid, decide. There it is atom + sum_j (r_j - e^epsilon r_(j+k))_+ and must be <= delta.
    e^epsilon is replaced by a rational below it: that raises the excess. In the tails the summands shrink by t from period to period.
 5. Cost. The mean of |x|^p over a cell is a difference of powers. From one period of the tail to the next the cost shrinks at least by
    t ((x+grid)/x)^p, x the inner end of the first repeated cell (counted in h).
 6. Some laws have names instead, for extreme inputs; lengths in units of the sensitivity here. "uniform" on |x| <= w = 1/(2 delta) is
    private with epsilon = 0, as a shift by one moves the share delta; E|X|^p = w^p/(p+1). "laplace" has density proportional to
    e^(-epsilon |x|) and is private with delta = 0. "truncated-laplace" is the same law on |x| <= width only, width >= 1: at a shift d
    the excess is at most the mass of the last d, which has no partner, so at most (e^epsilon - 1)/(2 (e^u - 1)), u = epsilon * width.
    By parts, E(epsilon |X|)^k = M_k = k! (1 - (u + ... + u^k/k!)/(e^u - 1)) for integers k; k! for "laplace". For other p,
    M_p <= M_(n-1) (M_n/M_(n-1))^(p-n+1) by Hoelder's inequality, n = p rounded up; a larger M_n or M_(n-1) only raises that.
    "staircase" has an atom delta at 0; the rest has density proportional to 1 on |x| < width <= 1 and to e^(-j epsilon) on
    width + j-1 <= |x| < width + j for j >= 1. A shift by at most one changes j by at most one, so the rest is private with delta = 0,
    and the whole with the atom as delta. Its mean cost is a sum over j, with the tail bounded as in part 5.
"""

import json
import re
import sys
from fractions import Fraction
from math import ceil, factorial, isqrt

FORMATS = ("dpverify bracket 1", "dpverify bracket 2")
"""Version 2 added the lower end "one-step", the law "staircase" and runs of different weights."""
FORMAT = FORMATS[-1]
KEYS = {"format", "epsilon", "delta", "sensitivity", "loss", "laws", "lower", "upper", "dual", "law"}
MAX_BYTES, MAX_DIGITS, MAX_EXPONENT, MAX_EPSILON, MAX_LOSS = 50_000_000, 1_000, 200_000, 10_000, 100
MAX_GRID, MAX_WINDOW, MAX_WORK, MAX_STAIRS = 100_000, 2_000_000, 500_000_000, 5_000
BITS = 160
"""Binary places kept in the enclosures of powers and exponentials."""


class NotACertificate(Exception):
    """The file has not the form of a certificate."""


class WrongBound(Exception):
    """The file has the form, but the bracket does not follow from it."""


# --- numbers -----------------------------------------------------------------------------------------------------------------------------


def exp_bounds(x):
    """Rationals lo <= e^x <= hi for a rational x >= 0: Taylor's series at x/2^s <= 1/2 in integers, then s squarings, rounded outwards."""
    s = max(0, (x.numerator // x.denominator).bit_length() + 1)
    places = BITS + 2 * s + 16
    low = (x.numerator << places) // (x.denominator << s)
    high = -((-x.numerator << places) // (x.denominator << s))
    lo = hi = term_lo = term_hi = 1 << places
    n = 0
    while term_hi > 1:
        n += 1
        term_lo = (term_lo * low >> places) // n
        term_hi = -(term_hi * high // (-n << places))
        lo, hi = lo + term_lo, hi + term_hi
    # The rest of the series is below the last term: each term is less than half the one before.
    hi += term_hi
    for _ in range(s):
        lo, hi = lo * lo >> places, -(-hi * hi >> places)
    # Shorter numbers make the sums below faster; rounding outwards keeps the enclosure.
    drop = places - BITS
    return Fraction(lo >> drop, 1 << BITS), Fraction(-(-hi >> drop), 1 << BITS)


def power_bounds(x, p):
    """Rationals lo <= x^p <= hi for rationals x >= 0, p >= 0, where 1000 p is an integer; equal if p is an integer."""
    whole, rest = divmod(int(p * 1000), 1000)
    lo = hi = x**whole
    if rest:
        places = BITS + max(0, x.denominator.bit_length() - x.numerator.bit_length())
        root_lo = (x.numerator << places) // x.denominator
        root_hi = -((-x.numerator << places) // x.denominator)
        for digit in (rest // 100, rest // 10 % 10, rest % 10):
            root_lo = _tenth_root(root_lo << 9 * places)
            root_hi = _tenth_root(root_hi << 9 * places) + 1
            lo *= Fraction(root_lo, 1 << places) ** digit
            hi *= Fraction(root_hi, 1 << places) ** digit
    return lo, hi


def _tenth_root(n):
    """floor of the tenth root of an integer n >= 0: fifth root (Newton from above) of the square root."""
    n = isqrt(n)
    if n == 0:
        return 0
    x = 1 << -(-n.bit_length() // 5)
    while True:
        y = (4 * x + n // x**4) // 5
        if y >= x:
            return x
        x = y


# --- lower end ---------------------------------------------------------------------------------------------------------------------------


def _loss_below(i, p):
    """c(i) of part 1, for an integer i >= 0."""
    value = power_bounds(Fraction(i), p)[0]
    return value - max(_excess(max(i - 1, 0), p), _excess(i, p)) if p > 1 else value


def _excess(j, p):
    """At least the maximum over [j, j+1] of the chord of x^p minus x^p, p > 1."""
    if p >= 2:
        return p * (p - 1) / 8 * power_bounds(Fraction(j + 1), p - 2)[1]
    return p * (p - 1) / 8 / power_bounds(Fraction(j), 2 - p)[0] if j else 1 - 1 / p


def lower_bound(problem, dual):
    """The lower end that `dual` proves, as a rational."""
    if "name" in dual:
        return _one_step(problem, dual["scale"])
    p, window, unit = problem["loss"], dual["window"], dual["unit"]
    stride, delta = dual["stride"], problem["delta"]
    if stride * problem["epsilon"] > MAX_EPSILON:
        raise NotACertificate("the stride is too large")
    grown = exp_bounds(stride * problem["epsilon"])[1]
    if stride > 1:
        # The geometric sum is (e^(stride epsilon) - 1)/(e^epsilon - 1), and e^epsilon - 1 >= epsilon.
        delta *= (grown - 1) / problem["epsilon"] if problem["epsilon"] else stride
    up, down = grown.numerator, grown.denominator
    gain = [0] * (2 * window + 1)  # at index window + i: the sum over k of (y_k(i) - e^epsilon y_k(i-k)), in 1/(unit * down)
    caps = 0
    for part in dual["multipliers"]:
        shift, cap, end = part["shift"], part["cap"], -window
        caps += cap
        for start, count, weight in part["runs"]:
            if not 0 <= weight <= cap:
                raise WrongBound(f"a weight {weight} of shift {shift} is outside 0..{cap}")
            if start < end:
                raise NotACertificate(f"runs of shift {shift} overlap, are out of order or begin outside the window")
            end = start + count
            if end - 1 + shift > window:
                raise NotACertificate(f"weights of shift {shift} leave the window")
            for i in range(window + start, window + end):
                gain[i] += weight * down
                gain[i + shift] -= weight * up
    c = [_loss_below(i, p) for i in range(window + 1)]
    mu = c[window]
    total = Fraction(0)
    for n in range(window + 1):
        both = Fraction(gain[window + n] + gain[window - n], 2 * unit * down) + c[n]
        if problem["laws"] == "all":
            mu = min(mu, both)
        else:
            total += 2 * both if n else both
            mu = min(mu, total / (2 * n + 1))
    bound = mu - delta * Fraction(caps, unit)
    return max(Fraction(0), bound) * power_bounds(problem["sensitivity"] * stride / dual["grid"], p)[0]


def _one_step(problem, scale):
    """The lower end "one-step"."""
    p = problem["loss"]
    least, most = exp_bounds(problem["epsilon"])
    if scale < 1 or power_bounds(scale, p + 1)[0] + p < p * most + (p + 1) * scale:
        raise WrongBound("the scale of the lower end is too small")
    share = problem["delta"] * (power_bounds(scale + 1, p + 1)[1] - 1 - (p + 1) * scale) / (p * least)
    return max(Fraction(0), 1 - share) * power_bounds(problem["sensitivity"], p)[0] / power_bounds(scale, p)[1]


# --- upper end ---------------------------------------------------------------------------------------------------------------------------


def upper_bound(problem, law):
    """The upper end that `law` proves, as a rational; WrongBound if the law is not private."""
    if "name" in law:
        return _cost_of_named(problem, law)
    p, grid, tail, cells, centred = problem["loss"], law["grid"], law["tail"], law["cells"], law["centred"]
    if min(cells) < 0 or law["atom"] < 0 or not 0 <= tail < 1:
        raise WrongBound("a mass is negative or the tail does not shrink")
    if tail and len(cells) - centred < grid:
        raise NotACertificate("the tail repeats more cells than there are")
    # Multiplying by the denominator of the tail keeps all masses integers.
    atom = law["atom"] * tail.denominator
    right = [r * tail.denominator for r in cells]
    first = [r * tail.numerator for r in cells[-grid:]] if tail else [0] * grid
    outside = sum(first) / (1 - tail)
    mass = atom + 2 * sum(right) - (right[0] if centred else 0) + 2 * outside
    if mass <= 0:
        raise WrongBound("the law has no mass")
    if problem["laws"] == "monotone" and any(a < b for a, b in zip(right + first, (right + first)[1:], strict=False)):
        raise WrongBound("the law is not unimodal")
    if tail == 0:
        first = [0] * grid
    line = first[::-1] + right[::-1] + right[1 if centred else 0 :] + first
    _check_privacy(problem, line, atom, mass, grid, tail)
    cost = Fraction(0)
    for j, r in enumerate(right + first if tail else right):
        inner = Fraction(2 * j - 1 if centred else 2 * j, 2)
        if j == len(right):
            shrink = tail * power_bounds((inner + grid) / inner, p)[1]
            if shrink >= 1:
                raise WrongBound("the cost of the tail is not bounded: store more cells")
        if r:
            both = 2 * r * _mean_above(inner, p) if inner >= 0 else r * power_bounds(Fraction(1, 2), p)[1] / (p + 1)
            cost += both / (1 - shrink) if j >= len(right) else both
    return cost / mass * power_bounds(problem["sensitivity"] / grid, p)[1]


def _cost_of_named(problem, law):
    """Part 6."""
    p, name, epsilon, delta = problem["loss"], law["name"], problem["epsilon"], problem["delta"]
    if name == "staircase":
        return (1 - delta) * _cost_of_staircase(epsilon, p, law["width"]) * power_bounds(problem["sensitivity"], p)[1]
    if (epsilon == 0 and name != "uniform") or (delta == 0 and name != "laplace"):
        raise WrongBound(f"the {name} law does not exist for this epsilon and delta")
    if name == "uniform":
        return power_bounds(problem["sensitivity"] / (2 * delta), p)[1] / (p + 1)
    share = Fraction(0)  # at most 1/(e^u - 1)
    if name == "truncated-laplace":
        u = epsilon * law["width"]
        if law["width"] < 1 or u > MAX_EPSILON:
            raise WrongBound("the width of the truncated law is out of range")
        least, most = exp_bounds(u)
        if least <= 1 or exp_bounds(epsilon)[1] - 1 > 2 * delta * (least - 1):
            raise WrongBound("the truncated law is not private")
        share = 1 / (most - 1)
    below, above = (
        Fraction(factorial(k)) * (1 - share * sum(u**j / factorial(j) for j in range(1, k + 1)) if share else 1)
        for k in (ceil(p) - 1, ceil(p))
    )
    moment = below * power_bounds(above / below, p - ceil(p) + 1)[1]
    return moment * power_bounds(problem["sensitivity"] / epsilon, p)[1]


def _cost_of_staircase(epsilon, p, width):
    """The mean of |x|^p under the staircase without its atom."""
    if epsilon == 0 or not 0 < width <= 1 or width.denominator > 10 ** (6 * MAX_DIGITS):
        raise WrongBound("the staircase does not exist for this epsilon and width")
    least, most = exp_bounds(epsilon)
    places = BITS + most.numerator.bit_length()

    def above(x):
        """A short number above x; exact ones would grow from stair to stair."""
        return Fraction(-((-x.numerator << places) // x.denominator), 1 << places)

    cost, level = above(power_bounds(width, p + 1)[1] / (p + 1)), Fraction(1)
    for j in range(1, MAX_STAIRS):
        level = above(level / least)
        stair = above(level * _mean_above(width + j - 1, p))
        cost += stair
        shrink = power_bounds((width + j) / (width + j - 1), p)[1] / least
        if shrink < 1 and stair * shrink / (1 - shrink) < cost / 2**64:
            # Over x > 0 the density proportional to this integrates to width + 1/(e^epsilon - 1).
            return (cost + stair * shrink / (1 - shrink)) / (width + 1 / (most - 1))
    raise WrongBound("the staircase has too many stairs that count")


def _mean_above(inner, p):
    """At least the mean of x^p over [inner, inner + 1]."""
    return (power_bounds(inner + 1, p + 1)[1] - power_bounds(inner, p + 1)[0]) / (p + 1)


def _check_privacy(problem, line, atom, mass, grid, tail):
    """Part 4. `line` holds all cells from left to right with one period of tail (or zeros) at each end."""
    grown = exp_bounds(problem["epsilon"])[0]
    here = [r * grown.denominator for r in line]
    there = [r * grown.numerator for r in line]
    stored = len(line) - 2 * grid
    allowed = (problem["delta"] * mass - atom) * grown.denominator

    def excess(begin, end, k):
        return sum([a - b for a, b in zip(here[begin:end], there[begin + k : end + k], strict=True) if a > b])

    for k in range(1, grid + 1):
        # From left to right: the left tail, all cells whose partner is stored for certain, the last period before the right tail with it.
        ends = excess(0, grid, k) + excess(stored, stored + grid, k)
        if excess(grid, stored, k) + ends / (1 - tail) > allowed:
            raise WrongBound(f"the law is not private at shift {k}/{grid} of the sensitivity")


# --- reading -----------------------------------------------------------------------------------------------------------------------------


def number(text, name):
    """The exact rational of a decimal text or of "p/q"."""
    if not isinstance(text, str) or len(text) > 2 * MAX_DIGITS + 3:
        raise NotACertificate(f"{name} is not the text of a number of reasonable length")
    match = re.fullmatch(r"(-?\d{1,1000})/(\d{1,1000})", text, re.ASCII)
    if match and int(match[2]):
        return Fraction(int(match[1]), int(match[2]))
    match = re.fullmatch(r"(-?)(\d{1,1000})(?:\.(\d{1,1000}))?(?:[eE]([+-]?\d{1,6}))?", text, re.ASCII)
    if not match or abs(int(match[4] or 0)) > MAX_EXPONENT:
        raise NotACertificate(f"{name} is {text[:40]!r}, not a number")
    return Fraction(text)


def _short(x):
    """Some digits of a rational >= 0, for messages only."""
    if max(x.numerator, x.denominator) >= 10**4000:
        return "something else"
    digits = len(str(x.numerator)) - len(str(x.denominator))
    return f"about {float(x / Fraction(10) ** digits):.9g}e{digits}" if abs(digits) < 300 else "something else"


def _integer(value, name, least, most):
    if type(value) is not int or not least <= value <= most:
        raise NotACertificate(f"{name} is not an integer from {least} to {most}")
    return value


def _fields(value, keys, name):
    if not isinstance(value, dict) or set(value) != keys:
        raise NotACertificate(f"{name} needs exactly the keys {', '.join(sorted(keys))}")
    return value


def _list(value, name):
    if not isinstance(value, list):
        raise NotACertificate(f"{name} is not a list")
    return value


def read_problem(data):
    """epsilon, delta, sensitivity, loss, laws of a certificate's data, in range."""
    problem = {name: number(data[name], name) for name in ("epsilon", "delta", "sensitivity", "loss")}
    problem["laws"] = data["laws"]
    if not 0 <= problem["epsilon"] <= MAX_EPSILON or not 0 <= problem["delta"] < 1 or problem["sensitivity"] <= 0:
        raise NotACertificate("epsilon, delta or sensitivity is out of range")
    if not 0 < problem["loss"] <= MAX_LOSS or (1000 * problem["loss"]).denominator != 1 or problem["laws"] not in ("all", "monotone"):
        raise NotACertificate("the loss or the class of laws is out of range")
    return problem


def read_dual(value):
    """The checked data of the lower end."""
    huge = 10**MAX_DIGITS
    if isinstance(value, dict) and value.get("name") == "one-step":
        _fields(value, {"name", "scale"}, "dual")
        return {"name": "one-step", "scale": number(value["scale"], "scale")}
    value = _fields(value, {"stride", "grid", "window", "unit", "multipliers"}, "dual")
    grid = _integer(value["grid"], "grid", 1, MAX_GRID)
    window = _integer(value["window"], "window", 0, MAX_WINDOW)
    work = window
    parts = []
    for part in _list(value["multipliers"], "multipliers"):
        part = _fields(part, {"shift", "cap", "runs"}, "a multiplier")
        _integer(part["shift"], "shift", 1, grid)
        _integer(part["cap"], "cap", 0, huge)
        runs = []
        for run in _list(part["runs"], "runs"):
            if len(_list(run, "a run")) == 2 and isinstance(run[1], list):
                _integer(run[0], "start", -window, window)
                runs += [[run[0] + i, 1, weight] for i, weight in enumerate(run[1])]
            elif len(run) == 3:
                runs.append(run)
            else:
                raise NotACertificate("a run is start, count, weight or start, weights")
        for run in runs:
            _integer(run[0], "start", -window, window)
            work += _integer(run[1], "count", 1, 2 * window + 1)
            _integer(run[2], "weight", -huge, huge)
        parts.append({**part, "runs": runs})
    if work > MAX_WORK // 10:
        raise NotACertificate("the lower end is too large to be checked")
    stride = _integer(value["stride"], "stride", 1, huge)
    return {"stride": stride, "grid": grid, "window": window, "unit": _integer(value["unit"], "unit", 1, huge), "multipliers": parts}


def read_law(value):
    """The checked data of the upper end."""
    huge = 10**MAX_DIGITS
    if isinstance(value, dict) and "name" in value:
        if value["name"] in ("truncated-laplace", "staircase"):
            _fields(value, {"name", "width"}, "law")
            return {"name": value["name"], "width": number(value["width"], "width")}
        if value not in ({"name": "laplace"}, {"name": "uniform"}):
            raise NotACertificate("there is no law of that name")
        return value
    value = _fields(value, {"grid", "centred", "atom", "cells", "tail"}, "law")
    grid = _integer(value["grid"], "grid", 1, MAX_GRID)
    cells = [_integer(r, "a cell", -huge, huge) for r in _list(value["cells"], "cells")]
    if not cells or len(cells) > MAX_WINDOW or grid * (len(cells) + grid) > MAX_WORK or type(value["centred"]) is not bool:
        raise NotACertificate("the cells are missing or too many, or it is not said whether they are centred")
    atom = _integer(value["atom"], "atom", -huge, huge)
    return {"grid": grid, "centred": value["centred"], "atom": atom, "cells": cells, "tail": number(value["tail"], "tail")}


def _once(pairs):
    if len(dict(pairs)) != len(pairs):
        raise NotACertificate("a key occurs twice")
    return dict(pairs)


def _no_float(text):
    raise NotACertificate(f"the bare number {text[:40]} is not an integer")


def check(text):
    """(lower, upper) as stated, if the certificate proves them; otherwise WrongBound, with the two as arguments, or NotACertificate."""
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_float=_no_float, parse_constant=_no_float)
    except (ValueError, RecursionError) as error:
        raise NotACertificate(f"not JSON of the right form: {str(error)[:80]}") from None
    data = _fields(data, KEYS, "a certificate")
    if data["format"] not in FORMATS:
        raise NotACertificate(f"the format is not one of {', '.join(FORMATS)}")
    problem, dual, law = read_problem(data), read_dual(data["dual"]), read_law(data["law"])
    lower, upper = number(data["lower"], "lower"), number(data["upper"], "upper")
    proved = lower_bound(problem, dual)
    if lower > proved:
        raise WrongBound(f"lower is {data['lower']}, but the dual proves {_short(proved)} only")
    proved = upper_bound(problem, law)
    if upper < proved:
        raise WrongBound(f"upper is {data['upper']}, but the law costs {_short(proved)}")
    return data["lower"], data["upper"]


def check_file(path):
    """check() on a file's content. OSError if it cannot be read."""
    with open(path, "rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise NotACertificate(f"the file is longer than {MAX_BYTES} bytes")
    try:
        return check(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise NotACertificate("the file is not text") from None


def main(arguments):
    if len(arguments) != 1:
        sys.stderr.write("usage: python -I -S certificate.py FILE\n")
        return 2
    try:
        lower, upper = check_file(arguments[0])
    except WrongBound as error:
        sys.stderr.write(f"wrong: {error}\n")
        return 1
    except (NotACertificate, OSError) as error:
        sys.stderr.write(f"not a certificate: {error}\n")
        return 2
    sys.stdout.write(f"valid: {lower} <= V* <= {upper}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
