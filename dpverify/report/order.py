"""The order in which a paper tells it: by the numbers of the statements covered, and what is used before what uses it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..claims.registry import Entry
from .statement import topic_key

Number = tuple[int, ...]
LAST: Number = (10**9,)
"""The place of what covers nothing and is used by nothing that does."""


def ordered(entries: Sequence[Entry]) -> list[Entry]:
    """Topics by the smallest number that a claim of theirs covers, a topic without any before the first that uses it.

    Inside a topic by number, then as in `entries`; a claim without a number, or with the same one, stands before what uses it, and a
    refuted sentence directly before the claim that corrects it.
    """
    topics: dict[str, list[Entry]] = {}
    for entry in entries:
        topics.setdefault(topic_key(entry), []).append(entry)
    by_id = {entry.id: entry for entry in entries}
    own = {topic: min((number_of(e) for e in group), default=LAST) for topic, group in topics.items()}
    place = {topic: _place(topic, own, topics, by_id) for topic in topics}
    out: list[Entry] = []
    for topic in sorted(topics, key=place.__getitem__):
        out += _inside(topics[topic])
    return out


def number_of(entry: Entry) -> Number:
    """The smallest statement number that the claim covers: "3.10" is (3, 10)."""
    return min((_number(c) for c in entry.claim.covers), default=LAST)


def numbers_by_size(text: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts numbers inside names by size: 2.9 before 2.10, Theorem 2 before Theorem 10."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", text))


def _number(text: str) -> Number:
    parts = str(text).split(".")
    return tuple(int(p) for p in parts) if all(p.isdigit() for p in parts) else LAST


def _place(topic: str, own: dict[str, Number], topics: dict[str, list[Entry]], by_id: dict[str, Entry]) -> tuple[Number, int]:
    if own[topic] != LAST:
        return own[topic], 1
    ids = {e.id for e in topics[topic]}
    users = {topic_key(e) for e in by_id.values() if topic_key(e) != topic and ids & set(e.uses.values())}
    return min((own[user] for user in users), default=LAST), 0


def _inside(group: Sequence[Entry]) -> list[Entry]:
    by_id = {entry.id: entry for entry in group}
    place = _reached(by_id)
    mended = {corrected(entry, by_id) for entry in group}
    out: dict[str, Entry] = {}
    begun: set[str] = set()

    def put(entry: Entry) -> None:
        if entry.id in begun:
            return
        begun.add(entry.id)
        for used in sorted((u for u in entry.uses.values() if u in by_id), key=lambda u: (place[u], u)):
            put(by_id[used])
        wrong = corrected(entry, by_id)
        if wrong:
            put(by_id[wrong])
        out[entry.id] = entry

    for entry in sorted(group, key=lambda e: place[e.id]):
        if entry.id not in mended:
            put(entry)
    for entry in group:
        put(entry)
    return list(out.values())


def _reached(by_id: dict[str, Entry]) -> dict[str, Number]:
    """Where each claim belongs: at its own number, but not before what it uses; one without a number belongs to its first user."""
    reached: dict[str, Number] = {}

    def walk(name: str) -> Number:
        if name not in reached:
            reached[name] = number_of(by_id[name])
            below = [walk(u) for u in by_id[name].uses.values() if u in by_id]
            if reached[name] != LAST:
                reached[name] = max([reached[name], *(n for n in below if n != LAST)])
        return reached[name]

    for name in by_id:
        walk(name)
    return reached


def corrected(entry: Entry, ids: Iterable[str]) -> str:
    """The id of the claim that this one corrects: an id, or the variable of a claim of the same file; "" if it is not among `ids`."""
    name = entry.claim.corrects
    if not name:
        return ""
    sibling = entry.id.removesuffix(entry.variable) + name if entry.id.endswith(entry.variable) else f"{entry.id}.{name}"
    known = set(ids)
    return next((i for i in (name, name.replace("/", "."), sibling) if i in known), "")
