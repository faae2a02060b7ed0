"""Every command's arguments, by hypothesis: never a traceback, never exit 0 with numbers that contradict each other or plain mpmath."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath as mp
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dpverify.exact import any_number_of_digits
from dpverify.mechanisms.registry import MECHANISMS
from tests.campaign.command_line import Done, graceful

JUNK = st.sampled_from(
    [
        "", " ", "nan", "inf", "-inf", "Infinity", "1e999999999", "1e-999999999", "-1e999999999",
        "0x10", "1_000", "\uff11", "\u0661", "1/3",
        "1/0", "0/0", "-1", "-0", "+5", "1e", "e5", "1e400", "1e-400",
        "9" * 5000, "0." + "0" * 5000 + "1", "1,5", "1.5.5", "\u00e9", "\n", "1\n2",
        "--", "-h",
        "true", "None", "1j", "1e5000", "2", "0.5", "1e-5", "1e-300", "0.999", "1e3", "1e10",
    ]
)  # fmt: skip
DECIMALS = st.builds(
    lambda digits, exponent, point: f"{digits[:point]}.{digits[point:] or '0'}" + (f"e{exponent}" if exponent else ""),
    st.text("0123456789", min_size=2, max_size=8), st.integers(-12, 2), st.integers(1, 2),
)  # fmt: skip
SMALL = st.builds(lambda n, d: f"{n / 10**d:.8f}", st.integers(1, 999), st.integers(1, 6))
"""Decimals of moderate size, and ones below 1."""
EASY = st.sampled_from(["1", "0.5", "0.2"])
NUMBER = st.one_of(DECIMALS, SMALL, SMALL, DECIMALS, JUNK)
LOSS = st.one_of(st.sampled_from(["amplitude", "power", "1", "2", "0.5", "1.5", "3", "100", "0.001", "0.0001", "cubic"]), JUNK)


def campaign(strategies: dict[str, Any], short: int, long: int) -> Callable[[Callable[..., None]], tuple[Callable, Callable]]:
    """The same test twice: with a few examples for every day, with many for the campaign; the examples are the same on every run."""

    def both(body: Callable[..., None]) -> tuple[Callable, Callable]:
        def made(count: int) -> Callable:
            quiet = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
            rules = settings(max_examples=count, derandomize=True, database=None, deadline=None, suppress_health_check=quiet)
            examples = rules(given(**strategies)(body))

            def test(campaign_figures: Any) -> None:
                COUNTED.clear()
                examples()
                campaign_figures["command lines"] += COUNTED["runs"]
                campaign_figures["of these with exit 0"] += COUNTED["answers"]

            return test

        return made(short), pytest.mark.campaign(made(long))

    return both


COUNTED: Counter[str] = Counter()


def tried(words: list[str], **more: Any) -> Done:
    """graceful(), counted."""
    done = graceful(words, **more)
    COUNTED["runs"] += 1
    COUNTED["answers"] += done.code == 0
    return done


def words_of(**options: str | None) -> list[str]:
    """--name=value for each option that is given: a value may begin with a hyphen."""
    return [f"--{name.replace('_', '-')}={value}" for name, value in options.items() if value is not None]


def number(text: str) -> Fraction:
    with any_number_of_digits():
        return Fraction(text)


def json_of(done: Done) -> Any:
    def refuse(text: str) -> Any:
        raise AssertionError(f"{text} is no JSON")

    return json.loads(done.out, parse_constant=refuse)


# --- gaussian ----------------------------------------------------------------------------------------------------------------------------


def gaussian_delta(epsilon: Fraction, sigma: Fraction, sensitivity: Fraction) -> Any:
    """The delta of Gaussian noise (Balle and Wang 2018, Theorem 8), plain mpmath; None where mpmath's erfc fails."""
    e, s, d = (mp.mpf(v.numerator) / v.denominator for v in (epsilon, sigma, sensitivity))
    near, far = d / (2 * s) - e * s / d, -d / (2 * s) - e * s / d
    return None if max(abs(near), abs(far)) > 10**100 else mp.ncdf(near) - mp.exp(e) * mp.ncdf(far)


