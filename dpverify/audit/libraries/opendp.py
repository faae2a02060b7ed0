"""OpenDP. It has no calibration of its own for (epsilon, delta): its documentation searches for the scale with `binary_search_param`."""

from . import Function, Library

_PREPARE = """
import opendp.prelude as dp
dp.enable_features("contrib", "floating-point", "honest-but-curious")
"""
_GAUSSIAN = """
space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
def private(scale):
    return dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*space, scale=scale))
"""

LIBRARY = Library(
    "opendp",
    ("opendp",),
    (
        Function(
            "make_gaussian, searched",
            "gaussian sigma",
            _PREPARE
            + _GAUSSIAN
            + """
def answer(epsilon, delta):
    fixed = lambda scale: dp.c.make_fix_delta(private(scale), delta)
    return dp.binary_search_param(fixed, d_in=1.0, d_out=(epsilon, delta))
""",
        ),
        Function(
            "make_gaussian, profile",
            "gaussian delta",
            _PREPARE
            + _GAUSSIAN
            + """
def answer(epsilon, sigma):
    return private(sigma).map(1.0).delta(epsilon)
""",
        ),
        Function(
            "make_geometric, searched",
            "geometric",
            _PREPARE
            + """
space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
def answer(epsilon):
    return 1 / dp.binary_search_param(lambda scale: dp.m.make_geometric(*space, scale=scale), d_in=1, d_out=epsilon)
""",
        ),
        Function(
            "make_laplace_threshold",
            "threshold release",
            _PREPARE
            + """
space = (
    dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=int)),
    dp.l01inf_distance(dp.absolute_distance(T=int)),
)
def answer(epsilon, threshold):
    return dp.m.make_laplace_threshold(*space, scale=1 / epsilon, threshold=int(threshold)).map((1, 1, 1))[1]
""",
        ),
    ),
)
