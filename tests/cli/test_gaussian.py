"""`gaussian`: answers, exit codes, one line for every error."""

import json
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import pytest

SIGMA = "3.730631634815941832249822575037427818843"  # mathematics.md 6.10


def run(*words):
    return subprocess.run([sys.executable, "-m", "dpverify", "gaussian", *words], capture_output=True, text=True, timeout=120)


def answer(*words):
    done = run(*words, "--json")
    assert done.returncode == 0 and not done.stderr, done.stderr
    return json.loads(done.stdout)


def test_sigma_rounded_up_with_its_enclosure():
    found = answer("--epsilon", "1", "--delta", "1e-5", "--digits", "38")
    assert list(found) == "sigma sigma_lower sigma_upper classical delta_0 amplitude power".split()
    assert found["sigma"] == "3.7306316348159418322498225750374278189"
    low, high, exact = Fraction(found["sigma_lower"]), Fraction(found["sigma_upper"]), Fraction(SIGMA)
    assert low < exact + Fraction(1, 10**38) and exact < high and high - low <= exact / 10**35
    assert found["classical"].startswith("4.84480526260538942") and found["delta_0"].startswith("0.28620821192209649")
    assert abs(Decimal(found["power"]) - Decimal(SIGMA) ** 2) < Decimal("1e-25")


def test_17_digits_by_default():
    assert answer("--epsilon", "1", "--delta", "1e-5")["sigma"] == "3.7306316348159419"


def test_four_thousand_digits_and_more():
    long, short = answer("--epsilon", "1", "--delta", "1e-5", "--digits", "5000"), answer("--epsilon", "1", "--delta", "1e-5")
    assert len(long["sigma"]) >= 4999 and long["sigma"].startswith(SIGMA[:30])
    assert Fraction(Decimal(long["sigma"])) <= Fraction(short["sigma"])


def test_delta_and_epsilon_are_the_inverse():
    sigma = answer("--epsilon", "1", "--delta", "1e-5", "--digits", "40")
    delta = answer("--epsilon", "1", "--sigma", sigma["sigma"], "--digits", "30")
    assert list(delta) == ["delta", "delta_lower", "delta_upper"]
    assert Fraction(delta["delta_lower"]) <= Fraction(1, 10**5) <= Fraction(delta["delta"])
    epsilon = answer("--delta", "1e-5", "--sigma", sigma["sigma"], "--digits", "30")
    assert list(epsilon) == ["epsilon", "epsilon_lower", "epsilon_upper"]
    assert abs(Fraction(epsilon["epsilon"]) - 1) < Fraction(1, 10**28)


def test_epsilon_is_0_where_delta_is_the_total_variation_or_more():
    # 2 Phi(1/2) - 1 = 0.38292...
    assert answer("--delta", "0.383", "--sigma", "1")["epsilon"] == "0"
    assert Fraction(answer("--delta", "0.3829", "--sigma", "1")["epsilon_lower"]) > 0


def test_classical_is_null_outside_its_range():
    assert answer("--epsilon", "1.0001", "--delta", "0.1")["classical"] is None
    assert answer("--epsilon", "0", "--delta", "0.1")["classical"] is None
    assert answer("--epsilon", "0", "--delta", "0.1")["delta_0"] == "0"


def test_sensitivity_scales():
    one, seven = (answer("--epsilon", "0.3", "--delta", "1e-9", "--sensitivity", s, "--digits", "25") for s in ("1", "7"))
    assert abs(Fraction(seven["sigma"]) / Fraction(one["sigma"]) - 7) < Fraction(1, 10**22)


@pytest.mark.parametrize("epsilon, delta", [("1e-300", "1e-300"), ("5000", "1e-300"), ("1e6", "0." + "9" * 30), ("1e-9000", "1e-20000")])
def test_far_corners(epsilon, delta):
    found = answer("--epsilon", epsilon, "--delta", delta, "--digits", "20")
    back = answer("--epsilon", epsilon, "--sigma", found["sigma"], "--digits", "25")
    assert Fraction(back["delta_lower"]) <= Fraction(delta)
    assert Fraction(back["delta_upper"]) >= Fraction(delta) * (1 - Fraction(1, 10**12))


@pytest.mark.parametrize(
    "words, said",
    [
        (("--epsilon", "1", "--delta", "0"), "--delta is '0'"),
        (("--epsilon", "1", "--delta", "1"), "--delta is '1'; it must be a number with 0 < delta < 1"),
        (("--epsilon", "1e-5", "--delta", "2"), "are the two swapped?"),
        (("--epsilon", "-0.5", "--delta", "0.1"), "--epsilon is '-0.5'"),
        (("--epsilon", "nan", "--delta", "0.1"), "--epsilon is 'nan'"),
        (("--epsilon", "", "--delta", "0.1"), "--epsilon is ''"),
        (("--epsilon", "1", "--delta", "0.1", "--digits", "0"), "--digits is '0'; it must be an integer from 1 to 10000"),
        (("--epsilon", "1", "--delta", "0.1", "--digits", "10001"), "--digits is '10001'"),
        (("--epsilon", "1", "--delta", "0.1", "--digits", "4.5"), "--digits is '4.5'"),
        (("--epsilon", "1", "--delta", "0.1", "--sensitivity", "0"), "--sensitivity is '0'; it must be a finite number above 0"),
        (("--epsilon", "1", "--sigma", "inf"), "--sigma is 'inf'"),
        (("--delta", "0.1", "--sigma", "0"), "--sigma is '0'"),
        (("--epsilon", "1"), "two of --epsilon, --delta and --sigma are needed"),
        (("--epsilon", "1", "--delta", "0.1", "--sigma", "1"), "two of --epsilon, --delta and --sigma"),
        ((), "two of --epsilon, --delta and --sigma are needed; there is none"),
    ],
)
def test_bad_input(words, said):
    done = run(*words)
    assert done.returncode == 2 and done.stdout == "" and said in done.stderr
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("dpverify: error: ")


def test_text_says_which_number_is_which():
    lines = run("--epsilon", "4.2247", "--sigma", "1").stdout.splitlines()
    assert lines[0].startswith("delta 0.0000190111096800245")  # peers.md
    assert "epsilon = 4.2247, sigma = 1" in lines[1]
    assert len(run("--epsilon", "4.2247", "--sigma", "1", "--quiet").stdout.splitlines()) == 1
