"""The project's symbols, each made once.

SymPy treats one name with two sets of assumptions as two symbols, so everybody imports them from here.
The assumptions are the weakest that every use shares; a claim's domain narrows them.
"""

from sympy import Symbol

epsilon = Symbol("epsilon", nonnegative=True)
"""Privacy parameter, ε ≥ 0."""
delta = Symbol("delta", nonnegative=True)
"""Privacy parameter, 0 ≤ δ < 1."""
Delta = Symbol("Delta", positive=True)
"""Sensitivity of the query, Δ > 0."""
sigma = Symbol("sigma", positive=True)
"""Standard deviation of Gaussian noise."""
lam = Symbol("lambda", positive=True)
"""Scale λ of a Laplacian, Δ/ε for ε-DP."""
gamma = Symbol("gamma", nonnegative=True)
"""Place of the step within one period of the staircase, 0 ≤ γ ≤ 1."""
alpha = Symbol("alpha", nonnegative=True)
"""Mass of an atom at the origin."""
x = Symbol("x", real=True)
"""Noise value."""
y = Symbol("y", real=True)
d = Symbol("d", real=True)
"""A shift, |d| ≤ Δ."""
k = Symbol("k", integer=True, nonnegative=True)
"""Index of a period."""
m = Symbol("m", integer=True, positive=True)
"""Grid cells per sensitivity."""
n = Symbol("n", positive=True)
"""A/Δ, the number of periods (an integer only where a claim says so)."""

SYMBOLS = {s.name: s for s in (epsilon, delta, Delta, sigma, lam, gamma, alpha, x, y, d, k, m, n)}
"""Name -> symbol: what a clash is measured against."""
