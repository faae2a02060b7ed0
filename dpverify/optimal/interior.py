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
from .solve import RowsOnDemand, Solution, Weights, sane

MAX_STEPS = 150
CORRECTIONS = 2
LAG = 0.003
"""The gap is kept above about this multiple of the residuals."""
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
        # The lower triangle is enough.
        self._both = np.where(there < n, np.maximum(here, there) * width + np.minimum(here, there), width * width - 1)
        self._shift_here, self._shift_there = self.of * width + here, self.of * width + outside

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

    def gram(self, weights: Array) -> Array:
        """The lower triangle of sum of weight * row * row^T over the pairs."""
        width, n = self.size + 1, self.law_size
        found: Array = np.bincount(self._both, -self.growth * weights, width * width).reshape(width, width)[: self.size, : self.size]
        same = np.arange(n)
        # A pair of a point with its own mirror image has both coefficients in one place.
        own = np.bincount(self.here, weights, n + 1)[:n] + self.growth**2 * np.bincount(self.there, weights, n + 1)[:n]
        found[same, same] = 2 * found[same, same] + own
        return found

    def start(self, law: Array, caps: Array, spread: float) -> Iterate:
        """A well-centred first iterate near a law and caps z; `spread` says how far from the boundary, as a share."""
        u = np.append(law, np.full(self.atom, spread * self.delta))
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
        return Iterate([u, s, t, rest], [np.maximum(reduced, product / u), free, y, caps], mean)

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
        from scipy.linalg import cho_solve, cholesky
        from scipy.linalg.blas import dsyrk

        (u, s, t, rest), (x, free, y, z) = at.primal, at.dual
        slack = s / free
        inverse = 1.0 / (slack + t / y)
        share = slack * inverse
        weight = self.by_shift(share * (t / y)) + rest / z
        rows = self.rows(share)
        matrix = self.gram(inverse)
        diagonal = np.arange(self.size)
        matrix[diagonal, diagonal] += x / u
        scaled = rows / np.sqrt(weight)[:, None]
        # Transposed, the arrays are in the order of the routines: nothing is copied.
        upper = dsyrk(1.0, scaled.T, beta=1.0, c=np.asfortranarray(matrix.T), lower=0, overwrite_c=1)
        scale = 1.0 / np.sqrt(np.diag(upper))
        upper *= scale[:, None]
        upper *= scale[None, :]
        upper[diagonal, diagonal] += 1e-15
        factor = cholesky(upper, lower=False, overwrite_a=True, check_finite=False)

        def solved(right: Array) -> Array:
            return scale * cho_solve((factor, False), scale * right, check_finite=False)

        by_total = solved(self.total)

        def step(change: list[Array], missing: tuple[float, Array, Array, Array, Array]) -> Iterate:
            of_total, of_shifts, of_pairs, of_columns, of_slacks = missing
            pull = (change[1] + s * of_slacks) / free
            drive = of_pairs + change[2] / y - pull
            left = of_shifts - change[3] / z - self.by_shift(pull + share * drive)
            right = of_columns + change[0] / u - self.gather(drive * inverse) + rows.T @ (left / weight)
            du = solved(right)
            mean = float((of_total - self.total @ du) / (self.total @ by_total))
            du = du + mean * by_total
            dz = (rows @ du - left) / weight
            of_pair = dz[self.of]
            dy = (slack * of_pair + self.excess(du) + drive) * inverse
            dfree = of_pair - dy - of_slacks
            primal = [du, (change[1] - s * dfree) / free, (change[2] - t * dy) / y, (change[3] - rest * dz) / z]
            return Iterate(primal, [(change[0] - x * du) / u, dfree, dy, dz], mean)

        return step

    def minimise(self, at: Iterate, accuracy: float, seconds: float) -> Iterate:
        """Steps until gap and residuals are below `accuracy`, relative to the cost and delta, or nothing moves, or the time is over."""
        end = time.monotonic() + seconds
        for _ in range(MAX_STEPS):
            if self.is_solved(at, accuracy) or time.monotonic() > end:
                break
            missing = self.residuals(at)
            try:
                direction = self.directions(at)
            except (np.linalg.LinAlgError, ValueError):
                break
            step, far = self._step(at, direction, missing)
            if not max(far) > 1e-8:
                break
            at = at.moved(step, (min(1.0, BACK_OFF * far[0]), min(1.0, BACK_OFF * far[1])))
        return at

    def is_solved(self, at: Iterate, accuracy: float) -> bool:
        """Whether gap and residuals are below `accuracy`, relative to the cost, delta and the mean."""
        return self._relative_gap(at) <= accuracy and self._infeasibility(at, self.residuals(at)) <= accuracy

    def _relative_gap(self, at: Iterate) -> float:
        return at.gap / max(abs(float(self.cost @ at.primal[0])), 1e-300)

    def _infeasibility(self, at: Iterate, missing: tuple) -> float:
        of_total, of_shifts, of_pairs, of_columns, of_slacks = missing
        primal = max(abs(of_total), _largest(of_shifts) / self.delta, _largest(of_pairs) / self.delta)
        return max(primal, max(_largest(of_columns), _largest(of_slacks)) / max(abs(at.mean), 1e-300))

    def _step(self, at: Iterate, direction: Callable, missing: tuple) -> tuple[Iterate, tuple[float, float]]:
        gap = at.gap
        pairs = list(zip(at.primal, at.dual, strict=True))
        guess = direction([-v * w for v, w in pairs], missing)
        # The products must not vanish long before the residuals do: then no step could go far any more.
        late = min(LAG * self._infeasibility(at, missing) / max(self._relative_gap(at), 1e-300), 0.5)
        target = max((at.moved(guess, at.room(guess)).gap / gap) ** 3, late, 1e-12) * gap / at.size
        change = [target - v * w - dv * dw for (v, w), dv, dw in zip(pairs, guess.primal, guess.dual, strict=True)]
        step = direction(change, missing)
        far = at.room(step)
        nothing = (0.0, *(np.zeros_like(v) for v in missing[1:]))
        for _ in range(CORRECTIONS):
            wish = at.moved(step, (min(1.0, far[0] + 0.1), min(1.0, far[1] + 0.1)))
            products = [v * w for v, w in zip(wish.primal, wish.dual, strict=True)]
            fix = [np.maximum(np.clip(v, 0.1 * target, 10 * target) - v, -10 * target) for v in products]
            better = step.moved(direction(fix, nothing), (1.0, 1.0))
            further = at.room(better)
            if min(further) < 0.9 * min(far) or (further[0] < far[0] + 0.01 and further[1] < far[1] + 0.01):
                break
            step, far = better, further
        return step, far


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


