"""The real libraries, where `dpverify audit --setup DIR` has set them up and DPVERIFY_AUDIT_ENVIRONMENTS names DIR.

What each was measured to get wrong, and no more: a new version that is right again fails here, and its row goes.
"""

import os
from pathlib import Path

import pytest

from dpverify.audit.audit import judge
from dpverify.audit.environments import environment
from dpverify.audit.kinds import kind
from dpverify.audit.libraries import library
from dpverify.audit.point import Point
from dpverify.audit.runner import Session, replies

FOLDER = os.environ.get("DPVERIFY_AUDIT_ENVIRONMENTS", "")

# library, function, point, verdict, ratio (of delta or of the variance) or None
MEASURED = [
    ("diffprivlib", "GaussianAnalytic", Point(1.0, 1e-30), "violation", 2e12),
    ("diffprivlib", "GaussianAnalytic", Point(50.0, 1e-5), "loose", 1.0107**2),
    ("diffprivlib", "GaussianAnalytic", Point(0.0, 1e-6), "no answer", None),
    ("diffprivlib", "LaplaceBoundedNoise", Point(710.0, 1e-6), "no answer", None),
    ("diffprivlib", "LaplaceBoundedNoise", Point(1e-17, 1e-6), "did not return", None),
    ("diffprivlib", "Uniform", Point(0.0, 0.9), "no answer", None),
    ("diffprivlib", "Staircase", Point(5.0), "loose", 1.25),
    ("diffprivlib", "Staircase", Point(10.0), "loose", 2.72),
    ("diffprivlib", "GaussianDiscrete", Point(50.0, 1e-12), "violation", 6e6),
    ("opendp", "make_laplace_threshold", Point(1.0, 0.0134, 5.0), "violation", 2.71828),
    ("autodp", "ana_gaussian_calibrator", Point(1.0, 1e-30), "violation", 5.8e5),
    ("autodp", "ana_gaussian_calibrator", Point(1.0, 1e-15), "violation", 41.0),
    ("autodp", "ana_gaussian_calibrator", Point(1.0, 1e-12), "loose", 1.067**2),
    ("autodp", "ana_gaussian_calibrator", Point(30.0, 1e-6), "loose", (0.230693 / 0.226816) ** 2),
    ("autodp", "ana_gaussian_calibrator", Point(0.0, 1e-6), "did not return", None),
    ("autodp", "ana_gaussian_calibrator", Point(1000.0, 1e-6), "no answer", None),
    ("python-dp", "GaussianMechanism", Point(1000.0, 1e-6), "violation", 1e6),
    ("dp-accounting", "GaussianPrivacyLoss", Point(1.0, 1e-15), "tight", 1.0),
]


@pytest.mark.skipif(not FOLDER, reason="DPVERIFY_AUDIT_ENVIRONMENTS is not set")
@pytest.mark.parametrize("name, function, point, verdict, ratio", MEASURED)
def test_measured(name, function, point, verdict, ratio):
    if not (Path(FOLDER) / name).is_dir():
        pytest.skip(f"{name} is not set up")
    (found,) = (f for f in library(name).functions if f.name == function)
    asked = kind(found.kind)
    session = Session(environment(library(name), Path(FOLDER)), name, found.code, 5.0)
    (reply,) = replies(session, [[getattr(point, n) for n in asked.inputs]])
    judged = judge(asked, point, reply)
    assert judged.verdict == verdict, judged
    if ratio is not None:
        assert float(judged.delta_ratio or judged.variance_ratio) == pytest.approx(ratio, rel=0.03)
