"""From a claim as its author wrote it to a claim that can be decided, or a ClaimError in one line.

What is checked here: the statement still has content, holds only exact numbers and known functions, every free symbol has a
domain, symbols that share a name with `dpverify.notation` are that symbol, and the domain is not empty.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import sympy as sp
from sympy.core.function import UndefinedFunction
from sympy.core.relational import Relational

from ..capture import free_symbols
from ..domain import Domain, assumed_range, undescribed
from ..errors import ClaimError
from ..exact import rational_from_number
from ..notation import SYMBOLS
from ..read_domain import parse_domain
from .bound import check_bound_variables
from .claim import VERDICTS, Claim, Step
from .shape import MAPPINGS, SEQUENCES, is_exactly, rule_fault

RELATIONS = (sp.Eq, sp.StrictLessThan, sp.LessThan, sp.StrictGreaterThan, sp.GreaterThan)


@dataclass(frozen=True)
class PreparedStep:
    """A step with its symbols made canonical. `relation` is None for a bare expression that continues the chain."""

    number: int
    step: Step
    expression: sp.Basic
    domains: tuple[Domain, ...]
    """The claim's domains, extended by the symbols that this step introduces."""


@dataclass(frozen=True)
class Prepared:
    """A claim that can be decided: canonical statement, the domains whose union it is about, exact points."""

    claim: Claim
    statement: Relational
    domains: tuple[Domain, ...]
    points: tuple[dict[sp.Symbol, sp.Rational], ...]
    steps: tuple[PreparedStep, ...]


def prepare(claim: Claim) -> Prepared:
    """The claim, ready to be decided. Raises ClaimError with one sentence that names the fault."""
    if type(claim) is not Claim:
        # A subclass could answer differently each time it is asked.
        raise ClaimError(f"it is a {type(claim).__name__}; only Claim itself is supported")
    if type(claim.title) is not str or not claim.title.strip():
        raise ClaimError("the claim has no title")
    if type(claim.expected) is not str or claim.expected not in VERDICTS:
        raise ClaimError(f"expected is {claim.expected!r}; it must be one of {', '.join(VERDICTS)}")
    # Containers of classes of the author's own could say one thing to the engine and another to the reader.
    if not is_exactly(claim.domain, *MAPPINGS):
        raise ClaimError("domain must be a mapping from symbols to sets, a dict")
    for name in ("assumptions", "steps", "points", "uses", "covers"):
        if not is_exactly(getattr(claim, name), *SEQUENCES):
            raise ClaimError(f"{name} must be a tuple or a list, not a {type(getattr(claim, name)).__name__}")
    names = _Names()
    statement = _relation(claim.statement, "the statement", names)
    raw_domain = _domain_keys(claim.domain, names)
    assumptions = tuple(_relation(a, "an assumption", names, allow_decided=True) for a in claim.assumptions)
    wanted = free_symbols(statement).union(*(free_symbols(a) for a in assumptions if isinstance(a, sp.Basic)))
    for value in raw_domain.values():
        wanted |= _set_symbols(value)
    _require_domains(wanted, raw_domain, "the statement")
    names.check_integers(raw_domain)
    domains = parse_domain(raw_domain, assumptions)
    if not domains:
        raise ClaimError("the domain is empty")
    check_bound_variables(statement, domains, "the statement")
    points = tuple(_point(p, raw_domain, names) for p in claim.points)
    steps = tuple(_step(i, s, raw_domain, assumptions, names) for i, s in enumerate(claim.steps, 1))
    return Prepared(claim, statement, domains, points, steps)


def require_nonempty(prepared: Prepared, witness: Any) -> None:
    """Raise ClaimError unless some part of the domain has a certified point (`witness(domain)` not None)."""
    if not any(witness(part) is not None for part in prepared.domains):
        raise ClaimError("the domain cannot be shown to be non-empty")


