"""`mechanism`: the answer's keys, certified numbers, one line for every error."""

import json
from decimal import Decimal
from fractions import Fraction

import click
import pytest
from click.testing import CliRunner

from dpverify.cli.main import main
from dpverify.cli.mechanism import command
from dpverify.errors import InputError


def answer(*words):
    done = CliRunner().invoke(command, [*words, "--json"], standalone_mode=False)
    assert done.exception is None, done.exception
    return json.loads(done.output)


NAMES = """laplace truncated-laplace additive-amplitude additive-power uniform staircase-amplitude staircase-power classical-gaussian
truncated-staircase-amplitude truncated-staircase-power analytic-gaussian gaussian-mixture geometric discrete-laplace
discrete-uniform""".split()


@pytest.mark.parametrize("name", NAMES)
def test_keys_and_decimal_strings(name):
    found = answer(name, "--epsilon", "0.5", "--delta", "1e-2", "--sensitivity", "2")
    assert list(found) == ["mechanism", "parameters", "support", "amplitude", "power", "delta_attained"]
    assert found["mechanism"] == name and found["parameters"]
    texts = [*found["parameters"].values(), *(found["support"] or []), found["amplitude"], found["power"], found["delta_attained"]]
    assert all(isinstance(t, str) and Decimal(t).is_finite() for t in texts)
    assert Decimal(found["delta_attained"]) <= Decimal("0.01")
    if found["support"]:
        assert Decimal(found["support"][0]) == -Decimal(found["support"][1])


@pytest.mark.parametrize("delta", ["0.4999999999999999999999", "1/3", "0.123456789012345678901"])
@pytest.mark.parametrize("name", [n for n in NAMES if n != "gaussian-mixture"])
def test_rounding_never_lifts_delta_above_the_one_asked_for(name, delta):
    found = answer(name, "--epsilon", "1", "--delta", delta)["delta_attained"]
    assert Fraction(found) <= Fraction(delta)
    if name in ("truncated-laplace", "uniform", "additive-amplitude"):
        assert found == delta


def test_values():
    # mathematics 5.1 and 6.10.
    assert answer("laplace", "--epsilon", "0.25")["power"] == "32"
    found = answer("analytic-gaussian", "--epsilon", "1", "--delta", "1e-5")
    assert found["parameters"]["sigma"] == "3.7306316348159419"  # rounded up: 3.73063163481594183...
    assert found["support"] is None
    # 1e-5 is 10^-5, not the nearest double.
    assert answer("truncated-laplace", "--epsilon", "1", "--delta", "1e-5")["delta_attained"] == "0.00001"
    # peers.md: (0, 0.9) noise.
    found = answer("additive-power", "--epsilon", "0", "--delta", "0.9")
    assert (found["parameters"]["atom"], found["power"]) == ("0.7", "0.05625")


@pytest.mark.parametrize(
    "words, said",
    [
        (("truncated-laplace", "--epsilon", "0", "--delta", "0.1"), "--epsilon is '0'; the truncated Laplacian needs"),
        (("truncated-laplace", "--epsilon", "1", "--delta", "0"), "--delta is '0'; the truncated Laplacian needs"),
        (("laplace", "--epsilon", "0"), "--epsilon is '0'; Laplace"),
        (("laplace", "--epsilon", "1", "--delta", "1"), "--delta is '1'"),
        (("laplace", "--epsilon", "nan"), "--epsilon is 'nan'"),
        (("laplace", "--epsilon", "1e9"), "--epsilon is '1e9'"),
        (("laplace", "--epsilon", "-1"), "--epsilon is '-1'"),
        (("laplace", "--epsilon", "1", "--sensitivity", "0"), "--sensitivity is '0'"),
        (("laplace", "--epsilon", "1", "--sensitivity", "inf"), "--sensitivity is 'inf'"),
        (("classical-gaussian", "--epsilon", "2", "--delta", "1e-5"), "--epsilon is '2'; the classical Gaussian needs 0 < epsilon <= 1"),
        (("uniform", "--epsilon", "1"), "--delta is missing"),
        (("geometric", "--epsilon", "1", "--sensitivity", "0.5"), "--sensitivity is '0.5'; geometric noise is for integer queries"),
        (("nonesuch", "--epsilon", "1", "--delta", "0.1"), "NAME is 'nonesuch'"),
    ],
)
def test_refused_in_one_line(words, said, capsys):
    with pytest.raises(InputError) as refused:
        command.main(list(words), standalone_mode=False)
    assert said in str(refused.value)
    with pytest.raises(SystemExit) as left:
        main(["mechanism", *words])
    out, err = capsys.readouterr()
    assert left.value.code == 2 and out == "" and len(err.splitlines()) == 1 and err.startswith("dpverify: error: ")


def test_terminal_form():
    done = CliRunner().invoke(command, ["truncated-laplace", "--epsilon", "1", "--delta", "0.1"], standalone_mode=False)
    lines = done.output.splitlines()
    assert lines[0].split() == ["scale", "1"] and max(map(len, lines)) <= 80
    assert any(line.startswith("delta attained") and line.endswith(" 0.1") for line in lines)


def test_help_names_every_mechanism():
    text = command.get_help(click.Context(command, info_name="dpverify mechanism"))
    for name in NAMES:
        assert name in text
