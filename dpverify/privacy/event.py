"""The worst event in words. For the reader only: no verdict rests on it."""

from __future__ import annotations

import math
from fractions import Fraction

import sympy as sp

POINTS = 4001
MAX_INTERVALS = 4


def describe(f: sp.Expr, x: sp.Symbol, epsilon: Fraction, shift: Fraction) -> str:
    """Where f(x) > e^epsilon f(x + d), as intervals found on a grid of floats."""
    import numpy as np

    name = "S = {x : f(x) > e^epsilon f(x + d)}"
    try:
        g = sp.lambdify(x, f, "numpy")
        with np.errstate(all="ignore"):
            half = _window(g, float(abs(shift)))
            xs = np.linspace(-half, half, POINTS)
            values, moved = (np.broadcast_to(np.asarray(g(at), dtype=float), xs.shape) for at in (xs, xs + float(shift)))
            inside = values > math.exp(float(epsilon)) * moved * (1 + 1e-12)
    except Exception:  # whatever a float function may do; the verdict stands without this text
        return name
    edges = np.flatnonzero(np.diff(inside.astype(int)))
    ends = [float((xs[i] + xs[i + 1]) / 2) for i in edges]
    if inside[0]:
        ends.insert(0, -math.inf)
    if inside[-1]:
        ends.append(math.inf)
    pairs = list(zip(ends[::2], ends[1::2], strict=True))
    if not pairs:
        return name
    text = " and ".join(f"[{a:.4g}, {b:.4g}]" for a, b in pairs[:MAX_INTERVALS])
    return f"{name}, about {text}" + (" ..." if len(pairs) > MAX_INTERVALS else "")


def _window(g, step: float) -> float:  # type: ignore[no-untyped-def]
    """Half the width of a window outside which the density is negligible."""
    import numpy as np

    half = 4 * step
    for _ in range(60):
        xs = np.linspace(-half, half, POINTS)
        values = np.broadcast_to(np.asarray(g(xs), dtype=float), xs.shape)
        if np.nansum(values) * (xs[1] - xs[0]) > 1 - 1e-3:
            break
        half *= 2
    return half
