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
    "truncated_laplace_amplitude": ".closed_forms.truncated_laplace",
    "truncated_laplace_power": ".closed_forms.truncated_laplace",
    "truncated_laplace_half_width": ".closed_forms.truncated_laplace",
    "lower_bound_amplitude": ".closed_forms.lower_bounds",
    "lower_bound_power": ".closed_forms.lower_bounds",
    "t_bound_amplitude": ".closed_forms.lower_bounds",
    "t_bound_power": ".closed_forms.lower_bounds",
    "s_bound_amplitude": ".closed_forms.lower_bounds",
    "staircase_amplitude": ".closed_forms.staircase",
    "staircase_power": ".closed_forms.staircase",
    "staircase_gamma_amplitude": ".closed_forms.staircase",
    "staircase_gamma_power": ".closed_forms.staircase",
    "additive_amplitude": ".closed_forms.additive",
    "additive_power": ".closed_forms.additive",
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
    "truncated_laplace_amplitude",
    "truncated_laplace_power",
    "truncated_laplace_half_width",
    "lower_bound_amplitude",
    "lower_bound_power",
    "t_bound_amplitude",
    "t_bound_power",
    "s_bound_amplitude",
    "staircase_amplitude",
    "staircase_power",
    "staircase_gamma_amplitude",
    "staircase_gamma_power",
    "additive_amplitude",
    "additive_power",
    "__version__",
]

if TYPE_CHECKING:
    from .claims.claim import Claim, Step
    from .claims.verify import verify  # type: ignore[import-not-found, import-untyped, unused-ignore]
    from .closed_forms.additive import additive_amplitude, additive_power
    from .closed_forms.lower_bounds import (
        lower_bound_amplitude,
        lower_bound_power,
        s_bound_amplitude,
        t_bound_amplitude,
        t_bound_power,
    )
    from .closed_forms.staircase import (
        staircase_amplitude,
        staircase_gamma_amplitude,
        staircase_gamma_power,
        staircase_power,
    )
    from .closed_forms.truncated_laplace import (
        truncated_laplace_amplitude,
        truncated_laplace_half_width,
        truncated_laplace_power,
    )
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
