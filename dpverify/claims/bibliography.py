"""Reads a BibTeX file: key -> fields. Only what a bibliography of plain entries needs (no @string, no macros)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError

_HEAD = re.compile(r"@(\w+)\s*\{\s*([^,\s{}]+)\s*,", re.ASCII)
_FIELD = re.compile(r"\s*(\w+)\s*=\s*", re.ASCII)


@dataclass(frozen=True)
class Reference:
    """One entry: its key, its kind (article, misc ...) and its fields by lower-case name, as written in the file."""

    key: str
    kind: str
    fields: dict[str, str]


def read_bibliography(path: Path) -> dict[str, Reference]:
    """The entries of a BibTeX file in the order of the file. Raises InputError if an entry does not close or a key occurs twice."""
    text = "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("%"))
    found: dict[str, Reference] = {}
    at = 0
    while head := _HEAD.search(text, at):
        kind, key = head.group(1).lower(), head.group(2)
        if key in found:
            raise InputError(f"{path}: the key {key} occurs twice")
        fields, at = _fields(text, head.end(), path, key)
        found[key] = Reference(key, kind, fields)
    return found


def source_keys(source: str | None) -> tuple[str, ...]:
    """The bibliography keys of a claim's `source`: "key, place; key, place"."""
    if not source:
        return ()
    return tuple(part.split(",", 1)[0].strip() for part in source.split(";") if part.strip())


def _fields(text: str, at: int, path: Path, key: str) -> tuple[dict[str, str], int]:
    fields: dict[str, str] = {}
    while True:
        while at < len(text) and text[at] in " \t\r\n,":
            at += 1
        if at < len(text) and text[at] == "}":
            return fields, at + 1
        name = _FIELD.match(text, at)
        if name is None:
            raise InputError(f"{path}: the entry {key} does not read as BibTeX")
        value, at = _value(text, name.end(), path, key)
        fields[name.group(1).lower()] = " ".join(value.split())


def _value(text: str, at: int, path: Path, key: str) -> tuple[str, int]:
    if at < len(text) and text[at] == "{":
        depth = 0
        for i in range(at, len(text)):
            depth += {"{": 1, "}": -1}.get(text[i], 0)
            if depth == 0:
                return text[at + 1 : i], i + 1
    elif at < len(text) and text[at] == '"':
        end = text.find('"', at + 1)
        if end > 0:
            return text[at + 1 : end], end + 1
    elif number := re.compile(r"\d+").match(text, at):
        return number.group(), number.end()
    raise InputError(f"{path}: the entry {key} does not close")


def merged_bibliography(folders: Iterable[Path]) -> dict[str, Reference]:
    """The entries of every `references.bib` in the folders; of two with one key the first counts."""
    found: dict[str, Reference] = {}
    for folder in folders:
        bib = folder / "references.bib"
        if bib.is_file():
            for key, entry in read_bibliography(bib).items():
                found.setdefault(key, entry)
    return found
