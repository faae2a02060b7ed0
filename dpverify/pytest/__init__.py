"""Assertions and a fixture for the tests of privacy libraries.

`from dpverify.pytest import assert_tight_sigma, assert_dp, reference_points`; for the fixture `dp_reference` put
`pytest_plugins = ["dpverify.pytest"]` into conftest.py. The import is cheap: the mathematics is loaded on first use.
"""

from .fixture import ReferencePoint, ReferenceValue, dp_reference, reference_points
from .law import Undecided, assert_dp
from .sigma import assert_tight_sigma

__all__ = ["ReferencePoint", "ReferenceValue", "Undecided", "assert_dp", "assert_tight_sigma", "dp_reference", "reference_points"]