class _Names:
    """The one symbol that each name stands for within a claim."""

    def __init__(self) -> None:
        self.by_name: dict[str, sp.Symbol] = {}
        self.read_as_integers: set[sp.Symbol] = set()
        """Symbols of dpverify.notation for which the author wrote one that is not declared an integer."""

    def canonical(self, symbol: sp.Symbol) -> sp.Symbol:
        if not is_exactly(symbol, sp.Symbol, sp.Dummy):
            raise ClaimError(f"{symbol!s} is a {type(symbol).__name__}; only plain symbols are supported")
        if symbol.is_extended_real is not False:
            _check_declared(symbol)
        if isinstance(symbol, sp.Dummy):
            if self.by_name.setdefault(symbol.name, symbol) != symbol:
                raise ClaimError(f"two different symbols share the name {symbol.name}; give them two names")
            return symbol
        ours = SYMBOLS.get(symbol.name)
        if ours is not None and symbol == ours:
            chosen = ours
        elif symbol.is_extended_real is False:
            raise ClaimError(f"the symbol {symbol.name} is not real")
        elif ours is not None and _vague(symbol):
            chosen = ours
            if ours.is_integer:
                self.read_as_integers.add(ours)
        elif symbol.is_extended_real is None:
            chosen = sp.Symbol(symbol.name, real=True)
        else:
            chosen = symbol
            if ours is not None:
                _compatible(symbol, ours)
        before = self.by_name.setdefault(symbol.name, chosen)
        if before != chosen:
            names = ", ".join(sorted(SYMBOLS))
            raise ClaimError(f"two different symbols share the name {symbol.name}; declare it once (dpverify.notation has {names})")
        return chosen

    def bound(self, symbol: sp.Symbol) -> sp.Symbol:
        """The symbol of a variable that is bound wherever it occurs: no free symbol, so it keeps what its author declared."""
        if isinstance(symbol, sp.Dummy):
            _check_declared(symbol)
            return symbol
        if type(symbol) is not sp.Symbol or symbol.is_extended_real is False or undescribed(symbol):
            return self.canonical(symbol)
        chosen = sp.Symbol(symbol.name, real=True) if symbol.is_extended_real is None else symbol
        before = self.by_name.get(symbol.name)
        if before in (None, chosen):
            return chosen
        if before.is_integer and not symbol.is_integer:
            raise ClaimError(f"the name {symbol.name} stands for an integer and for a bound variable that is none; use two names")
        return self.canonical(symbol)

    def check_integers(self, domain: Mapping[sp.Symbol, Any]) -> None:
        """Raise ClaimError where a symbol that its author did not declare an integer would be cut down to the integers of its domain."""
        for symbol in sorted(self.read_as_integers & set(domain), key=str):
            given = domain[symbol]
            if not (isinstance(given, sp.Set) and given.is_subset(sp.S.Integers)):
                raise ClaimError(f"{symbol.name} is an integer in dpverify.notation; give it a set of integers or take another name")


def _compatible(symbol: sp.Symbol, ours: sp.Symbol) -> None:
    """Raise ClaimError for a symbol of one of our names that shares no more than a point with what ours is declared to be."""
    own, declared = assumed_range(symbol), assumed_range(ours)
    both = own.intersect(declared)
    if both.is_empty() or both.lo == both.hi:
        text = f"the symbol {symbol.name} is declared as lying in {own.to_set()}, that of dpverify.notation in {declared.to_set()}"
        raise ClaimError(text)


def _vague(symbol: sp.Symbol) -> bool:
    """True for a symbol of which at most realness is declared: it is then taken for ours of that name."""
    return not any((symbol.is_positive, symbol.is_negative, symbol.is_nonnegative, symbol.is_nonpositive, symbol.is_integer))


def _canonical(expr: sp.Basic, names: _Names) -> sp.Basic:
    free = free_symbols(expr)
    swap = {s: c for s in free if (c := names.canonical(s)) != s}
    swap.update({s: c for s in expr.atoms(sp.Symbol) - free if (c := names.bound(s)) != s})
    return expr.xreplace(swap) if swap else expr


def _relation(given: Any, what: str, names: _Names, allow_decided: bool = False) -> Any:
    if given in (True, False) or given is sp.S.true or given is sp.S.false:
        if allow_decided and given in (True, sp.S.true):
            return sp.S.true
        raise ClaimError(f"{what} is a bare {bool(given)}: SymPy decided it while it was built; build it with evaluate=False")
    if not isinstance(given, sp.Basic) or not is_exactly(given, *RELATIONS):
        raise ClaimError(f"{what} must be a SymPy relation (Eq, Lt, Le, Gt, Ge), not {type(given).__name__}")
    if not all(isinstance(side, sp.Expr) and not isinstance(side, sp.MatrixExpr) for side in given.args):
        raise ClaimError(f"{what} must compare two real expressions")
    check_content(given, what)
    # What the symbols of dpverify.notation declare may decide it: it stays a relation all the same.
    return given.func(*(_canonical(side, names) for side in given.args), evaluate=False)


