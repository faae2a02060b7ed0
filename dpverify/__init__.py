"""Rigorous verification of formulas about differential-privacy noise.

`Claim` and `Step` state a formula and its derivation, `verify` decides it. The import is cheap: SymPy and Arb are loaded on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Claim", "Step", "verify", "__version__"]

_HOME = {"Claim": ".claims.claim", "Step": ".claims.claim", "verify": ".claims.verify"}

if TYPE_CHECKING:
    from .claims.claim import Claim, Step
    from .claims.verify import verify  # type: ignore[import-not-found, import-untyped, unused-ignore]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'dpverify' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
