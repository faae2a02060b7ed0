r"""SymPy's LaTeX for a line of text: \frac{a}{b} as a/b, brackets that do not grow."""

from __future__ import annotations

import re

_NAMED = re.compile(r"\\(log|operatorname\{\w+\}|sin|cos|sinh|cosh|tanh|exp)\{")
_LOOSE = {*"><=+-)]},;|&", r"\}", r"\le", r"\ge", r"\ne", r"\leq", r"\geq", r"\neq", r"\to", r"\right"}
"""What may follow a/b without taking part of it."""


def slashed(text: str) -> str:
    r"""The formula without \frac and \left, \right; it means the same. Plain numbers stay small fractions."""
    out = _walk(text)
    out = re.sub(r"\\(?:left|right)(?![A-Za-z])\s*", "", out)
    out = re.sub(r"\s+\)", ")", out)
    out = re.sub(r"^- (?=\S)", "-", out)
    out = re.sub(r"\|\{([^{}|]*)\}\|", r"|\1|", out)
    return re.sub(r"([({,] ?)- (?=\S)", r"\1-", out).replace(r"\leq", r"\le").replace(r"\geq", r"\ge").replace(r"\neq", r"\ne").strip()


def _walk(text: str) -> str:
    out = []
    at = 0
    while at < len(text):
        if text.startswith(r"\frac{", at):
            above, at = _group(text, at + 5)
            below, at = _group(text, at)
            out.append(_fraction(above, below, text[at:]))
        elif found := _NAMED.match(text, at):
            name = found.group(1)
            inside, at = _group(text, found.end() - 1)
            out.append(f"\\{name}{_walk(inside)}" if inside.startswith(r"\left") else f"\\{name}{{{_walk(inside)}}}")
        else:
            out.append(text[at])
            at += 1
    return "".join(out)


def _group(text: str, at: int) -> tuple[str, int]:
    """(what stands in the braces that open at `at`, the place after them)."""
    depth = 0
    for i in range(at, len(text)):
        if text[i] == "{" and (i == 0 or text[i - 1] != "\\"):
            depth += 1
        elif text[i] == "}" and text[i - 1] != "\\":
            depth -= 1
            if depth == 0:
                return text[at + 1 : i], i + 1
    return text[at + 1 :], len(text)


def _fraction(above: str, below: str, after: str) -> str:
    if above.isdigit() and below.isdigit():
        return rf"\tfrac{{{above}}}{{{below}}}"
    top, bottom = _walk(above), _walk(below)
    if _sum(top):
        top = f"({top})"
    if _sum(bottom) or _product(bottom):
        bottom = f"({bottom})"
    body = f"{top}/{bottom}"
    following = re.match(r"\s*(\\[A-Za-z]+|\\.|.)", after)
    if following and following.group(1) not in _LOOSE:
        body = f"({body})"
    return body


def _sum(text: str) -> bool:
    """True if a plus or minus sign stands outside all brackets (a sign in front does not count)."""
    depth = 0
    for i, c in enumerate(text):
        depth += (c in "({[") - (c in ")}]")
        if depth == 0 and c in "+-" and text[:i].strip():
            return True
    return False


def _product(text: str) -> bool:
    """True if more than one factor stands outside all brackets."""
    bare = re.sub(r"[\^_](\{[^{}]*\}|.)", "", text)
    depth, parts = 0, 1
    for i, c in enumerate(bare):
        depth += (c in "({[") - (c in ")}]")
        if depth == 0 and (c == "/" or (c == " " and i and bare[i - 1] not in "+-(")):
            parts += 1
    return parts > 1 and re.fullmatch(r"\\\w+\s*\S?", bare) is None
