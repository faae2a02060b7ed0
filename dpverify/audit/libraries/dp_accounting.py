"""Google's dp-accounting: the privacy loss distributions."""

from . import Function, Library

_PREPARE = """
from dp_accounting.pld.common import DifferentialPrivacyParameters
from dp_accounting.pld import privacy_loss_mechanism as losses
"""

LIBRARY = Library(
    "dp-accounting",
    ("dp-accounting",),
    (
        Function(
            "GaussianPrivacyLoss",
            "gaussian sigma",
            _PREPARE
            + """
def answer(epsilon, delta):
    return losses.GaussianPrivacyLoss.from_privacy_guarantee(DifferentialPrivacyParameters(epsilon, delta), 1).standard_deviation
""",
        ),
        Function(
            "get_delta_for_epsilon",
            "gaussian delta",
            _PREPARE
            + """
def answer(epsilon, sigma):
    return losses.GaussianPrivacyLoss(sigma, sensitivity=1).get_delta_for_epsilon(epsilon)
""",
        ),
        Function(
            "DiscreteLaplacePrivacyLoss",
            "geometric",
            _PREPARE
            + """
def answer(epsilon):
    return losses.DiscreteLaplacePrivacyLoss.from_privacy_guarantee(DifferentialPrivacyParameters(epsilon, 0), 1).parameter
""",
        ),
        Function(
            "DiscreteGaussianPrivacyLoss",
            "discrete Gaussian",
            # What it calls sigma is the parameter of the law; its standard_deviation() is that of the truncated law.
            _PREPARE
            + """
def answer(epsilon, delta):
    return losses.DiscreteGaussianPrivacyLoss.from_privacy_guarantee(DifferentialPrivacyParameters(epsilon, delta), 1)._sigma
""",
        ),
    ),
)
