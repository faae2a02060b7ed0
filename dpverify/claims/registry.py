"""Finds claims: loads claim files by path, gives each claim its id, and answers what a SELECT on the command line means.

A claim file is a Python file with module-level `Claim` objects. Whatever is wrong with one is a `Fault`: file, claim, fault in one line.
A file with a fault gives no claims at all, and never keeps the others from being loaded.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..errors import InputError
from .bibliography import merged_bibliography, source_keys
from .claim import Claim
from .graph import cycles, outside_names, resolve_names
from .load import Fault, LoadError, display_path, load_claims
from .shape import shape_fault
from .validate import Prepared, prepare

MAIN_VARIABLE = "claim"
"""The variable that holds a file's one main result: its claim's id is the path alone."""


@dataclass(frozen=True)
class Entry:
    """A claim with its final id (claim.id), the file it stands in, the variable that holds it, and what the names it uses stand for."""

    claim: Claim
    path: Path
    variable: str
    uses: Mapping[str, str] = field(default_factory=dict)
    """Name as written in `uses`, a step or a rule -> id of the claim meant."""
    prepared: Prepared | None = None
    """What was made of the claim while it was checked; it speaks of the entry only as long as it holds the same claim."""

    @property
    def id(self) -> str:
        return str(self.claim.id)


@dataclass(frozen=True)
class Selection:
    """entries: what was selected, in a stable order; needed: those that they use besides, directly or not; faults: what was wrong."""

    entries: tuple[Entry, ...] = ()
    needed: tuple[Entry, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class _Book:
    """What is loaded so far: files are loaded once."""

    root: Path | None
    files: dict[Path, list[Entry]] = field(default_factory=dict)
    faults: dict[Path, list[Fault]] = field(default_factory=dict)
    keys: dict[Path, frozenset[str]] = field(default_factory=dict)


def ledger_root() -> Path | None:
    """The folder of the ledger: inside the package in an installed wheel, beside it in a checkout; None if there is none."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "proofs", package.parent / "proofs"):
        if (folder / "references.bib").is_file():
            return folder
    return None


def select(words: Sequence[str] = (), root: Path | None = None) -> Selection:
    """The claims that the words name: an id, the beginning of ids, a `.py` file, `file.py:variable`, or a folder; without words the ledger.

    Raises InputError for a word that names nothing. Faults of files are returned, not raised.
    """
    book = _Book(root if root is not None else ledger_root())
    chosen: dict[tuple[Path, str], None] = {}
    concerned: list[Path] = []
    if any(not word for word in words):
        raise InputError("SELECT is empty; it must be an id, the beginning of ids, a .py file or a folder")
    for word in words or ("",):
        hits, paths = _named(book, word)
        chosen.update(dict.fromkeys((e.path, e.variable) for e in hits))
        concerned.extend(paths)
    _check_together(book)
    entries = tuple(e for p in book.files for e in book.files[p] if (p, e.variable) in chosen and not book.faults[p])
    needed, used_paths = _closure(book, entries)
    shown = dict.fromkeys([*concerned, *used_paths])
    return Selection(entries, needed, tuple(f for p in shown for f in book.faults[p]))


