"""Prose, identifiers and citations as HTML. Everything that comes from a claim is escaped here or in the template."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup, escape

from ..claims.bibliography import Reference
from . import mathml
from .references import authors, parts

_ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "c": "\u0327", "v": "\u030c", "H": "\u030b"}
_ACCENT = re.compile(r"\\(['`^\"~]|[cvH](?=[\s{]))\s*\{?(\w)\}?")


def prose(text: str) -> Markup:
    """Text that may hold formulas in $...$; an odd number of $ means that none of them opens a formula."""
    pieces = text.split("$")
    if len(pieces) % 2 == 0:
        return escape(text)
    out = escape(pieces[0])
    for formula, after in zip(pieces[1::2], pieces[2::2], strict=True):
        marks = re.match(r"[^\s\w]*", after)
        stop = marks.group() if marks else ""
        out += kept_together(mathml.inline(formula), stop) + escape(after[len(stop) :])
    return out


def kept_together(formula: Markup, stop: str) -> Markup:
    """A formula and the punctuation behind it, which must not begin a line."""
    return Markup('<span class="nb">{}{}</span>').format(formula, stop) if stop else formula


def listed(formulas: Sequence[Markup]) -> Markup:
    """f, g, h: lines may break after the commas."""
    return Markup(" ").join(kept_together(f, "," if i < len(formulas) else "") for i, f in enumerate(formulas, 1))


def identifier(text: str) -> Markup:
    """An id or a path that may break after its separators."""
    return Markup("<code>{}</code>").format(Markup(re.sub(r"([/._-])(?=.)", r"\1<wbr>", str(escape(text)))))


def anchor(kind: str, name: str) -> str:
    """An element's id: one for each kind and name, of characters that mean nothing in HTML, in a URL or in CSS."""
    return kind + "-" + "".join(c if re.fullmatch(r"[A-Za-z0-9._-]", c) else f"~{ord(c):x}~" for c in name)


def link(target: str, text: str | Markup) -> Markup:
    return Markup('<a href="#{}">{}</a>').format(target, text)


def cite(source: str | None, references: Mapping[str, Reference]) -> Markup:
    """`key, place; key, place` as links into the bibliography: Geng et al. 2018, Theorem 2."""
    out = []
    for part in (source or "").split(";"):
        key, _, place = (p.strip() for p in part.partition(","))
        if not key:
            continue
        name: Markup = link(anchor("ref", key), short_name(references[key])) if key in references else escape(key)
        out.append(name + (Markup(", ") + prose(place) if place else ""))
    return Markup("; ").join(out)


def short_name(reference: Reference) -> str:
    """Authors' last names and year."""
    names = [n.rpartition("~")[2] if n != "et al." else n for n in authors(reference)]
    who = " and ".join(names) if len(names) < 3 and "et al." not in names else f"{names[0]} et al."
    return f"{bibtex(who)} {bibtex(reference.fields.get('year', ''))}".strip() or reference.key


def full_entry(reference: Reference) -> str:
    """Authors, title, where, year."""
    return ", ".join(bibtex(p) for p in parts(reference)) + "."


def bibtex(text: str) -> str:
    r"""A BibTeX field as plain text: accents, dashes, ties, without braces and commands."""
    out = _ACCENT.sub(lambda m: unicodedata.normalize("NFC", m.group(2) + _ACCENTS[m.group(1)]), text)
    out = out.replace("---", "\N{EM DASH}").replace("--", "\N{EN DASH}").replace("~", "\N{NO-BREAK SPACE}").replace(r"\&", "&")
    return re.sub(r"[{}]|\\[A-Za-z]+\s?", "", out)


def words_joined(items: Iterable[str | Markup]) -> Markup:
    """a, b and c."""
    found = [escape(i) for i in items]
    if len(found) < 2:
        return Markup("").join(found)
    return Markup(", ").join(found[:-1]) + Markup(" and ") + found[-1]
