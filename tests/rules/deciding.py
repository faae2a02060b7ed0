"""How the tests apply a rule: the inference, and whether the engine discharges its obligations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from dpverify.claims.steps import discharge
from dpverify.domain import Domain
from dpverify.notation import Delta, delta, epsilon
from dpverify.read_domain import parse_domain
from dpverify.rules import Fact

PARAMETERS = {epsilon: (0, sp.oo), delta: sp.Interval.Ropen(0, 1), Delta: (0, sp.oo)}


def on(extra: Mapping[Any, Any] | None = None, *assumptions: Any) -> Domain:
    """epsilon > 0, 0 <= delta < 1, Delta > 0 and what is given besides."""
    (domain,) = parse_domain({**PARAMETERS, **(extra or {})}, assumptions)
    return domain


def fact(relation: Relational, extra: Mapping[Any, Any] | None = None, *assumptions: Any) -> Fact:
    return Fact(relation, on(extra, *assumptions))


def verdict(rule: Any, facts: Mapping[str, Fact] | None = None, domain: Domain | None = None, target: Any = None) -> str:
    """The verdict of an application by itself (its conclusion is not compared with a step)."""
    inference = rule.apply(target, facts or {}, domain or on())
    return discharge(inference.obligations, inference.lemmas, rule.name).verdict


def conclusion(rule: Any, facts: Mapping[str, Fact] | None = None, domain: Domain | None = None, target: Any = None) -> Relational:
    return rule.apply(target, facts or {}, domain or on()).conclusion
