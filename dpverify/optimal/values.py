"""The closed forms of `formulas/lower_bounds.py` as numbers, rounded to the side on which each is a bound.

An upper bound is rounded up, a lower bound down, so the printed text bounds V* itself. At epsilon = 0 or delta = 0 a value is the limit,
which is a bound as well: of the truncated Laplacian the uniform law or Laplace's, of the lower bounds the sum over all periods.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import sympy as sp

from ..enclosure.balls import end_text
from ..enclosure.point import enclose_at
from ..errors import NotEnclosable, SoundnessError
from ..formulas import lower_bounds as forms
from ..notation import Delta, delta, epsilon

if TYPE_CHECKING:
    from .problem import Bracket

DIGITS = 15
MAX_PRECISION = 1 << 16


def closed_form_values(eps: Fraction, dlt: Fraction, sensitivity: Fraction, loss: Fraction) -> dict[str, str | None]:
    """v_upp, v_low, t_bound and s_bound at a point as decimal text; None where there is no such form.

    v_low is 3.2/3.3 at the real number of periods, for epsilon > 0 and delta < 1/2. Not both of eps and dlt may be 0.
    """
    values: dict[str, str | None] = dict.fromkeys(("v_upp", "v_low", "t_bound", "s_bound"))
    if loss not in (1, 2):
        return values
    point = {epsilon: sp.Rational(eps), delta: sp.Rational(dlt), Delta: sp.Rational(sensitivity)}
    for name, form in _expressions(point, loss == 2).items():
        values[name] = bound_text(form, point, up=name == "v_upp")
    return values


def closed_forms_beside(found: Bracket) -> dict[str, str | None]:
    """The closed forms at a bracket's point; SoundnessError if the bracket and a closed form exclude one another."""
    problem = found.problem
    values = closed_form_values(problem.epsilon, problem.delta, problem.sensitivity, problem.loss)
    for name, text in values.items():
        if text is None:
            continue
        known = Fraction(text)
        if Fraction(found.lower) > known if name == "v_upp" else Fraction(found.upper) < known:
            raise SoundnessError(f"the bracket {found.lower} .. {found.upper} contradicts {name} = {text}: please report this")
    return values


def bound_text(form: sp.Expr, point: dict[sp.Symbol, sp.Rational], up: bool) -> str | None:
    """The value at a point, with enough precision for the digits, rounded up or down; None if it cannot be enclosed."""
    prec = 128
    while prec <= MAX_PRECISION:
        try:
            ball = enclose_at(form, point, prec)
        except NotEnclosable:
            ball = None
        if ball is not None and ball.is_finite() and (ball.rad() == 0 or ball.rel_accuracy_bits() > 3.4 * DIGITS + 10):
            return end_text(ball.upper() if up else ball.lower(), DIGITS, up)
        prec *= 2
    return None


def _expressions(point: dict[sp.Symbol, sp.Rational], power: bool) -> dict[str, sp.Expr]:
    if point[epsilon] == 0:
        return _flat(point[delta], power)
    grown = sp.exp(epsilon)
    if point[delta] == 0:
        total = Delta**2 * (grown + 1) / (grown - 1) ** 2 if power else Delta / (grown - 1)
        found = {"v_upp": 2 * Delta**2 / epsilon**2 if power else Delta / epsilon, "v_low": total, "t_bound": total}
        return found if power else found | {"s_bound": 2 * Delta / (grown - 1 / grown)}
    found = {"v_upp": forms.v2_upp if power else forms.v1_upp}
    count = _floor(forms.periods, point)
    if point[delta] < sp.Rational(1, 2):
        found["v_low"] = forms.v2_low_explicit if power else forms.v1_low_explicit
    found["t_bound"] = (forms.t_bound_power if power else forms.t_bound_amplitude)(sp.Integer(count))
    if not power:
        # s_k > 0 while k < log(1 + s_0/offset)/epsilon; every number of terms gives a bound, this one the largest.
        offset = delta * forms.b / (1 - forms.b)
        last = _floor(sp.log(1 + forms.b * (1 - delta) / (1 + forms.b) / offset) / epsilon, point)
        found["s_bound"] = forms.s_bound_amplitude(sp.Integer(last + 1))
    return found


def _flat(d: sp.Rational, power: bool) -> dict[str, sp.Expr]:
    """epsilon = 0, delta = d > 0."""
    n = sp.floor(1 / (2 * d))
    if power:
        # 2 sum_{k=1}^n (2k - 1)(1/2 - k d)
        total = n**2 - 2 * d * (n * (n + 1) * (2 * n + 1) / 3 - n * (n + 1) / 2)
        return {"v_upp": Delta**2 / (12 * d**2), "t_bound": Delta**2 * total}
    last = sp.floor((1 / d + 1) / 2)
    # 2 sum_{k=1}^n (1/2 - k d) and 2 sum_{k=0}^{last-1} (1 - (2k+1) d)/2
    return {"v_upp": Delta / (4 * d), "t_bound": Delta * (n - d * n * (n + 1)), "s_bound": Delta * (last - d * last**2)}


def _floor(form: sp.Expr, point: dict[sp.Symbol, sp.Rational]) -> int:
    """The floor of a positive value, or one less where the value is too near an integer to tell: any count is sound."""
    prec = 256
    while prec <= MAX_PRECISION:
        try:
            ball = enclose_at(form, point, prec)
        except NotEnclosable:
            ball = None
        if ball is not None and ball.is_finite():
            low, high = ball.lower().floor().unique_fmpz(), ball.upper().floor().unique_fmpz()
            if low is not None and high is not None and (low == high or prec > 1024):
                return max(int(low), 0)
        prec *= 2
    return 0
