"""n = log(1+q)/epsilon solves a (1 - b^n)/(1 - b) = 1/2, the equation that defines Geng et al.'s n."""

from sympy import Eq, Rational, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import a, b, periods
from dpverify.notation import delta, epsilon

claim = Claim(
    title="$n=\\log(1+q)/\\epsilon$ solves $\\sum_{k<n}ab^k=\\frac12$",
    statement=Eq(a * (1 - exp(-periods * epsilon)) / (1 - b), Rational(1, 2)),
    domain={epsilon: (0, oo), delta: (0, 1)},
    covers=("3.1",),
    source="geng2018truncated, Section 4",
    steps=(Step(Rational(1, 2), because="$b^n=1/(1+q)$, $a=\\delta b(1+q)$ and $q\\delta b=\\tfrac12(1-b)$"),),
    note="The geometric sum $a(1-b^n)/(1-b)$ makes sense for every real $n$; for integer $n$ it is $\\sum_{k=0}^{n-1}ab^k$.",
)
