"""The page: well formed, every claim at its anchor, every link leads somewhere, and nothing that a claim says can become markup."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import html5lib
import jsonschema
import pytest
from sympy import Eq, Function, Integral, Le, Max, Piecewise, Rational, Symbol, exp, oo

from dpverify.claims.bibliography import Reference
from dpverify.claims.claim import Claim, Step
from dpverify.claims.registry import Entry, select
from dpverify.claims.result import Counterexample, Decision, Result, StepResult
from dpverify.figures.registry import find
from dpverify.notation import delta, epsilon, x
from dpverify.report import drawings
from dpverify.report.answers import report_answer
from dpverify.report.document import document
from dpverify.report.mathml import block, inline
from dpverify.report.model import model
from dpverify.report.notation import notation
from dpverify.report.page import claim_anchor, render

SCHEMA = json.loads((Path(render.__code__.co_filename).parent / "results.schema.json").read_text())
MATHML = "{http://www.w3.org/1998/Math/MathML}"
HTML = "{http://www.w3.org/1999/xhtml}"
NASTY = [
    '"><script>alert(1)</script>',
    "' onmouseover='alert(1)",
    r"$\text{<img src=x onerror=alert(1)>}$ & $\href{javascript:alert(1)}{x}$ $\unicode{60}script$",
    "{{ 7 * 7 }}{% raw %}&lt;script&gt;&amp;#60;",
    "</style></title><!-- ]]>",
    "lone $ dollar, a control \x00\x1b\x85 character, a lone surrogate \ud800",
    r"$\frac{a}$ $a_{b$ $\left( x$ $\foo{x}$ $x^{y^{z^{2}}}$",
]
VERSIONS = {"dpverify": "0", "python": "3"}


def decided(entry, verdict=None, **more):
    steps = tuple(StepResult(i, Decision("proved", more.get("evidence", ()))) for i, _ in enumerate(entry.claim.steps, 1))
    found = more.get("found")
    return Result(entry.claim, verdict or entry.claim.expected, more.get("evidence", ()), more.get("rests_on", ()), found, steps, 0.25)


def hostile():
    out = []
    for i, text in enumerate(NASTY):
        symbol = Symbol(f"v_<b>{i}")
        claim = Claim(
            id=f"{text} {i}",
            title=text,
            statement=Le(symbol, Function(f"f<i>{i}")(symbol)),
            domain={symbol: (0, oo)},
            source=f"{text.replace(';', '').replace(',', '')}, {text}",
            covers=(text, f"2.{i}"),
            steps=[Step(Eq(symbol, symbol + 1, evaluate=False), because=text, label=text), Step(symbol**2, because=text, uses=[text])],
            quote=text,
            note=text,
            expected="refuted",
            corrects=text,
        )
        entry = Entry(claim, Path(f"/nowhere/{text.replace('/', '')}.py"), "claim", {text: f"{NASTY[i - 1]} {(i - 1) % len(NASTY)}"})
        found = Counterexample({text: text, "epsilon": "1" * 300 + "/7"}, text, "[1, 2]")
        out.append((entry, decided(entry, "refuted", evidence=(text,), rests_on=(text, "L"), found=found)))
    return out


def ledger(*words):
    return [(entry, decided(entry, rests_on=("Induction over $n$.",), evidence=("leading term $x<y$",))) for entry in select(words).entries]


def page(results, references=None):
    return render(model(results, VERSIONS, references), 1)


@pytest.fixture(scope="module")
def real():
    return page(
        ledger("privacy.probabilistic_dp", "truncated_laplace.amplitude", "zero_epsilon.integer_optimum", "denoising.soft_threshold")
    )


@pytest.fixture(scope="module")
def nasty():
    key = NASTY[1].replace(",", "")
    return page(
        hostile(), {key: Reference(key, "misc", {"author": r"<b>Gau{\ss}, {\'E}. and " + NASTY[0], "title": NASTY[0], "year": "1<2"})}
    )


def tree(text):
    parser = html5lib.HTMLParser(strict=True)
    return parser.parse(text)


@pytest.mark.parametrize("which", ["real", "nasty"])
def test_is_well_formed_and_every_link_leads_somewhere(which, request):
    root = tree(request.getfixturevalue(which))
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    links = [e.get("href") for e in root.iter(HTML + "a")]
    assert len(links) > 10
    assert [href for href in links if not (href in ("results.json", "report.tex") or (href[0] == "#" and href[1:] in ids))] == []
    named = [e.get("aria-labelledby") for e in root.iter() if e.get("aria-labelledby")]
    assert set(named) <= set(ids)


@pytest.mark.parametrize("which", ["real", "nasty"])
def test_headings_go_down_one_by_one_and_tables_have_captions_and_scopes(which, request):
    root = tree(request.getfixturevalue(which))
    levels = [int(e.tag[-1]) for e in root.iter() if re.fullmatch(re.escape(HTML) + "h[1-6]", str(e.tag))]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False))
    assert all(table.find(HTML + "caption") is not None for table in root.iter(HTML + "table"))
    assert all(th.get("scope") for th in root.iter(HTML + "th"))


@pytest.mark.parametrize("which", ["real", "nasty"])
def test_formulas_are_mathml_with_a_text_beside_them(which, request):
    root = tree(request.getfixturevalue(which))
    found = list(root.iter(MATHML + "math"))
    assert len(found) > 10 and all(m.get("alttext") for m in found)


def test_every_claim_and_every_step_has_its_place(real):
    entries = select(["privacy.probabilistic_dp", "truncated_laplace.amplitude", "zero_epsilon.integer_optimum"]).entries
    for entry in entries:
        assert f'id="{claim_anchor(entry.id)}"' in real
    steps = select(["truncated_laplace.amplitude"]).entries[0].claim.steps
    assert [i for i in range(1, len(steps) + 1) if f'id="step{i}-truncated_laplace.amplitude"' not in real] == []


def test_asks_for_nothing_and_runs_nothing(real, nasty):
    for text in (real, nasty):
        root = tree(text)
        assert [e for tag in ("script", "link", "iframe", "object", "img", "base", "form") for e in root.iter(HTML + tag)] == []
        assert [k for e in root.iter() for k in e.attrib if str(k).startswith("on") or k in ("src", "style", "srcdoc")] == []
        assert "@import" not in text and "url(" not in text


def test_hostile_text_is_shown_as_text(nasty):
    root = tree(nasty)
    text = "".join(root.itertext())
    assert "<script>alert(1)</script>" in text and "{{ 7 * 7 }}" in text and "&lt;script&gt;&amp;#60;" in text
    assert "\x00" not in nasty and "\x1b" not in nasty
    nasty.encode("utf-8")
    tags = {e.tag for e in root.iter() if isinstance(e.tag, str) and e.tag.startswith(MATHML)}
    assert {t.removeprefix(MATHML) for t in tags} <= set(
        "math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mstyle".split()
    )


def test_anchors_tell_different_ids_apart():
    assert claim_anchor("a b") != claim_anchor("a~20~b") and not re.search(r"[\s\"'<>&#%]", claim_anchor("a b\"'<>&#%\n"))


def test_the_map_holds_every_covered_number_and_every_cited_place(real):
    for entry in select(["truncated_laplace.amplitude", "privacy.probabilistic_dp"]).entries:
        for number in entry.claim.covers:
            assert f'id="number-{number}"' in real
    assert ">Theorem 2</th>" in real


def test_a_claim_with_another_verdict_than_expected_is_named_at_the_top():
    entry = select(["truncated_laplace.amplitude"]).entries[0]
    text = page([(entry, decided(entry, "undecided"))])
    assert "0 of 1 claims have" in text and "These have not:" in text and "(expected proved)" in text


def test_results_keep_to_their_schema_and_their_order():
    for results in (ledger("privacy.probabilistic_dp", "truncated_laplace.amplitude"), hostile()):
        made = model(results, VERSIONS, {})
        answer = json.loads(json.dumps(report_answer(made, 7)))
        jsonschema.Draft202012Validator(SCHEMA).validate(answer)
        again = report_answer(model(list(reversed(results)), VERSIONS, {}), 7)
        assert sorted(c["id"] for c in again["claims"]) == sorted(c["id"] for c in answer["claims"])
        assert [c["number"] for c in answer["claims"]] == list(range(1, len(results) + 1))
        assert list(answer["covers"]) == list(report_answer(made, 7)["covers"])
    broken = {**answer, "claims": [{**answer["claims"][0], "verdict": "true"}]}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(SCHEMA).validate(broken)


FORMULAS = [
    Max(0, x - delta),
    Max(x, delta, epsilon),
    Piecewise((x, x < 1), (exp(-x), True)),
    Piecewise((x**2, x < 1), (0, True)),
    Integral(exp(-x * epsilon), (x, 0, oo)),
    Rational(2, 3) ** Rational(1, 3),
]


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_formulas_of_the_ledgers_kinds_become_well_formed_mathml(formula):
    from dpverify.report.printer import latex

    text = str(block([latex(formula)]))
    root = ElementTree.fromstring(text)
    assert root.find("math") is not None and "\\" not in "".join(root.itertext())


def test_brackets_that_grow_stay_with_what_they_hold():
    root = ElementTree.fromstring(str(inline(r"\left(\frac ab\right)^2 + \sum_k c")))
    (base, power) = root.find("msup")
    assert base.tag == "mrow" and [c.tag for c in base] == ["mo", "mfrac", "mo"] and power.text == "2"


def test_what_cannot_be_read_is_shown_as_it_is():
    assert inline(r"\nonesuch{<}") == r"<code>\nonesuch{&lt;}</code>"


def test_only_what_is_used_is_explained():
    plain = Claim(title="", statement=Le(1 + epsilon, exp(epsilon)), domain={epsilon: (0, oo)}, id="u.a")
    found = notation(model([(e, decided(e)) for e in [Entry(plain, Path("/nowhere/u.py"), "a")]], VERSIONS))
    assert found.formulas == () and "erfc" not in " ".join(found.words)
    found = notation(model(ledger("truncated_laplace.amplitude"), VERSIONS))
    assert [f.partition("=")[0] for f in found.formulas] == ["q", "A", "B"]
    found = notation(model(ledger("lower_bounds.s_bound_amplitude"), VERSIONS))
    assert {"b", "s_k"} <= {f.partition("=")[0] for f in found.formulas}


def test_claims_of_a_user_stand_as_written_and_in_the_order_of_the_file():
    minus = exp(-epsilon)
    claims = {
        name: Claim(title=name, statement=Eq((1 - minus) * (1 + minus), 1 - minus**2, evaluate=False), id=f"u.py:{name}")
        for name in ("zeta", "alpha", "midst")
    }
    made = model([(e, decided(e)) for e in [Entry(c, Path("/nowhere/u.py"), n) for n, c in claims.items()]], VERSIONS)
    assert [item.entry.variable for item in made.items] == ["zeta", "alpha", "midst"]
    assert all(item.shown is item.entry.claim for item in made.items)
    assert r"e^{-\epsilon}" in document(made) and "b=e" not in document(made)


def test_figures_stand_with_their_words_and_their_data(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(drawings, "figures", lambda: [find("additive-ratio")])
    (drawn,) = drawings.draw_all(tmp_path, 1)
    assert ElementTree.parse(tmp_path / drawn.file).getroot().tag.endswith("svg")
    assert (tmp_path / drawn.data).read_text().count("\n") > 2
    made = model(ledger("truncated_laplace.amplitude"), VERSIONS)
    root = tree(render(made, 1, [drawn]))
    (image,) = root.iter(HTML + "img")
    assert image.get("src") == "figures/additive-ratio.svg" and drawn.title in image.get("alt")
    assert [a for a in root.iter(HTML + "a") if a.get("href") == drawn.data]
