"""Exact proofs of f > 0 or f >= 0 on a domain: signs of factors, monotonicity with a limit at one end, and chains of derivatives.

The arguments used, each for fixed values of the other symbols, h = f/M with M > 0 and h smooth inside the symbol's interval:
- h' > 0 inside: h lies above its limit at the lower end; h' < 0: above its limit at the upper end.
- h' first > 0 then < 0 inside (either part may be empty): h lies above the smaller of its limits at the two ends.
- h(x) >= h(x+1) on a ray: h lies above its limit at infinity.
- a function changes sign at most once, from + to -, if a positive multiple of it is strictly decreasing, or is first increasing and then
  decreasing and starts from a limit >= 0, or is first decreasing and then increasing and runs into a limit <= 0.
Limits come from `symbolic.limit`, signs from `symbolic.sign` or from the same arguments one level down. Sampling only prunes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import sympy as sp

from ..domain import Domain
from ..errors import NotEnclosable
from ..symbolic.derived import merge_reasons
from ..symbolic.limit import limit
from ..symbolic.normal_form import factors, normalise
from ..symbolic.sign import sign
from .bounds import Slice, slices
from .definedness import defined_on
from .forms import Form, forms, is_smooth
from .probes import common_crossing, domain_key, is_seen_negative, sign_pattern, signs_seen
from .turning import turning_points

Reasons = tuple[str, ...]
Leaf = Callable[[sp.Expr, Domain, bool], "Reasons | None"]

MAX_SIZE = 400
"""Expressions with more operations than this are not followed any further."""
VALLEY_OPERATIONS = 150
"""A derivative with more operations has no zero in closed form that a search would find."""


@dataclass
class Chain:
    """One proof search. budget: how many functions may be looked at; leaf: a last resort for the sign of a function (None: no resort)."""

    budget: int = 150
    leaf: Leaf | None = None
    known: dict[tuple, tuple[int, Reasons | None]] = field(default_factory=dict)
    patterns: dict[tuple, tuple[int, Reasons | None]] = field(default_factory=dict)

    # ---- f > 0 (strict) or f >= 0 on the whole domain; f is known to be defined there

    def positive(self, f: sp.Expr, domain: Domain, strict: bool, depth: int) -> Reasons | None:
        """Reasons why f > 0 (>= 0 if not strict) everywhere on the domain, or None."""
        quick = self._by_sign(f, domain, strict)
        if quick is not None:
            return quick or None
        key = (f, domain_key(domain), strict)
        if key in self.known and (self.known[key][1] is not None or self.known[key][0] >= depth):
            return self.known[key][1]
        self.known[key] = (depth, None)
        result = self._positive(f, domain, strict, depth)
        self.known[key] = (depth, result)
        return result

    def _spend(self, f: sp.Expr) -> None:
        """Large expressions cost more, since everything done with them does."""
        self.budget -= 1 + int(sp.count_ops(f)) // 25

    def _by_sign(self, f: sp.Expr, domain: Domain, strict: bool) -> Reasons | None:
        """Reasons if the sign is known to be right, () if it is known to be wrong, None if unknown."""
        s = sign(f, domain)
        if s is None or s == "!0":
            return None
        if s == "+" or (not strict and s in ("+0", "0")):
            return (f"${sp.latex(f)} {'> 0' if strict else chr(92) + 'ge 0'}$ on the domain",)
        if s == "+0":
            return None
        return ()

    def _positive(self, f: sp.Expr, domain: Domain, strict: bool, depth: int) -> Reasons | None:
        if self.budget <= 0 or not f.free_symbols:
            return None
        self._spend(f)
        if is_seen_negative(f, domain):
            return None
        split = self._factored(f, domain, strict)
        if split is None:
            return None
        factor, reasons = split
        if factor is None:
            return reasons
        if factor != f:
            quick = self._by_sign(factor, domain, strict)
            if quick is not None:
                return merge_reasons(reasons, quick) if quick else None
        if sp.count_ops(factor) > MAX_SIZE:
            return None
        if depth > 0:
            for symbol in self._order(factor, domain):
                found = self._along(factor, symbol, domain, strict, depth)
                if found is not None:
                    return merge_reasons(reasons, found)
        if self.leaf is not None and (found := self.leaf(factor, domain, strict)) is not None:
            return merge_reasons(reasons, found)
        return None

    def _factored(self, f: sp.Expr, domain: Domain, strict: bool) -> tuple[sp.Expr | None, Reasons] | None:
        """(what is left to be shown of the same sense, reasons); (None, reasons) if nothing is left; None if it cannot hold."""
        try:
            constant, parts = factors(f, domain)
        except NotEnclosable:
            return f, ()
        if constant == 0:
            return None if strict else (None, (f"${sp.latex(f)} = 0$",))
        sense = 1 if constant > 0 else -1
        rest: list[sp.Expr] = []
        reasons: list[str] = []
        for part, exponent in parts:
            s = sign(part, domain)
            even = exponent % 2 == 0
            if s in ("+", "-"):
                sense *= -1 if s == "-" and not even else 1
                reasons.append(f"${sp.latex(part)} {'>' if s == '+' else '<'} 0$ on the domain")
            elif even and exponent > 0 and (s == "!0" or not strict):
                reasons.append(f"the factor ${sp.latex(part)}$ occurs to an even power")
            elif s in ("+0", "-0") and not strict and exponent > 0:
                sense *= -1 if s == "-0" else 1
                reasons.append(f"${sp.latex(part)} {chr(92)}{'ge' if s == '+0' else 'le'} 0$ on the domain")
            elif s == "0":
                return None if strict or exponent < 0 else (None, (f"${sp.latex(part)} = 0$ on the domain",))
            else:
                rest.append(part**exponent)
        if not rest:
            return (None, tuple(reasons)) if sense > 0 else None
        return sense * sp.Mul(*rest), tuple(reasons)

    @staticmethod
    def _order(f: sp.Expr, domain: Domain) -> list[sp.Symbol]:
        def cost(s: sp.Symbol) -> tuple[int, str]:
            return sum(1 for a in f.atoms(sp.Function, sp.Pow) if a.has(s) and not (a.is_Pow and a.exp.is_Integer)), s.name

        return sorted((s for s in domain.symbols if s in f.free_symbols), key=cost)

    # ---- along one symbol

    def _along(self, f: sp.Expr, symbol: sp.Symbol, domain: Domain, strict: bool, depth: int) -> Reasons | None:
        parts = slices(domain, symbol)
        if not parts:
            return None
        reasons: Reasons = ()
        for part in parts:
            if part.relaxed and is_seen_negative(f, part.domain):
                return None
            found = self._along_slice(f, part, strict, depth)
            if found is None:
                return None
            reasons = merge_reasons(reasons, found)
        return reasons

    def _along_slice(self, f: sp.Expr, part: Slice, strict: bool, depth: int) -> Reasons | None:
        inside = _opened(part)
        if not is_smooth(f, part.symbol, inside) or (part.relaxed and defined_on(f, part.domain) is None):
            return None
        found = self._by_difference(f, part, strict, depth)
        if found is not None:
            return found
        for form in forms(f, part.symbol, inside):
            if self.budget <= 0:
                return None
            if not is_smooth(form.h, part.symbol, inside):
                continue
            found = self._by_slope(form, part, inside, strict, depth)
            if found is not None:
                if form.divisor != 1:
                    found = merge_reasons((f"dividing by ${sp.latex(form.divisor)} > 0$",), found)
                return found
        return None

    def _by_difference(self, f: sp.Expr, part: Slice, strict: bool, depth: int) -> Reasons | None:
        """On a ray, f(x) >= f(x+1) >= f(x+2) ... down to a limit >= 0: for gammas, whose differences are elementary."""
        x = part.symbol
        if part.hi is not sp.S.Infinity or not any(g.has(x) for g in f.atoms(sp.gamma, sp.loggamma)):
            return None
        try:
            fall = normalise(f - f.xreplace({x: x + 1}), part.domain)
        except NotEnclosable:
            return None
        if fall.has(sp.gamma, sp.loggamma) or is_seen_negative(fall, part.domain):
            return None
        end = self._end_nonnegative(f, part, "upper", False)
        falls = None if end is None else self.positive(fall, part.domain, strict, depth - 1)
        if end is None or falls is None:
            return None
        name = sp.latex(x)
        return merge_reasons(falls, (f"${sp.latex(f)}$ does not increase from ${name}$ to ${name} + 1$",), end)

    def _by_slope(self, form: Form, part: Slice, inside: Domain, strict: bool, depth: int) -> Reasons | None:
        seen = signs_seen(form.slope, inside)
        name = sp.latex(part.symbol)
        h = form.h
        closed_low, closed_high = part.lo_closed, part.hi_closed
        if not seen or seen == {0}:
            # No use of the numbers here: the exact tests below decide.
            seen = {1}
        if -1 not in seen:
            end = self._end_nonnegative(h, part, "lower", strict and closed_low)
            if end is not None and (slope := self.positive(form.slope, inside, True, depth - 1)) is not None:
                return merge_reasons(slope, (f"${sp.latex(h)}$ increases in ${name}$",), end)
            if end is not None and not strict and (slope := self.positive(form.slope, inside, False, depth - 1)) is not None:
                return merge_reasons(slope, (f"${sp.latex(h)}$ does not decrease in ${name}$",), end)
            return None
        if 1 not in seen:
            end = self._end_nonnegative(h, part, "upper", strict and closed_high)
            if end is not None and (slope := self.positive(-form.slope, inside, True, depth - 1)) is not None:
                return merge_reasons(slope, (f"${sp.latex(h)}$ decreases in ${name}$",), end)
            if end is not None and not strict and (slope := self.positive(-form.slope, inside, False, depth - 1)) is not None:
                return merge_reasons(slope, (f"${sp.latex(h)}$ does not increase in ${name}$",), end)
            return None
        pattern = sign_pattern(form.slope, part.symbol, inside)
        if pattern <= {(-1, 1), (1,), (-1,), ()}:
            return self._valley(form, part, inside, strict, depth)
        if not pattern <= {(1, -1), (1,), (-1,), ()}:
            return None
        low = self._end_nonnegative(h, part, "lower", strict and closed_low)
        if low is None:
            return None
        high = self._end_nonnegative(h, part, "upper", strict and closed_high)
        if high is None:
            return None
        falls = self.falls(form.slope, replace(part, domain=inside), depth - 1)
        if falls is None:
            return None
        return merge_reasons(falls, (f"${sp.latex(h)}$ first increases and then decreases in ${name}$",), low, high)

    def _valley(self, form: Form, part: Slice, inside: Domain, strict: bool, depth: int) -> Reasons | None:
        """h seems to fall and then to rise: cut where its derivative seems to vanish and show each part by itself."""
        x, h = part.symbol, form.h
        if depth < 2 or sp.count_ops(form.slope) > VALLEY_OPERATIONS:
            return None
        guesses = turning_points(form.slope, x, inside)
        guesses += [e for e in common_crossing(form.slope, x, inside) if e not in guesses]
        for e in guesses:
            if defined_on(e, part.rest) is None:
                # Below, at and above e is everything only if e is a real number.
                continue
            bottom = h.subs(x, e)
            if bottom.has(sp.nan, sp.zoo, sp.oo):
                continue
            ends = [(sp.Ge if part.lo_closed else sp.Gt)(e, part.lo, evaluate=False)] if part.lo.is_finite is not False else []
            ends += [(sp.Le if part.hi_closed else sp.Lt)(e, part.hi, evaluate=False)] if part.hi.is_finite is not False else []
            at = part.rest.restrict(*[r for r in ends if r.free_symbols])
            here = self.positive(normalise(bottom, at), at, strict, depth - 1)
            if here is None:
                continue
            found = merge_reasons((f"the domain is cut at ${sp.latex(x)} = {sp.latex(e)}$",), here)
            for cut in (sp.Lt(x, e, evaluate=False), sp.Gt(x, e, evaluate=False)):
                side = part.domain.restrict(cut)
                if side.is_box_empty():
                    continue
                shown = self._along(h, x, side, strict, depth - 1)
                if shown is None:
                    break
                found = merge_reasons(found, shown)
            else:
                return found
        return None

    # ---- sign changes along the symbol: at most one, from + to - (strictly on either side)

    def falls(self, g: sp.Expr, part: Slice, depth: int) -> Reasons | None:
        """Reasons why, for fixed other symbols, g > 0 up to some value of the symbol and g < 0 after it (either part may be empty)."""
        key = (g, part.symbol, domain_key(part.domain))
        if key in self.patterns and (self.patterns[key][1] is not None or self.patterns[key][0] >= depth):
            return self.patterns[key][1]
        self.patterns[key] = (depth, None)
        found = self._falls(g, part, depth) if depth >= 0 and self.budget > 0 else None
        self.patterns[key] = (depth, found)
        return found

    def _falls(self, g: sp.Expr, part: Slice, depth: int) -> Reasons | None:
        self._spend(g)
        inside = part.domain
        core = self._core(g, inside)
        if core is None:
            return None
        factor, reasons = core
        if sp.count_ops(factor) > MAX_SIZE or not is_smooth(factor, part.symbol, inside):
            return None
        for form in forms(factor, part.symbol, inside):
            if self.budget <= 0:
                return None
            if not is_smooth(form.h, part.symbol, inside):
                continue
            found = self._falls_by(form, part, depth)
            if found is not None:
                return merge_reasons(reasons, found)
        return None

    def _core(self, g: sp.Expr, domain: Domain) -> tuple[sp.Expr, Reasons] | None:
        """The factor of unknown sign, the others being strictly signed."""
        try:
            constant, parts = factors(g, domain)
        except NotEnclosable:
            return g, ()
        if constant == 0:
            return None
        sense = 1 if constant > 0 else -1
        rest, reasons = [], []
        for p, exponent in parts:
            s = sign(p, domain)
            if s in ("+", "-") or (s == "!0" and exponent % 2 == 0):
                sense *= -1 if s == "-" and exponent % 2 else 1
                reasons.append(f"${sp.latex(p)} {'>' if s == '+' else '<' if s == '-' else chr(92) + 'ne'} 0$ on the domain")
            else:
                rest.append(p**exponent)
        return (sense * sp.Mul(*rest), tuple(reasons)) if rest else None

    def _falls_by(self, form: Form, part: Slice, depth: int) -> Reasons | None:
        seen = signs_seen(form.slope, part.domain)
        name = sp.latex(part.symbol)
        if seen and 1 not in seen:
            slope = self.positive(-form.slope, part.domain, True, depth - 1)
            return None if slope is None else merge_reasons(slope, (f"${sp.latex(form.h)}$ decreases in ${name}$",))
        pattern = sign_pattern(form.slope, part.symbol, part.domain)
        if pattern <= {(1, -1), (1,), (-1,), ()}:
            low = self._end_nonnegative(form.h, part, "lower", False)
            if low is not None and (falls := self.falls(form.slope, part, depth - 1)) is not None:
                return merge_reasons(falls, (f"${sp.latex(form.h)}$ first increases and then decreases in ${name}$",), low)
        if pattern <= {(-1, 1), (1,), (-1,), ()}:
            high = self._end_nonnegative(-form.h, part, "upper", False)
            if high is not None and (rises := self.falls(-form.slope, part, depth - 1)) is not None:
                return merge_reasons(rises, (f"${sp.latex(form.h)}$ first decreases and then increases in ${name}$",), high)
        return None

    # ---- limits at the ends

    def _end_nonnegative(self, h: sp.Expr, part: Slice, which: str, strict: bool) -> Reasons | None:
        """Reasons why the limit of h at that end of the slice is >= 0 (> 0 if strict) for all values of the others; +oo is fine."""
        # Limits are the dearest part of a search.
        self.budget -= 1 + int(sp.count_ops(h)) // 25
        at, side = (part.lo, "+") if which == "lower" else (part.hi, "-")
        derived = limit(h, part.symbol, at, side, part.rest)
        if derived is None:
            return None
        text = f"its limit at the {which} end ${sp.latex(at)}$ is ${sp.latex(derived.value)}$"
        if derived.value is sp.S.Infinity:
            return merge_reasons(derived.reasons, (text,))
        if derived.value.is_infinite or derived.value.has(sp.nan, sp.zoo):
            return None
        value = normalise(derived.value, part.rest)
        if value.is_zero:
            return None if strict else merge_reasons(derived.reasons, (text,))
        found = self.positive(value, part.rest, strict, 3)
        return None if found is None else merge_reasons(derived.reasons, (text,), found)


def _opened(part: Slice) -> Domain:
    """The slice without its ends in the symbol."""
    rng = part.domain.ranges[part.symbol]
    opened = part.domain.with_range(part.symbol, replace(rng, lo_open=True, hi_open=True))
    strict = []
    for a in opened.assumptions:
        if part.symbol in a.free_symbols and isinstance(a, (sp.Ge, sp.Le)):
            a = (sp.Gt if isinstance(a, sp.Ge) else sp.Lt)(a.lhs, a.rhs, evaluate=False)
        strict.append(a)
    return Domain(opened.ranges, tuple(strict))
