"""The document: compiles with a plain TeX Live, without overfull lines or undefined references, whatever the claims hold."""

import shutil
from pathlib import Path

import pytest
from sympy import Eq, Integral, Le, Limit, Piecewise, Rational, S, exp, log, oo

from dpverify.claims.bibliography import merged_bibliography
from dpverify.claims.claim import Claim, Step
from dpverify.claims.registry import Entry, ledger_root
from dpverify.claims.result import Counterexample, Decision, Result, StepResult
from dpverify.errors import MissingDependency
from dpverify.notation import Delta, delta, epsilon, x
from dpverify.report.document import document
from dpverify.report.model import model
from dpverify.report.references import cite, entry
from dpverify.report.tex import compile_pdf
from dpverify.report.text import escape, plain, prose

q = (exp(epsilon) - 1) / (2 * delta)
HALF = {epsilon: (0, oo), delta: (0, Rational(1, 2)), Delta: (0, oo)}
LONG = sum((log(1 + q) ** i * exp(-i * epsilon) / (1 + i * delta) for i in range(1, 12)), S.Zero)
NASTY = "100% of #1 & a_b ~ {x} \\foo $1^2$ ε ≤ δ “quoted” \N{SNOWMAN} <|>"
LEMMA = "A lemma about $x_1^2$ with a very long word " + "log(1+(exp(epsilon)-1)/(2*delta))*" * 5


def entries():
    main = Claim(
        title="Amplitude $V_1$",
        statement=Eq(2 * Integral(x * exp(-x), (x, 0, oo)), 2, evaluate=False),
        domain={},
        source="geng2018truncated, Theorem 2; balle2018gaussian",
        covers=("2.7",),
        steps=[
            Step(Eq(Integral(x * exp(-x), (x, 0, oo)), LONG, evaluate=False), because="a lemma of its own", label="parts"),
            Step(2 * LONG, because=NASTY, uses=["parts"]),
            Step(LONG * Piecewise((x, x < 1), (LONG, True)), because="one that cannot be broken"),
            Step(S(2), because="and the end", uses=["other"]),
        ],
        note=NASTY,
    )
    domain = {**HALF, x: (0, 1)}
    other = Claim(title=NASTY, statement=Le(LONG, exp(LONG)), domain=domain, quote=NASTY, corrects="t.main", expected="refuted")
    bare = Claim(title="", statement=Eq(Limit(log(1 + q) / q, epsilon, 0), 1), domain=HALF)
    return [
        Entry(main, Path("/nowhere/main.py"), "claim", {"other": "t.a_rather_long_identifier.of_a_claim.in_the_ledger"}),
        Entry(other, Path("/nowhere/other.py"), "claim"),
        Entry(bare, Path("/nowhere/bare.py"), "claim"),
    ]


def results():
    ids = ("t.main", "t.a_rather_long_identifier.of_a_claim.in_the_ledger", "u.bare")
    out = []
    for i, (made, name) in enumerate(zip(entries(), ids, strict=True)):
        claim = Claim(**{**made.claim.__dict__, "id": name})
        found = Counterexample({"epsilon": "1" * 300 + "/7", "c_odd": "1/2"}, "[0." + "3" * 200 + "]", "[1, 2]") if i == 1 else None
        verdict = "refuted" if found else "proved"
        steps = tuple(StepResult(k, Decision("proved", (LEMMA, NASTY))) for k in range(1, len(claim.steps) + 1))
        out.append((Entry(claim, made.path, made.variable, made.uses), Result(claim, verdict, (LEMMA,), (LEMMA, NASTY), found, steps, 0.1)))
    return out


def text():
    return document(model(results(), {"dpverify": "0", "python": "3"}, merged_bibliography([ledger_root()])))


needs_tex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex here; `make pdf` installs it")


@needs_tex
def test_compiles_without_a_flaw(tmp_path):
    tex = tmp_path / "d.tex"
    tex.write_text(text(), encoding="utf-8")
    pdf, flaws = compile_pdf(tex)
    assert pdf.read_bytes().startswith(b"%PDF") and flaws == []
    assert [p.name for p in tmp_path.iterdir() if p.suffix not in (".tex", ".pdf")] == [], "TeX's own files stay out of the way"


@needs_tex
def test_flaws_are_seen(tmp_path):
    tex = tmp_path / "d.tex"
    body = r"\noindent\rule{2\textwidth}{1pt}\ref{nowhere}\cite{nobody}"
    tex.write_text(rf"\documentclass{{article}}\begin{{document}}{body}\end{{document}}")
    _, flaws = compile_pdf(tex)
    assert any("Overfull" in f for f in flaws) and any("nowhere" in f for f in flaws) and any("nobody" in f for f in flaws)


@needs_tex
def test_an_error_names_itself(tmp_path):
    tex = tmp_path / "d.tex"
    tex.write_text(r"\documentclass{article}\begin{document}\nonesuch\end{document}")
    with pytest.raises(MissingDependency, match="Undefined control sequence"):
        compile_pdf(tex)


def test_no_tex_is_said_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingDependency, match="pdflatex"):
        compile_pdf(tmp_path / "d.tex")


PROMISED = [
    "a lemma of its own",
    r"\eqref{eq:1.1}",
    r"Claim~\ref{claim:2}",
    r"\cite[{Theorem 2}]{geng2018truncated}",
    r"\bibitem{balle2018gaussian}",
    "Counterexample.",
    r"Rests on Claim~\ref{claim:2}, \ref{lemma:1} and \ref{lemma:2}",
    r"\item\label{lemma:1} A lemma about",
    r"\verdict{refuted}",
    r"This corrects Claim~\ref{claim:1}",
    r"0< \delta< 1/2",
]


def test_holds_everything_that_is_promised():
    made = text()
    assert [part for part in PROMISED if part not in made] == []
    assert "dwork2014" not in made, "only what is cited is listed"


def test_prose():
    assert prose("a_b $x_1$ 5%") == r"a\_b $x_1$ 5\%"
    assert prose("costs $5") == r"costs \$5"
    assert escape("ε") == r"$\epsilon$"
    assert plain(r"$(1+\frac1q)\frac1{1+q}$") == "(1+1/q)1/(1+q)"
    said = plain(r"$\sigma=\frac\Delta{\sqrt{2\epsilon}}$, $E[1/\|\hat y\|^2]$, $Y\sim N(\mu,1)$")
    assert said == "σ = Δ/√(2ε), E[1/‖y\u0302‖^2], Y ∼ N(μ,1)"
    assert plain(r"if $0<\delta\le\tfrac12$ and $e^{-A\epsilon/\Delta}$") == "if 0 < δ ≤ 1/2 and e^(-Aε/Δ)"


def test_references():
    found = merged_bibliography([ledger_root()])
    assert entry(found["balle2018gaussian"]).startswith(r"B.~Balle and Y.-X.~Wang, \emph{Improving the {Gaussian} Mechanism")
    assert "et al." in entry(found["meurer2017sympy"])
    assert cite("a2000, Theorem 1_2; b1999") == r"\cite[{Theorem 1\_2}]{a2000}; \cite{b1999}"
