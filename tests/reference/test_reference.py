"""Files of reference values: laws of the format, the same bytes twice, and values by other routes."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from dpverify.cli.main import group
from dpverify.enclosure.gaussian import profile_is_at_most
from dpverify.errors import InputError
from dpverify.reference.document import build, parse, read, text_of
from dpverify.reference.quantities import TABLES, table
from dpverify.reference.rounding import first_double, float_at_or_above

ROOT = Path(__file__).resolve().parents[2]
CLOSED = [name for name in TABLES if name != "brackets"]


@pytest.fixture(scope="module")
def documents() -> dict[str, dict]:
    return {name: build(t) for name, t in TABLES.items()}


def _answers(document):
    for point in document["points"]:
        for kind in ("decimal_inputs", "double_inputs"):
            if point[kind] is not None:
                yield point, kind, point[kind]


@pytest.mark.parametrize("name", TABLES)
def test_enclosures_hold_the_value_and_are_narrow(documents, name):
    for _point, _kind, answers in _answers(documents[name]):
        for answer in answers.values():
            low, high = Fraction(answer["lower"]), Fraction(answer["upper"])
            assert low <= high
            if name == "brackets":
                assert answer["value"] is None and high <= low * Fraction(102, 100)
            elif answer["value"] is not None:
                assert low <= Fraction(answer["value"]) <= high
                assert high - low <= high / 10**38
            else:
                assert (low, high) == (0, Fraction(1, 10**100_000))


@pytest.mark.parametrize("name", CLOSED)
def test_first_double_is_the_first_at_or_above(documents, name):
    seen = 0
    for _point, _kind, answers in _answers(documents[name]):
        for answer in answers.values():
            low, high = Fraction(answer["lower"]), Fraction(answer["upper"])
            if answer["first_double"] is None:
                assert high > Fraction(math.nextafter(math.inf, 0.0))
                continue
            first = float.fromhex(answer["first_double"])
            # The 40 digits leave a gap in which the double may lie; the first double itself was decided with more.
            assert Fraction(first) >= low
            assert Fraction(math.nextafter(first, -math.inf)) < high
            seen += 1
    assert seen >= 10


def test_first_double_of_sigma_is_private_and_the_one_below_is_not(documents):
    """A second route: the privacy condition itself at the two doubles."""
    for point, kind, answers in _answers(documents["gaussian-sigma"]):
        key = "decimal" if kind == "decimal_inputs" else "hex"
        read_input = Fraction if key == "decimal" else lambda text: Fraction(float.fromhex(text))
        eps, delta, size = (read_input(point["inputs"][n][key]) for n in ("epsilon", "delta", "sensitivity"))
        first = float.fromhex(answers["sigma"]["first_double"])
        assert profile_is_at_most(eps, size / Fraction(first), delta)
        assert not profile_is_at_most(eps, size / Fraction(math.nextafter(first, 0.0)), delta)


@pytest.mark.parametrize("name", TABLES)
def test_inputs_are_the_nearest_doubles(documents, name):
    for point in documents[name]["points"]:
        exact = True
        for given in point["inputs"].values():
            assert float(given["decimal"]) == float.fromhex(given["hex"])
            exact &= Fraction(given["decimal"]) == Fraction(float.fromhex(given["hex"]))
        assert (point["double_inputs"] is None) == (exact or name == "brackets")


@pytest.mark.parametrize("name", TABLES)
def test_two_runs_write_the_same_bytes_and_they_parse(documents, name):
    text = text_of(documents[name])
    assert text_of(build(table(name))) == text
    assert parse(text) == documents[name]


def test_the_domain_is_covered(documents):
    eps = {p["inputs"]["epsilon"]["decimal"] for p in documents["gaussian-sigma"]["points"]}
    deltas = {p["inputs"]["delta"]["decimal"] for p in documents["gaussian-sigma"]["points"]}
    assert {"0", "1000"} <= eps and {"1e-300", "0.999"} <= deltas


def test_recorded_values(documents):
    """V1upp, V2upp and A from their formulas in mpmath; sigma at (1, 1e-5, 1) to 40 digits from two programs of other hands."""
    import mpmath

    with mpmath.workdps(700):
        for point in documents["truncated-laplace"]["points"]:
            eps, delta, size = (mpmath.mpf(point["inputs"][n]["decimal"]) for n in ("epsilon", "delta", "sensitivity"))
            q = mpmath.expm1(eps) / (2 * delta)
            log = mpmath.log1p(q)
            wanted = {
                "half_width": size / eps * log,
                "amplitude": size / eps * (1 - log / q),
                "power": 2 * (size / eps) ** 2 * (1 - (log**2 / 2 + log) / q),
            }
            for key, value in wanted.items():
                assert abs(mpmath.mpf(point["decimal_inputs"][key]["value"]) / value - 1) < mpmath.mpf(10) ** -39
    at = {"epsilon": "1", "delta": "1e-5"}
    [p] = [p for p in documents["gaussian-sigma"]["points"] if {n: p["inputs"][n]["decimal"] for n in at} == at]
    sigma = Fraction(p["decimal_inputs"]["sigma"]["value"]) / Fraction(p["inputs"]["sensitivity"]["decimal"])
    assert abs(sigma / Fraction("3.730631634815941832249822575037427818843") - 1) < Fraction(1, 10**38)


def test_brackets_hold_what_is_known():
    """At epsilon = 0 and delta = 1/4 the least E|X| is Delta/(4 delta) = 1 (the s-bound meets the uniform law)."""
    points = build(table("brackets"))["points"]
    [at] = [p for p in points if p["inputs"]["epsilon"]["decimal"] == "0"]
    assert Fraction(at["decimal_inputs"]["least_amplitude"]["lower"]) <= 1 <= Fraction(at["decimal_inputs"]["least_amplitude"]["upper"])


@pytest.mark.parametrize("q", ["0.1", "1e-330", "0.5", "1", "3", "1.7976931348623157e308", "123456789.123"])
def test_float_at_or_above(q):
    q = Fraction(q)
    x = float_at_or_above(q)
    assert Fraction(x) >= q > Fraction(math.nextafter(x, -math.inf))


def test_first_double_of_a_number_that_is_never_decided():
    one = Fraction(1)
    assert first_double(lambda n: (one - Fraction(1, 10**n), one + Fraction(1, 10**n))) is None
    assert first_double(lambda n: (one, one)) == 1.0
    assert first_double(lambda n: (Fraction(10**400), Fraction(10**400))) is None


def test_sources_are_in_the_bibliography():
    keys = set(re.findall(r"^@\w+\{(\w+),", (ROOT / "proofs" / "references.bib").read_text(), re.MULTILINE))
    for t in TABLES.values():
        assert t.name == "brackets" or t.source.partition(",")[0] in keys


# ---- the command ----


def test_command_writes_the_file(tmp_path):
    out = tmp_path / "u.json"
    done = CliRunner().invoke(group, ["reference", "uniform", "-o", str(out)])
    assert done.exit_code == 0 and "9 points" in done.output
    assert read(out)["name"] == "uniform" and not list(tmp_path.glob("*.part"))


def test_command_lists_the_tables():
    done = CliRunner().invoke(group, ["reference"])
    assert [line.split()[0] for line in done.output.splitlines() if not line.startswith(" ")] == list(TABLES)


@pytest.mark.parametrize("argv", [["nonsense", "-o", "x.json"], ["uniform"], ["uniform", "-o", "/no/such/folder/x.json"]])
def test_command_refuses(argv):
    with pytest.raises(InputError):
        CliRunner().invoke(group, ["reference", *argv], catch_exceptions=False)


# ---- files of strangers ----


def _changed(change) -> str:
    data = json.loads(text_of(build(table("uniform"))))
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"format": "dpverify reference 2"}',
        '{"format": 1}',
        _changed(lambda d: d.update(extra="x")),
        _changed(lambda d: d["points"].append(1)),
        _changed(lambda d: d["points"][0]["inputs"]["delta"].update(decimal="1e9999999999")),
        _changed(lambda d: d["points"][0]["inputs"]["delta"].update(decimal="__import__('os')")),
        _changed(lambda d: d["points"][0]["inputs"]["delta"].update(hex="0x" + "1" * 5000)),
        _changed(lambda d: d["points"][-1]["decimal_inputs"]["power"].update(lower="1e9")),
        _changed(lambda d: d["points"][0]["decimal_inputs"].pop("power")),
        _changed(lambda d: d["points"][0].update(decimal_inputs=None)),
        _changed(lambda d: d.update(title="x" * 3000)),
    ],
)
def test_bad_files_are_refused(text):
    with pytest.raises(InputError):
        parse(text)


def test_large_files_are_refused(tmp_path):
    big = tmp_path / "big.json"
    with open(big, "wb") as stream:
        stream.truncate(20_000_001)
    with pytest.raises(InputError):
        read(big)
    with pytest.raises(InputError):
        read(tmp_path / "absent.json")