def check_gaussian(epsilon: str | None, delta: str | None, sigma: str | None, sensitivity: str | None, digits: str | None) -> None:
    done = tried(["gaussian", *words_of(epsilon=epsilon, delta=delta, sigma=sigma, sensitivity=sensitivity, digits=digits), "--json"])
    if done.code != 0:
        assert done.code == 2
        return
    answer = json_of(done)
    size = number(sensitivity or "1")
    (name,) = {"epsilon", "delta", "sigma"} - {n for n, v in (("epsilon", epsilon), ("delta", delta), ("sigma", sigma)) if v is not None}
    up, low, high = (number(answer[key]) for key in (name, f"{name}_lower", f"{name}_upper"))
    assert 0 <= low <= high and low <= up, (answer, epsilon, delta, sigma)
    given = {"epsilon": epsilon, "delta": delta, "sigma": sigma}
    exact = {key: number(value) for key, value in given.items() if value is not None}
    if exact.get("epsilon", 0) > 500 or min(exact.values()) < Fraction(1, 10**320) or max(size, 1 / size) > 10**50 or high > 10**60:
        return  # mpmath would need too many digits
    with mp.workdps(1200 if min(exact.values()) < Fraction(1, 10**60) or high > 10**9 else 400):
        margin = 1 - mp.mpf(10) ** -250

        def enough(value: Fraction) -> bool:
            """Whether the answer in this place is private."""
            point = {**exact, name: value}
            asked = mp.mpf(point["delta"].numerator) / point["delta"].denominator
            found = gaussian_delta(point["epsilon"], point["sigma"], size)
            return found is None or bool(found * margin <= asked)

        assert enough(up) and enough(high), (given, answer)
        if low > 0 and gaussian_delta(*({**exact, name: low}[key] for key in ("epsilon", "sigma")), size) is not None:
            assert not enough(low * (1 - Fraction(1, 10**9))), (given, answer)
    if name == "sigma":
        with mp.workdps(60):
            middle = mp.mpf(high.numerator) / high.denominator
            near = max(mp.mpf("1e-14"), mp.mpf(10) ** (1 - int(digits or 17)))  # the costs are rounded to the digits asked for
            assert mp.almosteq(mp.mpf(answer["amplitude"]), middle * mp.sqrt(2 / mp.pi), rel_eps=near), answer
            assert mp.almosteq(mp.mpf(answer["power"]), middle**2, rel_eps=near), answer
        if answer["classical"] is not None:
            assert number(answer["classical"]) >= low


@st.composite
def two_of_three(draw: Any) -> dict[str, str | None]:
    values = {name: draw(st.none() | NUMBER) for name in ("epsilon", "delta", "sigma")}
    if draw(st.integers(0, 5)):
        values[draw(st.sampled_from(sorted(values)))] = None
        values = {name: (value if value is not None else None) for name, value in values.items()}
    return values


test_gaussian_short, test_gaussian_long = campaign(
    {
        "three": two_of_three(),
        "sensitivity": st.none() | NUMBER,
        "digits": st.none() | st.sampled_from(["1", "2", "17", "40", "300", "0", "10001", "x", ""]),
    },
    50,
    3000,
)(lambda three, sensitivity, digits: check_gaussian(**three, sensitivity=sensitivity, digits=digits))


# --- mechanism, compare, bounds ----------------------------------------------------------------------------------------------------------


def check_mechanism(name: str, epsilon: str, delta: str | None, sensitivity: str | None) -> None:
    done = tried(["mechanism", *words_of(epsilon=epsilon, delta=delta, sensitivity=sensitivity), "--json", "--", name])
    if done.code != 0:
        assert done.code == 2
        return
    answer = json_of(done)
    assert answer["mechanism"] == name
    amplitude, power = number(answer["amplitude"]), number(answer["power"])
    assert amplitude >= 0 and amplitude**2 <= power * (1 + Fraction(1, 10**10)), answer
    attained = number(answer["delta_attained"])
    assert 0 <= attained <= number(delta or "0"), answer
    if answer["support"] is not None:
        low, high = map(number, answer["support"])
        assert low <= high and amplitude <= max(abs(low), abs(high)) and power <= max(abs(low), abs(high)) ** 2, answer


NAMES = st.one_of(st.sampled_from(sorted(MECHANISMS)), st.sampled_from(["", "Laplace", "laplace ", "nonesuch", "-h"]))
test_mechanism_short, test_mechanism_long = campaign(
    {"name": NAMES, "epsilon": NUMBER, "delta": st.none() | NUMBER, "sensitivity": st.none() | NUMBER}, 100, 3000
)(check_mechanism)


