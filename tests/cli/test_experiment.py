"""`experiment`: exit codes, one line for every error and nothing written, kills, figures."""

import csv
import math
import os
import signal
import subprocess
import sys
import time

import pytest

from dpverify.cli.main import main

SMALL = "dimensions = [3, 5]\nepsilons = [1]\nrecords = 10\nrepeats = 2\n"


@pytest.fixture
def here(capsys):
    """The command in this process: (exit code, stdout, stderr)."""

    def run_here(*words):
        with pytest.raises(SystemExit) as left:
            main(["experiment", *words])
        return left.value.code, *capsys.readouterr()

    return run_here


def run(*words, cwd):
    command = [sys.executable, "-m", "dpverify", "experiment", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=cwd)


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "small.toml").write_text(SMALL)
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "header.csv").write_text("lon,lat\n")
    (tmp_path / "points.csv").write_text("lon,lat\n0,0\n1,1\n")
    (tmp_path / "nan.csv").write_text("lon,lat\n0,0\nnan,1\n")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("mean", "Missing option '-o'"),
        ("mean -o no/such/t.csv", "-o is 'no/such/t.csv'; it must be a file in a folder that exists"),
        ("mean -o t.csv --seed -1", "--seed is '-1'; it must be an integer from 0 to 9223372036854775807"),
        ("mean -o t.csv --seed x", "--seed is 'x'"),
        ("mean -o t.csv --jobs 0", "--jobs is '0'; it must be an integer from 1 to 4096"),
        ("mean -o t.csv --config none.toml", "none.toml does not exist"),
        ("mean -o t.csv --config points.csv", "is not TOML"),
        ("mean -o t.csv --figure f.jpg", "--figure is 'f.jpg'; it must end in .pdf, .svg or .png"),
        ("mean -o f.pdf --figure f.pdf", "-o and --figure are both 'f.pdf'"),
        ("histogram -o t.csv --config small.toml", "'records' is not a setting"),
        ("heatmap -o t.csv --points points.csv --x lon --y lat --cells 0", "--cells is '0'; it must be an integer from 2 to 2048"),
        (
            "heatmap -o t.csv --points points.csv --x lon --y lat --cells 100000",
            "--cells is '100000'; it must be an integer from 2 to 2048",
        ),
        ("heatmap -o t.csv --points points.csv --x lon --y lat --max-per-user 0", "--max-per-user is '0'"),
        ("heatmap -o t.csv --points points.csv --x lon --y latitude", "has no column 'latitude'; its columns are lon, lat"),
        ("heatmap -o t.csv --points points.csv --x lon --y lat --user cab", "has no column 'cab'"),
        ("heatmap -o t.csv --points points.csv --x lon --y lon", "x and y are both the column 'lon'"),
        ("mean -o t.csv --figure no/such/f.xyz", "--figure is 'no/such/f.xyz'; it must end in .pdf, .svg or .png"),
        ("heatmap -o t.csv --points points.csv --x lon", "the columns x and y must be named"),
        ("heatmap -o t.csv --points empty.csv --x lon --y lat", "empty.csv is empty"),
        ("heatmap -o t.csv --points header.csv --x lon --y lat", "header.csv has no points"),
        ("heatmap -o t.csv --points nan.csv --x lon --y lat", "nan.csv line 3: lon is 'nan'"),
        ("heatmap -o t.csv --points gone.csv --x lon --y lat", "gone.csv does not exist"),
        ("heatmap -o t.csv --user cab", "points names none"),
        ("heatmap -o t.csv --points=", "--points is empty"),
        ("median -o t.csv", "No such command 'median'"),
    ],
)
def test_bad_input(folder, monkeypatch, here, words, message):
    monkeypatch.chdir(folder)
    before = sorted(os.listdir(folder))
    code, out, error = here(*words.split())
    assert (code, out) == (2, "")
    assert message in error and error.count("\n") == 1
    assert sorted(os.listdir(folder)) == before