def _named(book: _Book, word: str) -> tuple[list[Entry], list[Path]]:
    """The entries that a word names, and the files whose faults matter to whoever said it."""
    if ".py:" in word:
        file_part, _, variable = word.rpartition(":")
        path = _existing(file_part)
        hits = [e for e in _load(book, path) if e.variable == variable]
        if not hits and not book.faults[path]:
            raise InputError(f"{word}: there is no claim {variable} in this file")
        return hits, [path]
    explicit = word.endswith((".py", "/")) or word.startswith((".", "/", "~"))
    if word and (explicit or (Path(word).exists() and not _names_ids(book, word))):
        paths = _files_at(word)
        return [e for p in paths for e in _load(book, p)], paths
    if book.root is None:
        raise InputError(f"{word}: no such file, and there is no ledger here" if word else "there is no ledger here (proofs/)")
    paths = claim_files(book.root)
    if not word:
        return [e for p in paths for e in _load(book, p)], paths
    dotted = word.strip("/").replace("/", ".")
    # An id begins with the path of its file, so the files to load are known before any is loaded.
    near = [p for p in paths if _related(_default_id(book, p, MAIN_VARIABLE), dotted)]
    loaded = [e for p in near for e in _load(book, p)]
    hits = [e for e in loaded if e.id == dotted] or [e for e in loaded if e.id.startswith(dotted)]
    faulty = [p for p in near if book.faults[p]]
    if not hits and not faulty:
        close = difflib.get_close_matches(dotted, [_default_id(book, p, MAIN_VARIABLE) for p in paths], n=1)
        hint = f"; perhaps {close[0]}" if close else ""
        raise InputError(f"{word}: no claim has this id or one that begins so, and no such file{hint}")
    return hits, [*(e.path for e in hits), *faulty]


def _related(a: str, b: str) -> bool:
    return a.startswith(b) or b.startswith(a)


def _files_at(word: str) -> list[Path]:
    path = _existing(word)
    if path.is_file():
        return [path]
    files = claim_files(path)
    if not files:
        raise InputError(f"{word}: there is no claim file (*.py) in this folder")
    return files


def _names_ids(book: _Book, word: str) -> bool:
    """True if the word is the path of a file or folder of the ledger, seen from its root: then it is meant as an id."""
    return book.root is not None and ((book.root / word).is_dir() or (book.root / (word + ".py")).is_file())


def _existing(word: str) -> Path:
    path = Path(word).expanduser()
    if not path.exists():
        raise InputError(f"{word}: no such file or folder")
    if path.is_file() and path.suffix != ".py":
        raise InputError(f"{word}: not a Python file (.py)")
    return path.resolve()


def claim_files(folder: Path) -> list[Path]:
    """Every *.py below the folder in alphabetical order; names that begin with "_" or "." are helpers and templates, not claim files."""
    found: list[Path] = []
    for place, folders, files in os.walk(folder):  # which passes over folders that vanish or cannot be read
        folders[:] = [name for name in folders if not name.startswith(("_", "."))]
        found += (Path(place, name) for name in files if name.endswith(".py") and not name.startswith(("_", ".")))
    return sorted(path.resolve() for path in found if os.path.isfile(path))


def _load(book: _Book, path: Path) -> list[Entry]:
    if path in book.files:
        return book.files[path]
    entries = book.files.setdefault(path, [])
    faults = book.faults.setdefault(path, [])
    try:
        named = load_claims(path)
    except LoadError as error:
        faults.append(Fault(path, None, str(error)))
        return entries
    for variable, claim in named.items():
        message = shape_fault(claim)
        if message is None:
            entry = Entry(replace(claim, id=claim.id or _default_id(book, path, variable)), path, variable)
            made = _id_fault(book, entry) or _prepared(book, entry)
            message = made if isinstance(made, str) else None
            entries.append(entry if isinstance(made, str) else replace(entry, prepared=made))
        if message is not None:
            faults.append(Fault(path, variable, message))
    return entries


def _id_fault(book: _Book, entry: Entry) -> str | None:
    """A file of the user's own must not speak in the ledger's name."""
    if book.root is None or entry.path.is_relative_to(book.root):
        return None
    owners = (_default_id(book, p, MAIN_VARIABLE) for p in claim_files(book.root))
    owner = next((o for o in owners if entry.id == o or entry.id.startswith(o + ".")), None)
    return f"its id {entry.id} belongs to the ledger; take another" if owner else None


def _default_id(book: _Book, path: Path, variable: str) -> str:
    """In the ledger `topic.result`, or `topic.result.variable` for what is not the file's main claim; elsewhere `path.py:variable`."""
    if book.root is not None and path.is_relative_to(book.root):
        parts = path.relative_to(book.root).with_suffix("").parts
        return ".".join(parts if variable == MAIN_VARIABLE else (*parts, variable))
    return f"{display_path(path)}:{variable}"