def check_compare(epsilon: str, delta: str, sensitivity: str | None, loss: str | None) -> None:
    done = tried(["compare", *words_of(epsilon=epsilon, delta=delta, sensitivity=sensitivity, loss=loss), "--json"])
    if done.code != 0:
        return
    answer = json_of(done)
    lower, upper = number(answer["lower"]), number(answer["upper"])
    values = [number(row["value"]) for row in answer["rows"]]
    assert lower <= upper and values == sorted(values)
    for row, value in zip(answer["rows"], values, strict=True):
        assert value >= lower, (answer, row)
        assert number(row["delta_attained"]) <= number(delta), row
        if lower > 0 and row["excess"] is not None:
            assert abs(number(row["excess"]) - (value / lower - 1)) <= Fraction(1, 10**6) * (1 + value / lower), row


test_compare_short, test_compare_long = campaign(
    {"epsilon": EASY | JUNK, "delta": EASY | SMALL | JUNK, "sensitivity": st.none() | NUMBER, "loss": st.none() | LOSS}, 8, 60
)(check_compare)


def check_bounds(epsilon: str, delta: str, sensitivity: str | None, loss: str | None, gap: str, monotone: bool, folder: Any) -> None:
    path = folder / "certificate.json"
    path.unlink(missing_ok=True)
    given_words = words_of(
        epsilon=epsilon, delta=delta, sensitivity=sensitivity, loss=loss, rel_gap=gap, time_limit="2", certificate=str(path)
    )
    done = tried(["bounds", *given_words, *(["--monotone"] if monotone else []), "--json"], seconds=120)
    if done.code == 2:
        assert not path.exists()
        return
    answer = json_of(done)
    lower, upper = number(answer["lower"]), number(answer["upper"])
    assert 0 <= lower <= upper
    forms = {k: number(v) for k, v in answer["closed_forms"].items() if v is not None}
    # An upper closed form is the cost of a law, a lower one holds for all laws; both are floats or rounded texts.
    if not monotone:
        assert forms.get("v_upp", upper) >= lower * (1 - Fraction(1, 10**9)), answer
    assert forms.get("v_low", lower) <= upper * (1 + Fraction(1, 10**9)), answer
    verdict = tried(["check-certificate", str(path), "--json"])
    assert verdict.code == 0 and json_of(verdict)["valid"] is True
    assert (json_of(verdict)["lower"], json_of(verdict)["upper"]) == (answer["lower"], answer["upper"])
    stored = json.loads(path.read_text())
    path.write_text(json.dumps({**stored, "upper": str(number(stored["upper"]) * Fraction(9, 10) * (lower / upper if lower else 0))}))
    assert graceful(["check-certificate", str(path)]).code in (1, 2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return tmp_path_factory.mktemp("arguments")


BOUNDS = {
    "epsilon": NUMBER, "delta": EASY | SMALL | JUNK, "sensitivity": st.none() | NUMBER, "loss": st.none() | LOSS,
    "gap": st.sampled_from(["0.1", "0.3", "1", "5", "0", "-1", "nan", ""]), "monotone": st.booleans(),
}  # fmt: skip


def bounds_test(count: int) -> Callable:
    def test(folder: Any, campaign_figures: Any) -> None:
        campaign(BOUNDS, count, 1)(lambda **words: check_bounds(**words, folder=folder))[0](campaign_figures)

    return test


test_bounds_short, test_bounds_long = bounds_test(10), pytest.mark.campaign(bounds_test(100))


# --- commands that take names and files --------------------------------------------------------------------------------------------------

WORD = st.one_of(
    st.sampled_from(["", ".", "..", "/", "/dev/null", "/nonesuch", "a\x01b", "x" * 300, "~", "*", "[", "gaussian", "-", "-o"]),
    st.text(min_size=0, max_size=12).filter(lambda t: "\0" not in t and not _surrogate(t)),
)  # fmt: skip


def _surrogate(text: str) -> bool:
    return any(0xD800 <= ord(c) < 0xE000 for c in text)


def names_test(count: int) -> Callable:
    def test(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, campaign_figures: Any) -> None:
        monkeypatch.chdir(tmp_path)

        def body(command: str, words: list[str], output: str) -> None:
            if command == "reference":
                # A good name and a good path would make the whole table.
                made = (
                    ["reference", *words[:1], f"--output={output}"]
                    if output.startswith("/none") or not words
                    else ["reference", "--", *words[:1]]
                )
            elif command == "latex":
                made = (
                    ["latex", f"--output={output}", "--", *(words or ["nonesuch"])]
                    if output.startswith("/none")
                    else ["latex", "--output=", "--", *words]
                )
            elif command == "show":
                made = ["show", "--json", "--", *words]
            elif command == "experiment":
                made = ["experiment", *words[:1], f"--config={output}", "--output=t.csv"]
            elif command == "sweep":
                made = ["sweep", f"--epsilon={output}", f"--delta={(words or [''])[0]}", "--output=t.csv"]
            elif command == "figure":
                made = ["figure", *(words[:1] or ["bounds"]), f"--output={output}", f"--points={output}", f"--epsilon={output}"]
            elif command == "report":
                folder = output if output.startswith("/dev") else ""
                made = ["report", f"--output={folder}", "--no-figures", "--", "nonesuch", *words]
            elif command == "audit":
                made = ["audit", f"--points={output}", f"--timeout={(words or ['x'])[0]}", "--", "nonesuch"]
            elif command == "check-certificate":
                made = ["check-certificate", "--json", "--", *words[:1]]
            else:
                made = (
                    [command, "--json", "--", *[w for w in words if w not in (".", "..", "/", "gaussian")]]
                    if words
                    else [command, "--", ""]
                )
            done = tried(made, allowed=(0, 1, 2, 3) if command in ("experiment", "reference", "latex", "figure", "report") else (0, 1, 2))
            if done.code == 0 and command in ("claims", "show", "verify"):
                json_of(done)

        names = ["reference", "latex", "show", "claims", "experiment", "sweep", "check-certificate", "figure", "report", "audit"]
        strategies = {"command": st.sampled_from(names), "words": st.lists(WORD, max_size=2), "output": WORD}
        campaign(strategies, count, 1)(body)[0](campaign_figures)
        assert sorted(p.name for p in tmp_path.iterdir()) == []

    return test


test_names_short, test_names_long = names_test(20), pytest.mark.campaign(names_test(1500))


# --- verify ------------------------------------------------------------------------------------------------------------------------------


@st.composite
def linear_claims(draw: Any) -> tuple[str, bool]:
    """The text of a claim `a x + b REL c` over an interval, and whether it is true."""
    a, b, c = (Fraction(draw(st.integers(-6, 6)), draw(st.integers(1, 4))) for _ in range(3))
    low = Fraction(draw(st.integers(-5, 5)), draw(st.integers(1, 3)))
    high = low + Fraction(draw(st.integers(1, 12)), draw(st.integers(1, 3)))
    relation = draw(st.sampled_from(["Le", "Lt", "Ge", "Gt"]))
    open_ends = draw(st.booleans())
    ends = [a * low + b - c, a * high + b - c]
    strict = relation in ("Lt", "Gt")
    if relation in ("Ge", "Gt"):
        ends = [-v for v in ends]
    worst = max(ends)
    attained = not open_ends or ends[0] == ends[1]
    true = worst < 0 or (worst == 0 and (not strict or not attained))
    x = f"({a.numerator}*x/Integer({a.denominator}) + Rational({b.numerator}, {b.denominator}))"
    domain = f"{'Interval.open' if open_ends else 'Interval'}(Rational({low}), Rational({high}))".replace("/", ", ")
    claim = f"Claim(title='t', statement={relation}({x}, Rational({c.numerator}, {c.denominator}), evaluate=False), domain={{x: {domain}}})"
    return claim, true


def verify_test(count: int) -> Callable:
    def test(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, campaign_figures: Any) -> None:
        monkeypatch.chdir(tmp_path)
        head = "from sympy import Ge, Gt, Integer, Interval, Le, Lt, Rational, Symbol\n"
        head += "from dpverify import Claim\nx = Symbol('x', real=True)\n"

        def body(claims: list[tuple[str, bool]]) -> None:
            (tmp_path / "own.py").write_text(head + "".join(f"c{i} = {text}\n" for i, (text, _) in enumerate(claims)))
            done = tried(["verify", "own.py", "--json", "--jobs=1"])
            if done.code == 2:
                return
            answer = json_of(done)
            verdicts = [row["verdict"] for row in answer["claims"]]
            assert len(verdicts) == len(claims) == answer["summary"]["total"]
            for verdict, (text, true) in zip(verdicts, claims, strict=True):
                assert verdict in (("proved", "certified", "checked", "undecided") if true else ("refuted", "undecided")), (text, verdict)
            assert (done.code == 0) == all(row["ok"] for row in answer["claims"])

        campaign({"claims": st.lists(linear_claims(), min_size=1, max_size=4)}, count, 1)(body)[0](campaign_figures)

    return test


test_verify_short, test_verify_long = verify_test(3), pytest.mark.campaign(verify_test(150))
