"""The lattice program by an interior point method made for it: fine grids, on which simplex steps are too many.

A general solver sees a slack and a row for each pair (shift, point), some 10^5 of them. Here they are eliminated by hand: what is left in
each step is one positive definite matrix of the size of the law. Mehrotra's predictor and corrector with Gondzio's centrality corrections.
As from the simplex method, what comes out is a hint.

Columns u: the law p_0..p_window and, seen from the upper end, the atom. For each pair e = (k, i) a slack s_e and its surplus
t_e = s_e - (p_i - e^epsilon p_(i+k)); for each shift what it leaves of delta, rest_k = delta - atom - sum_e s_e. All are >= 0, with
multipliers x (of u), z_k - y_e (of s), y_e (of t), z_k (of rest).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from .explicit import geometric
from .lattice import Array, Lattice
from .newton import Band, banded, dense
from .solve import RowsOnDemand, Solution, Weights, sane

MAX_STEPS = 150
CORRECTIONS = 2
WEIGHTS = 7
LAG = 0.003
"""The gap is kept above about this multiple of the residuals."""
ENOUGH = 0.1
"""The gap need not be less than this share of the accuracy."""
LOOSER = 3.0
"""Residuals may be so many times the accuracy."""
PATIENCE = 20
"""Steps without any progress before the method gives up; a quarter of them once the gap is small."""
MOST = 1e3
"""The first multipliers of the law are no more than so many times the largest reduced cost."""
BACK_OFF = 0.9995
"""Share of the way to the boundary that a step goes."""


@dataclass
class Iterate:
    """Four groups of non-negative variables with their multipliers, and that of the normalisation."""

    primal: list[Array]
    """u, s, t, rest."""
    dual: list[Array]
    """x, z - y, y, z."""
    mean: float

    @property
    def size(self) -> int:
        return sum(len(v) for v in self.primal)

    @property
    def gap(self) -> float:
        return float(sum(v @ w for v, w in zip(self.primal, self.dual, strict=True)))

    def moved(self, step: Iterate, far: tuple[float, float]) -> Iterate:
        primal = [v + far[0] * d for v, d in zip(self.primal, step.primal, strict=True)]
        dual = [v + far[1] * d for v, d in zip(self.dual, step.dual, strict=True)]
        return Iterate(primal, dual, self.mean + far[1] * step.mean)

    def room(self, step: Iterate) -> tuple[float, float]:
        """How far the primal and the dual may go along a step, at most 1."""
        return _room(self.primal, step.primal), _room(self.dual, step.dual)


def _room(values: Sequence[Array], steps: Sequence[Array]) -> float:
    least = min(float((d / v).min()) for v, d in zip(values, steps, strict=True))
    return 1.0 if least >= -1 else -1 / least


class PairProgram:
    """The program of a list of pairs: minimise cost.u with total.u = 1."""

    def __init__(self, lattice: Lattice, delta: float, pairs: dict[int, Array], loss: Array, atom: bool) -> None:
        self.lattice, self.delta, self.atom = lattice, delta, int(atom)
        self.growth = lattice.growth
        self.shifts = sorted(pairs)
        n = lattice.window + 1
        self.points = np.concatenate([pairs[k] for k in self.shifts])
        self.of = np.repeat(np.arange(len(self.shifts)), [len(pairs[k]) for k in self.shifts])
        here, there = lattice.mirror(self.points), lattice.mirror(self.points + np.array(self.shifts)[self.of])
        self.here, self.there = here, np.where(there < n, there, n)
        self.law_size, self.size = n, n + self.atom
        ends = ([0.0], [1.0]) if atom else ([], [])
        self.cost = np.append(loss * lattice.multiplicity, ends[0])
        self.total = np.append(lattice.multiplicity, ends[1])
        width = self.size + 1  # one place more for what is outside the window
        outside = np.where(there < n, there, self.size)
        self.band = Band.for_matrix(self.size, max(self.shifts))
        self.place_pairs()
        self._same = np.nonzero(here == there)[0]
        self._shift_here, self._shift_there = self.of * width + here, self.of * width + outside

    def place_pairs(self) -> None:
        """Where in the Newton matrix's blocks the product of a pair's two entries goes; past their end if one is outside the window."""
        high, low = np.maximum(self.here, self.there), np.minimum(self.here, self.there)
        self._both = np.where(self.there < self.law_size, self.band.places(high, low), self.band.length)

    def excess(self, u: Array) -> Array:
        """p_i - e^epsilon p_(i+k) for each pair."""
        padded = np.append(u[: self.law_size], 0.0)
        return padded[self.here] - self.growth * padded[self.there]

    def gather(self, weights: Array) -> Array:
        """The transpose of `excess`."""
        n = self.law_size
        found = np.bincount(self.here, weights, n + 1) - self.growth * np.bincount(self.there, weights, n + 1)
        return np.append(found[:n], np.zeros(self.atom))

    def by_shift(self, values: Array) -> Array:
        return np.bincount(self.of, values, len(self.shifts))

    def rows(self, weights: Array) -> Array:
        """For each shift the row of the weighted sum of its pairs, and of the atom."""
        width, count = self.size + 1, len(self.shifts)
        flat = np.bincount(self._shift_here, weights, count * width) - self.growth * np.bincount(self._shift_there, weights, count * width)
        found = flat.reshape(count, width)[:, : self.size]
        if self.atom:
            found[:, -1] = 1.0
        return found

    def gram_diagonal(self, weights: Array) -> Array:
        """The diagonal of `gram`."""
        n, same = self.law_size, self._same
        found = np.bincount(self.here, weights, n + 1)[:n] + self.growth**2 * np.bincount(self.there, weights, n + 1)[:n]
        # A pair of a point with its own mirror image has both coefficients in one place.
        found -= 2 * self.growth * np.bincount(self.here[same], weights[same], n)
        return np.append(found, np.zeros(self.atom))

    def gram(self, weights: Array, diagonal: Array) -> Array:
        """The lower triangle of the sum of weight * row * row^T over the pairs, in blocks, with this diagonal in place of its own."""
        flat: Array = np.bincount(self._both, -self.growth * weights, self.band.length + 1)[: self.band.length]
        flat[self.band.places(np.arange(self.size), np.arange(self.size))] = diagonal
        return flat.reshape(self.band.shape)

    def _factorised(self, inverse: Array, diagonal: Array, rows: Array, weight: Array) -> Callable[[Array], Array]:
        """Solves with gram(inverse), its diagonal changed to `diagonal`, plus rows^T diag(1/weight) rows."""
        matrix = self.gram(inverse, diagonal)
        if self.band.blocks == 1:
            return dense(matrix[0, 0], rows, weight)
        more = diagonal - self.gram_diagonal(inverse)

        def product(v: Array) -> Array:
            return self.gather(inverse * self.excess(v)) + more * v + rows.T @ ((rows @ v) / weight)

        return banded(self.band, matrix, diagonal, rows, weight, product)

    def start(self, law: Array, caps: Array, spread: float) -> Iterate:
        """A well-centred first iterate near a law and caps z; `spread` says how far from the boundary, as a share."""
        u = np.append(law, np.full(self.atom, spread * self.delta))
        at, reduced = self._centred(u, caps, spread)
        # Where the law is next to nothing its multipliers would be far above any reduced cost.
        least = float(at.primal[0] @ at.dual[0]) / self.size / (MOST * float(np.abs(reduced).max()))
        if float(u.min()) < least:
            u = np.maximum(u, least)
            at, _ = self._centred(u / float(self.total @ u), caps, spread)
        return at

    def _centred(self, u: Array, caps: Array, spread: float) -> tuple[Iterate, Array]:
        """An iterate with these columns and caps, and the reduced costs."""
        excess = self.excess(u)
        room = spread * self.delta / np.maximum(self.by_shift(np.ones(len(self.of))), 1.0)[self.of]
        root = np.hypot(excess, 2 * room)
        # s - t is the excess, and s t is room^2 for all pairs.
        s = np.where(excess > 0, (excess + root) / 2, 2 * room**2 / np.maximum(root - excess, 1e-300))
        t = np.where(excess < 0, (root - excess) / 2, 2 * room**2 / np.maximum(root + excess, 1e-300))
        rest = np.maximum(self.delta - u[self.law_size :].sum() - self.by_shift(s), spread * self.delta)
        y, free = caps[self.of] * s / (s + t), caps[self.of] * t / (s + t)
        mean = float(self.cost @ u) + self.delta * float(caps.sum())
        product = float(s @ free + t @ y + rest @ caps) / (2 * len(s) + len(caps))
        reduced = self.cost - mean * self.total + self._dual_of_columns(y, caps)
        return Iterate([u, s, t, rest], [np.maximum(reduced, product / u), free, y, caps], mean), reduced

    def _dual_of_columns(self, y: Array, z: Array) -> Array:
        found = self.gather(y)
        if self.atom:
            found[-1] = z.sum()
        return found

    def residuals(self, at: Iterate) -> tuple[float, Array, Array, Array, Array]:
        """How much is missing in: total.u = 1; the shifts; the pairs; the multipliers of u; those of s."""
        (u, s, t, rest), (x, free, y, z) = at.primal, at.dual
        atom = u[self.law_size :].sum()
        return (
            1.0 - float(self.total @ u),
            self.delta - atom - self.by_shift(s) - rest,
            self.excess(u) + t - s,
            x - (self.cost - at.mean * self.total + self._dual_of_columns(y, z)),
            y + free - z[self.of],
        )

    def directions(self, at: Iterate) -> Callable[[list[Array], tuple[float, Array, Array, Array, Array]], Iterate]:
        """The factorised Newton system at an iterate: from wanted changes of the four products and residuals to the step."""
        (u, s, t, rest), (x, free, y, z) = at.primal, at.dual
        slack = s / free
        inverse = 1.0 / (slack + t / y)
        share = slack * inverse
        weight = self.by_shift(share * (t / y)) + rest / z
        rows = self.rows(share)
        # A multiple of total^T total changes no step that keeps total.u, and without it the matrix is nearly singular in the end.
        own = self.gram_diagonal(inverse) + x / u
        beside = float((self.total**2 / own).sum())
        solved = self._factorised(inverse, own, np.vstack([rows, self.total]), np.append(weight, beside))
        by_total = solved(self.total)

        def step(change: list[Array], missing: tuple[float, Array, Array, Array, Array]) -> Iterate:
            of_total, of_shifts, of_pairs, of_columns, of_slacks = missing
            pull = (change[1] + s * of_slacks) / free
            drive = of_pairs + change[2] / y - pull
            left = of_shifts - change[3] / z - self.by_shift(pull + share * drive)
            right = of_columns + change[0] / u - self.gather(drive * inverse) + rows.T @ (left / weight)
            du = solved(right)
            along = float((of_total - self.total @ du) / (self.total @ by_total))
            du = du + along * by_total
            mean = along - of_total / beside
            dz = (rows @ du - left) / weight
            of_pair = dz[self.of]
            dy = (slack * of_pair + self.excess(du) + drive) * inverse
            dfree = of_pair - dy - of_slacks
            primal = [du, (change[1] - s * dfree) / free, (change[2] - t * dy) / y, (change[3] - rest * dz) / z]
            return Iterate(primal, [(change[0] - x * du) / u, dfree, dy, dz], mean)

        return step

    def minimise(self, at: Iterate, accuracy: float, seconds: float) -> Iterate:
        """Steps until gap and residuals are below `accuracy`, relative to the cost and delta, or nothing gets better, or the time is over.

        The best iterate is returned: near the end rounding errors may spoil what was good.
        """
        end = time.monotonic() + seconds
        best, least, waited = at, np.inf, 0
        for _ in range(MAX_STEPS):
            missing = self.residuals(at)
            distance = max(self._relative_gap(at), self._infeasibility(at, missing) / LOOSER)
            if distance < least:
                best, least, waited = at, distance, 0
            waited += 1
            patience = PATIENCE // 4 if self._relative_gap(at) <= accuracy else PATIENCE
            if least <= accuracy or waited > patience or time.monotonic() > end:
                break
            try:
                direction = self.directions(at)
            except (np.linalg.LinAlgError, ValueError):
                break
            step, far = self._step(at, direction, missing, accuracy)
            if not max(far) > 1e-8:
                break
            at = at.moved(step, (min(1.0, BACK_OFF * far[0]), min(1.0, BACK_OFF * far[1])))
        return best

    def is_solved(self, at: Iterate, accuracy: float) -> bool:
        """Whether gap and residuals are below `accuracy`, relative to the cost, delta and the mean."""
        return self._relative_gap(at) <= accuracy and self._infeasibility(at, self.residuals(at)) <= accuracy

    def _relative_gap(self, at: Iterate) -> float:
        return at.gap / max(abs(float(self.cost @ at.primal[0])), 1e-300)

    def _infeasibility(self, at: Iterate, missing: tuple) -> float:
        of_total, of_shifts, of_pairs, of_columns, of_slacks = missing
        primal = max(abs(of_total), _largest(of_shifts) / self.delta, _largest(of_pairs) / self.delta)
        return max(primal, max(_largest(of_columns), _largest(of_slacks)) / max(abs(at.mean), 1e-300))

    def _step(self, at: Iterate, direction: Callable, missing: tuple, accuracy: float) -> tuple[Iterate, tuple[float, float]]:
        gap = at.gap
        pairs = list(zip(at.primal, at.dual, strict=True))
        step = direction([-v * w for v, w in pairs], missing)
        far = at.room(step)
        # The products must not vanish long before the residuals do: then no step could go far any more. Nor need they once they are small.
        late = min(LAG * self._infeasibility(at, missing) / max(self._relative_gap(at), 1e-300), 0.5)
        enough = min(ENOUGH * accuracy / max(self._relative_gap(at), 1e-300), 1.0)
        target = max((at.moved(step, far).gap / gap) ** 3, late, enough) * gap / at.size
        nothing = (0.0, *(np.zeros_like(v) for v in missing[1:]))
        change = [target - dv * dw for dv, dw in zip(step.primal, step.dual, strict=True)]
        step, far = _weighted(at, step, direction(change, nothing), far)
        for _ in range(CORRECTIONS):
            wish = at.moved(step, (min(1.0, 1.1 * far[0] + 0.1), min(1.0, 1.1 * far[1] + 0.1)))
            products = [v * w for v, w in zip(wish.primal, wish.dual, strict=True)]
            fix = [np.maximum(np.clip(v, 0.1 * target, 10 * target) - v, -10 * target) for v in products]
            better, further = _weighted(at, step, direction(fix, nothing), far)
            if further[0] + further[1] < far[0] + far[1] + 0.02:
                break
            step, far = better, further
        return step, far


def _weighted(at: Iterate, step: Iterate, more: Iterate, far: tuple[float, float]) -> tuple[Iterate, tuple[float, float]]:
    """step + w * more with the weights of primal and dual with which one can go farthest, and how far.

    A correction computed for a whole step spoils one that gets stuck halfway, hence the weights (Colombo and Gondzio, 2008).
    """
    least = far[0] * far[1]
    found = []
    for values, base, extra in ((at.primal, step.primal, more.primal), (at.dual, step.dual, more.dual)):
        tried = [(_room(values, [b + w * e for b, e in zip(base, extra, strict=True)]), w) for w in np.linspace(least, 1.0, WEIGHTS)]
        found.append(max(tried))
    (one, v), (other, w) = found
    primal = [b + v * e for b, e in zip(step.primal, more.primal, strict=True)]
    dual = [b + w * e for b, e in zip(step.dual, more.dual, strict=True)]
    return Iterate(primal, dual, step.mean + w * more.mean), (one, other)


def _largest(values: Array) -> float:
    return float(np.abs(values).max()) if len(values) else 0.0


class InteriorProgram(RowsOnDemand):
    """Rows on demand, each round by the interior point method."""

    shifts_a_round = 64

    def __init__(
        self, lattice: Lattice, delta: float, accuracy: float, guess: Solution | None = None, make: type[PairProgram] | None = None
    ) -> None:
        super().__init__(lattice, delta)
        self.make = make or PairProgram
        self.accuracy = accuracy
        self.atom = False
        self.guess = guess

    def set_loss(self, loss: Array, atom: bool, unit: float) -> None:
        super().set_loss(loss, atom, unit)
        self.atom = atom

    def _add_shift(self, shift: int) -> None:
        """Nothing to prepare."""

    def _add_pairs(self, shift: int, points: Array) -> None:
        """Nothing to prepare."""

    def _round(self, seconds: float) -> Solution:
        lattice = self.lattice
        pairs = {k: np.nonzero(mask)[0] - lattice.origin for k, mask in self.active.items() if mask.any()}
        program = self.make(lattice, self.delta, pairs, self.loss / self.unit, self.atom)
        end = time.monotonic() + seconds
        for guess in (self.guess, None) if self.guess else (None,):
            law = _first_law(lattice, self.delta, guess)
            start = program.start(law, self._first_caps(program, law, guess), 0.5)
            found = _sane(program.minimise(start, self.accuracy, end - time.monotonic()), start)
            # A start from another grid's solution is a good one mostly; where it is not, the explicit law is.
            if program.is_solved(found, 100 * self.accuracy):
                break
        law = np.maximum(found.primal[0][: program.law_size], 0.0)
        atom = max(float(found.primal[0][program.law_size :].sum()), 0.0)
        caps, values = found.dual[3] * self.unit, found.dual[2] * self.unit
        weights = {k: Weights(max(float(cap), 0.0), np.zeros(len(self.active[k]))) for k, cap in zip(program.shifts, caps, strict=True)}
        first = 0
        for k in program.shifts:
            points = pairs[k]
            weights[k].values[points + lattice.origin] = np.maximum(values[first : first + len(points)], 0.0)
            first += len(points)
        return Solution(lattice, law, atom, weights, found.mean * self.unit)

    def _first_caps(self, program: PairProgram, law: Array, guess: Solution | None) -> Array:
        known = _caps(guess, self.lattice)[program.shifts] / self.unit
        if not known.any():
            # The cost of the law in the unit, or about one, divided by delta.
            cost = max(float(program.cost[: len(law)] @ law), 0.1)
            return np.full(len(known), cost / self.delta / len(known))
        return known + 0.01 * known.mean()


def _first_law(lattice: Lattice, delta: float, guess: Solution | None) -> Array:
    """A positive law: an earlier solution's, or the truncated geometric one with half of delta left."""
    size, places = lattice.window + 1, lattice.places
    if guess is None:
        law = np.zeros(size)
        explicit = geometric(lattice.epsilon, delta / 2, lattice.grid, lattice.centred)[:size]
        law[: len(explicit)] = explicit
    else:
        law = np.interp(places, guess.lattice.places, guess.law, right=0.0)
    least = law.max() * 1e-3 * min(delta, 0.1) * np.exp(-lattice.epsilon * places)
    law = np.maximum(law, np.maximum(least, 1e-250))
    return law / float(law @ lattice.multiplicity)


def _caps(guess: Solution | None, lattice: Lattice) -> Array:
    """Caps by shift from those of another grid."""
    if guess is None:
        return np.zeros(lattice.grid + 1)
    old = guess.lattice.grid
    known = np.zeros(old + 1)
    for k, weights in guess.weights.items():
        known[k] = weights.cap
    spread = known[np.clip(np.rint(np.arange(lattice.grid + 1) * old / lattice.grid).astype(int), 1, old)]
    # The sum is a loss by delta, so it grows with the unit of the losses.
    return spread * (known.sum() * (lattice.grid / old) ** lattice.loss / max(spread[1:].sum(), 1e-300))


def _sane(found: Iterate, like: Iterate) -> Iterate:
    """The right sizes and finite, whatever the method returned."""
    primal, dual = (
        [sane(v, len(w)) for v, w in zip(values, right, strict=False)]
        for values, right in ((found.primal, like.primal), (found.dual, like.dual))
    )
    return Iterate(primal, dual, float(sane(np.array([found.mean]), 1)[0]))