def check_content(expr: sp.Basic, what: str) -> None:
    """Raise ClaimError if the tree holds a float, a complex unit, NaN or infinity as a number, or a class that is not SymPy's own.

    Foreign classes could change their mind about what they are; without them a tree is immutable data.
    """
    seen: set[int] = set()
    stack: list[Any] = [expr]
    while stack:
        node = stack.pop()
        if not isinstance(node, sp.Basic):
            raise ClaimError(f"{what} holds {node!r}, which is not a SymPy expression")
        if id(node) in seen:  # not `node in seen`: a foreign class may call itself equal to what has been looked at
            continue
        seen.add(id(node))
        _check_own(node, what)
        if isinstance(node, sp.Float):
            raise ClaimError(f"{what} holds the float {node}; write it as Rational")
        if node in (sp.I, sp.nan, sp.zoo):
            raise ClaimError(f"{what} holds {node}; only real expressions are supported")
        stack.extend(node.args)


def _check_own(node: Any, what: str) -> None:
    kind = type(node)
    if isinstance(kind, UndefinedFunction):
        if not _is_plain(kind):
            raise ClaimError(f"{what} holds the function {kind.__name__}, of which more is declared than that it is real")
    elif not _is_of(kind, "sympy"):
        raise ClaimError(f"{what} holds {kind.__name__}, a class that is not SymPy's own")


def _is_plain(kind: Any) -> bool:
    """True for a function without a formula that declares no more than that it is real: SymPy would simplify by the rest."""
    plain = (sp.Function("plain"), sp.Function("plain", real=True))
    declared = (kind._kwargs, kind.__bases__, set(vars(kind)))
    return type(kind) is UndefinedFunction and declared in [(f._kwargs, f.__bases__, set(vars(f))) for f in plain]


def _check_set(value: Any, key: sp.Symbol) -> None:
    """Raise ClaimError if a set or an end holds a class that is not SymPy's own: a lying set would be another one at each look."""
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, sp.Basic):
            _check_own(node, f"the domain of {key}")
            stack.extend(node.args)


def _is_of(kind: type, package: str) -> bool:
    """True if the class is the one that the package keeps under its name, whatever the class says of itself."""
    found: Any = sys.modules.get(kind.__module__) if kind.__module__.startswith(f"{package}.") else None
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is kind


def _domain_keys(domain: Mapping[Any, Any], names: _Names) -> dict[sp.Symbol, Any]:
    out: dict[sp.Symbol, Any] = {}
    for key, value in domain.items():
        if not isinstance(key, sp.Symbol):
            raise ClaimError(f"the domain has the key {key!r}, which is not a symbol")
        if value is None:
            raise ClaimError(f"the domain of {key} is missing")
        if is_exactly(value, *SEQUENCES):
            value = tuple(_canonical(_end(v, key), names) if not isinstance(v, float) else v for v in value)
        elif isinstance(value, sp.Set):
            _check_set(value, key)
            value = _canonical(value, names)
        elif isinstance(value, (tuple, list)):
            raise ClaimError(f"the domain of {key} is a {type(value).__name__}; give a pair (a, b) or a SymPy set")
        out[names.canonical(key)] = value
    return out


def _end(value: Any, key: sp.Symbol) -> sp.Expr:
    try:
        end = sp.sympify(value)
    except (sp.SympifyError, TypeError, ValueError, AttributeError):
        end = None
    if not isinstance(end, sp.Expr):
        raise ClaimError(f"the domain of {key} has the end {value!r}, which is not a number; give a pair (a, b) or a SymPy set")
    _check_set(end, key)
    return end


def _set_symbols(value: Any) -> set[sp.Symbol]:
    if isinstance(value, tuple):
        return set().union(*(v.free_symbols for v in value if isinstance(v, sp.Basic)))
    return set(value.free_symbols) if isinstance(value, sp.Set) else set()


def _require_domains(wanted: Iterable[sp.Symbol], domain: Mapping[sp.Symbol, Any], what: str) -> None:
    missing = sorted(s.name for s in wanted if s not in domain)
    if missing:
        raise ClaimError(f"{what} has the free symbol{'s' if len(missing) > 1 else ''} {', '.join(missing)} without a domain")


