"""Names put for their definitions: every printed formula of the ledger is still the one that was decided."""

import random

import pytest
import sympy as sp
from sympy.core.function import AppliedUndef

from dpverify.claims.registry import select
from dpverify.formulas import gaussian, lower_bounds
from dpverify.notation import Delta, delta, epsilon
from dpverify.report.abbreviations import DEFINITIONS, abbreviate, shown
from dpverify.report.functions import PROFILE, SHARES

ENTRIES = select([]).entries
q = DEFINITIONS["q"]


def written_out(expr):
    """The names replaced by their definitions again."""
    expr = expr.replace(PROFILE, lambda e, s: gaussian.privacy_profile(e, s))
    expr = expr.replace(SHARES[0], lambda r: 1 - sp.log(1 + r) / r)
    expr = expr.replace(SHARES[1], lambda r: 1 - (sp.log(1 + r) ** 2 / 2 + sp.log(1 + r)) / r)
    swap = {sp.Symbol(name, real=True): value for name, value in DEFINITIONS.items()}
    swap[sp.Symbol("b", real=True)] = sp.exp(-epsilon)
    for symbol in expr.atoms(sp.Symbol):
        name, _, index = symbol.name.partition("_{")
        value = {"t": lower_bounds.t_value, "s": lower_bounds.s_value, r"\delta": lower_bounds.delta_of_periods}.get(name)
        if index and value is not None:
            index = index.removesuffix("}").replace(r"\theta", "theta").replace("2 k", "2*k")
            by_name = {s.name: s for s in BY_NAME}
            swap[symbol] = value(sp.sympify(index, locals=by_name))
    return expr.xreplace(swap)


BY_NAME = set().union(*(e.claim.domain for e in ENTRIES), *(s.domain for e in ENTRIES for s in e.claim.steps))
BY_NAME |= {s for e in ENTRIES for r in (e.claim.statement, *(sp.sympify(s.expression) for s in e.claim.steps)) for s in r.atoms(sp.Symbol)}


NODES = (sp.Integral, sp.Sum, sp.Product, sp.Limit, sp.Derivative, AppliedUndef, sp.Piecewise, sp.Tuple)


def number(expr, values):
    """A number that tells expressions apart: operators and unknown functions are replaced by combinations of their parts."""
    if isinstance(expr, NODES) or expr.is_Relational:
        return sum(complex(sp.N(number(a, values))) * (k + 1.37) for k, a in enumerate(expr.args) if a.args or a.is_Symbol or a.is_number)
    if isinstance(expr, sp.logic.boolalg.BooleanFunction):
        return sum(complex(number(a, values)) for a in expr.args)
    if not expr.args:
        if expr.is_infinite:
            return sp.Float(7.5 if expr is sp.oo else -7.5)  # a limit's or an integral's end: any number will do
        return values.setdefault(expr.name, 0.3 + 0.6 * random.Random(expr.name).random()) if expr.is_Symbol else expr
    if isinstance(expr, (sp.Max, sp.Min, sp.ceiling, sp.floor)):
        return sum(complex(sp.N(number(a, values))) for a in expr.args)
    return sp.N(expr.func(*(number(a, values) for a in expr.args)))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.id)
def test_the_ledger_says_the_same(entry):
    short = shown(entry.claim)
    pairs = [(entry.claim.statement, short.statement)]
    pairs += [(sp.sympify(a.expression), sp.sympify(b.expression)) for a, b in zip(entry.claim.steps, short.steps, strict=True)]
    for full, brief in pairs:
        if full == brief:
            continue
        sides = zip(full.args, map(written_out, brief.args), strict=True) if full.is_Relational else [(full, written_out(brief))]
        for left, right in sides:
            if left != right:
                values = {}
                a, b = complex(number(left, values)), complex(number(right, values))
                assert abs(a - b) <= 1e-9 * max(1, abs(a)), (brief, left, right)


def test_only_the_exact_expression_has_a_name():
    assert abbreviate(sp.log(1 + q)) == sp.log(1 + sp.Symbol("q", real=True))
    assert not abbreviate((sp.exp(epsilon) + 1) / (2 * delta)).has(sp.Symbol("q", real=True))
    assert abbreviate((sp.exp(epsilon) - 1) ** 2 / delta).atoms(sp.Symbol) == {epsilon, delta}
    assert abbreviate(Delta * sp.log(1 + q) / epsilon) == sp.Symbol("A", real=True)


def test_a_claim_that_has_the_name_for_something_else_keeps_its_formulas():
    entry = next(e for e in ENTRIES if e.id == "truncated_laplace.amplitude")
    own = sp.Symbol("q", positive=True)
    claim = type(entry.claim)(title="", statement=sp.Eq(sp.log(1 + q), own, evaluate=False), domain={own: (0, sp.oo)})
    assert shown(claim).statement == claim.statement
