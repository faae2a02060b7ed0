"""Sweeps: ranges, rows that are whole at every moment, going on after a kill, a real local cluster."""

import csv
import os
import random
import signal
import subprocess
import sys
import time
from fractions import Fraction
from itertools import product

import pytest

from dpverify.cli.main import main
from dpverify.errors import InputError
from dpverify.sweep import HEADER, Point, Row, Table, dask_workers, local_workers, read_range, sweep

WORDS = ["sweep", "--epsilon", "0.5:2:6", "--delta", "0.1:0.3:6", "--rel-gap", "0.1", "--jobs", "2"]


def test_ranges():
    assert read_range("0.1:0.3:3", "--x") == ["0.1", "0.2", "0.3"]
    assert read_range("0:1:4", "--x") == ["0", "1/3", "2/3", "1"]
    assert read_range("1e-6:1e-2:3:log", "--x") == ["0.000001", "0.0001", "0.01"]
    assert read_range("2:2:1", "--x") == ["2"]
    assert read_range("0.5, 2,1e-3,1/3", "--x") == ["0.5", "2", "1e-3", "1/3"]
    values = [Fraction(x) for x in read_range("0.01:10:7:log", "--x")]
    assert values == sorted(values) and (values[0], values[-1]) == (Fraction(1, 100), 10)
    for bad in ("1:0:5", "0:1:1", "0:1", "0:1:3:lin", "0:1:3:log", "a:1:3", "0:1:-3", "0:nan:3", "", "0:1:3:log:log", "0:1:1.5",
                "1", "1,", ",", "1,1", "1,1.0", "1,a", "1;2", "0.1,0:1:2"):  # fmt: skip
        with pytest.raises(InputError, match="--x is"):
            read_range(bad, "--x")


@pytest.mark.parametrize("words", [("1,-1,2", "0.1"), ("1,2", "0.1,1,0.2"), ("1,0", "0.1,0")])
def test_every_number_of_a_list_is_in_range(words, tmp_path, capsys):
    with pytest.raises(SystemExit) as left:
        main(["sweep", "--epsilon", words[0], "--delta", words[1], "-o", str(tmp_path / "t.csv")])
    out, err = capsys.readouterr()
    assert left.value.code == 2 and out == "" and len(err.splitlines()) == 1 and not (tmp_path / "t.csv").exists()


def row(point):
    return Row(point.epsilon, point.delta, point.loss, point.wanted, "1", "1.01", "0.01", "8", "3", "none", "0.1")


def points(count):
    return [Point(str(i), "0.1", "1", "0.1") for i in range(1, count + 1)]


def test_only_missing_points_are_computed_and_the_end_is_in_order(tmp_path):
    asked = []

    def workers(missing):
        for p in missing:
            asked.append(p)
            yield row(p)

    path = tmp_path / "t.csv"
    with Table(path) as table:
        sweep(points(3), table, workers)
    with Table(path) as table:
        assert sweep(points(5), table, workers) == [row(p) for p in points(5)]
    assert len(asked) == 5
    with open(path, newline="") as file:
        assert [tuple(r) for r in csv.reader(file)][0] == HEADER
    assert [line.split(",")[0] for line in path.read_text().splitlines()[1:]] == ["1", "2", "3", "4", "5"]


def test_half_a_line_is_dropped_and_strange_files_are_refused(tmp_path):
    path = tmp_path / "t.csv"
    with Table(path) as table:
        table.append(row(points(1)[0]))
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        with Table(path) as table:
            assert len(table.rows) == 0
        assert whole.startswith(path.read_bytes()) and path.read_bytes().endswith(b"\n")
    path.write_text("something,else\n1,2\n")
    with pytest.raises(InputError, match="not a table"):
        Table(path)
    assert path.read_text() == "something,else\n1,2\n"


def test_a_second_writer_is_refused(tmp_path):
    with Table(tmp_path / "t.csv"), pytest.raises(InputError, match="another sweep"):
        Table(tmp_path / "t.csv")


def test_a_worker_that_dies_is_said(tmp_path):
    with Table(tmp_path / "t.csv") as table, pytest.raises(Exception, match=r"epsilon|zero|delta"):
        sweep([Point("0", "0", "1", "0.1")], table, local_workers(1))


def test_killed_at_random_moments_it_goes_on(tmp_path):
    path = tmp_path / "t.csv"
    rng = random.Random(7)
    command = [sys.executable, "-m", "dpverify", *WORDS, "-o", str(path)]
    before = []
    for _ in range(20):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(rng.uniform(0.2, 1.3))
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        text = path.read_text() if path.exists() else ""
        rows = list(csv.reader(text.splitlines()))
        assert text == "" or text.endswith("\n")
        assert all(len(r) == len(HEADER) for r in rows)
        # Nothing that was there is lost; the order may change once, when all is done.
        assert {tuple(r) for r in before} <= {tuple(r) for r in rows}
        before = rows
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    wanted = list(product(read_range("0.5:2:6", ""), read_range("0.1:0.3:6", "")))
    assert [(r["epsilon"], r["delta"]) for r in rows] == wanted
    assert all(Fraction(r["lower"]) <= Fraction(r["upper"]) for r in rows)


def test_a_real_local_cluster_of_two_workers(tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        grid = [Point(e, d, "1", "0.1") for e in ("0.5", "1", "2") for d in ("0.1", "0.2")]
        with Table(tmp_path / "t.csv") as table:
            rows = sweep(grid, table, dask_workers(cluster.scheduler_address))
    assert [r.point for r in rows] == grid and all(r.reached for r in rows)


def test_a_cluster_that_is_not_there(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "dpverify", *WORDS[:-2], "-o", str(tmp_path / "t.csv"), "--scheduler", "tcp://127.0.0.1:1"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 3 and len(done.stderr.splitlines()) == 1 and "Traceback" not in done.stderr


@pytest.mark.parametrize("range_", ["1:0:5", "-1:1:3", "0:inf:3", "1"])
def test_bad_ranges_are_exit_2(range_, tmp_path):
    path = tmp_path / "never.csv"
    done = subprocess.run(
        [sys.executable, "-m", "dpverify", "sweep", f"--epsilon={range_}", "--delta", "0.1:0.2:2", "-o", str(path)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and not path.exists()
