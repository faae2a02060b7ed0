"""Reference values of the exact sigma to forty digits.

Result. sigma(1, 1e-5, 1) = 3.730631634815941832249822575037427818843..., sigma(0, 1/2, 1) = 0.741301109252800930273538264680211715663...
Idea. The least delta falls strictly in sigma, so a value is right if delta is exceeded there and not at the next decimal.
"""

from sympy import Lt, Rational, S

from dpverify import Claim, Step
from dpverify.formulas.gaussian import privacy_profile


def digits(epsilon, delta, text):
    """The wanted sigma lies between `text`, cut off after its last decimal, and the next number with as many decimals."""
    places = len(text.partition(".")[2])
    low = Rational(text)
    at_low, at_high = (privacy_profile(epsilon, 1 / value) for value in (low, low + Rational(1, 10**places)))
    return Claim(
        title=f"$\\sigma({epsilon},{delta},1)={text}\\dots$",
        covers=("6.10",),
        statement=Lt((at_low - delta) * (at_high - delta), 0, evaluate=False),
        steps=(
            Step(Lt(delta, at_low, evaluate=False), "the digits as they stand are too little noise", label="too little"),
            Step(Lt(at_high, delta, evaluate=False), "one more in the last place is enough", label="enough"),
            Step(Lt((at_low - delta) * (at_high - delta), 0, evaluate=False), "so the sign changes", uses=("too little", "enough")),
        ),
        expected="certified",
    )


one = digits(S.One, Rational(1, 10**5), "3.730631634815941832249822575037427818843")
zero = digits(S.Zero, Rational(1, 2), "0.741301109252800930273538264680211715663")
