"""Noise laws of differential privacy, one file each, in the manner of frozen scipy.stats laws.

    >>> from dpverify.mechanisms import TruncatedLaplace
    >>> law = TruncatedLaplace(1, "1e-5")
    >>> law.cdf(0.0), law.amplitude, law.delta(1.0)
    (0.5, 0.999867761916697, 1e-05)

Parameters are exact: numbers as decimal text, integers or Fractions, floats by their shortest decimal text. Values of the methods are
floats near the exact law's; certified ones come from `law.certified()` and the command `dpverify mechanism`. Samples are for simulation:
`rvs` works in floating point, which is no safe way to release private data.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOME = {
    "Laplace": ".laplace",
    "TruncatedLaplace": ".truncated_laplace",
    "Uniform": ".uniform",
    "Additive": ".additive",
    "Staircase": ".staircase",
    "TruncatedStaircase": ".truncated_staircase",
    "Gaussian": ".gaussian",
    "classical_gaussian": ".gaussian",
    "analytic_gaussian": ".gaussian",
    "GaussianMixture": ".gaussian_mixture",
    "certified_mixture": ".gaussian_mixture",
    "Geometric": ".geometric",
    "DiscreteLaplace": ".discrete_laplace",
    "DiscreteUniform": ".discrete_uniform",
    "Law": ".law",
    "mechanism": ".registry",
}
__all__ = [
    "Laplace",
    "TruncatedLaplace",
    "Uniform",
    "Additive",
    "Staircase",
    "TruncatedStaircase",
    "Gaussian",
    "classical_gaussian",
    "analytic_gaussian",
    "GaussianMixture",
    "certified_mixture",
    "Geometric",
    "DiscreteLaplace",
    "DiscreteUniform",
    "Law",
    "mechanism",
]

if TYPE_CHECKING:
    from .additive import Additive
    from .discrete_laplace import DiscreteLaplace
    from .discrete_uniform import DiscreteUniform
    from .gaussian import Gaussian, analytic_gaussian, classical_gaussian
    from .gaussian_mixture import GaussianMixture, certified_mixture
    from .geometric import Geometric
    from .laplace import Laplace
    from .law import Law
    from .registry import mechanism
    from .staircase import Staircase
    from .truncated_laplace import TruncatedLaplace
    from .truncated_staircase import TruncatedStaircase
    from .uniform import Uniform


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'dpverify.mechanisms' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name], __name__), name)
    globals()[name] = value
    return value
