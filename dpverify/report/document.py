"""The derivations as one self-contained LaTeX document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from sympy import Symbol

from ..claims.bibliography import Reference, source_keys
from ..claims.registry import Entry
from ..claims.result import Result
from .derivation import derivation, display, join_words
from .preamble import NOTATION, PREAMBLE, VERDICTS_EXPLAINED
from .printer import latex
from .references import cite, thebibliography
from .statement import hypotheses, laws
from .text import escape, identifier, prose

PROPER = {"laplacian": "Laplacian", "gaussian": "Gaussian", "laplace": "Laplace", "dp": "DP", "james": "James", "stein": "Stein"}


def document(results: Sequence[tuple[Entry, Result]], references: Mapping[str, Reference], versions: Mapping[str, str]) -> str:
    """The whole text: what the verdicts mean, a table of all claims, the claims by topic, the bibliography."""
    labels = {entry.id: f"claim:{i}" for i, (entry, _) in enumerate(results, 1)}
    body = [_front(versions), NOTATION, VERDICTS_EXPLAINED, _table(results, labels)]
    for topic, group in groupby(results, key=lambda pair: topic_of(pair[0])):
        body.append(f"\n\\section{{{escape(topic)}}}\n")
        body += [_claim(entry, result, labels) for entry, result in group]
    keys = [key for entry, _ in results for key in source_keys(entry.claim.source)]
    body.append(thebibliography(keys, references))
    return PREAMBLE + "\\begin{document}\n" + "\n".join(body) + "\\end{document}\n"


def topic_of(entry: Entry) -> str:
    """A heading: the folder in the ledger, the file's name elsewhere."""
    head = entry.path.stem if ".py:" in entry.id else entry.id.partition(".")[0]
    words = [PROPER.get(w, w) for w in head.replace("-", "_").split("_") if w]
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]]) if words else head


def _front(versions: Mapping[str, str]) -> str:
    made = ", ".join(f"{escape(name)}~{escape(value)}" for name, value in versions.items())
    return f"\\begin{{center}}\n{{\\LARGE Derivations and verdicts}}\\\\[2ex]\n{{\\small {made}}}\n\\end{{center}}\n"


def _table(results: Sequence[tuple[Entry, Result]], labels: Mapping[str, str]) -> str:
    rows = []
    for entry, result in results:
        place = f"{{\\small\\ {cite(entry.claim.source)}}}" if entry.claim.source else ""
        verdict = rf"\verdict{{{result.verdict}}}"
        if not result.ok:
            verdict += rf" {{\small(expected \verdict{{{entry.claim.expected}}})}}"
        rows.append(rf"\ref{{{labels[entry.id]}}} & {prose(entry.claim.title)}{place} & {verdict} \\")
    head = "\\toprule\nClaim & & Verdict \\\\\n\\midrule\n"
    table = "\\begin{longtable}{@{}lL{0.68\\linewidth}L{0.2\\linewidth}@{}}\n" + head + "\\endhead\n\\bottomrule\n\\endfoot\n"
    return "\\section*{Claims}\n" + table + "\n".join(rows) + "\n\\end{longtable}\n"


def _claim(entry: Entry, result: Result, labels: Mapping[str, str]) -> str:
    claim, label = entry.claim, labels[entry.id]
    equation = "eq" + label.removeprefix("claim")
    claim_labels = {name: labels[used] for name, used in entry.uses.items() if used in labels}
    out = [f"\\begin{{claim}}[{{{prose(claim.title)}}}]\\label{{{label}}}\n", _hypotheses(entry)]
    out += [display(claim.statement, equation), "\\end{claim}\n", _about(entry, result)]
    if claim.quote:
        out.append(f"\\begin{{quote}}\n``{prose(claim.quote)}''\n\\end{{quote}}\n")
    if claim.corrects:
        target = next((labels[i] for i in labels if i == claim.corrects or i == _sibling(entry, claim.corrects)), None)
        out.append(f"\\noindent This corrects {f'Claim~{chr(92)}ref{{{target}}}' if target else identifier(claim.corrects)}.\n\n")
    if claim.note:
        out.append(f"\\noindent {prose(claim.note)}\n\n")
    if claim.steps:
        out.append("\\paragraph{Derivation.}" + derivation(claim, equation, claim_labels, entry.uses).removeprefix("\\noindent") + "\n")
    out += [_counterexample(result), _rests_on(entry, result, claim_labels), _evidence(result)]
    return "".join(out) + "\\medskip\n\n"


def _sibling(entry: Entry, variable: str) -> str:
    """The id of a claim of the same file that is named by its variable."""
    return entry.id.removesuffix(entry.variable) + variable if entry.id.endswith(entry.variable) else variable


def _hypotheses(entry: Entry) -> str:
    found = [f"${h}$" for h in hypotheses(entry.claim)]
    words = [prose(law.words) for law in laws(entry.claim)]
    lead = "Suppose that " + join_words(words) + ". " if words else ""
    return lead + (f"For all {join_words(found)},\n" if found else "It holds that\n")


def _about(entry: Entry, result: Result) -> str:
    parts = [rf"Verdict: \verdict{{{result.verdict}}}" + ("" if result.ok else rf" (expected: \verdict{{{entry.claim.expected}}})")]
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
    return (
        f"\\paragraph{{Counterexample.}} {where} the left side lies in {escape(found.lhs)} and the right side in {escape(found.rhs)}, "
        "by rigorous enclosures.\n\n"
    )


def _rests_on(entry: Entry, result: Result, claim_labels: Mapping[str, str]) -> str:
    used = [rf"Claim~\ref{{{claim_labels[name]}}}" if name in claim_labels else identifier(used) for name, used in entry.uses.items()]
    items = [prose(lemma) for lemma in result.rests_on] + ([join_words(list(dict.fromkeys(used))) + "."] if used else [])
    if not items:
        return ""
    return "\\paragraph{Rests on.}\n\\begin{itemize}\n" + "".join(f"\\item {item}\n" for item in items) + "\\end{itemize}\n"


def _evidence(result: Result) -> str:
    rows = [(f"Step {s.number}", s.decision.verdict, s.decision.evidence) for s in result.steps]
    rows.append(("Claim", result.verdict, result.evidence))
    body = "\n".join(rf"{what} & \verdict{{{verdict}}} & {'; '.join(map(prose, why))} \\" for what, verdict, why in rows)
    return (
        "{\\small\n\\begin{longtable}{@{}L{0.1\\linewidth}L{0.12\\linewidth}L{\\dimexpr0.78\\linewidth-4\\tabcolsep}@{}}\n"
        f"\\toprule\n & Verdict & Evidence \\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n{body}\n\\end{{longtable}}}}\n"
    )
