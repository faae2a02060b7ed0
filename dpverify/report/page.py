"""The report as one page of HTML: what the template prints, claim by claim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import sympy as sp
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from sympy.core.relational import Relational

from ..claims.claim import VERDICTS, Step
from ..claims.registry import Entry
from ..claims.result import Result
from ..exact import lies
from . import mathml
from .answers import summary
from .breaking import lines
from .derivation import ROOM, premises, relation_rows, says
from .document import topic_of
from .evidence import condensed
from .evidence import summary as evidence_summary
from .markup import anchor, bibtex, cite, full_entry, identifier, link, listed, prose, short_name, words_joined
from .model import Item, Model
from .notation import notation
from .order import numbers_by_size
from .printer import RELATIONS, latex
from .statement import hypotheses, laws, member, topic_key
from .text import visible


@dataclass(frozen=True)
class StepView:
    number: int
    anchor: str
    words: Markup
    where: Markup
    notes: Markup
    display: Markup
    verdict: str
    """Empty for a proved step: only what is weaker is said."""


@dataclass(frozen=True)
class ClaimView:
    number: int
    anchor: str
    id: Markup
    title: Markup
    verdict: str
    expected: str
    ok: bool
    source: Markup
    covers: tuple[tuple[str, str], ...]
    lead: Markup
    domain: Markup
    statement: Markup
    quote: Markup
    corrects: Markup
    note: Markup
    steps: tuple[StepView, ...]
    evidence: tuple[tuple[str, str, Markup], ...]
    counterexample: Markup
    rests_on: Markup
    basis: Markup
    """The evidence in a few words, for the table."""


@dataclass(frozen=True)
class Chapter:
    title: str
    anchor: str
    claims: tuple[ClaimView, ...]
    counts: str


@dataclass(frozen=True)
class Erratum:
    wrong: ClaimView
    right: tuple[ClaimView, ...]


@dataclass(frozen=True)
class Place:
    """A place of a paper, or a numbered statement, and the claims about it."""

    name: Markup
    anchor: str
    claims: tuple[ClaimView, ...]


@dataclass(frozen=True)
class Paper:
    name: Markup
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Drawing:
    """A figure; file and data are its names beside the page."""

    name: str
    title: str
    source: str
    seen: str
    file: str
    data: str


def render(model: Model, seed: int, drawings: Sequence[Drawing] = (), pdf: bool = False) -> str:
    """The whole page; pdf: there is a report.pdf beside it."""
    claims = {item.id: _claim(item, model) for item in model.items}
    chapters = [
        _chapter(topic, [claims[item.id] for item in group], anchor("chapter", topic_key(first)))
        for topic, group, first in _by_topic(model.items)
    ]
    loader = PackageLoader("dpverify.report", "templates")
    environment = Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    explained = notation(model)
    text = environment.get_template("index.html.jinja").render(
        style=Markup(loader.get_source(environment, "style.css")[0]),
        versions=dict(model.versions),
        seed=seed,
        pdf=pdf,
        numbers=summary(item.result for item in model.items),
        verdicts=VERDICTS,
        chapters=chapters,
        errata=_errata(model, claims),
        papers=_papers(model, claims),
        numbered=_numbered(model, claims),
        notation=[prose(words) for words in explained.words],
        names=[mathml.inline(formula) for formula in explained.formulas],
        about_names=prose("Here " + ", ".join(explained.about) + ".") if explained.about else "",
        lemmas=[(f"lemma-{i}", i, prose(text)) for text, i in model.lemmas.items()],
        references=[(anchor("ref", key), prose(full_entry(model.references[key]))) for key in _cited(model)],
        failed=[c for c in claims.values() if not c.ok],
        drawings=drawings,
    )
    return visible(text)


def _by_topic(items: Iterable[Item]) -> Iterable[tuple[str, list[Item], Entry]]:
    for _, group in groupby(items, key=lambda item: topic_key(item.entry)):
        found = list(group)
        yield topic_of(found[0].entry), found, found[0].entry


def _chapter(title: str, claims: Sequence[ClaimView], name: str) -> Chapter:
    counts = [f"{n} {v}" for v in VERDICTS if (n := sum(c.verdict == v for c in claims))]
    return Chapter(title, name, tuple(claims), ", ".join(counts))


def claim_anchor(claim_id: str) -> str:
    return anchor("claim", claim_id)


def _claim(item: Item, model: Model) -> ClaimView:
    claim, result, entry = item.shown, item.result, item.entry
    used = [_used(name, entry, model) for name in entry.uses]
    used += [link(f"lemma-{number}", f"L{number}") for number in sorted(model.lemmas[text] for text in result.rests_on)]
    statement = claim.statement
    said = words_joined([prose(law.words) for law in laws(claim)])
    given = [mathml.inline(h) for h in hypotheses(claim, entry.claim)]
    return ClaimView(
        number=item.number,
        anchor=claim_anchor(item.id),
        id=identifier(item.id),
        title=prose(claim.title.strip()) or identifier(item.id),
        verdict=result.verdict,
        expected=claim.expected,
        ok=result.ok,
        source=cite(claim.source, model.references),
        covers=tuple((str(c), anchor("number", str(c))) for c in claim.covers),
        lead=said,
        domain=listed(given),
        statement=mathml.block(relation_rows(statement.lhs, RELATIONS[statement.rel_op], statement.rhs)),
        quote=prose(claim.quote or ""),
        corrects=_corrects(item, model),
        note=prose(claim.note.strip()),
        steps=tuple(_steps(item, model)),
        evidence=tuple(_evidence(item)),
        counterexample=_counterexample(result),
        rests_on=words_joined(dict.fromkeys(used)) or _put_right(item, model),
        basis=_basis(item),
    )


def _used(name: str, entry: Entry, model: Model) -> Markup:
    meant = entry.uses.get(name, name)
    found = model.by_id.get(meant)
    return identifier(meant) if found is None else link(claim_anchor(meant), f"Claim {found.number}")


def _corrects(item: Item, model: Model) -> Markup:
    if not item.entry.claim.corrects:
        return Markup("")
    wrong = model.wrong(item)
    return identifier(item.entry.claim.corrects) if wrong is None else link(claim_anchor(wrong.id), f"Claim {wrong.number}")


def _put_right(item: Item, model: Model) -> Markup:
    """What a refuted claim shows in place of what it rests on."""
    if item.result.verdict != "refuted":
        return Markup("")
    right = model.right.get(item.id)
    if right is None:
        return Markup("its counterexample")
    return Markup("its counterexample; right is ") + link(claim_anchor(right.id), f"Claim {right.number}")


def _steps(item: Item, model: Model) -> Iterable[StepView]:
    claim = item.shown
    labels = {s.label: i for i, s in enumerate(claim.steps, 1) if s.label}
    verdicts = {s.number: s.decision.verdict for s in item.result.steps}
    cursor, open_chain = claim.statement.lhs, False
    for number, step in enumerate(claim.steps, 1):
        expr = step.expression
        left, sign, right = None, "=", expr
        if isinstance(expr, Relational):
            left, sign, right = expr.lhs, RELATIONS[expr.rel_op], expr.rhs
        continues = left is None or left == cursor
        rows: list[str] = []
        if len(claim.steps) == 1 and not step.label and not step.domain and says(expr, claim.statement):
            pass
        elif continues and open_chain:
            rows = [(f"{sign} " if i == 0 else r"\quad ") + row for i, row in enumerate(lines(sp.sympify(right), ROOM - 3.0))]
        else:
            rows = relation_rows(cursor if left is None else left, sign, sp.sympify(right))
        open_chain = continues
        cursor = right if continues else cursor
        verdict = verdicts.get(number, "")
        yield StepView(
            number,
            anchor(f"step{number}", item.id),
            prose(_sentence(step.because)),
            listed([mathml.inline(member(symbol, given)) for symbol, given in step.domain.items()]),
            _notes(step, labels, item, model),
            mathml.block(rows) if rows else Markup(""),
            "" if verdict == "proved" else verdict,
        )


def _sentence(text: str) -> str:
    """With a full stop, and without a small first letter unless a formula or a name begins it."""
    text = text.strip().rstrip(".")
    return text[:1].upper() + text[1:] + "." if text else ""


def _notes(step: Step, labels: dict[str, int], item: Item, model: Model) -> Markup:
    out: list[Markup] = []
    for name in premises(step):
        if name in labels:
            out.append(link(anchor(f"step{labels[name]}", item.id), f"step {labels[name]}"))
        else:
            out.append(_used(name, item.entry, model))
    notes = [Markup("by ") + words_joined(out)] if out else []
    if step.rule is not None:
        rule = step.rule
        named = escape("rule: " + str(getattr(rule, "name", type(rule).__name__)))
        number = model.lemmas.get(str(getattr(rule, "lemma", "")))
        notes.append(named + (Markup(" (") + link(f"lemma-{number}", f"L{number}") + Markup(")") if number else Markup("")))
    return Markup("; ").join(notes)


def _evidence(item: Item) -> Iterable[tuple[str, str, Markup]]:
    if item.result.verdict == "refuted" and not item.result.steps:
        return
    for what, verdict, said in evidence_summary(item.result, item.names):
        words = "; ".join(said) or "by the rule"
        yield what, "" if verdict == "proved" else verdict, prose(_sentence(words))


def _counterexample(result: Result) -> Markup:
    found = result.counterexample
    if found is None:
        return Markup("")
    at = words_joined([mathml.inline(latex(sp.Symbol(name)) + "=" + _number(value)) for name, value in found.point.items()])
    where = Markup("At ") + at if at else Markup("As it stands")
    return where + Markup(", the left side {} and the right side {}.").format(lies(found.lhs), lies(found.rhs))


def _number(value: str) -> str:
    return value if len(value) < 40 else value[:18] + r"\dots " + value[-18:]


def _basis(item: Item) -> Markup:
    result, steps = item.result, len(item.entry.claim.steps)
    if result.counterexample is not None:
        return Markup("counterexample")
    if steps and result.verdict != "undecided":
        return escape(f"{steps} step{'s' if steps > 1 else ''}")
    said = next((clause for clause in condensed(result.evidence, item.names) if "$" not in clause), "direct")
    return escape(said)


def _errata(model: Model, claims: dict[str, ClaimView]) -> list[Erratum]:
    right: dict[str, list[ClaimView]] = {item.id: [] for item in model.items if item.result.verdict == "refuted"}
    for item in model.items:
        wrong = model.wrong(item)
        if wrong is not None:
            right.setdefault(wrong.id, []).append(claims[item.id])
    return [Erratum(claims[item.id], tuple(right[item.id])) for item in model.items if item.id in right]


def _cited(model: Model) -> list[str]:
    keys: dict[str, None] = {}
    for item in model.items:
        for part in (item.entry.claim.source or "").split(";"):
            keys[part.partition(",")[0].strip()] = None
    return sorted((k for k in keys if k in model.references), key=lambda k: (short_name(model.references[k]), k))


def _papers(model: Model, claims: dict[str, ClaimView]) -> list[Paper]:
    """Every paper with its places in the order in which they come first, and the claims about each."""
    found: dict[str, dict[str, list[ClaimView]]] = {key: {} for key in _cited(model)}
    for item in model.items:
        for part in (item.entry.claim.source or "").split(";"):
            key, _, place = (p.strip() for p in part.partition(","))
            if key in found:
                group = found[key].setdefault(place, [])
                if claims[item.id] not in group:
                    group.append(claims[item.id])
    return [
        Paper(
            prose(", ".join([short_name(model.references[key]), bibtex(model.references[key].fields.get("title", ""))])),
            tuple(
                Place(prose(place) or Markup("as a whole"), "", tuple(group))
                for place, group in sorted(places.items(), key=lambda pair: numbers_by_size(pair[0]))
            ),
        )
        for key, places in found.items()
    ]


def _numbered(model: Model, claims: dict[str, ClaimView]) -> list[Place]:
    found: dict[str, list[ClaimView]] = {}
    for item in model.items:
        for number in dict.fromkeys(map(str, item.entry.claim.covers)):
            found.setdefault(number, []).append(claims[item.id])
    return [
        Place(escape(n), anchor("number", n), tuple(group)) for n, group in sorted(found.items(), key=lambda pair: numbers_by_size(pair[0]))
    ]
