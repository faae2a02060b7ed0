"""Whether noise of a given law is (epsilon, delta)-DP, as an assertion."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from ..errors import InputError


class Undecided(AssertionError):
    """Neither privacy nor its violation could be certified. It fails a test, as an assertion does, and says what was missing."""


def assert_dp(
    law: Any,
    epsilon: Any,
    delta: Any,
    sensitivity: Any = 1,
    *,
    kind: Literal["density", "cdf"] | None = None,
    arithmetic: Literal["arb", "iv", "mpmath"] | None = None,
    shape: Literal["log-concave", "unimodal"] | None = None,
    variable: Any = None,
    atom: Any = 0,
    slack: Any = 0,
    seconds: float = 60.0,
) -> None:
    """Adding noise X of this law must be (epsilon, delta)-DP: P(X in S) <= e^epsilon P(X + d in S) + delta, all S, all |d| <= sensitivity.

    law: a SymPy density in one real symbol (`variable`, where it has others bound), or a function with `kind` and `arithmetic`:
    `arb` (python-flint arb -> arb) and `iv` (mpmath.iv -> mpmath.iv) must enclose their values; `mpmath` (mpf -> mpf) can only refute.
    What is decided:

    - SymPy density: nothing is assumed. Unimodal laws are certified as such and decided at the two largest shifts; others by a cover of
      all shifts. atom: the mass of one atom anywhere, which the density then lacks. Laws with more atoms, and discrete ones, are refused.
    - cdf: refuted by half-lines; private only if the law is declared shape="log-concave".
    - density of a function: cells; private only if it is declared shape="unimodal" (or "log-concave").

    epsilon, delta, sensitivity are exact (floats by their shortest text). slack: delta (1 + slack) is allowed instead of delta. A law that
    uses its delta to the last bit, such as the exact truncated Laplacian, cannot be told from one that exceeds it and needs a slack.
    seconds: the time after which the search gives up. Raises AssertionError (with shift, event and the true delta), Undecided, or
    InputError (no density, a float inside a SymPy density, a value out of range).
    """
    from ..exact import decimal_down
    from ..privacy.inputs import read_budget

    budget = read_budget(epsilon, delta, sensitivity, slack)
    answer = _decide(law, budget, kind, arithmetic, shape, variable, atom, seconds)
    if answer.verdict == "private":
        return
    asked = f"epsilon = {epsilon}, delta = {delta}, sensitivity = {sensitivity}"
    assumed = f"\n  assumed: {'; '.join(answer.assumed)}" if answer.assumed else ""
    known = ""
    if answer.lower:
        known = f"\n  delta is at least {decimal_down(answer.lower, 12)}"
        if budget.delta:
            known += f", {decimal_down(answer.lower / budget.delta, 6)} times the one asked for"
    if answer.verdict == "undecided":
        raise Undecided(f"undecided whether the noise is private at {asked}: {answer.reason}{known}{assumed}")
    proof = "" if answer.rigorous else "\n  found with numbers of high precision, not with enclosures"
    raise AssertionError(
        f"the noise is not private at {asked}{known}\n  at the shift d = {float(answer.shift or 0):.9g}, for the event {answer.event}"
        f"\n  privacy violation: P(X in S) > e^epsilon P(X in S + d) + delta{proof}{assumed}"
    )


def _decide(law: Any, budget: Any, kind: Any, arithmetic: Any, shape: Any, variable: Any, atom: Any, seconds: float) -> Any:
    import sympy as sp

    from ..exact import rational_from_number
    from ..privacy.cdf import decide_cdf
    from ..privacy.cells import decide_cells
    from ..privacy.density import decide_density
    from ..privacy.values import image_of

    if shape not in (None, "log-concave", "unimodal"):
        raise InputError(f"shape is {shape!r}; it must be log-concave or unimodal")
    mass: Fraction = rational_from_number(atom, "atom")
    if not 0 <= mass < 1:
        raise InputError(f"atom is {atom!r}; it must be a number with 0 <= atom < 1")
    if isinstance(law, sp.Expr):
        if kind not in (None, "density"):
            raise InputError(f"kind is {kind!r}; a SymPy law is given by its density")
        return decide_density(law, variable, budget, mass, seconds)
    if not callable(law):
        raise InputError(f"law is a {type(law).__name__}; it must be a SymPy expression or a function")
    if kind not in ("density", "cdf") or arithmetic not in ("arb", "iv", "mpmath"):
        wanted = "a function needs kind density or cdf and arithmetic arb, iv or mpmath"
        raise InputError(f"kind is {kind!r}, arithmetic is {arithmetic!r}; {wanted}")
    if mass:
        raise InputError("atom is for SymPy densities; a function gives its atom through its cdf")
    image, rigorous = image_of(law, arithmetic)
    if kind == "cdf":
        return decide_cdf(image, rigorous, budget, shape == "log-concave", seconds)
    return decide_cells(image, rigorous, budget, shape is not None, seconds)
