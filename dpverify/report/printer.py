"""SymPy to LaTeX in the notation of the papers: one level of fractions, slashes inside, e^{...}, short brackets where they suffice."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.printing.latex import LatexPrinter, greek_letters_set

from ..notation import x, y
from ..rules.indicator import EVENT
from ..rules.laws import law_of
from .measure import width

RELATIONS = {"==": "=", "!=": r"\ne", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge"}
LEAST = {"Vstar": "*", "Vmono": r"\text{mon}", "Vint": r"\mathbb{Z}", "Vintmono": r"\mathbb{Z},\text{mon}"}
"""The infima of E|X|^p over all laws, the symmetric unimodal ones, the integer-valued ones, both."""

NAMED = {
    sp.log: r"\log",
    sp.sin: r"\sin",
    sp.cos: r"\cos",
    sp.tan: r"\tan",
    sp.atan: r"\arctan",
    sp.sinh: r"\sinh",
    sp.cosh: r"\cosh",
    sp.tanh: r"\tanh",
    sp.coth: r"\coth",
    sp.erf: r"\operatorname{erf}",
    sp.erfc: r"\operatorname{erfc}",
    sp.gamma: r"\Gamma",
    sp.loggamma: r"\log\Gamma",
    sp.LambertW: r"W",
    sp.Min: r"\min",
    sp.Max: r"\max",
}
VARIABLES = {x, y}
"""Variables of integration stand first in a sum: f(x + d)."""
TALL = re.compile(r"\\[dt]?frac|\\sum|\\int|\\prod|\\lim|\\begin|\\binom|\\sqrt|\\left|\\Big")
"""What makes an expression higher than a line: brackets round it have to grow."""
WIDE_CASE = 30.0
"""A case of a piecewise function that is wider than this has its condition on a line of its own."""
BIG = (sp.Integral, sp.Sum, sp.Product, sp.Limit, sp.Derivative, sp.Piecewise)


def latex(expr: Any) -> str:
    """The LaTeX of an expression, relation or set, for math mode."""
    return PaperPrinter().doprint(expr)


def inline(expr: Any) -> str:
    """The same for a line of text: fractions with a slash."""
    return PaperPrinter().inline(sp.sympify(expr))


def bracket(inner: str, left: str = "(", right: str = ")") -> str:
    """In brackets that are as high as they have to be and no higher."""
    if TALL.search(inner):
        return rf"\left{left}{inner}\right{right}"
    return f"{left}{inner}{right}"


def _is_root(factor: sp.Expr) -> bool:
    return bool(factor.is_Pow and factor.exp == sp.S.Half)


def is_parameter(f: sp.Expr) -> bool:
    """e^epsilon, e^(-epsilon) and the like: factors like a symbol."""
    return isinstance(f, sp.exp) and not f.args[0].free_symbols & VARIABLES and len(f.args[0].free_symbols) == 1


def is_cut(expr: sp.Expr) -> bool:
    """A function that is zero where its one condition fails: printed as a product with an indicator."""
    return isinstance(expr, sp.Piecewise) and len(expr.args) == 2 and expr.args[1][0] == 0 and expr.args[1][1] == sp.true


def _one_root(factors: list[sp.Expr]) -> list[sp.Expr]:
    """sqrt(a) sqrt(b) as sqrt(a b)."""
    roots = [f for f in factors if _is_root(f)]
    if len(roots) < 2:
        return factors
    return [f for f in factors if f not in roots] + [sp.Pow(sp.Mul(*(r.base for r in roots), evaluate=False), sp.S.Half, evaluate=False)]


def _roots_below(over: list[sp.Expr], under: list[sp.Expr]) -> tuple[list[sp.Expr], list[sp.Expr]]:
    """sqrt(2)/2 as 1/sqrt(2): SymPy moves every root of an integer up, papers leave it below."""
    for root in [f for f in over if _is_root(f) and f.base.is_Integer]:
        for number in [u for u in under if u.is_Integer and u % root.base == 0]:
            over = [f for f in over if f is not root]
            rest = number / root.base
            under = [u for u in under if u is not number] + ([rest] if rest != 1 else []) + [root]
            break
    return over, under


class PaperPrinter(LatexPrinter):
    """`flat` is the depth at which fractions are set with a slash: in exponents, limits of integrals, and inside a fraction."""

    def __init__(self) -> None:
        super().__init__({"mul_symbol": None})
        self.flat = 0

    def inline(self, expr: sp.Basic) -> str:
        """Printed where no second level of fractions belongs."""
        self.flat += 1
        try:
            return self._print(expr)
        finally:
            self.flat -= 1

    # sums -----------------------------------------------------------------------------------------------------------------------

    def terms(self, expr: sp.Add) -> list[sp.Expr]:
        """The terms in the order in which they are read: a polynomial falls, anything else begins with what has a plus sign."""
        symbols = expr.free_symbols
        if len(symbols) == 1 and expr.is_polynomial(*symbols) and sp.degree(expr, *symbols) > 1:
            return list(self._as_ordered_terms(expr))
        args = list(expr.args)
        if all(a.is_number or all(f.is_Symbol or f.is_Rational for f in sp.Mul.make_args(a)) for a in args):
            whole = all(symbol.is_integer for symbol in symbols)
            args.sort(key=lambda a: 0 if a.free_symbols & VARIABLES else 1 if a.free_symbols else 2 if whole else -1)
        plus = [a for a in args if not a.could_extract_minus_sign()]
        first = plus[:1]
        return first + [a for a in args if a not in first]

    def _print_Add(self, expr: sp.Add, order: Any = None) -> str:
        return self.join_terms(self.terms(expr))

    def join_terms(self, terms: list[sp.Expr], leading: bool = False) -> str:
        """t1 + t2 - t3; leading: with a sign also before the first."""
        out = ""
        for term in terms:
            minus = term.could_extract_minus_sign() and not isinstance(term, sp.Add)
            body = self._print(-term if minus else term)
            if isinstance(term, sp.Add):
                body = bracket(body)
            out += (" - " if minus else " + ") + body if out or leading else ("-" if minus else "") + body
        return out.strip()

    # products -------------------------------------------------------------------------------------------------------------------

    def parts(self, expr: sp.Expr) -> tuple[bool, list[sp.Expr], list[sp.Expr]]:
        """(minus, factors of the numerator, factors of the denominator, with positive powers)."""
        minus = False
        over: list[sp.Expr] = []
        under: list[sp.Expr] = []
        for factor in sp.Mul.make_args(expr):
            if factor.is_Rational:
                minus ^= factor.is_negative is True
                if abs(factor.p) != 1:
                    over.append(sp.Integer(abs(factor.p)))
                if factor.q != 1:
                    under.append(sp.Integer(factor.q))
            elif factor.is_Pow and factor.exp.is_Rational and factor.exp.is_negative and not factor.base.is_Rational:
                under.append(sp.Pow(factor.base, -factor.exp, evaluate=False) if factor.exp != -1 else factor.base)
            else:
                over.append(factor)
        over, under = _roots_below(over, under)
        return minus, self.ordered(_one_root(over)), self.ordered(_one_root(under))

    @staticmethod
    def ordered(factors: list[sp.Expr]) -> list[sp.Expr]:
        """Numbers, symbols and their powers, e^epsilon, roots, sums, functions, exponentials, last integrals and the like."""

        def rank(f: sp.Expr) -> float:
            base = f.base if f.is_Pow else f
            if _is_root(f):
                return 3
            if base.is_Rational:
                return 0
            if base.is_number and not base.is_Add:
                return 1
            if base.is_Symbol and "_{" in base.name:  # a term of a sequence, after its weight
                return 3.7
            if base.is_Symbol:  # indices, then Greek parameters, then the variables
                return 2 if base.is_integer else 2.1 if base.name.lower() in greek_letters_set else 2.2
            if isinstance(f, BIG):
                return 6
            if isinstance(f, sp.exp):  # e^epsilon is a factor like a symbol, e^{-epsilon x/Delta} is the density's body
                return 2.5 if is_parameter(f) else 5
            return 3.5 if base.is_Add else 4

        return sorted(factors, key=rank)

    def product(self, factors: list[sp.Expr]) -> str:
        out: list[str] = []
        for i, f in enumerate(factors):
            text = self._print(f)
            needs = f.is_Add or (isinstance(f, sp.Piecewise) and not is_cut(f)) or (isinstance(f, BIG) and i < len(factors) - 1)
            if needs and len(factors) > 1:
                text = bracket(text)
            elif i and f.is_Rational:
                text = rf"\cdot {text}"
            elif out and text[0].isdigit():
                text = rf"\cdot {text}"
            out.append(text)
        return " ".join(out) or "1"

    def _print_Mul(self, expr: sp.Mul) -> str:
        minus, over, under = self.parts(expr)
        sign = "-" if minus else ""
        if not under:
            return sign + self.product(over)
        if self.flat:
            return sign + self.slash(over, under)
        inside = [f for f in over if self.fits_in_fraction(f)]
        if any(not isinstance(f, sp.exp) for f in inside):
            inside = [f for f in inside if not isinstance(f, sp.exp) or is_parameter(f)]
        after = [f for f in over if f not in inside]
        if not inside and len(after) == 1 and isinstance(after[0], (sp.log, sp.exp)):
            inside, after = after, []
        if not inside and all(f.is_number for f in under):
            fraction = self._print_Rational(sp.Rational(1, under[0])) if under[0].is_Integer and len(under) == 1 else ""
            if fraction:
                return sign + fraction + " " + (self.product(after) if len(after) > 1 else "".join(self.factor(f) for f in after))
        self.flat += 1
        try:
            fraction = rf"\frac{{{self.product(inside)}}}{{{self.product(under)}}}"
        finally:
            self.flat -= 1
        if not inside and not after:
            return sign + fraction
        rest = self.product([*after]) if len(after) > 1 else "".join(self.factor(f) for f in after)
        return sign + fraction + (rf" {rest}" if rest else "")

    def factor(self, f: sp.Expr) -> str:
        text = self._print(f)
        return bracket(text) if f.is_Add or (isinstance(f, sp.Piecewise) and not is_cut(f)) else text

    def fits_in_fraction(self, f: sp.Expr) -> bool:
        """True for what may stand in a numerator: one line high and not long."""
        if isinstance(f, BIG):
            return False
        text = self._print(f)
        return not TALL.search(text.replace(r"\sqrt", "")) and len(text) < 60

    def slash(self, over: list[sp.Expr], under: list[sp.Expr]) -> str:
        above = self.product(over)
        if len(over) == 1 and over[0].is_Add:
            above = bracket(above)
        below = self.product(under)
        if len(under) > 1 or under[0].is_Add or (under[0].is_Mul):
            below = bracket(below)
        return f"{above}/{below}"

    def _print_Rational(self, expr: sp.Rational) -> str:
        if expr.q == 1:
            return str(expr.p)
        if self.flat:
            return f"{expr.p}/{expr.q}"
        sign = "-" if expr.p < 0 else ""
        return rf"{sign}\tfrac{{{abs(expr.p)}}}{{{expr.q}}}"

    # powers and functions -------------------------------------------------------------------------------------------------------

    def _print_Pow(self, expr: sp.Pow) -> str:
        base, power = expr.base, expr.exp
        if power.is_Rational and power.is_negative and not base.is_Rational:
            return self._print_Mul(expr)
        if power == sp.S.Half:
            return rf"\sqrt{{{self.inline(base)}}}"
        if power.is_Rational and power.p == 1:
            return rf"\sqrt[{power.q}]{{{self.inline(base)}}}"
        raised = self.inline(power)
        if type(base) in NAMED and power.is_Integer and type(base) not in (sp.Min, sp.Max):
            return f"{NAMED[type(base)]}^{{{raised}}}{self.arguments(base)}"
        text = self._print(base)
        term = isinstance(base, AppliedUndef) and base.func.__name__.endswith("_seq")
        if not (term or base.is_Symbol or (base.is_Integer and base.is_nonnegative) or isinstance(base, sp.Abs)):
            text = bracket(text)
        return f"{text}^{{{raised}}}"

    def _print_ExpBase(self, expr: sp.exp, exp: Any = None) -> str:
        text = f"e^{{{self.inline(expr.args[0])}}}"
        return rf"\left({text}\right)^{{{exp}}}" if exp else text

    def _print_Exp1(self, expr: Any, exp: Any = None) -> str:
        return "e"

    def arguments(self, expr: sp.Expr) -> str:
        args = expr.args
        if len(args) == 1 and isinstance(expr, sp.log) and args[0].is_Rational:
            return " " + self._print(args[0]) if not self.flat or args[0].is_Integer else bracket(self._print(args[0]))
        left, right = (r"\{", r"\}") if isinstance(expr, (sp.Max, sp.Min)) else ("(", ")")
        return bracket(r",\, ".join(self._print(a) for a in args), left, right)

    def _print_Function(self, expr: Any, exp: Any = None) -> str:
        if isinstance(expr, sp.Max) and len(expr.args) == 2 and 0 in expr.args:
            positive = bracket(self._print(next(a for a in expr.args if a != 0))) + "_{+}"
            return rf"\left({positive}\right)^{{{exp}}}" if exp else positive
        for kind, name in NAMED.items():
            if isinstance(expr, kind):
                return name + (f"^{{{exp}}}" if exp else "") + self.arguments(expr)
        if isinstance(expr, AppliedUndef):
            return self._print_AppliedUndef(expr) + (f"^{{{exp}}}" if exp else "")
        return super()._print_Function(expr, exp)

    _print_log = _print_Max = _print_Min = _print_gamma = _print_LambertW = _print_Function

    def _print_AppliedUndef(self, expr: AppliedUndef) -> str:
        name = expr.func.__name__
        if name in LEAST:
            return rf"V_{{{self.inline(expr.args[0])}}}^{{{LEAST[name]}}}" + bracket(",".join(self._print(a) for a in expr.args[1:]))
        if name.endswith("_dual"):
            return self.dual(name.removesuffix("_dual"), expr.args)
        if name.endswith("_seq") and len(expr.args) == 1:
            return f"{self._print(sp.Symbol(name.removesuffix('_seq')))}_{{{self.inline(expr.args[0])}}}"
        if name == "minimax":
            return "R" + bracket(",".join(self._print(a) for a in expr.args))
        if "_rec" in name:
            return self.member(name.partition("_rec")[0], expr.args)
        name = name.removesuffix("_nn")
        law = law_of(expr)
        if law is not None:
            name = name.partition("_")[0]
            if name == "M":
                power = "" if expr.args[0] == 1 else f"^{{{self.inline(expr.args[0])}}}"
                return rf"\mathbb{{E}}\,|X|{power}"
            if name == "E":
                return r"\mathbb{E}\,L(X)"
            if name == "G":
                return rf"P(|X|\le {self.inline(expr.args[0])})"
            if name == "p":
                return f"p{law.mark}_{{{self.inline(expr.args[0])}}}"
        elif expr.func == EVENT:
            name = "s"
        head = self._print(sp.Symbol(name))
        return head + bracket(",".join(self._print(a) for a in expr.args))

    def member(self, letter: str, args: tuple[sp.Expr, ...]) -> str:
        """A member of a sequence of functions at its place: F_n(t). Its other arguments are parameters."""
        return f"{letter}_{{{self.inline(args[0])}}}" + bracket(self._print(args[1]))

    def dual(self, name: str, args: tuple[sp.Expr, ...]) -> str:
        """A letter of the arbitrary dual solution: c(i), y_k(i), z_k, mu."""
        if name in ("mu", "nu"):
            return rf"\{name}"
        if name == "c":
            return "c" + bracket(self._print(args[0]))
        return f"{name}_{{{self.inline(args[0])}}}" + (bracket(self._print(args[1])) if name == "y" else "")

    def _print_Abs(self, expr: sp.Abs, exp: Any = None) -> str:
        text = bracket(self._print(expr.args[0]), "|", "|")
        return f"{text}^{{{exp}}}" if exp else text

    def _print_binomial(self, expr: sp.binomial, exp: Any = None) -> str:
        text = rf"\binom{{{self.inline(expr.args[0])}}}{{{self.inline(expr.args[1])}}}"
        return f"{text}^{{{exp}}}" if exp else text

    # operators ------------------------------------------------------------------------------------------------------------------

    def operand(self, expr: sp.Expr) -> str:
        return bracket(self._print(expr)) if expr.is_Add else self._print(expr)

    def _print_Integral(self, expr: sp.Integral) -> str:
        signs, ends = "", ""
        for _, *limits in reversed(expr.limits):
            signs += r"\int"
            if len(limits) == 2:
                signs += f"_{{{self.inline(limits[0])}}}^{{{self.inline(limits[1])}}}"
        for symbol, *_ in expr.limits:
            ends += rf"\,d{self._print(symbol)}"
        return rf"{signs} {self.operand(expr.function)}{ends}"

    def _series(self, expr: Any, sign: str) -> str:
        out = ""
        for symbol, lo, hi in reversed(expr.limits):
            out += rf"{sign}_{{{self._print(symbol)}={self.inline(lo)}}}^{{{self.inline(hi)}}}"
        return f"{out} {self.operand(expr.function)}"

    def _print_Sum(self, expr: sp.Sum) -> str:
        return self._series(expr, r"\sum")

    def _print_Product(self, expr: sp.Product) -> str:
        return self._series(expr, r"\prod")

    def _print_Limit(self, expr: sp.Limit) -> str:
        inner, symbol, at, direction = expr.args
        side = {"+": "^{+}", "-": "^{-}"}.get(str(direction), "") if at.is_finite is not False else ""
        return rf"\lim_{{{self._print(symbol)}\to {self.inline(at)}{side}}} {self.operand(inner)}"

    def _print_Derivative(self, expr: sp.Derivative) -> str:
        d = r"\partial" if len(expr.expr.free_symbols) > 1 else "d"
        total = sum(count for _, count in expr.variable_count)
        below = " ".join(rf"{d} {self._print(s)}" + (f"^{{{self._print(c)}}}" if c != 1 else "") for s, c in expr.variable_count)
        above = d if total == 1 else f"{d}^{{{self._print(sp.sympify(total))}}}"
        return rf"\frac{{{above}}}{{{below}}} {self.operand(expr.expr)}"

    def _print_Relational(self, expr: Any) -> str:
        return f"{self._print(expr.lhs)} {RELATIONS[expr.rel_op]} {self._print(expr.rhs)}"

    def _print_Piecewise(self, expr: sp.Piecewise) -> str:
        if is_cut(expr):
            body, condition = expr.args[0]
            text = bracket(self._print(body)) if body.is_Add else self._print(body)
            mark = rf"\mathbf{{1}}\{{{self.inline(condition)}\}}"
            return mark if body == 1 else rf"{text}\,{mark}"
        rows = [(self.inline(e), r"\text{otherwise}" if c == sp.true else rf"\text{{if }}{self.inline(c)}") for e, c in expr.args]
        wide = max(width(body) + width(condition) for body, condition in rows) > WIDE_CASE
        between = r"\\ \quad " if wide else " & "
        return r"\begin{cases}" + r"\\ ".join(body + between + condition for body, condition in rows) + r"\end{cases}"

    def _print_And(self, expr: Any) -> str:
        parts = _absorbed(expr.args, sp.Or)
        open_or = [isinstance(a, sp.Or) and len(parts) > 1 and len(_absorbed(a.args, sp.And)) > 1 for a in parts]
        return r"\text{ and }".join(bracket(self._print(a)) if wide else self._print(a) for a, wide in zip(parts, open_or, strict=True))

    def _print_Or(self, expr: Any) -> str:
        return r"\text{ or }".join(self._print(a) for a in _absorbed(expr.args, sp.And))


def _absorbed(parts: Iterable[Any], inner: Any) -> list[Any]:
    """The parts of a condition without those that another makes superfluous: A or (A and B) is A, A and (A or B) is A; with more of A too.

    inner: And for the parts of an Or, and the other way round.
    """
    outer = sp.Or if inner is sp.And else sp.And
    shorter = []
    for part in parts:
        rest = _absorbed(part.args, outer) if isinstance(part, inner) else [part]
        shorter.append(rest[0] if len(rest) == 1 else part)
    kept = list(dict.fromkeys(shorter))

    def members(part: Any) -> frozenset[Any]:
        return frozenset(part.args) if isinstance(part, inner) else frozenset({part})

    return [p for p in kept if not any(members(q) < members(p) for q in kept)]
