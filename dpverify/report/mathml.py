"""LaTeX formulas as MathML, so that the page has the notation of the document.

latex2mathml does the conversion. Its text is never trusted: the tree that it builds is reduced to the elements and attributes that formulas
need, and written out by ElementTree, which escapes everything.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import unescape
from xml.etree.ElementTree import Element, SubElement, tostring

from markupsafe import Markup, escape

from .measure import width

TEXTS = frozenset({"mi", "mn", "mo", "mtext"})
ELEMENTS = TEXTS | frozenset("math mrow mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mstyle".split())
ATTRIBUTES = frozenset("stretchy fence form minsize maxsize width linethickness displaystyle scriptlevel".split())
_VALUE = re.compile(r"[A-Za-z0-9 .%+-]*")
_FUNCTIONS = frozenset("erf erfc log sinh cosh tanh coth arctan exp max min sup inf sin cos tan lim".split())
_FLAT = frozenset({"math", "mtd", "mrow", "mstyle", "msqrt"})


NARROW = 13.0
"""A formula wider than this, in em, may not fit a telephone: its box can be scrolled, by keyboard too."""


def inline(latex: str) -> Markup:
    """A formula in a line of text."""
    math = _written(_math((latex,), "inline"), latex)
    if width(latex) > NARROW:
        math = f'<span class="run" tabindex="0" role="group" aria-label="Formula">{math}</span>'
    return Markup(math)


def block(rows: Sequence[str]) -> Markup:
    """A display of one or several rows, all flush left."""
    math = _written(_math(tuple(rows), "block"), " ".join(rows))
    scrolls = ' tabindex="0" role="group" aria-label="Formula"' if max(map(width, rows)) > NARROW else ""
    return Markup(f'<div class="display"{scrolls}>{math}</div>')


@cache
def _math(rows: tuple[str, ...], display: str) -> str | None:
    """The element as text, without its `alttext`; None if the LaTeX cannot be read."""
    trees = [_row(row, display) for row in rows]
    if any(tree is None for tree in trees):
        return None
    math = Element("math", {"display": "block"} if display == "block" else {})
    if len(trees) == 1:
        math.extend(trees[0] or ())
    else:
        table = SubElement(math, "mtable", {"class": "rows", "displaystyle": "true"})
        for tree in trees:
            cell = SubElement(SubElement(table, "mtr"), "mtd")
            cell.extend(tree or ())
    return tostring(math, encoding="unicode")


def _written(math: str | None, latex: str) -> str:
    if math is None:
        return f"<code>{escape(latex)}</code>"
    return f'<math alttext="{escape(latex)}"' + math.removeprefix("<math")


def _row(latex: str, display: str) -> Element | None:
    from latex2mathml.converter import Converter

    try:
        found = Converter(display=display).convert_to_element(latex)
        return _flat(_clean(found, display))
    except Exception:  # whatever a converter of other people makes of hostile text, the page shows the text itself
        return None


def _clean(found: Element, display: str) -> Element:
    """The same tree of known elements and attributes; the converter's character references become characters."""
    tag = found.tag if found.tag in ELEMENTS else "mrow"
    kept = {k: v for k, v in found.attrib.items() if k in ATTRIBUTES and _VALUE.fullmatch(v)} if tag != "math" else {}
    text = unescape(found.text or "") if tag in TEXTS else ""
    if text.startswith("\\"):
        raise ValueError(f"unknown command {text}")
    if tag == "mi" and text and text in "⌊⌋⌈⌉":
        tag, kept = "mo", {"stretchy": "false"}
    if text.strip() in _FUNCTIONS:
        tag, kept = "mo", {"form": "prefix", "lspace": "0.167em", "rspace": "0.08em"}
    if tag == "mo" and text == "/":
        kept = {"lspace": "0", "rspace": "0"}
    if tag == "mn" and found.get("mathvariant") == "bold":  # MathML Core has no bold digits
        text = text.translate({ord("0") + i: 0x1D7CE + i for i in range(10)})
    out = Element(tag, kept)
    if text:
        out.text = text
    out.extend(_clean(child, display) for child in found)
    if display == "block" and tag == "msub" and out[0].text in ("lim", "sup", "inf"):
        out.tag = "munder"
    return out


def _flat(tree: Element) -> Element:
    """Without rows of one element, and rows in rows unless they hold brackets that grow with them."""
    children = []
    for child in (_flat(c) for c in tree):
        bare = child.tag == "mrow" and not child.attrib
        grows = any(c.get("stretchy") == "true" and "minsize" not in c.attrib for c in child)
        if bare and len(child) == 1:
            children.append(child[0])
        elif bare and tree.tag in _FLAT and not grows:
            children += list(child)
        else:
            children.append(child)
    for child in list(tree):
        tree.remove(child)
    tree.extend(children)
    return tree
