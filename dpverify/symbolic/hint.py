"""Time-limited questions to SymPy. What comes back is a hint: every caller proves it by its own means before using it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from functools import lru_cache
from types import FrameType
from typing import Any

import sympy as sp

HINT_SECONDS = 3.0
"""How long SymPy may think about one question, in seconds of processor time."""


class _Expired(BaseException):
    """Raised inside SymPy when its time is over; a BaseException, so that no `except Exception` there swallows it."""


def hint(question: Callable[[], Any], seconds: float = HINT_SECONDS) -> Any | None:
    """question()'s answer, or None if it raises, takes longer than `seconds`, or the thread cannot be interrupted.

    What counts is processor time, so that the answer does not depend on what else the machine is doing.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return None

    def expire(number: int, frame: FrameType | None) -> None:
        raise _Expired

    handler = signal.getsignal(signal.SIGVTALRM)
    try:
        signal.signal(signal.SIGVTALRM, expire)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        return question()
    except (_Expired, Exception):  # a hint that fails is no hint, whatever the reason
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, handler)


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
