"""python-dp: OpenMined's wrapper of Google's C++ library."""

from . import Function, Library

LIBRARY = Library(
    "python-dp",
    ("python-dp",),
    (
        Function(
            "GaussianMechanism",
            "gaussian sigma",
            """
from pydp.algorithms.numerical_mechanisms import GaussianMechanism
def answer(epsilon, delta):
    return GaussianMechanism(epsilon, delta, 1.0).std
""",
        ),
    ),
)
