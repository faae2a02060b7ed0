"""Rigorous verification of formulas about differential-privacy noise.

`Claim` and `Step` state a formula and its derivation, `verify` decides it. The import is cheap: SymPy and Arb are loaded on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOME = {
    "Claim": ".claims.claim",
    "Step": ".claims.claim",
    "verify": ".claims.verify",
    "analytic_gaussian_sigma": ".gaussian.calibration",
    "gaussian_delta": ".gaussian.profile",
    "gaussian_epsilon": ".gaussian.profile",
    "gaussian_condition": ".gaussian.condition",
    "certified_sigma": ".gaussian.certified",
    "certified_delta": ".gaussian.certified",
    "certified_epsilon": ".gaussian.certified",
    "classical_gaussian_sigma": ".gaussian.certified",
}
__all__ = [
    "Claim",
    "Step",
    "verify",
    "analytic_gaussian_sigma",
    "gaussian_delta",
    "gaussian_epsilon",
    "gaussian_condition",
    "certified_sigma",
    "certified_delta",
    "certified_epsilon",
    "classical_gaussian_sigma",
    "__version__",
]

if TYPE_CHECKING:
    from .claims.claim import Claim, Step
    from .claims.verify import verify  # type: ignore[import-not-found, import-untyped, unused-ignore]
    from .gaussian.calibration import analytic_gaussian_sigma
    from .gaussian.certified import certified_delta, certified_epsilon, certified_sigma, classical_gaussian_sigma
    from .gaussian.condition import gaussian_condition
    from .gaussian.profile import gaussian_delta, gaussian_epsilon


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'dpverify' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
