"""The page about the guarantees says what is there: packages with their sizes, and every rule with its lemma."""

import re
from pathlib import Path

import pytest

from dpverify.rules import RULES, RULES_VERSION

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "guarantees.md").read_text()
PACKAGES = ("enclosure", "symbolic", "prover", "rules", "claims")


@pytest.mark.parametrize("package", PACKAGES)
def test_size_is_told_within_a_tenth(package: str) -> None:
    row = re.search(rf"^\| `dpverify/{package}` \|.*\| ([\d,]+) \|$", PAGE, re.MULTILINE)
    assert row, f"{package} is not in the table"
    told = int(row.group(1).replace(",", ""))
    real = sum(len(p.read_text().splitlines()) for p in (ROOT / "dpverify" / package).glob("*.py"))
    assert abs(told - real) <= real / 10, f"{package} has {real} lines"


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.__name__)
def test_every_rule_is_listed_with_its_lemma(rule: type) -> None:
    assert f"- **{rule.name}** (`{rule.__name__}`): {rule.lemma}" in PAGE


def test_no_rule_is_listed_that_does_not_exist() -> None:
    assert len(re.findall(r"^- \*\*.*\*\* \(`\w+`\): ", PAGE, re.MULTILINE)) == len(RULES)
    assert f"(version {RULES_VERSION})" in PAGE


def test_only_the_enclosure_package_calls_arb() -> None:
    others = [p for p in (ROOT / "dpverify").rglob("*.py") if p.parent.name != "enclosure"]
    outside = [p for p in others if re.search(r"^(import|from) flint", p.read_text(), re.MULTILINE)]
    assert outside == []
