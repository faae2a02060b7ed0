"""The derivations as one self-contained LaTeX document."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from sympy import Symbol
from sympy.core.relational import Relational

from ..claims.bibliography import source_keys
from ..claims.claim import Claim
from ..claims.registry import Entry
from ..claims.result import Result
from ..exact import lies
from .derivation import derivation, display, join_words, unnumbered
from .evidence import summary
from .measure import width
from .model import Item, Model
from .notation import notation
from .preamble import PREAMBLE, VERDICTS_EXPLAINED
from .printer import inline, latex
from .references import cite, thebibliography
from .statement import hypotheses, laws, topic_key
from .text import escape, identifier, prose, visible

LONG_HYPOTHESIS = 26.0
"""A hypothesis wider than this, in em, has a line of its own."""
NAMES_ROOM = 33.0
"""How many em of definitions stand in a row."""
PROPER = {"laplacian": "Laplacian", "gaussian": "Gaussian", "laplace": "Laplace", "dp": "DP", "james": "James", "stein": "Stein"}


def document(model: Model) -> str:
    """The whole text: what the verdicts mean, a table of all claims, the lemmas, the claims by topic, the bibliography."""
    labels = {item.id: f"claim:{item.number}" for item in model.items}
    lemmas = {lemma: f"lemma:{i}" for lemma, i in model.lemmas.items()}
    body = [_front(model.versions), _notation(model), VERDICTS_EXPLAINED, _table(model.items, labels), _lemmas(lemmas)]
    for topic, group in groupby(model.items, key=lambda item: topic_of(item.entry)):
        body.append(f"\n\\section{{{escape(topic)}}}\n")
        body += [_claim(item, labels, lemmas, model) for item in group]
    keys = [key for item in model.items for key in source_keys(item.entry.claim.source)]
    body.append(thebibliography(keys, model.references))
    return visible(PREAMBLE + "\\begin{document}\n" + "\n".join(body) + "\\end{document}\n")


def topic_of(entry: Entry) -> str:
    """A heading: the folder in the ledger, the file's name elsewhere."""
    head = topic_key(entry)
    words = [PROPER.get(w, w) for w in head.replace("-", "_").split("_") if w]
    if len(words) > 1 and words[-1] == "Laplace":
        words[-1] = "Laplacian"
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]]) if words else head


def _front(versions: Mapping[str, str]) -> str:
    made = ", ".join(f"{escape(name)}~{escape(value)}" for name, value in versions.items())
    return f"\\begin{{center}}\n{{\\LARGE Derivations and verdicts}}\\\\[2ex]\n{{\\small {made}}}\n\\end{{center}}\n"


def _notation(model: Model) -> str:
    found = notation(model)
    out = "\\paragraph{Notation.} " + " ".join(prose(words) for words in found.words)
    if found.formulas:
        rows = [""]
        for formula in found.formulas:
            if rows[-1] and width(rows[-1]) + width(formula) > NAMES_ROOM:
                rows.append("")
            rows[-1] += (r",\qquad " if rows[-1] else "") + formula
        out += " Recurring expressions have names:\n\\begin{gather*}\n" + ",\\\\\n".join(rows) + ".\n\\end{gather*}\n"
    if found.about:
        out += prose("Here " + join_words(list(found.about)) + ".")
    return out + "\n\n"


def _table(items: Sequence[Item], labels: Mapping[str, str]) -> str:
    rows = []
    for topic, group in groupby(items, key=lambda item: topic_of(item.entry)):
        rows.append(rf"\multicolumn{{3}}{{@{{}}l}}{{\emph{{{escape(topic)}}}}} \\*")
        for item in group:
            entry, result = item.entry, item.result
            place = f"{{\\small\\ {cite(entry.claim.source)}}}" if entry.claim.source else ""
            verdict = rf"\verdict{{{result.verdict}}}"
            if not result.ok:
                verdict += rf" {{\small(expected \verdict{{{entry.claim.expected}}})}}"
            rows.append(rf"\ref{{{labels[entry.id]}}} & {prose(entry.claim.title)}{place} & {verdict} \\")
        rows[-1] += "[1ex]"
    head = "\\toprule\n & Claim & Verdict \\\\\n\\midrule\n"
    table = "\\begin{longtable}{@{}lL{0.72\\linewidth}L{0.16\\linewidth}@{}}\n" + head + "\\endhead\n\\bottomrule\n\\endfoot\n"
    return "\\newpage\n\\section*{Claims}\n" + table + "\n".join(rows) + "\n\\end{longtable}\n"


def _lemmas(lemmas: Mapping[str, str]) -> str:
    if not lemmas:
        return ""
    items = "\n".join(rf"\item\label{{{label}}} {prose(lemma)}" for lemma, label in lemmas.items())
    return f"\\section*{{Lemmas that the rules rest on}}\n\\begin{{lemmas}}\n{items}\n\\end{{lemmas}}\n"


