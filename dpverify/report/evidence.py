"""The evidence of a claim in few words: what the engine noted, without what the hypotheses say anyway and without repetitions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from ..claims.result import Result
from .inline import slashed

_FACT = re.compile(r"^\$(.*)\$ on the domain$")
_FACTS = re.compile(r"^on the domain (\$.*\$)$")
_CONDITION = re.compile(r"^(.*): (proved|certified)$")
_SIGN = re.compile(r"\s(>|<|\\ne|\\ge|\\le) 0$")
_PLAIN = re.compile(r"(?:-\s*)?(?:\\(?:epsilon|delta|Delta|sigma|theta|lambda|gamma|pi|alpha)|\\sqrt\{[^{}]*\}|[A-Za-z0-9\s()/])+")
_SCALED = re.compile(r"^multiplying (\$.*?\$) by \$l\$ .* so that (\$.*?\$) is the general case$")
_COMPOSED = re.compile(r"^\d+ steps?, (each )?decided by itself, (compose|is)\b")
_SAID_ELSEWHERE = re.compile(r"^(rule: |fails at )")
_EMPTY_OR_BY_SIGNS = re.compile(r"by the signs of its factors$|^there is no such point|on the domain$|^on the domain ")
_SHAPE = "The integrand changes its shape at "
SAME_FORM = "both sides have the same normal form"
LONG_FACT, MANY_FACTS = 70, 6
"""A sign longer than this, or after so many, is not written out."""
MANY = 3
"""From so many cells on, the cells of a piecewise function are counted and not listed."""


def summary(result: Result, names: Collection[str]) -> list[tuple[str, str, list[str]]]:
    """(which steps, their verdict, sentences): steps with the same evidence stand together; the claim itself only where it adds something.

    names: the abbreviations (q, A, B) that the claim leaves free.
    """
    rows: list[tuple[list[int], str, list[str]]] = []
    for step in result.steps:
        said = condensed(step.decision.evidence, names)
        same = next((r for r in rows if r[1] == step.decision.verdict and r[2] == said), None)
        if same is None:
            rows.append(([step.number], step.decision.verdict, said))
        else:
            same[0].append(step.number)
    out = [(_steps(numbers), verdict, said) for numbers, verdict, said in rows]
    whole = condensed([e for e in result.evidence if not _COMPOSED.match(e)], names)
    if not result.steps or (whole and result.verdict != "refuted"):
        out.append(("", result.verdict, whole))
    return out


def _steps(numbers: Sequence[int]) -> str:
    return ("Step " if len(numbers) == 1 else "Steps ") + listed([str(n) for n in numbers])


def condensed(evidence: Iterable[str], names: Collection[str]) -> list[str]:
    """Short clauses, formulas in $...$ with slashes for fractions, each once."""
    cells = _by_cells(dict.fromkeys(e.strip().rstrip(".") for e in evidence if not _SAID_ELSEWHERE.match(e)))
    shapes = [head for head, _ in cells if head]
    if len(shapes) >= MANY and all(_EMPTY_OR_BY_SIGNS.search(e) for head, inside in cells if head for e in inside):
        count = f"the switches of the functions divide the domain into {len(shapes)} cells"
        outside = [inside for head, inside in cells if not head]
        cells = [("", [*outside[0], count + ": each is empty or the sign there is that of the factors"])]
    out: list[str] = []
    for head, inside in cells:
        clauses = _clauses(inside, names)
        if head:
            clauses = [f"{_tidy(head, names)} " + (clauses[0] if clauses else "as before"), *clauses[1:]]
        out += clauses
    return list(dict.fromkeys(out))


def _by_cells(evidence: Iterable[str]) -> list[tuple[str, list[str]]]:
    """The evidence before the first heading ("where ...:", "case ...:"), then under each heading."""
    cells: list[tuple[str, list[str]]] = [("", [])]
    for text in evidence:
        if text.endswith(":"):
            cells.append((text, []))
        else:
            cells[-1][1].append(text)
    return cells


def _clauses(evidence: Iterable[str], names: Collection[str]) -> list[str]:
    facts: list[str] = []
    conditions: dict[str, list[str]] = {"proved": [], "certified": []}
    out: list[str] = []
    for text in _together(evidence):
        if found := _FACTS.match(text):
            facts += found.group(1).strip("$").split("$, $")
        elif found := _FACT.match(text):
            facts.append(found.group(1))
        elif found := _CONDITION.match(text):
            conditions[found.group(2)].append(found.group(1))
        else:
            out.append(SAME_FORM if text.startswith(SAME_FORM) else _tidy(text, names))
    kept = _worth_saying([_tidy_math(f, names) for f in facts])
    short = [f for f in kept if len(f) <= LONG_FACT][:MANY_FACTS]
    if short:
        more = "" if len(short) == len(kept) else ", and further signs of this kind,"
        out.append(listed([f"${f}$" for f in short]) + more + " on the domain")
    elif kept:
        out.append("the signs of the factors on the domain")
    for verdict, shown in conditions.items():
        mark = "" if verdict == "proved" else f" ({verdict})"
        out += [c + mark for c in shown if c.startswith("the step ")]
        sides = [c for c in shown if not c.startswith("the step ")]
        if sides:
            out.append(f"side condition{'s' if len(sides) > 1 else ''} {verdict}: " + _tidy(_grouped(sides), names))
    return out


def _together(evidence: Iterable[str]) -> list[str]:
    """Sentences that begin alike, about several places, as one."""
    out: list[str] = []
    places: list[str] = []
    at = 0
    for text in evidence:
        if not text.startswith(_SHAPE):
            out.append(text)
            continue
        if not places:
            at = len(out)
        places.append(text.removeprefix(_SHAPE))
    return out[:at] + [_SHAPE + listed(places)] + out[at:] if places else out


def _worth_saying(facts: Sequence[str]) -> list[str]:
    """Without signs of single symbols, powers and exponentials, which the hypotheses give, and without "not zero" beside a sign."""
    signs = {}
    for fact in dict.fromkeys(facts):
        found = _SIGN.search(fact)
        body, sign = (fact[: found.start()], found.group(1)) if found else (fact, "")
        if found and _is_plain(body):
            continue
        if sign in ("", ">", "<") or body not in signs:
            signs[body] = fact
    return list(signs.values())


def _is_plain(body: str) -> bool:
    powers = re.sub(r"[\^_]\{[^{}]*\}", "", body)
    return _PLAIN.fullmatch(powers) is not None


def _tidy(text: str, names: Collection[str]) -> str:
    """Formulas with slashes; the engine's "leading term" as a phrase."""
    pieces = text.split("$")
    if len(pieces) % 2 == 0:
        return text
    pieces = [_tidy_math(p, names) if i % 2 else p for i, p in enumerate(pieces)]
    out = "$".join(pieces)
    out = re.sub(r"^leading term", "the leading term is", out)
    out = _SCALED.sub(r"\2 without loss of generality, by scaling", out)
    return out[:1].lower() + out[1:] if re.match(r"[A-Z][a-z]", out) and not out.startswith("Euler") else out