def test_a_table_and_a_figure_in_every_format(folder, monkeypatch, here):
    done = run("mean", "--config", "small.toml", "-o", "t.csv", "--figure", "f.pdf", "--jobs", "1", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [r["d"] for r in rows(folder / "t.csv")] == ["3"] * 19 + ["5"] * 19
    monkeypatch.chdir(folder)
    for suffix, start in (("pdf", b"%PDF"), ("svg", b"<?xml"), ("png", b"\x89PNG")):
        # The table is whole: only the figure is left to do.
        assert here("mean", "--config", "small.toml", "-o", "t.csv", "--figure", f"f.{suffix}") == (0, "", "")
        first = (folder / f"f.{suffix}").read_bytes()
        assert first.startswith(start)
        assert here("mean", "--config", "small.toml", "-o", "t.csv", "--figure", f"f.{suffix}") == (0, "", "")
        assert (folder / f"f.{suffix}").read_bytes() == first


def test_a_map_of_points_of_ones_own(folder):
    # Cab a has three points in one cell, of which two count; the exact map is what the answer 0 misses.
    (folder / "trips.csv").write_text("lon,lat,cab\n0,0,a\n0,0,a\n0,0,a\n3,3,b\n")
    (folder / "c.toml").write_text("epsilons = [1]\nrepeats = 2\n")
    words = "--points trips.csv --x lon --y lat --user cab --max-per-user 2 --cells 4 --config c.toml --figure f.svg --jobs 1"
    done = run("heatmap", "-o", "t.csv", *words.split(), cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    found = rows(folder / "t.csv")
    assert {(r["data"], r["d"], r["metric"]) for r in found} == {("trips", "16", "RMSE")}
    zero, laplace = ([r for r in found if r["mechanism"] == name][0] for name in ("none", "laplace"))
    assert float(zero["error"]) == pytest.approx(math.sqrt((2**2 + 1) / 16), rel=1e-8)
    # Scale K/epsilon, deviation sqrt(2) of it.
    assert float(laplace["sigma"]) == pytest.approx(2 * math.sqrt(2), rel=1e-8)
    assert (folder / "f.svg").stat().st_size > 10000


def test_two_processes_give_the_same_table(folder):
    for jobs in ("1", "2"):
        assert run("mean", "--config", "small.toml", "--seed", "5", "-o", f"{jobs}.csv", "--jobs", jobs, cwd=folder).returncode == 0
    assert (folder / "1.csv").read_bytes() == (folder / "2.csv").read_bytes()
    refused = run("mean", "--config", "small.toml", "--seed", "6", "-o", "1.csv", cwd=folder)
    assert refused.returncode == 2 and "another config, seed or data" in refused.stderr


def test_killed_it_goes_on(tmp_path):
    (tmp_path / "c.toml").write_text(f"dimensions = {list(range(3, 23))}\nepsilons = [0.1, 1]\nrecords = 2000\nrepeats = 8\n")
    path = tmp_path / "t.csv"
    command = [sys.executable, "-m", "dpverify", "experiment", "mean", "--config", "c.toml", "-o", "t.csv", "--jobs", "1"]
    before, kills = [], 0
    for _ in range(2):
        size = path.stat().st_size if path.exists() else 0
        process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while process.poll() is None and (not path.exists() or path.stat().st_size < size + 5000):
            time.sleep(0.01)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
            kills += 1
        process.communicate()
        now = rows(path)
        assert all(None not in r.values() for r in now)
        # Nothing that was there is lost.
        kept = {tuple(r.values()) for r in now}
        assert {tuple(r.values()) for r in before} <= kept
        before = now
    assert kills > 0
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    again = subprocess.run([*command[:-3], "whole.csv", "--jobs", "2"], cwd=tmp_path, capture_output=True, text=True)
    assert again.returncode == 0
    assert path.read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["c.toml", "t.csv", "whole.csv"]


@pytest.mark.parametrize(
    ("gone", "words", "name", "extra"),
    [
        ("pywt", ["heatmap"], "PyWavelets", "experiments"),
        ("skimage", ["heatmap"], "scikit-image", "experiments"),
        ("vega_datasets", ["heatmap"], "vega_datasets", "experiments"),
        ("matplotlib", ["mean", "--figure", "f.pdf"], "matplotlib", "figures"),
    ],
)
def test_missing_packages_are_named_with_the_extra(tmp_path, gone, words, name, extra):
    code = f"import sys; sys.modules[{gone!r}] = None; from dpverify.cli.main import main; main(['experiment', *{words!r}, '-o', 't.csv'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (3, "")
    assert name in done.stderr and f"pip install 'dpverify[{extra}]'" in done.stderr and done.stderr.count("\n") == 1
    assert os.listdir(tmp_path) == []


def test_help(here):
    for words in ([], ["mean"], ["histogram"], ["heatmap"]):
        code, out, error = here(*words, "--help")
        assert (code, error) == (0, "") and "Example:" in out and max(map(len, out.splitlines())) <= 80