def _point(given: Any, domain: Mapping[sp.Symbol, Any], names: _Names) -> dict[sp.Symbol, sp.Rational]:
    if not is_exactly(given, *MAPPINGS):
        raise ClaimError("points must be mappings from symbols to exact numbers")
    point = {}
    for key, value in given.items():
        symbol = names.canonical(key) if isinstance(key, sp.Symbol) else None
        if symbol is None:
            raise ClaimError(f"a point has the key {key!r}, which is not a symbol")
        if isinstance(value, float) or (isinstance(value, sp.Basic) and value.has(sp.Float)):
            raise ClaimError(f"a point gives {key} the float {value!r}; write it as Rational")
        q = rational_from_number(value)
        point[symbol] = sp.Rational(q.numerator, q.denominator)
    missing = [s.name for s in domain if s not in point]
    if missing:
        raise ClaimError(f"a point leaves {', '.join(missing)} open")
    return {s: point[s] for s in domain}


def formulas(given: Any) -> Iterator[sp.Basic]:
    """Every SymPy expression among the arguments of a rule."""
    if isinstance(given, sp.Basic):
        yield given
    elif isinstance(given, Mapping):
        yield from formulas(tuple(given.items()))
    elif isinstance(given, (tuple, list, set, frozenset)):
        for part in given:
            yield from formulas(part)
    elif is_dataclass(given) and not isinstance(given, type):
        for part in fields(given):
            yield from formulas(getattr(given, part.name))


def _check_rule(given: Any, what: str) -> None:
    """ClaimError unless a rule is made of its own fields, and these of SymPy's classes, texts, integers, plain containers and our own data.

    An object of another class could answer the rule otherwise than the reader.
    """
    if given is None or isinstance(given, (sp.Basic, UndefinedFunction)) or is_exactly(given, str, int, bool):
        return
    if is_exactly(given, tuple, list, set, frozenset):
        parts = list(given)
    elif is_exactly(given, *MAPPINGS):
        parts = [*given.keys(), *given.values()]
    elif is_dataclass(given) and _is_of(type(given), "dpverify"):
        names = sorted(f.name for f in fields(given))
        if sorted(vars(given)) != names:
            raise ClaimError(f"the rule of {what} holds a {type(given).__name__} that has been given what is none of its fields")
        parts = [getattr(given, name) for name in names]
    else:
        raise ClaimError(f"the rule of {what} holds a {type(given).__name__}, which is not supported")
    for part in parts:
        _check_rule(part, what)


def _check_declared(expr: sp.Basic) -> None:
    for symbol in sorted(expr.atoms(sp.Symbol), key=str):
        if (fact := undescribed(symbol)) is not None:
            raise ClaimError(f"the symbol {symbol.name} is declared with {fact}; declare it real or integer and say the rest by its domain")


def _step(number: int, step: Step, domain: Mapping[sp.Symbol, Any], assumptions: tuple[Any, ...], names: _Names) -> PreparedStep:
    what = f"step {number}"
    if type(step) is not Step:
        raise ClaimError(f"{what} is a {type(step).__name__}, not a Step")
    if not is_exactly(step.domain, *MAPPINGS):
        raise ClaimError(f"the domain of {what} must be a mapping from symbols to sets, a dict")
    raw = {**domain, **_domain_keys(step.domain, names)}
    if isinstance(step.expression, (bool, Relational)) or step.expression in (sp.S.true, sp.S.false):
        expression = _relation(step.expression, what, names)
    else:
        expression = sp.sympify(step.expression)
        if not isinstance(expression, sp.Expr):
            raise ClaimError(f"{what} must be a relation or an expression, not {type(step.expression).__name__}")
        check_content(expression, what)
        expression = _canonical(expression, names)
    _require_domains(free_symbols(expression), raw, what)
    names.check_integers(raw)
    domains = parse_domain(raw, assumptions)
    check_bound_variables(expression, domains, what)
    if step.rule is not None:
        fault = rule_fault(step.rule)
        if fault is not None:
            raise ClaimError(f"{what}: {fault}")
        _check_rule(step.rule, what)
    for given in formulas(step.rule):
        check_content(given, f"the rule of {what}")
        _check_declared(given)
        check_bound_variables(given, domains, f"the rule of {what}")
    return PreparedStep(number, step, expression, domains)
