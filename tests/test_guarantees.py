"""The page about the guarantees says what is there: packages with their sizes, and every rule with its lemma."""

import dataclasses
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import dpverify
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


COUNTS = {"Chain", "Layout"}
"""A proof search and the size of a ring, which keep count while they work."""


def trusted_dataclasses() -> list[type]:
    names = [m.name for p in PACKAGES for m in pkgutil.iter_modules([str(ROOT / "dpverify" / p)], f"dpverify.{p}.")]
    modules = [importlib.import_module(n) for n in (*names, "dpverify.domain", "dpverify.capture", "dpverify.optimal.certificate")]
    found = {c for m in modules for c in vars(m).values() if isinstance(c, type) and dataclasses.is_dataclass(c)}
    return sorted((c for c in found if c.__module__.startswith(dpverify.__name__)), key=lambda c: (c.__module__, c.__name__))


def test_what_a_verdict_is_made_of_does_not_change() -> None:
    """Claims, domains, rules, facts, obligations, results, enclosures: nobody can set a field between decision and display."""
    loose = {c.__name__ for c in trusted_dataclasses() if not c.__dataclass_params__.frozen}  # type: ignore[attr-defined]
    assert loose == COUNTS
    assert set(RULES) <= set(trusted_dataclasses())
