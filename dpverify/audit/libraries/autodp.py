"""autodp: the analytic Gaussian calibrator and the exact profile."""

from . import Function, Library

LIBRARY = Library(
    "autodp",
    ("autodp",),
    (
        Function(
            "ana_gaussian_calibrator",
            "gaussian sigma",
            """
from autodp.calibrator_zoo import ana_gaussian_calibrator
calibrator = ana_gaussian_calibrator()
def answer(epsilon, delta):
    return calibrator.param_from_eps_delta(float, epsilon, delta)
""",
        ),
        Function(
            "ExactGaussianMechanism",
            "gaussian delta",
            """
from autodp.mechanism_zoo import ExactGaussianMechanism
def answer(epsilon, sigma):
    return ExactGaussianMechanism(sigma=sigma).approx_delta(epsilon)
""",
        ),
        Function(
            "get_logdelta_ana_gaussian",
            "gaussian delta",
            """
import math
from autodp.dp_bank import get_logdelta_ana_gaussian
def answer(epsilon, sigma):
    return math.exp(get_logdelta_ana_gaussian(sigma, epsilon))
""",
        ),
    ),
)