def _prepared(book: _Book, entry: Entry) -> Prepared | str:
    """The claim, ready to be decided, or what is wrong with it."""
    home = _default_id(book, entry.path, MAIN_VARIABLE)
    if book.root is not None and entry.path.is_relative_to(book.root) and not f"{entry.id}.".startswith(f"{home}."):
        return f"the id {entry.id} does not begin with its place in the ledger, {home}"
    try:
        unknown = [k for k in source_keys(entry.claim.source) if k not in _known_keys(book, entry.path)]
        if unknown:
            return f"the source {unknown[0]!r} is not in the bibliography (references.bib)"
        return prepare(entry.claim)
    except InputError as error:
        return str(error)
    except RecursionError:
        return "it is nested too deeply"
    except Exception as error:  # whatever the file's own objects do when they are looked at must not take the other files down
        return f"it cannot be read: {type(error).__name__}: {str(error)[:200]}"


def bibliography_folders(path: Path, root: Path | None) -> list[Path]:
    """Where the sources of a claim file are looked up: beside the file, then in the ledger."""
    return [path.parent, *([root] if root is not None else [])]


def _known_keys(book: _Book, path: Path) -> frozenset[str]:
    if path.parent not in book.keys:
        book.keys[path.parent] = frozenset(merged_bibliography(bibliography_folders(path, book.root)))
    return book.keys[path.parent]


def _check_together(book: _Book) -> None:
    """Faults that only show when claims are seen together: ids that occur twice, `uses` of something unknown, circular `uses`."""
    _load_used(book)
    first: dict[str, Entry] = {}
    for entry in _all(book):
        other = first.setdefault(entry.id, entry)
        if other is not entry:
            where = "" if other.path == entry.path else f" in {display_path(other.path)}"
            book.faults[entry.path].append(Fault(entry.path, entry.variable, f"the id {entry.id} is taken by {other.variable}{where}"))
    for path, entries in book.files.items():
        siblings = {e.variable: e.id for e in entries}
        for i, entry in enumerate(entries):
            try:
                entries[i] = replace(entry, uses=resolve_names(entry.claim, siblings, first))
            except InputError as error:
                book.faults[path].append(Fault(path, entry.variable, str(error)))
    for loop in cycles({e.id: tuple(e.uses.values()) for e in _all(book)}):
        entry = first[loop[0]]
        book.faults[entry.path].append(Fault(entry.path, entry.variable, "circular uses: " + " -> ".join([*loop, loop[0]])))


def _load_used(book: _Book) -> None:
    """Load the files of the ledger in which the names that the loaded claims use may stand, and those that these use in turn."""
    if book.root is None:
        return
    homes = {_default_id(book, p, MAIN_VARIABLE): p for p in claim_files(book.root)}
    seen: set[str] = set()
    while new := {name.replace("/", ".") for e in _all(book) for name in _names(e)} - seen:
        seen |= new
        for name in new:
            parts = name.split(".")
            for i in range(1, len(parts) + 1):
                path = homes.get(".".join(parts[:i]))
                if path is not None:
                    _load(book, path)


def _names(entry: Entry) -> tuple[str, ...]:
    corrects = entry.claim.corrects
    return (*outside_names(entry.claim), *([corrects] if corrects is not None else []))


def _all(book: _Book) -> list[Entry]:
    return [e for entries in book.files.values() for e in entries]


def _closure(book: _Book, entries: Iterable[Entry]) -> tuple[tuple[Entry, ...], list[Path]]:
    """Everything that the entries use and that was not selected, and the files of all that is used."""
    known = {e.id: e for e in _all(book)}
    own = {e.id for e in entries}
    seen: dict[str, Entry] = {}
    todo = [used for e in entries for used in e.uses.values()]
    while todo:
        used = todo.pop()
        if used in known and used not in seen:
            seen[used] = known[used]
            todo.extend(known[used].uses.values())
    usable = tuple(e for i, e in seen.items() if i not in own and not book.faults[e.path])
    return usable, [e.path for e in seen.values()]
