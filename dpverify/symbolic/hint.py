"""Time-limited questions to SymPy. What comes back is a hint: every caller proves it by its own means before using it."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from types import FrameType
from typing import Any

import sympy as sp

HINT_SECONDS = 3.0
"""How long SymPy may think about one question."""


class _Expired(BaseException):
    """Raised inside SymPy when its time is over; a BaseException, so that no `except Exception` there swallows it."""


def hint(question: Callable[[], Any], seconds: float = HINT_SECONDS) -> Any | None:
    """question()'s answer, or None if it raises, takes longer than `seconds`, or the thread cannot be interrupted.

    An alarm that the caller has set keeps its time: it is re-armed with what is left, and fires at once if it is overdue.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return None
    handler, outer = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)[0]
    started = time.monotonic()

    def expire(number: int, frame: FrameType | None) -> None:
        raise _Expired

    try:
        signal.signal(signal.SIGALRM, expire)
        signal.setitimer(signal.ITIMER_REAL, min(seconds, outer) if outer else seconds)
        return question()
    except (_Expired, Exception):  # a hint that fails is no hint, whatever the reason
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if outer:
            signal.setitimer(signal.ITIMER_REAL, max(outer - (time.monotonic() - started), 1e-6))


@lru_cache(maxsize=512)
def antiderivative_hint(f: sp.Expr, x: sp.Symbol) -> sp.Expr | None:
    """SymPy's idea of an antiderivative of f, free of unevaluated parts; None if it has none."""
    F = hint(lambda: sp.integrate(f, x))
    return None if F is None or F.has(sp.Integral, sp.Sum, sp.nan, sp.zoo) else F


def roots_hint(h: sp.Expr, x: sp.Symbol) -> list[sp.Expr]:
    """SymPy's idea of the real solutions of h = 0."""
    found = hint(lambda: sp.solve(h, x))
    if not isinstance(found, list):
        return []
    return [r for r in found if isinstance(r, sp.Expr) and not r.has(x, sp.I, sp.nan, sp.zoo)]


@lru_cache(maxsize=512)
def telescoper_hint(f: sp.Expr, k: sp.Symbol) -> sp.Expr | None:
    """A G with G(k+1) - G(k) = f(k), by Gosper's algorithm; None if there is no hypergeometric one."""
    from sympy.concrete.gosper import gosper_term

    ratio = hint(lambda: gosper_term(f, k))
    return None if ratio is None else f * ratio
