"""Looking for a point where a relation fails. A search in floating point, confirmed by enclosures at a short rational point.

The only thing that makes an answer sound is `confirm`: the point is certified to lie in the domain and the enclosures of both sides
exclude the relation there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

import mpmath
import sympy as sp
from sympy.core.relational import Relational

from ..claims.result import Counterexample
from ..domain import Domain
from ..errors import NotEnclosable
from .ascent import steepest_points
from .elimination import Elimination, eliminate
from .faces import faces
from .membership import certainly_in
from .numeric import as_mpf, as_rational
from .pointwise import PointTruth, decide
from .rounding import plainest_near, plainness
from .special_values import special_points
from .swarm import worst_points
from .violation import MEASURES, Violation
from .witness import edge_values, far_points, reduced_points, scattered_points, simple_values

HEAVY = (sp.Integral, sp.Sum, sp.Limit, sp.Derivative, sp.Product)
DEAR = (sp.Integral, sp.Limit, sp.Derivative, sp.Product)
MAX_CONFIRMATIONS = 80
HEAVY_POINTS = 8
QUICK_SCALE = 0.12
FACE_SCALE = 0.12
MAX_FACES = 24
MAX_CLIMBED_FACES = 4
ROUNDED_DIGITS = (6, 12, 24, 48)
MAX_TIES = 3
SWARM = 6
"""Points that fail in floating point, of which so many are looked at with enclosures."""
SHORT_REACH, LONG_REACH = 256, 16384
"""Powers of ten as far as which one looks: farther for logarithms, which grow slowly, than for exponentials, which are dear there."""
SUM_REACH = 64
SPECIAL_LINES = 3
"""Plain points through which lines along each symbol are laid, to look at special values."""
MAX_BLIND = 2
"""Points without an enclosure after which the plainest points of a statement with operators are left."""
SCATTERED = 8
"""Other points of such a statement that are looked at then."""


def find_counterexample(
    relation: Any, domain: Domain, hints: Iterable[Mapping[sp.Symbol, Any]] = (), effort: str | float = "thorough", seed: int = 0
) -> Counterexample | None:
    """A certified counterexample of `relation` on `domain`, at a point as simple as the search manages; None if none was found.

    hints: points (symbol -> exact number) to be looked at first; those outside the domain are ignored.
    effort: "quick" (some plain points only), "thorough", or a number that scales the thorough search. Deterministic.
    """
    if relation is sp.S.true or relation is True:
        return None
    for hint in hints:
        found = _at_hint(relation, domain, hint)
        if found is not None:
            return found
    quick = effort == "quick"
    scale = QUICK_SCALE if quick else 1.0 if isinstance(effort, str) else float(effort)
    found = _Search(relation, domain, scale, seed, climb=not quick).run()
    if found is not None or quick or not isinstance(relation, Relational) or relation.has(*HEAVY):
        return found
    return _on_faces(relation, domain, scale, seed)


def _on_faces(relation: Relational, domain: Domain, scale: float, seed: int) -> Counterexample | None:
    """The same search where an assumption is an equation, or nearly one; first among plain points of all faces, then climbing."""
    parts = list(islice(faces(domain), MAX_FACES))
    for climb in (False, True):
        for part in parts[: MAX_FACES if not climb else MAX_CLIMBED_FACES]:
            search = _Search(relation, part, FACE_SCALE * scale, seed, climb)
            if search.reduced.values and (found := search.run()) is not None:
                return _in_rationals(relation, domain, found) or found
    return None


def _in_rationals(relation: Relational, domain: Domain, found: Counterexample) -> Counterexample | None:
    """A rational point beside an irrational one at which the relation fails as well, if there is one."""
    exact = {s: sp.sympify(found.point[s.name]) for s in domain.ranges}
    if all(isinstance(v, sp.Rational) for v in exact.values()):
        return found
    whole = Elimination(domain)
    for digits in ROUNDED_DIGITS:
        rounded = {s: v if isinstance(v, sp.Rational) else _nearly(v, digits) for s, v in exact.items()}
        if certainly_in(rounded, domain) and (again := confirm(relation, rounded, whole)) is not None:
            return again
    return None


def _nearly(value: sp.Expr, digits: int) -> sp.Rational:
    """The constant to so many digits."""
    with mpmath.workdps(digits + 10):
        exact = as_rational(as_mpf(value))
    return plainest_near(exact, abs(exact) / 10**digits)


def _at_hint(relation: Any, domain: Domain, hint: Mapping[sp.Symbol, Any]) -> Counterexample | None:
    point = {s: sp.sympify(v) for s, v in hint.items() if s in domain.ranges}
    if set(point) != set(domain.ranges) or not all(isinstance(v, sp.Rational) for v in point.values()):
        return None
    if not certainly_in(point, domain):
        return None
    return confirm(relation, point, Elimination(domain))


def confirm(
    relation: Any, point: Mapping[sp.Symbol, sp.Rational], reduced: Elimination, decision: PointTruth | None = None
) -> Counterexample | None:
    """The counterexample at a point already certified to lie in the reduced domain, if the enclosures exclude the relation there.

    decision: that of the relation at the point, if it is known already.
    """
    if relation is sp.S.false:
        return Counterexample(_text(reduced.complete(point)), "False", "True")
    decision = decision or decide(relation, point)
    if decision is None or decision.truth is not False:
        return None
    full = reduced.complete(point)
    if any(full[s].is_integer is not True for s in reduced.relaxed) or not reduced.fulfilled(full):
        return None
    return Counterexample(_text(full), decision.lhs, decision.rhs)


def _text(point: Mapping[sp.Symbol, sp.Expr]) -> dict[str, str]:
    return {s.name: str(v) for s, v in sorted(point.items(), key=lambda item: str(item[0]))}


class _Search:
    def __init__(self, relation: Any, domain: Domain, effort: float, seed: int, climb: bool) -> None:
        self.reduced = eliminate(domain)
        self.domain = self.reduced.domain
        try:
            self.relation = self.reduced.apply(relation)
        except NotEnclosable:
            self.relation = sp.S.true  # it might be undefined, so nothing can be refuted
        self.effort = effort
        self.seed = seed
        self.climb = climb
        self.confirmations = 0
        self.tried: set[tuple[Any, ...]] = set()

    def run(self) -> Counterexample | None:
        if self.relation is sp.S.true:
            return None
        if not isinstance(self.relation, Relational):
            return self._first(islice(reduced_points(self.domain, self.seed), 5)) if self.relation is sp.S.false else None
        if self.relation.has(*HEAVY):
            return self._heavy(max(1, int(HEAVY_POINTS * self.effort)))
        violation = Violation.of(self.relation, self.domain)
        touching = isinstance(self.relation, (sp.Lt, sp.Gt, sp.Ne))
        blind = ties = 0
        for point in islice(reduced_points(self.domain, self.seed), max(20, int(300 * self.effort))):
            v = violation(tuple(point[s] for s in self.domain.symbols))
            if v is None:
                blind += 1
            elif v == 0:
                ties += 1
            if (v is None and blind <= 6) or (v == 0 and touching and ties <= 6) or (v is not None and v > 0):
                if self._confirmed(point):
                    return self._simplified(point, violation)
        if not self.domain.symbols:
            return self._confirmed({})
        if not self.climb:
            return None
        for candidate in worst_points(self.relation, self.domain, SWARM, self.seed):
            rounded = self._rounded(candidate, violation, touching)
            if rounded is not None:
                return self._simplified(rounded, violation)
        if (found := self._at_special_values(violation, touching)) is not None:
            return found
        for point in far_points(self.domain, SHORT_REACH if _is_fast(self.relation, *self.domain.assumptions) else LONG_REACH):
            v = violation(tuple(point[s] for s in self.domain.symbols))
            if v is not None and v > 0 and (found := self._confirmed(point)):
                return found
        if isinstance(self.relation, sp.Eq):
            return None
        for number, measure in enumerate(MEASURES if not isinstance(self.relation, sp.Ne) else MEASURES[:1]):
            violation = Violation.of(self.relation, self.domain, measure)
            for candidate in steepest_points(violation, self.domain, touching and measure != "terms", self.effort / (1 + number)):
                rounded = self._rounded(candidate, violation, touching)
                if rounded is not None:
                    return self._simplified(rounded, violation)
        return None

    def _at_special_values(self, violation: Violation, touching: bool) -> Counterexample | None:
        """Breaks of the relation and the scales that it names, the other symbols plain."""
        for plain in islice(reduced_points(self.domain, self.seed), SPECIAL_LINES if len(self.domain.symbols) > 1 else 1):
            for point in special_points(self.relation, self.domain, plain):
                v = violation(tuple(point[s] for s in self.domain.symbols))
                seems = v is not None and (v > 0 or (v == 0 and touching))
                if seems and certainly_in(point, self.domain) and self._confirmed(point):
                    return self._simplified(point, violation)
        return None

    def _simplified(self, point: dict[sp.Symbol, sp.Rational], violation: Violation) -> Counterexample | None:
        """Replace one coordinate after the other by the plainest value that keeps the violation (a point that is confirmed comes in)."""
        best = self._confirmed(point, again=True)
        for symbol, rng in self.domain.ranges.items():
            old = point[symbol]
            if plainness(old) <= 8:
                continue
            plainer = [v for v in islice(simple_values(rng), 12) if plainness(v) < plainness(old)]
            plainer += [v for v in edge_values(rng) if plainness(v) < plainness(old)]
            if not rng.integer:
                near = [_simplest(old, sp.Rational(1, 2**j), _anchors(rng.lo, rng.hi)) for j in (1, 2, 4)]
                plainer += [v for v in near if plainness(v) < plainness(old)]
            for v in sorted(dict.fromkeys(plainer), key=plainness):
                trial = {**point, symbol: v}
                seems = violation(tuple(trial[s] for s in self.domain.symbols))
                if seems is None or not seems > 0 or not certainly_in(trial, self.domain):
                    continue
                found = self._confirmed(trial, again=True)
                if found is not None:
                    point, best = trial, found
                    break
        return best

    def _heavy(self, most: int) -> Counterexample | None:
        """A few points only, and fewer still where nothing can be enclosed; sums, whose enclosures are cheap, also far out.

        An integral may converge for some parameters only: where the plainest points have no enclosure, scattered ones are tried.
        """
        blind = 0
        long = self.climb and not self.relation.has(*DEAR)
        near = islice(reduced_points(self.domain, self.seed), 3 * most if long else most)
        for point in chain(near, far_points(self.domain, SUM_REACH) if long else ()):
            decision = decide(self.relation, point)
            if decision is not None and decision.truth is False and (found := confirm(self.relation, point, self.reduced, decision)):
                return found
            blind += decision is None
            if blind == MAX_BLIND:
                break
        if blind < MAX_BLIND or not self.climb:
            return None
        return self._first(islice(scattered_points(self.domain, self.seed), SCATTERED))

    def _first(self, points: Iterable[dict[sp.Symbol, sp.Rational]]) -> Counterexample | None:
        return next((c for p in points if (c := self._confirmed(p))), None)

    def _confirmed(self, point: dict[sp.Symbol, sp.Rational], again: bool = False) -> Counterexample | None:
        key = tuple(point[s] for s in self.domain.symbols)
        if again:
            return confirm(self.relation, point, self.reduced)
        if key in self.tried or self.confirmations >= MAX_CONFIRMATIONS * self.effort:
            return None
        self.tried.add(key)
        self.confirmations += 1
        return confirm(self.relation, point, self.reduced)

    def _rounded(self, values: tuple[Any, ...], violation: Violation, touching: bool) -> dict[sp.Symbol, sp.Rational] | None:
        """The roundest point near `values` at which the relation fails, confirmed."""
        for point in self._roundings(values, violation, touching):
            if certainly_in(point, self.domain) and self._confirmed(point):
                return point
        return None

    def _roundings(self, values: tuple[Any, ...], violation: Violation, touching: bool) -> Iterator[dict[sp.Symbol, sp.Rational]]:
        exact = [as_rational(v) for v in values]
        ranges = list(self.domain.ranges.values())
        anchors = [_anchors(r.lo, r.hi) for r in ranges]
        last = None
        ties = 0
        for power in range(1, 60):
            part = sp.Rational(1, 2**power)
            rounded = tuple(
                v if r.integer else _simplest(v, part, a) for v, r, a in zip(exact, ranges, anchors, strict=True)
            )
            if rounded == last:
                continue
            last = rounded
            v = violation(rounded, 60)
            if v is not None and (v > 0 or (touching and v == 0)):
                yield dict(zip(self.domain.symbols, rounded, strict=True))
                ties += v == 0
                if ties >= MAX_TIES:
                    return
        yield dict(zip(self.domain.symbols, exact, strict=True))


def _is_fast(*relations: Relational) -> bool:
    """True if a function in them grows, falls or turns faster than powers."""
    whole = sp.Tuple(*relations)
    tame = (sp.log, sp.Abs, sp.Max, sp.Min, sp.Piecewise)
    return any(f.free_symbols and not isinstance(f, tame) for f in whole.atoms(sp.Function)) or any(
        p.exp.free_symbols for p in whole.atoms(sp.Pow)
    )


def _anchors(lo: sp.Expr, hi: sp.Expr) -> list[sp.Rational]:
    return [e for e in (lo, hi) if isinstance(e, sp.Rational)]


def _simplest(value: sp.Rational, part: sp.Rational, anchors: list[sp.Rational]) -> sp.Rational:
    """A plain rational so near to the value that it moves its distance to every end (and itself) by at most the given part."""
    room = min([abs(value - a) for a in anchors] + [abs(value)]) * part
    if room == 0:
        return value
    return plainest_near(value, room)
