"""The notation that a report needs: what its claims use is explained, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ..claims.claim import Claim
from ..rules.laws import law_of
from .evidence import condensed
from .functions import PROFILE, SHARES
from .model import Item, Model
from .printer import LEAST


@dataclass(frozen=True)
class Name:
    """An abbreviation: its definition as a formula, the other names in that formula, and a sentence about it."""

    formula: str
    needs: tuple[str, ...] = ()
    about: str = ""


@dataclass(frozen=True)
class Notation:
    """Sentences with formulas in $...$, the definitions of names, and sentences about these."""

    words: tuple[str, ...]
    formulas: tuple[str, ...]
    about: tuple[str, ...]


NAMES = {
    "q": Name(r"q=\frac{e^\epsilon-1}{2\delta}"),
    "q_{1}": Name(r"q_{1}=\frac{e^\epsilon-1}{2\epsilon}", (), r"$q_{1}$ is $(e^\epsilon-1)/(2\delta)$ at $\delta=\epsilon$"),
    "n": Name(r"n=\frac{\log(1+q)}{\epsilon}", ("q",)),
    "A": Name(r"A=\frac{\Delta}{\epsilon}\log(1+q)", ("q",), r"the truncated Laplacian lives on $[-A,A]$"),
    "B": Name(r"B=\frac{\epsilon}{2\Delta}\Bigl(1+\frac{1}{q}\Bigr)", ("q",), r"$B$ is the truncated Laplacian's height at the origin"),
    "b": Name(r"b=e^{-\epsilon}"),
    "a": Name(r"a=\Bigl(\delta+\frac{e^\epsilon-1}{2}\Bigr)b", ("b",), "$a$ is what the closed lower bounds are made of"),
    r"\delta_{n}": Name(r"\delta_n=\frac{e^\epsilon-1}{2(e^{n\epsilon}-1)}", (), r"$\delta_n$ is the $\delta$ that belongs to $n$"),
    "t": Name(r"t_k=\frac{b^k}{2}-\delta b\,\frac{1-b^k}{1-b}", ("b",), "the lower bounds are sums of $t_k$"),
    "s": Name(r"s_k=\frac{b^{k+1}(1-\delta)}{1+b}-\delta b\,\frac{1-b^k}{1-b}", ("b",), "the sharper lower bound is a sum of $s_k$"),
    r"\delta_{G}": Name(
        r"\delta_{G}(\epsilon,s)=\Phi\Bigl(\frac{s}{2}-\frac{\epsilon}{s}\Bigr)-e^\epsilon\,\Phi\Bigl(-\frac{s}{2}-\frac{\epsilon}{s}\Bigr)",
        ("Phi",),
        r"$\delta_{G}(\epsilon,s)$ is the least $\delta$ of Gaussian noise with $\Delta/\sigma=s$",
    ),
    "Phi": Name(r"\Phi(u)=\tfrac12\operatorname{erfc}(-u/\sqrt{2})"),
    "g_{1}": Name(
        r"g_{1}(q)=1-\frac{1}{q}\log(1+q)",
        (),
        r"$g_{1}$ is the truncated Laplacian's $\mathbb{E}|X|$ in units of the Laplacian's",
    ),
    "g_{2}": Name(
        r"g_{2}(q)=1-\frac{1}{q}\Bigl(\tfrac12\log^2(1+q)+\log(1+q)\Bigr)",
        (),
        r"$g_{2}$ is the truncated Laplacian's $\mathbb{E}X^2$ in units of the Laplacian's",
    ),
}
"""In the order in which they are printed. t, s and delta_n stand for all of their indices."""


def notation(model: Model) -> Notation:
    """What has to be explained for the claims of the model."""
    used: set[str] = set()
    seen: list[sp.Basic] = []
    for item in model.items:
        used |= _names(item)
        seen += _expressions(item.shown)
    while more := {need for name in used for need in NAMES[name].needs} - used:
        used |= more
    names = [NAMES[name] for name in NAMES if name in used]
    about = [name.about for name in names if name.about]
    if used - {r"\delta_{G}", "Phi", "g_{1}", "g_{2}"}:
        about.append("a claim that has one of these letters for a variable of its own means that")
    return Notation(tuple(_words(seen, "Phi" in used)), tuple(name.formula for name in names), tuple(about))


def _words(seen: Iterable[sp.Basic], phi: bool) -> Iterable[str]:
    seen = list(seen)
    yield r"$\epsilon\ge 0$ and $0\le\delta<1$ are the privacy parameters, $\Delta>0$ is the sensitivity, $\log$ the natural logarithm."
    if phi or any(e.has(sp.erfc) for e in seen):
        yield r"$\operatorname{erfc}(x)=\frac{2}{\sqrt{\pi}}\int_x^\infty e^{-t^2}\,dt$."
    if any(e.has(sp.Max) for e in seen):
        yield r"$u_{+}=\max\{0,u\}$."
    if any(e.has(sp.Piecewise) for e in seen):
        yield r"$\mathbf{1}\{\cdot\}$ is one where the condition holds and zero elsewhere."
    functions = {f for e in seen for f in e.atoms(AppliedUndef)}
    letters = {f.func.__name__.partition("_")[0] for f in functions if law_of(f) is not None}
    told = {"T": r"$T(x)=P(X\ge x)$ is its tail", "f": "$f$ its density", "p": "$p_i=P(X=i)$ are its masses if it is integer-valued"}
    found = [words for letter, words in told.items() if letter in letters]
    if found:
        yield "For a noise $X$, " + ", ".join(found) + "."
    if any(f.func.__name__ in LEAST for f in functions):
        yield r"$V_p^*(\epsilon,\delta,\Delta)$ is the infimum of $\mathbb{E}\,|X|^p$ over all $(\epsilon,\delta)$-DP noise laws."
    yield "Each claim holds for all values of its symbols that satisfy its hypotheses."


def _names(item: Item) -> set[str]:
    """The abbreviations in the claim as it is shown that it does not have of its own, and those in its evidence."""
    found = _letters(item.shown) - _letters(item.entry.claim)
    out = {family(name) for name in found} & set(NAMES)
    decisions = [item.result.evidence, *(step.decision.evidence for step in item.result.steps)]
    for name in {"A", "B", "q"} & set(item.names) - out:
        if any(condensed(said, (name,)) != condensed(said, ()) for said in decisions):
            out.add(name)
    return out


def family(name: str) -> str:
    r"""t_{k+1} is a t, \delta_{n-1} a \delta_{n}."""
    if name.startswith(("t_{", "s_{")):
        return name[0]
    return r"\delta_{n}" if name.startswith(r"\delta_{") and name != r"\delta_{G}" else name


def _letters(claim: Claim) -> set[str]:
    found: set[str] = set()
    for expr in _expressions(claim):
        found |= {s.name for s in expr.atoms(sp.Symbol)}
        found |= {str(f.func) for f in expr.atoms(AppliedUndef) if f.func in (PROFILE, *SHARES)}
    return found


def _expressions(claim: Claim) -> list[sp.Basic]:
    sets = [given for step in claim.steps for given in step.domain.values()] + list(claim.domain.values())
    ends = [end for given in sets for end in (given if isinstance(given, (tuple, list)) else (given,))]
    every = (claim.statement, *claim.assumptions, *(step.expression for step in claim.steps), *ends)
    return [e for e in every if isinstance(e, sp.Basic)]
