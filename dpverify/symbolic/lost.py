"""Rebuilding and substitution that notice what SymPy's automatic simplification drops.

sqrt(a)*sqrt(a) becomes a and u*(1/u) becomes 1 as soon as a tree is rebuilt, and log(-1)**2 becomes -pi**2. A value found that way says
nothing of whether the formula had one, so the parts that vanish are named here and have to be shown to be defined.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom, BooleanFunction

from ..domain import Domain
from ..errors import NotEnclosable
from .normal_form import nested
from .switches import replace_node

BINDERS = (sp.Integral, sp.Sum, sp.Product, sp.Limit, sp.Derivative, sp.Subs)
_TOTAL = (
    sp.Add, sp.Mul, sp.exp, sp.erf, sp.erfc, sp.erfi, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.sech, sp.atan, sp.asinh, sp.Abs,
    sp.sign, sp.Max, sp.Min, sp.floor, sp.ceiling, sp.Heaviside, Relational, BooleanFunction, BooleanAtom,
)  # fmt: skip
"""Real and defined wherever their arguments are."""


def is_partial(node: sp.Basic) -> bool:
    """True unless the node is sure to have a real value wherever its arguments have one."""
    if node.is_Atom or isinstance(node, _TOTAL):
        return False
    if isinstance(node, sp.Pow):
        return not (node.base is sp.S.Exp1 or (node.exp.is_Integer and node.exp >= 0))
    return isinstance(node, sp.Expr)


def partial_nodes(expr: sp.Basic) -> set[sp.Expr]:
    """The nodes of the tree that need not have a value. Branches of a Piecewise and bodies of operators speak of parts of the domain
    and of bound variables: the node as a whole stands for them."""
    out: set[sp.Expr] = set()
    stack = [expr]
    while stack:
        node = stack.pop()
        if is_partial(node):
            if node in out:
                continue
            out.add(node)
        if not isinstance(node, (sp.Piecewise, *BINDERS)):
            stack.extend(node.args)
    return out


def keeps_definedness(parts: Iterable[sp.Basic], value: sp.Expr, domain: Domain, bound: frozenset[sp.Symbol] = frozenset()) -> bool:
    """True if every point of the domain at which `value` is defined is one at which the parts are, as far as they could fail to be.

    Nodes that hold a symbol of `bound` are not looked at.
    """
    before = set().union(*(partial_nodes(p) for p in parts))
    if not before:
        return True
    missing = before - partial_nodes(value)
    return all(_defined(node, domain) for node in missing if not node.free_symbols & bound)


def keeps_parts(expr: sp.Basic, equations: Mapping[sp.Basic, sp.Basic], domain: Domain) -> bool:
    """True if no part of the expression that might be undefined drops out when equals are put for equals, as 1/a does from A/a for A = a.

    The left sides of the equations have values. Integrals of functions without a formula need not: two of them that are equal may be
    added to one another, not taken from one another.
    """
    endless = {op for op in expr.atoms(*BINDERS) if op.atoms(AppliedUndef)}
    if len({op.xreplace(equations) for op in endless}) < len(endless):
        terms = [term.as_coeff_Mul() for term in sp.Add.make_args(expr)]
        if not all(factor > 0 and op in endless for factor, op in terms):
            return False
    new = expr.xreplace(equations)
    shallow, deep = partial_nodes(new), set(_parts(new, {}))
    for node, inside in _parts(expr, equations).items():
        image = node.xreplace(equations)
        if image.has(sp.I, sp.zoo, sp.nan):
            return False
        missing = partial_nodes(image) - (deep if inside else shallow)
        if any(inside & part.free_symbols or not _defined(part, domain) for part in missing):
            return False
    return True


def _parts(expr: sp.Basic, known: Collection[sp.Basic]) -> dict[sp.Expr, frozenset[sp.Basic]]:
    """The nodes that need not have a value, also in bodies and branches (with the symbols inside, and TRUE), outside of the known ones."""
    out: dict[sp.Expr, frozenset[sp.Basic]] = {}
    stack: list[tuple[sp.Basic, frozenset[sp.Basic]]] = [(expr, frozenset())]
    while stack:
        node, inside = stack.pop()
        if node in known:
            continue
        if is_partial(node):
            out[node] = out[node] & inside if node in out else inside
        if isinstance(node, (sp.Piecewise, *BINDERS)):
            inside |= {sp.S.true, *(node.atoms(sp.Symbol) - node.free_symbols)}
        stack.extend((a, inside) for a in node.args)
    return out


def replaced(expr: sp.Basic, node: sp.Basic, value: sp.Basic, domain: Domain, shown: Callable[[sp.Expr, Domain], bool]) -> sp.Basic | None:
    """`expr` with a node replaced by what it equals on the domain; None if a part that drops out is not shown to be defined there.

    What drops out: an argument of the node (a condition, the smaller side of a maximum), and a factor that meets a zero.
    shown: decides whether a part has a real value everywhere on the domain.
    """
    if _is_total_throughout(expr):
        new = replace_node(expr, node, value)
        return None if new.has(sp.I, sp.zoo, sp.nan) else new
    new = expr.xreplace({node: value})
    if new.has(sp.I, sp.zoo, sp.nan):
        return None
    after = partial_nodes(new)
    # The node's place is kept by a symbol while the rest is looked at, so that parts around the node are not taken for lost.
    place = sp.Dummy("place", real=True)
    before = set().union(*(partial_nodes(a) for a in _looked_at(node, value)))
    for around in partial_nodes(expr.xreplace({node: place})):
        there = around.xreplace({place: value})
        if there.has(sp.I, sp.zoo, sp.nan):
            return None
        before |= partial_nodes(there)
        if isinstance(around, sp.Piecewise):
            # A condition that is settled by one of its relations was defined only where the others are.
            for condition in (c for _, c in around.args if c.has(place) and c != place):
                before |= {part for r in condition.atoms(Relational) if not r.has(place) for part in partial_nodes(r)}
    return new if all(shown(part, domain) for part in before - after) else None


def _is_total_throughout(expr: sp.Basic) -> bool:
    """True if every node of the tree has a real value for all real values of its symbols, so that nothing undefined can drop out."""
    for node in sp.preorder_traversal(expr):
        if isinstance(node, sp.Piecewise):
            if node.args[-1][1] is not sp.S.true:
                return False
        elif is_partial(node) or (node.is_Atom and (node.is_extended_real is False or node.is_infinite or node is sp.nan)):
            return False
    return True


def _looked_at(node: sp.Basic, value: sp.Basic) -> Iterable[sp.Basic]:
    """What is evaluated to find the value of a node: of a Piecewise the conditions up to the branch that is taken, and that branch."""
    if not isinstance(node, sp.Piecewise):
        return node.args
    out: list[sp.Basic] = [value]
    for branch, condition in node.args:
        out.append(condition)
        if branch == value:
            break
    return out


def is_defined(node: sp.Expr, domain: Domain) -> bool:
    """True if the part is shown to have a real value everywhere on the domain."""
    return _defined(node, domain)


def _defined(node: sp.Expr, domain: Domain) -> bool:
    if not node.free_symbols and not node.has(*BINDERS):
        return node.is_real is True
    return nested(node, domain)[1]


def put_in(expr: sp.Basic, values: Mapping[sp.Symbol, sp.Expr], domain: Domain) -> sp.Basic:
    """`expr` with free symbols replaced. `domain` is that of the symbols which are left.

    Raises NotEnclosable if a part becomes undefined or complex, or drops out without being shown to be defined on the domain.
    """
    if not expr.free_symbols & set(values):
        return expr
    if isinstance(expr, sp.Symbol):
        return values[expr]
    if isinstance(expr, BINDERS):
        # Capture is refused rather than avoided: the callers' values are numbers or formulas in other free symbols.
        bound = expr.atoms(sp.Symbol) - expr.free_symbols
        if bound & set().union(*(v.free_symbols for v in values.values())) or bound & set(values):
            raise NotEnclosable("a value would be captured by a bound variable")
        return expr.subs(dict(values))
    if isinstance(expr, sp.Piecewise):
        return _piecewise(expr, values, domain)
    args = [put_in(a, values, domain) for a in expr.args]
    # A relation between formulas is kept as it is: deciding it could drop a side that is undefined.
    keep = {"evaluate": False} if isinstance(expr, Relational) and any(a.free_symbols for a in args) else {}
    try:
        value = expr.func(*args, **keep)
    except (TypeError, ValueError) as error:
        raise NotEnclosable(f"{sp.sstr(expr)[:100]} is undefined or not real there") from error
    if isinstance(value, (BooleanAtom, Relational, BooleanFunction)):
        return value
    if value.has(sp.I, sp.zoo, sp.nan) or (not value.free_symbols and is_partial(value) and _is_real(value) is False):
        raise NotEnclosable(f"{sp.sstr(expr)[:100]} is undefined or not real there")
    if not keeps_definedness(args, value, domain):
        raise NotEnclosable("a part that need not be defined drops out")
    return value


def _piecewise(expr: sp.Piecewise, values: Mapping[sp.Symbol, sp.Expr], domain: Domain) -> sp.Basic:
    """Branches that are not chosen need no value."""
    branches = []
    for branch, condition in expr.args:
        holds = put_in(condition, values, domain)
        if holds is sp.S.false:
            continue
        branches.append((put_in(branch, values, domain), holds))
        if holds is sp.S.true:
            break
    if not branches:
        raise NotEnclosable("no branch of the Piecewise applies")
    return branches[0][0] if branches[0][1] is sp.S.true else sp.Piecewise(*branches)


def _is_real(value: sp.Expr) -> bool | None:
    return True if value.atoms(AppliedUndef) else value.is_extended_real
