"""What a report is made of: the results in reading order, and the numbers by which claims and lemmas are named in it.

The LaTeX document and the page are two printings of one Model, so Claim 38 is the same claim in both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..claims.bibliography import Reference, merged_bibliography
from ..claims.claim import Claim
from ..claims.registry import Entry, bibliography_folders, ledger_root
from ..claims.result import Result
from .abbreviations import free_names, shown
from .order import corrected, ordered


@dataclass(frozen=True)
class Item:
    """A claim in a report.

    shown: the claim with names put for their definitions, if it belongs to the ledger; a user's own is printed as it is written.
    names: the abbreviations that may stand in its evidence.
    """

    number: int
    entry: Entry
    result: Result
    shown: Claim
    names: tuple[str, ...]

    @property
    def id(self) -> str:
        return self.entry.id


@dataclass(frozen=True)
class Model:
    """items: in reading order; lemmas: text -> number, in the order in which they are first rested on."""

    items: tuple[Item, ...]
    lemmas: Mapping[str, int]
    references: Mapping[str, Reference]
    versions: Mapping[str, str]

    @cached_property
    def by_id(self) -> dict[str, Item]:
        return {item.id: item for item in self.items}

    def wrong(self, item: Item) -> Item | None:
        """The claim that this one corrects, if it is in the report."""
        by_id = self.by_id
        return by_id.get(corrected(item.entry, by_id))

    @cached_property
    def right(self) -> dict[str, Item]:
        """Id of a wrong claim -> the first claim that corrects it."""
        pairs = [(wrong.id, item) for item in reversed(self.items) if (wrong := self.wrong(item)) is not None]
        return dict(pairs)


def model(results: Sequence[tuple[Entry, Result]], versions: Mapping[str, str], references: Mapping[str, Reference] | None = None) -> Model:
    """The results put in order; references: by default those beside the claims' files and in the ledger."""
    found = {entry.id: (entry, result) for entry, result in results}
    root = ledger_root()
    items = []
    for number, entry in enumerate(ordered([entry for entry, _ in results]), 1):
        own = root is not None and entry.path.is_relative_to(root)
        names = tuple(free_names(entry.claim)) if own else ()
        items.append(Item(number, entry, found[entry.id][1], shown(entry.claim) if own else entry.claim, names))
    lemmas = {lemma: i for i, lemma in enumerate(dict.fromkeys(text for item in items for text in item.result.rests_on), 1)}
    if references is None:
        references = merged_bibliography(dict.fromkeys(f for entry, _ in results for f in bibliography_folders(entry.path, root)))
    return Model(tuple(items), lemmas, references, versions)
