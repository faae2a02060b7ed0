"""IBM's diffprivlib. It needs a scikit-learn older than its requirements say."""

from . import Function, Library

LIBRARY = Library(
    "diffprivlib",
    ("diffprivlib", "scikit-learn<1.7"),
    (
        Function(
            "GaussianAnalytic",
            "gaussian sigma",
            """
from diffprivlib.mechanisms import GaussianAnalytic
def answer(epsilon, delta):
    return GaussianAnalytic(epsilon=epsilon, delta=delta, sensitivity=1)._scale
""",
        ),
        Function(
            "Gaussian (classical)",
            "gaussian sigma",
            """
from diffprivlib.mechanisms import Gaussian
def answer(epsilon, delta):
    return Gaussian(epsilon=epsilon, delta=delta, sensitivity=1)._scale
""",
        ),
        Function(
            "LaplaceBoundedNoise",
            "truncated Laplace",
            # The bound is worked out with the first noise that is drawn.
            """
from diffprivlib.mechanisms import LaplaceBoundedNoise
def answer(epsilon, delta):
    mechanism = LaplaceBoundedNoise(epsilon=epsilon, delta=delta, sensitivity=1)
    mechanism.randomise(0.0)
    return mechanism._noise_bound, mechanism._scale
""",
        ),
        Function(
            "Uniform",
            "(0, delta) uniform",
            # The width is nowhere kept: the noise itself, drawn with the largest number in [0, 1), tells it.
            """
from diffprivlib.mechanisms import Uniform
class Largest:
    def random(self):
        return 1 - 2.0 ** -53
def answer(delta):
    mechanism = Uniform(delta=delta, sensitivity=1)
    mechanism._rng = Largest()
    return mechanism.randomise(0.0) / (1 - 2.0 ** -52)
""",
        ),
        Function(
            "Staircase",
            "staircase variance",
            """
from diffprivlib.mechanisms import Staircase
def answer(epsilon):
    return Staircase(epsilon=epsilon, sensitivity=1).gamma
""",
        ),
        Function(
            "Geometric",
            "geometric",
            """
from diffprivlib.mechanisms import Geometric
def answer(epsilon):
    return -Geometric(epsilon=epsilon, sensitivity=1)._scale
""",
        ),
        Function(
            "GaussianDiscrete",
            "discrete Gaussian",
            """
from diffprivlib.mechanisms import GaussianDiscrete
def answer(epsilon, delta):
    return GaussianDiscrete(epsilon=epsilon, delta=delta, sensitivity=1)._scale
""",
        ),
    ),
)
