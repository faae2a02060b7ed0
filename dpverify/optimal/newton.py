"""The Newton matrix of the interior point method, factorised: densely, or as a band of blocks with a few dense rows beside it.

The matrix is M = G + diag(d) + sum_k r_k r_k^T / w_k. G couples p_i with p_(i+k) for shifts k of at most one sensitivity only, so in
blocks of that many points it is block tridiagonal; there is one dense row r_k for each shift. With n points in blocks of b and s shifts
the dense way takes about n^3/3 + n^2 s steps, the band 3 n b^2 + 3 n b s: that counts where laws are much wider than the sensitivity.

In the band's way the rows come in by the formula of Sherman, Morrison and Woodbury. G + diag(d) alone may be nearly singular, so a small
multiple of its diagonal is added to it and conjugate gradients, of which a few steps do, take that back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .lattice import Array

Solve = Callable[[Array], Array]

SHIFTED_DENSE, SHIFTED_BAND = 1e-15, 1e-10
"""Added to the diagonal, relative to it."""
MAX_REFINEMENTS = 30
RESIDUAL = 1e-11
LEAST_BLOCK, LEAST_BLOCKS = 48, 3
"""Smaller blocks are not worth their calls, and fewer are not worth the refinement."""


def dense(matrix: Array, rows: Array, weight: Array) -> Solve:
    """Solves with M; `matrix` has the lower triangle of G + diag(d) and is overwritten. LinAlgError if M is not positive definite."""
    from scipy.linalg import cho_solve, cholesky
    from scipy.linalg.blas import dsyrk

    scaled = rows / np.sqrt(weight)[:, None]
    # Transposed, the arrays are in the order of the routines: nothing is copied.
    upper = dsyrk(1.0, scaled.T, beta=1.0, c=np.asfortranarray(matrix.T), lower=0, overwrite_c=1)
    scale = 1.0 / np.sqrt(np.diag(upper))
    upper *= scale[:, None]
    upper *= scale[None, :]
    diagonal = np.arange(len(upper))
    upper[diagonal, diagonal] += SHIFTED_DENSE
    factor = cholesky(upper, lower=False, overwrite_a=True, check_finite=False)
    return lambda right: scale * cho_solve((factor, False), scale * right, check_finite=False)


class Band:
    """Where the lower triangle of a matrix of half bandwidth at most `reach` is in an array of blocks.

    The array has the shape (blocks, 2, b, b): at [j, 0] the block (j, j), at [j, 1] the block (j, j-1).
    """

    def __init__(self, size: int, block: int) -> None:
        self.size, self.block = size, min(block, size)
        self.blocks = -(-size // self.block)
        self.shape = (self.blocks, 2, self.block, self.block)
        self.length = 2 * self.blocks * self.block**2

    @classmethod
    def for_matrix(cls, size: int, reach: int) -> Band:
        """As few steps as possible: one block if the band is not narrow."""
        block = max(reach, LEAST_BLOCK)
        return cls(size, block if size > LEAST_BLOCKS * block else size)

    def places(self, high: Array, low: Array) -> Array:
        """Flat indices of the entries (high, low), 0 <= high - low <= reach."""
        b = self.block
        return ((2 * (high // b) + (high // b - low // b)) * b + high % b) * b + low % b

    def blocks_of(self, right: Array) -> Array:
        """A vector or several columns, padded with zeros and cut into blocks."""
        padded = np.zeros((self.blocks * self.block, *right.shape[1:]))
        padded[: self.size] = right
        return padded.reshape(self.blocks, self.block, *right.shape[1:])

    def factorise(self, matrix: Array) -> BandFactor:
        """The Cholesky factor L of a matrix in blocks, which is overwritten. LinAlgError if it is not positive definite."""
        from scipy.linalg import cholesky
        from scipy.linalg.lapack import dtrtri

        spare = np.arange(self.size - (self.blocks - 1) * self.block, self.block)
        matrix[-1, 0, spare, spare] = 1.0
        inverse, beside = matrix[:, 0], matrix[:, 1]
        for j in range(self.blocks):
            if j:
                beside[j] = beside[j] @ inverse[j - 1].T
                inverse[j] -= beside[j] @ beside[j].T
            inverse[j] = dtrtri(cholesky(inverse[j], lower=True, check_finite=False), lower=1)[0]
        return BandFactor(self, inverse, beside)


@dataclass(frozen=True)
class BandFactor:
    """L in blocks: the inverses of the blocks (j, j), and the blocks (j, j-1)."""

    band: Band
    inverse: Array
    beside: Array

    def forward(self, right: Array) -> Array:
        """L^-1 of one or several columns, in blocks."""
        found = self.band.blocks_of(right)
        for j in range(self.band.blocks):
            if j:
                found[j] -= self.beside[j] @ found[j - 1]
            found[j] = self.inverse[j] @ found[j]
        return found

    def backward(self, found: Array) -> Array:
        """L^-T of one or several columns in blocks, which are overwritten."""
        for j in range(self.band.blocks - 1, -1, -1):
            if j + 1 < self.band.blocks:
                found[j] -= self.beside[j + 1].T @ found[j + 1]
            found[j] = self.inverse[j].T @ found[j]
        return found.reshape(-1, *found.shape[2:])[: self.band.size]


def banded(band: Band, matrix: Array, diagonal: Array, rows: Array, weight: Array, product: Solve) -> Solve:
    """Solves with M; `matrix` has G + diag(d) in blocks, with the diagonal `diagonal`, and is overwritten; product(v) = M v."""
    from scipy.linalg import cho_solve, cholesky

    scale = 1.0 / np.sqrt(diagonal)
    cut = band.blocks_of(scale)
    matrix[:, 0] *= cut[:, :, None] * cut[:, None, :]
    matrix[1:, 1] *= cut[1:, :, None] * cut[:-1, None, :]
    inner = np.arange(band.block)
    matrix[:, 0, inner, inner] += SHIFTED_BAND
    factor = band.factorise(matrix)
    half = factor.forward((rows * scale).T).reshape(-1, len(rows))
    core = half.T @ half
    same = np.arange(len(rows))
    core[same, same] += weight
    size = 1.0 / np.sqrt(np.diag(core))
    core *= size[:, None] * size[None, :]
    core[same, same] += SHIFTED_DENSE
    small = cholesky(core, lower=True, overwrite_a=True, check_finite=False)

    def near(right: Array) -> Array:
        found = factor.forward(scale * right)
        flat = found.reshape(-1)
        flat -= half @ (size * cho_solve((small, True), size * (flat @ half), check_finite=False))
        return scale * factor.backward(found)

    def solve(right: Array) -> Array:
        """Preconditioned conjugate gradients."""
        answer = near(right)
        left = right - product(answer)
        wanted = RESIDUAL * float(np.abs(scale * right).max())
        towards, before = np.zeros_like(right), 0.0
        for _ in range(MAX_REFINEMENTS):
            if not float(np.abs(scale * left).max()) > wanted:
                break
            step = near(left)
            now = float(left @ step)
            if not now > 0:
                break
            towards = step + (now / before if before else 0.0) * towards
            moved = product(towards)
            length = float(towards @ moved)
            if not length > 0:
                break
            answer = answer + now / length * towards
            left = left - now / length * moved
            before = now
        return answer

    return solve
