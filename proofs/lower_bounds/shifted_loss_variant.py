"""The variant with L(1 + j k) in place of L(j k) fails at epsilon = 0, k = 1, L = |i|: a private law costs less."""

from sympy import Ge, Naturals, Sum, Symbol

from dpverify import Claim
from dpverify.formulas.lower_bounds import N

i = Symbol("i", integer=True)
j = Symbol("j", integer=True, nonnegative=True)

claim = Claim(
    title="The bound with $L(1+jk)$ in place of $L(jk)$, at $\\epsilon=0$, $k=1$, $L=|i|$",
    statement=Ge(2 * Sum(i / (2 * N), (i, 1, N - 1)) + N / (2 * N), 2 * Sum((1 + j) / (2 * N), (j, 0, N - 1))),
    domain={N: Naturals},
    covers=("3.9",),
    expected="refuted",
    note=(
        "A variant in circulation. Left: $E|X|$ for the law with mass $\\delta=1/(2n)$ at $|i|<n$ and $\\delta/2$ at $i=\\pm n$, which is "
        "$(0,\\delta)$-DP. Right: $2\\sum_{j<n}\\delta\\,L(1+j)$."
    ),
)
