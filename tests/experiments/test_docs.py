"""The page on the experiments: its settings exist, and its numbers are those of the code (the quick rows are measured again)."""

import re
from pathlib import Path

import pytest

from dpverify.experiments.experiment import Cell, find
from dpverify.experiments.histogram import HistogramConfig
from dpverify.experiments.mean import DATA, MeanConfig

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "experiments.md").read_text(encoding="utf-8")


def rows(title, *start):
    """The tables' cells as numbers, without their standard errors, in the rows that begin with `start`."""
    section = TEXT.split(f"### {title}")[1].split("###")[0]
    cells = [[c.strip() for c in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|")]
    return [float(c.split("±")[0].replace(",", "")) for row in cells if tuple(row[: len(start)]) == start for c in row[len(start) :]]


@pytest.mark.parametrize("epsilon", ["0.01", "0.1", "1"])
def test_means_of_ten_dimensions(epsilon):
    found = {(r.mechanism, r.denoiser): float(r.error) for r in find("mean").measure(MeanConfig(), None, Cell(DATA, 10, epsilon), "")}
    raw = [found[law, "none"] for law in ("laplace", "classical-gaussian", "analytic-gaussian")]
    denoised = [found["analytic-gaussian", name] for name in ("james-stein+", "soft-threshold", "bayes (prior known)")]
    assert rows("Mean", epsilon, "10") == pytest.approx([*raw, *denoised, found["none", "answer 0"]], rel=6e-3)


@pytest.mark.parametrize(("items", "data"), [("5", "5 items a person"), ("1", "1 item a person")])
def test_histograms_of_a_hundred_bins(items, data):
    measured = find("histogram").measure(HistogramConfig(), None, Cell(data, 100, "0.1"), "")
    found = {(r.mechanism, r.denoiser): float(r.error) for r in measured}
    raw = [found[law, "none"] for law in ("laplace", "classical-gaussian", "analytic-gaussian")]
    denoised = [found["analytic-gaussian", name] for name in ("james-stein+", "soft-threshold")]
    others = [found["laplace", "soft-threshold"], found["none", "answer 0"]]
    assert rows("Histogram", items, "0.1", "100") == pytest.approx([*raw, *denoised, *others], rel=6e-3)


def test_commands_and_modules_exist():
    for name in re.findall(r"dpverify experiment (\w+) ", TEXT):
        assert find(name).name == name
    for module in re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE):
        assert (Path(find.__code__.co_filename).parents[1] / "denoising" / f"{module}.py").is_file()
