"""Bibliography entries as LaTeX, and citations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..claims.bibliography import Reference
from .text import prose


def thebibliography(keys: Iterable[str], references: Mapping[str, Reference]) -> str:
    """The environment for the cited keys, in alphabetical order of authors and year; "" if nothing is cited."""
    found = [references[k] for k in dict.fromkeys(keys) if k in references]
    cited = sorted(found, key=lambda r: (r.fields.get("author", ""), r.fields.get("year", ""), r.key))
    if not cited:
        return ""
    items = "\n".join(rf"\bibitem{{{r.key}}} {entry(r)}" for r in cited)
    return f"\\begin{{thebibliography}}{{{'9' * len(str(len(cited)))}}}\n{items}\n\\end{{thebibliography}}\n"


def entry(reference: Reference) -> str:
    """Authors, title, where, year. The fields are BibTeX, so already LaTeX."""
    return ", ".join(parts(reference)) + "."


def parts(reference: Reference) -> list[str]:
    """What an entry says, in LaTeX, one part after the other."""
    f = reference.fields
    found = [_join(authors(reference)), r"\emph{" + f["title"] + "}" if "title" in f else ""]
    where = f.get("journal") or f.get("booktitle") or f.get("publisher") or ""
    if where and f.get("volume"):
        where += f" {f['volume']}" + (f"({f['number']})" if f.get("number") else "")
    if where and f.get("pages"):
        where += f", {f['pages']}"
    found.append(where)
    if f.get("eprint"):
        found.append(f"{f.get('archiveprefix', 'arXiv')}:{f['eprint']}")
    found.append(f.get("year", ""))
    return [p for p in found if p]


def cite(source: str) -> str:
    r"""`key, place; key, place` as \cite[place]{key}, \cite[place]{key}."""
    out = []
    for part in source.split(";"):
        key, _, place = (p.strip() for p in part.partition(","))
        if key:
            out.append(rf"\cite[{{{prose(place)}}}]{{{key}}}" if place else rf"\cite{{{key}}}")
    return "; ".join(out)


def authors(reference: Reference) -> list[str]:
    """ "Geng, Quan and ..." as ["Q. Geng", ...]."""
    out = []
    for person in reference.fields.get("author", "").split(" and "):
        last, _, first = person.strip().partition(", ")
        if first:
            initials = " ".join("-".join(f"{part[0]}." for part in word.split("-") if part) for word in first.split())
            out.append(f"{initials}~{last}")
        elif last:
            out.append("et al." if last == "others" else last)
    return out


def _join(names: list[str]) -> str:
    if len(names) > 1 and names[-1] != "et al.":
        return ", ".join(names[:-1]) + " and " + names[-1]
    return ", ".join(names[:-1]) + " et al." if len(names) > 1 else "".join(names)
