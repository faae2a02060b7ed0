"""Tables: the same again whatever the order, continued where they were, never mixed."""

import csv
from dataclasses import replace

import pytest

from dpverify.errors import InputError
from dpverify.experiments.config import fingerprint
from dpverify.experiments.experiment import Row, find
from dpverify.experiments.heatmap import HeatmapConfig
from dpverify.experiments.mean import MeanConfig
from dpverify.experiments.run import run

EXPERIMENT = find("mean")
CONFIG = MeanConfig(dimensions=(3, 5), epsilons=("1", "0.1"), records=20, repeats=3)


def table(path):
    with open(path, newline="") as file:
        return [Row(**row) for row in csv.DictReader(file)]


def test_rows_stand_in_order_and_say_everything(tmp_path):
    rows = run(EXPERIMENT, CONFIG, None, tmp_path / "t.csv")
    assert rows == table(tmp_path / "t.csv") and len(rows) == 4 * EXPERIMENT.width
    assert [r.cell for r in rows][:: EXPERIMENT.width] == list(EXPERIMENT.cells(CONFIG, None))
    for row in rows:
        assert (row.delta, row.metric, row.repeats, row.seed, row.config) == ("1e-4", "L2", "3", str(CONFIG.seed), fingerprint(CONFIG))
        assert float(row.error) > 0 and float(row.standard_error) > 0
        assert (float(row.sigma) == 0) == (row.mechanism == "none")


def test_cut_anywhere_it_is_completed_to_the_same_table(tmp_path):
    path = tmp_path / "t.csv"
    run(EXPERIMENT, CONFIG, None, path)
    whole = path.read_bytes()
    for cut in (0, 5, len(whole) // 3, len(whole) // 2, len(whole) - 1, len(whole)):
        path.write_bytes(whole[:cut])
        asked = []

        def workers(function, cells, asked=asked):
            asked.extend(cells)
            return map(function, cells)

        run(EXPERIMENT, CONFIG, None, path, workers)
        assert path.read_bytes() == whole
        # Of a cell of which a row was lost nothing is kept.
        assert len(asked) == 4 - whole[:cut].count(b"\n", whole.index(b"\n") + 1) // EXPERIMENT.width


def test_what_was_done_stays_when_a_cell_fails(tmp_path):
    path = tmp_path / "t.csv"

    def workers(function, cells):
        yield function(cells[0])
        yield function(cells[1])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(EXPERIMENT, CONFIG, None, path, workers)
    assert len(table(path)) == 2 * EXPERIMENT.width
    assert len(run(EXPERIMENT, CONFIG, None, path)) == 4 * EXPERIMENT.width


@pytest.mark.parametrize("change", [{"seed": 1}, {"repeats": 4}, {"delta": "1e-5"}, {"epsilons": ("1",)}, {"spread": 0.25}])
def test_another_config_is_refused_and_the_file_left_alone(tmp_path, change):
    path = tmp_path / "t.csv"
    run(EXPERIMENT, CONFIG, None, path)
    before = path.read_bytes()
    with pytest.raises(InputError, match="another config, seed or data"):
        run(EXPERIMENT, replace(CONFIG, **change), None, path)
    assert path.read_bytes() == before
    path.write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="not a table of an experiment"):
        run(EXPERIMENT, CONFIG, None, path)
    assert path.read_text() == "a,b\n1,2\n"


def test_the_fingerprint_is_about_the_numbers():
    config = HeatmapConfig()
    assert fingerprint(config) == fingerprint(replace(config, picture_epsilon="3"))
    assert fingerprint(config) != fingerprint(replace(config, max_per_user=4))
    assert fingerprint(config, b"one") != fingerprint(config, b"two")


def test_seeds_are_apart(tmp_path):
    first = run(EXPERIMENT, CONFIG, None, tmp_path / "a.csv")
    second = run(EXPERIMENT, replace(CONFIG, seed=1), None, tmp_path / "b.csv")
    assert all(a.error != b.error for a, b in zip(first, second, strict=True))
