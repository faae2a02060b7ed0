"""sigma of the analytic Gaussian: ours over an array against the calibrations of installed packages, in one run. Nothing here is a test.

    python benchmarks/gaussian.py --setup DIR [--points N] [--seed N] [--only LIBRARY]

Each package gets an environment of its own in DIR (made with venv and pip when it is not there yet). The same random points go to all, on
two domains: `ordinary` (epsilon in [0.01, 10], delta in [1e-12, 0.1]) and `whole` (epsilon in [1e-9, 5000], delta in [1e-300, 1)). Peers
run in a process that may be ended: a point without an answer in 5 s counts as hanging, and the process starts again at the next point.
Times are CPU times of the calls only. Errors are relative to the certified sigma; `private` counts sigmas at which the true delta is not
above the one asked for by more than a relative 1e-9.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from dpverify import analytic_gaussian_sigma, certified_sigma, gaussian_delta
from dpverify.audit.environments import environment
from dpverify.audit.libraries import Library, library
from dpverify.audit.runner import Session, replies

LIMIT = 5.0
ELEMENTS = 10**6
MOST_HANGING = 5

PEERS = {"dp-accounting": "GaussianPrivacyLoss", "autodp": "ana_gaussian_calibrator", "diffprivlib": "GaussianAnalytic"}
"""Library -> its calibration of the analytic Gaussian, as `dpverify audit` calls it."""


@dataclass
class Answers:
    sigma: list[float] = field(default_factory=list)
    seconds: float = 0.0
    failed: int = 0
    hanging: int = 0
    asked: int = 0


def ask_peer(peer: Library, folder: Path, points: list[tuple[float, float]]) -> Answers:
    """One sigma a point, nan where there is none. After MOST_HANGING hanging points the rest is left out."""
    answers = Answers()
    (code,) = (f.code for f in peer.functions if f.name == PEERS[peer.name])
    session = Session(environment(peer, folder), peer.name, code, LIMIT)
    for reply in replies(session, points):
        answers.asked += 1
        answers.seconds += reply.seconds
        answers.hanging += not reply.returned
        sigma = reply.value[0] if reply.value else np.nan
        answers.failed += reply.returned and not np.isfinite(sigma)
        answers.sigma.append(sigma if np.isfinite(sigma) else np.nan)
        if answers.hanging == MOST_HANGING:
            break
    return answers


def domains(rng: np.random.Generator) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    def logs(low: float, high: float, n: int) -> np.ndarray:
        return np.exp(rng.uniform(np.log(low), np.log(high), n))

    yield "ordinary", logs(0.01, 10, ELEMENTS), logs(1e-12, 0.1, ELEMENTS)
    middle = rng.random(ELEMENTS) < 0.3
    yield "whole", logs(1e-9, 5000, ELEMENTS), np.where(middle, rng.uniform(0.01, 1, ELEMENTS), logs(1e-300, 1, ELEMENTS))


def row(name: str, count: str, microseconds: float, ours: float, sigma: np.ndarray, exact: np.ndarray, points: np.ndarray) -> str:
    good = np.isfinite(sigma)
    error = np.abs(sigma[good] / exact[good] - 1)
    ratio = f"{microseconds / ours:>9.0f}"
    if not good.any():
        return f"{name:<16}{count:>34}{microseconds:>14.2f}{ratio}   no answers"
    true_delta = gaussian_delta(points[good, 0], np.maximum(sigma[good], 1e-300))
    private = int(np.sum(true_delta <= points[good, 1] * (1 + 1e-9)))
    where = points[good][np.argmax(error)]
    return (
        f"{name:<16}{count:>34}{microseconds:>14.2f}{ratio}{error.max():>14.1e} at epsilon {where[0]:.3g}, delta {where[1]:.3g}"
        f"{private:>8} of {good.sum()} private"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--setup", type=Path, required=True, metavar="DIR", help="folder for the packages' environments")
    parser.add_argument("--points", type=int, default=300, help="points for the peers and for the errors [300]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(PEERS), help="one package instead of all")
    options = parser.parse_args()
    options.setup.mkdir(parents=True, exist_ok=True)
    peers = [library(name) for name in PEERS if options.only in (None, name)]
    for peer in peers:
        environment(peer, options.setup, print)
    analytic_gaussian_sigma(1, 0.1)
    for name, epsilon, delta in domains(np.random.default_rng(options.seed)):
        runs = []
        for _ in range(3):
            start = time.process_time()
            sigma = analytic_gaussian_sigma(epsilon, delta)
            runs.append((time.process_time() - start) / ELEMENTS * 1e6)
        ours = min(runs)
        n = options.points
        points = np.column_stack([epsilon[:n], delta[:n]])
        start = time.process_time()
        exact = np.array([float(certified_sigma(float(e), float(d), digits=20).lower) for e, d in points])
        certified = (time.process_time() - start) / n * 1e6
        print(f"\n{name}: {n} points\n{'':<16}{'answers':>34}{'us an element':>14}{'ratio':>9}{'largest error':>14}")
        print(row("dpverify", f"{ELEMENTS} in one array", ours, ours, sigma[:n], exact, points))
        print(f"{'  certified':<16}{f'{n} at 20 digits':>34}{certified:>14.2f}{certified / ours:>9.0f}")
        for peer in peers:
            answers = ask_peer(peer, options.setup, [(float(e), float(d)) for e, d in points])
            returned = answers.asked - answers.hanging
            count = f"{returned - answers.failed} of {answers.asked}, {answers.failed} failed, {answers.hanging} hang"
            m = len(answers.sigma)
            each = answers.seconds / max(returned, 1) * 1e6
            print(row(peer.name, count, each, ours, np.array(answers.sigma), exact[:m], points[:m]), flush=True)


if __name__ == "__main__":
    main()
