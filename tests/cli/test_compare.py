"""`compare`: the rows, their order, the excess over the certified lower end, the three forms of output."""

import dataclasses
import functools
import json
import shutil
import subprocess
from fractions import Fraction

import pytest
from click.testing import CliRunner

from dpverify.cli.bounds import read_problem
from dpverify.cli.compare import command, latex_table
from dpverify.cli.main import main
from dpverify.cli.mechanism import certified_mechanism
from dpverify.compare import compare
from dpverify.errors import InputError
from dpverify.mechanisms.registry import MECHANISMS
from dpverify.optimal.problem import Problem


def run(*words):
    done = CliRunner().invoke(command, list(words), standalone_mode=False)
    assert done.exception is None, done.exception
    return done.output


POINTS = [("1", "0.1", "1", "amplitude"), ("0.5", "0.01", "2", "power"), ("0", "0.7", "1", "amplitude")]


computed_once = functools.cache(compare)


@pytest.fixture(scope="module", autouse=True)
def no_point_is_computed_twice():
    """The tests look at few points in many forms."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dpverify.compare.compare", computed_once)
        yield


@pytest.fixture(scope="module", params=POINTS, ids=str)
def answer(request):
    epsilon, delta, size, loss = request.param
    words = ("--epsilon", epsilon, "--delta", delta, "--sensitivity", size, "--loss", loss)
    return request.param, json.loads(run(*words, "--json"))


def test_rows_are_those_of_mechanism_cheapest_first(answer):
    (epsilon, delta, size, loss), found = answer
    assert list(found) == ["loss", "lower", "upper", "rows"] and found["loss"] == loss
    values = [Fraction(row["value"]) for row in found["rows"]]
    assert values == sorted(values) and len(values) >= 4
    low = Fraction(found["lower"])
    assert low <= Fraction(found["upper"]) <= values[0] * (1 + Fraction(1, 10**15))
    for row in found["rows"]:
        assert list(row) == ["mechanism", "value", "excess", "delta_attained"]
        single = certified_mechanism(row["mechanism"], epsilon, delta, size)
        assert row["value"] == getattr(single, loss) and row["delta_attained"] == single.delta_attained
        # Rounded up, by less than one unit of the sixth digit.
        exact = Fraction(row["value"]) / low - 1
        over = Fraction(row["excess"]) - exact
        assert -Fraction(1, 10**16) <= over <= exact / 10**5 + Fraction(1, 10**14)
        assert Fraction(row["delta_attained"]) <= Fraction(delta)


def test_who_applies(answer):
    (epsilon, _, _, _), found = answer
    names = {row["mechanism"] for row in found["rows"]}
    assert {"uniform", "additive-amplitude", "additive-power", "analytic-gaussian"} <= names
    assert ("laplace" in names) == ("classical-gaussian" in names) == (epsilon != "0")
    assert not names & {"geometric", "discrete-laplace", "discrete-uniform"}


def test_no_mechanism_is_below_the_certified_lower_bound(answer):
    _, found = answer
    assert all(Fraction(row["value"]) >= Fraction(found["lower"]) for row in found["rows"])


def test_terminal_table():
    lines = run("--epsilon", "1", "--delta", "0.1").splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].split()[0] == "mechanism" and lines[1].split()[0] == "truncated-staircase-amplitude"
    assert any(line.startswith("the least possible is in [0.69") for line in lines)


def test_latex_table_compiles(tmp_path):
    table = run("--epsilon", "0.5", "--delta", "1e-2", "--sensitivity", "2", "--loss", "power", "--latex")
    assert r"\delta=1\cdot" not in table and r"\delta=10^{-2}" in table and table.count(r"\\") >= 8
    engine = shutil.which("pdflatex")
    if engine is None:
        pytest.skip("no TeX here")
    page = "\\documentclass{article}\\usepackage{amssymb,booktabs}\\begin{document}\n" + table + "\\end{document}\n"
    (tmp_path / "t.tex").write_text(page)
    done = subprocess.run([engine, "-interaction=nonstopmode", "-halt-on-error", "t.tex"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "Overfull" not in done.stdout, done.stdout[-1500:]


@pytest.mark.parametrize(
    "words, said",
    [
        (("--epsilon", "-1", "--delta", "0.1"), "--epsilon is '-1'"),
        (("--epsilon", "1", "--delta", "1"), "--delta is '1'"),
        (("--epsilon", "0", "--delta", "0"), "both 0"),
        (("--epsilon", "1", "--delta", "0.1", "--loss", "sideways"), "--loss is 'sideways'"),
        (("--epsilon", "1", "--delta", "0.1", "--json", "--latex"), "--json and --latex"),
    ],
)
def test_refused_in_one_line(words, said, capsys):
    with pytest.raises(InputError, match=said):
        command.main(list(words), standalone_mode=False)
    with pytest.raises(SystemExit) as left:
        main(["compare", *words])
    out, err = capsys.readouterr()
    assert left.value.code == 2 and out == "" and len(err.splitlines()) == 1


def test_the_latex_table_holds_every_row(answer):
    (epsilon, delta, size, loss), _ = answer
    found = computed_once(read_problem(epsilon, delta, size, loss, False))
    # Excesses of any size, one of an unknown size, and costs and deltas with an exponent.
    odd = [dataclasses.replace(found.rows[0], excess=excess) for excess in ("0", "4.2e-9", "99.99", "2e7", None)]
    odd += [dataclasses.replace(found.rows[0], value=text, delta_attained=text) for text in ("1e-7", "3.25e40")]
    rows = (*found.rows, *odd)
    table = latex_table(dataclasses.replace(found, rows=rows), epsilon, delta, size)
    body = table.split(r"\midrule")[1].split(r"\bottomrule")[0]
    assert body.count(r"\\") == len(rows)
    assert all(line.count("&") == 3 and line.count("$") % 2 == 0 for line in body.strip().splitlines())


def test_every_continuous_mechanism_has_a_cost_at_any_loss():
    found = json.loads(run("--epsilon", "1", "--delta", "0.1", "--loss", "1.5", "--json"))
    assert {row["mechanism"] for row in found["rows"]} == {n for n, m in MECHANISMS.items() if not m.integers}


def test_the_cheapest_row_is_an_upper_end_where_the_bracket_is_wider(monkeypatch):
    monkeypatch.delitem(MECHANISMS, "gaussian-mixture")  # never the cheapest, and by far the slowest here
    found = compare(Problem(Fraction(1, 10**6), Fraction(1, 10**6), Fraction(1), Fraction(1)), Fraction(1, 10**9), 0.1)
    assert Fraction(found.bracket.lower) <= Fraction(found.upper) <= Fraction(found.bracket.upper)
    assert Fraction(found.upper) <= Fraction(found.rows[0].value) * (1 + Fraction(1, 10**15))


def test_rounding_never_lifts_delta_above_the_one_asked_for(monkeypatch):
    monkeypatch.setattr(
        "dpverify.compare.MECHANISMS", {name: MECHANISMS[name] for name in ("uniform", "truncated-laplace", "analytic-gaussian")}
    )
    found = compare(Problem(Fraction(1), Fraction("0.4999999999999999999999"), Fraction(1), Fraction(1)), Fraction(1), 1.0)
    assert found.rows and all(Fraction(row.delta_attained) <= found.problem.delta for row in found.rows)
    assert {row.delta_attained for row in found.rows} >= {"0.4999999999999999999999"}


def test_extreme_numbers_are_shown_as_they_are_given():
    found = compare(Problem(Fraction(1, 10**50), Fraction(1, 10**3), Fraction(1), Fraction(1)), Fraction(1, 10), 1)
    assert "1e-50" in found.missing["gaussian-mixture"]