def _claim(item: Item, labels: Mapping[str, str], lemmas: Mapping[str, str], model: Model) -> str:
    entry, result, claim, label = item.entry, item.result, item.shown, labels[item.id]
    equation = "eq" + label.removeprefix("claim")
    claim_labels = {name: labels[used] for name, used in entry.uses.items() if used in labels}
    title = prose(claim.title) + (r", \emph{refuted}" if result.verdict == "refuted" else "")
    out = [f"\\begin{{claim}}[{{{title}}}]\\label{{{label}}}\n", _hypotheses(claim, entry.claim)]
    out += [display(claim.statement, equation), "\\end{claim}\n", _about(entry, result, claim_labels, lemmas)]
    if claim.quote:
        out.append(f"\\begin{{quote}}\n``{prose(claim.quote)}''\n\\end{{quote}}\n")
    if claim.corrects:
        wrong = model.wrong(item)
        quote = wrong.entry.claim.quote if wrong else None
        says = f", whose source says: ``{prose(quote)}''" + ("" if quote.endswith(".") else ".") if quote else "."
        target = rf"Claim~\ref{{{labels[wrong.id]}}}" if wrong else identifier(claim.corrects)
        out.append(f"\\noindent This corrects {target}{says}\n\n")
    if claim.note:
        out.append(f"\\noindent {prose(claim.note)}\n\n")
    if claim.steps:
        out.append("\\paragraph{Derivation.}" + derivation(claim, equation, claim_labels, entry.uses).removeprefix("\\noindent") + "\n")
    out += [_counterexample(result), _evidence(item, label, claim_labels)]
    return "".join(out) + "\\medskip\n\n"


def _hypotheses(claim: Claim, original: Claim) -> str:
    long = [a for a in claim.assumptions if isinstance(a, Relational) and width(inline(a)) > LONG_HYPOTHESIS]
    found = [f"${h}$" for h in hypotheses(replace(claim, assumptions=[a for a in claim.assumptions if a not in long]), original)]
    words = [prose(law.words) for law in laws(claim)]
    lead = "Suppose that " + join_words(words) + ". " if words else ""
    if not found and not long:
        return lead + "It holds that\n"
    ahead = f"{lead}For all {join_words(found)}" if found else f"{lead}Suppose"
    return ahead + (",\n" if not long else " with\n" + "and\n".join(unnumbered(a) for a in long) + "it holds that\n")


def _about(entry: Entry, result: Result, claim_labels: Mapping[str, str], lemmas: Mapping[str, str]) -> str:
    parts = [rf"Verdict: \verdict{{{result.verdict}}}" + ("" if result.ok else rf" (expected: \verdict{{{entry.claim.expected}}})")]
    used = [rf"Claim~\ref{{{claim_labels[name]}}}" if name in claim_labels else identifier(used) for name, used in entry.uses.items()]
    used += [rf"\ref{{{lemmas[lemma]}}}" for lemma in result.rests_on]
    if used:
        parts.append(f"Rests on {join_words(list(dict.fromkeys(used)))}")
    if entry.claim.source:
        parts.append(f"Source: {cite(entry.claim.source)}")
    if entry.claim.covers:
        parts.append("Covers: " + ", ".join(escape(str(c)) for c in entry.claim.covers))
    parts.append(f"Id: {identifier(entry.id)}")
    return "\\noindent{\\small " + ". ".join(parts) + ".}\\par\n"


def _counterexample(result: Result) -> str:
    found = result.counterexample
    if found is None:
        return ""
    at = ", ".join(f"${latex(Symbol(name))}={{}}${escape(value)}" for name, value in found.point.items())
    where = f"At {at}" if at else "As it stands"
    sides = f"the left side {escape(lies(found.lhs))} and the right side {escape(lies(found.rhs))}"
    return f"\\paragraph{{Counterexample.}} {where} {sides}, by rigorous enclosures.\n\n"


def _evidence(item: Item, own: str, claim_labels: Mapping[str, str]) -> str:
    """What decided each step, in small print; steps that were decided in the same way together."""
    entry, result, items = item.entry, item.result, []
    for what, verdict, said in summary(result, item.names):
        mark = rf" (\verdict{{{verdict}}})" if verdict != "proved" and what else ""
        words = "; ".join(_with_references(prose(s), entry, own, claim_labels) for s in said) or "by the rule"
        items.append((f"{what}{mark}", f"{words[:1].upper()}{words[1:]}."))
    if not items or (result.verdict == "refuted" and not result.steps):
        return ""
    body = "\n".join(rf"\item {what}: {words[:1].lower() + words[1:]}" if what else rf"\item {words}" for what, words in items)
    return f"\\begin{{evidence}}\n{body}\n\\end{{evidence}}\n"


def _with_references(text: str, entry: Entry, own: str, claim_labels: Mapping[str, str]) -> str:
    """Names of claims and steps, as the engine writes them in a sentence, as references; own: the claim's label."""
    names = {prose(name): rf"Claim~\ref{{{label}}}" for name, label in claim_labels.items()}
    equation = "eq" + own.removeprefix("claim")
    names |= {prose(s.label): rf"\eqref{{{equation}.{i}}}" for i, s in enumerate(entry.claim.steps, 1) if s.label}
    return re.sub(r"\b(range of|hypothesis of) ([^\s;,]+)", lambda m: f"{m.group(1)} {names.get(m.group(2), m.group(2))}", text)
