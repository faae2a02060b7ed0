"""The decay rate of a Gaussian density.

Erratum. The source's display lacks the factor 1/2 of the exponent: with variance sigma^2,
f(x)/f(x + Delta) = exp((Delta^2 + 2 Delta x)/(2 sigma^2)).
"""

from sympy import Eq, Interval, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.gaussian import density
from dpverify.notation import Delta, sigma, x

as_printed = Claim(
    title="Decay rate of the Gaussian density, as printed",
    source="geng2018truncated, Section 3",
    covers=("2.12",),
    quote="for $x>0$, its probability density decay rate is $\\frac{f(x)}{f(x+{\\Delta})}=\\frac{e^{-\\frac{x^{2}}{\\sigma^{2}}}}"
    "{e^{-\\frac{(x+{\\Delta})^{2}}{\\sigma^{2}}}}=e^{\\frac{{\\Delta}^{2}+2{\\Delta}x}{\\sigma^{2}}}$",
    statement=Eq(density(x) / density(x + Delta), exp((Delta**2 + 2 * Delta * x) / sigma**2), evaluate=False),
    domain={sigma: (0, oo), Delta: (0, oo), x: (0, oo)},
    points=({sigma: 1, Delta: 1, x: 1},),
    expected="refuted",
)

corrected = Claim(
    title="Decay rate of the Gaussian density with variance $\\sigma^2$",
    source="geng2018truncated, Section 3",
    covers=("2.12",),
    corrects="truncated_laplace.gaussian_decay.as_printed",
    statement=Eq(density(x) / density(x + Delta), exp((Delta**2 + 2 * Delta * x) / (2 * sigma**2)), evaluate=False),
    domain={sigma: (0, oo), Delta: (0, oo), x: Interval(0, oo)},
    steps=(
        Step(
            exp((Delta**2 + 2 * Delta * x) / (2 * sigma**2)),
            "the normalising constants cancel; $(x+\\Delta)^2-x^2=2\\Delta x+\\Delta^2$",
        ),
    ),
    expected="proved",
)
