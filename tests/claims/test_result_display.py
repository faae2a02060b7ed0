"""A result shows itself in a notebook."""

from sympy import Eq, Symbol

from dpverify.claims.claim import Claim
from dpverify.claims.result import Counterexample, Result

X = Symbol("x")


def test_notebook_forms_hold_formula_verdict_and_what_it_rests_on():
    claim = Claim(title="a < b & c", statement=Eq(X**2, 4, evaluate=False), domain={X: (0, 1)})
    result = Result(claim, "refuted", ("found",), ("a lemma <1>",), Counterexample({"x": "1/2"}, "[0.25, 0.25]", "[4, 4]"), (), 0.1)
    assert result._repr_latex_() == r"$\displaystyle x^{2} = 4\qquad\text{refuted}$"
    html = result._repr_html_()
    for part in ("a &lt; b &amp; c", "<b>refuted</b>", "x^{2} = 4", "a lemma &lt;1&gt;", "x = 1/2: left side in [0.25, 0.25]"):
        assert part in html