_NAMES = (
    ("A", r"\frac{\Delta \log{\left(1 + \frac{e^{\epsilon} - 1}{2 \delta} \right)}}{\epsilon}"),
    ("A", r"\frac{\Delta \log{\left(1 + \frac{e^{\epsilon}}{2 \delta} - \frac{1}{2 \delta} \right)}}{\epsilon}"),
    ("B", r"\frac{\epsilon \left(\frac{2 \delta}{e^{\epsilon} - 1} + 1\right)}{2 \Delta}"),
    ("q", r"\frac{e^{\epsilon} - 1}{2 \delta}"),
)
"""The definitions as SymPy's own printer writes them, which is how the engine writes its evidence."""


def _tidy_math(text: str, names: Collection[str]) -> str:
    if "q" in names:
        text = text.replace(r"1 + \frac{e^{\epsilon}}{2 \delta} - \frac{1}{2 \delta}", r"1 + \frac{e^{\epsilon} - 1}{2 \delta}")
    for name, definition in _NAMES:
        if name in names:
            text = text.replace(definition, name)
    return slashed(text).replace("l^{1}", "l")


def _grouped(conditions: Sequence[str]) -> str:
    """Conditions that differ in one formula or place only, as one."""
    ranges: dict[str, list[str]] = {}
    for text in conditions:
        head, _, tail = text.partition(_IN_RANGE)
        cells = text.startswith(_ON_CELLS)
        ranges.setdefault(_IN_RANGE + tail if tail else _ON_CELLS if cells else text, []).append(
            head if tail else text.removeprefix(_ON_CELLS) if cells else text
        )
    out = []
    for key, parts in ranges.items():
        if key.startswith(_IN_RANGE):
            verb = key if len(parts) == 1 else key.replace(" stays ", " stay ", 1)
            out.append(listed(parts) + verb)
        else:
            out.append(_ON_CELLS + listed(parts) if key == _ON_CELLS else key)
    return listed(out) if len(out) < 3 else "; ".join(out)


_IN_RANGE = " stays in the range of "
_ON_CELLS = "the dual inequality holds on the "


def listed(items: Sequence[str], between: str = ", ") -> str:
    """a, b and c."""
    return items[0] if len(items) == 1 else between.join(items[:-1]) + " and " + items[-1]
