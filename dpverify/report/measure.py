"""How wide a formula will be on the page: an estimate from its LaTeX."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}^_&]|\s+|.")
_NO_WIDTH = {rf"\{name}" for name in "left right displaystyle text operatorname mathbb big Big bigl bigr biggl biggr limits !".split()}
_WORDS = {
    r"\log": 1.4,
    r"\sinh": 1.9,
    r"\cosh": 2.0,
    r"\tanh": 2.0,
    r"\lim": 1.4,
    r"\max": 1.8,
    r"\min": 1.7,
    r"\int": 1.0,
    r"\sum": 1.45,
    r"\prod": 1.3,
    r"\infty": 1.0,
    r"\to": 1.5,
    r"\quad": 1.0,
    r"\,": 0.17,
    r"\cdot": 0.8,
}
SCRIPT = 0.7


def width(text: str) -> float:
    """About how wide the LaTeX text is in display style, in em. An estimate: what it gets wrong is made good when the page is set."""
    tokens = [t for t in _TOKEN.findall(text) if not t.isspace()]
    total, at = 0.0, 0
    while at < len(tokens):
        w, at = _item(tokens, at)
        total += w
    return total


def _item(tokens: list[str], at: int) -> tuple[float, int]:
    t = tokens[at]
    if t == "{":
        total, at = 0.0, at + 1
        while at < len(tokens) and tokens[at] != "}":
            w, at = _item(tokens, at)
            total += w
        return total, at + 1
    if t in ("^", "_"):
        first, after = _argument(tokens, at + 1)
        if after < len(tokens) and tokens[after] in ("^", "_") and tokens[after] != t:
            second, after = _argument(tokens, after + 1)
            return SCRIPT * max(first, second), after
        return SCRIPT * first, after
    if t == r"\begin":
        return _rows(tokens, at)
    if t in (r"\frac", r"\tfrac", r"\dfrac", r"\binom"):
        above, at = _argument(tokens, at + 1)
        below, at = _argument(tokens, at)
        return (SCRIPT if t == r"\tfrac" else 1.0) * max(above, below) + 0.25, at
    if t == r"\sqrt":
        inner, at = _argument(tokens, at + 1)
        return inner + 0.85, at
    if t in _NO_WIDTH or t == "&":
        return 0.0, at + 1
    if t in _WORDS:
        return _WORDS[t], at + 1
    if t in ("+", "-", "=", "<", ">", r"\le", r"\ge"):
        return 1.25, at + 1
    if t in "()[]|,.;!/":
        return 0.4, at + 1
    return (0.5 if t.isdigit() else 0.57), at + 1


def _rows(tokens: list[str], at: int) -> tuple[float, int]:
    """An environment of rows is as wide as its widest row."""
    _, at = _argument(tokens, at + 1)
    widest = row = 0.0
    while at < len(tokens) and tokens[at] != r"\end":
        if tokens[at] == r"\\":
            widest, row, at = max(widest, row), 0.0, at + 1
        else:
            w, at = _item(tokens, at)
            row += w
    _, at = _argument(tokens, at + 1)
    return max(widest, row) + 1.5, at


def _argument(tokens: list[str], at: int) -> tuple[float, int]:
    return _item(tokens, at) if at < len(tokens) else (0.0, at)