def all_pairs(lattice: Lattice) -> dict[int, Array]:
    """Every shift with every point that may matter: for a larger epsilon only those that are moved outwards."""
    if lattice.epsilon < 0.3:
        return dict.fromkeys(range(1, lattice.grid + 1), lattice.points)
    return {k: np.arange(-(k // 2) - 2, lattice.window + 1) for k in range(1, lattice.grid + 1)}


def near_pairs(lattice: Lattice, coarse: Solution) -> dict[int, Array]:
    """The pairs that are tight or nearly so for a coarser grid's law, and their neighbours there."""
    old = coarse.lattice
    full = old.mirrored(coarse.law)
    masses = full[: len(full) - old.grid]
    over = old.divergences(coarse.law, coarse.atom)
    least = 1e-6 * old.grid**-1.0 * over.max()
    tight = np.zeros((old.grid + 1, len(masses)), bool)
    highest = max((w.cap for w in coarse.weights.values()), default=0.0)
    for k in range(1, old.grid + 1):
        weights = coarse.weights.get(k)
        used = weights is not None and weights.cap > 1e-5 * highest
        if over[k] < 0.97 * over.max() and not used:
            continue
        tight[k] = (old.excess(full, k) > -0.02 * masses) & (masses > least)
        if used and weights is not None:
            tight[k] |= weights.values > 1e-6 * weights.cap
    tight[:, 1:] |= tight[:, :-1].copy()
    tight[:, :-1] |= tight[:, 1:].copy()
    tight[1:] |= tight[:-1].copy()
    tight[:-1] |= tight[1:].copy()
    middle = 0.0 if lattice.centred else 0.5
    points = lattice.points
    origin = np.rint((points + middle) * old.grid / lattice.grid - (0.0 if old.centred else 0.5)).astype(int) + old.origin
    inside = (origin >= 0) & (origin < tight.shape[1])
    pairs = {lattice.grid: points}
    for k in range(1, lattice.grid):
        mask = np.zeros(len(points), bool)
        mask[inside] = tight[min(max(round(k * old.grid / lattice.grid), 1), old.grid), origin[inside]]
        if mask.any():
            pairs[k] = points[mask]
    return pairs
