"""The s-bound as an explicit dual certificate: two piecewise linear functions y_1 and y_{-1}."""

from sympy import Ge, Interval, Naturals, S, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, s_bound_amplitude
from dpverify.notation import Delta, delta, epsilon
from dpverify.rules import LPWeakDuality
from dpverify.rules.cells import CellFunction, cell, place
from dpverify.rules.laws import least_cost
from dpverify.rules.lp_weak_duality import Dual

grown = exp(epsilon) - 1


def slope(i):
    """w_i for i >= 1: (1 - e^{-(N-i) epsilon})/(e^epsilon - 1)."""
    return (1 - exp(-(N - i) * epsilon)) / grown


def slopes_up_to(j):
    """sum_{i=1}^{j} w_i."""
    return (j - exp((1 - N) * epsilon) * (exp(j * epsilon) - 1) / grown) / grown


first = (1 + slope(1)) / (1 + exp(epsilon))
z = Delta * (first + slopes_up_to(N))
mu = 2 * Delta * first
right = CellFunction(
    cuts=(S.NegativeOne, S.Zero, N),
    values=(S.Zero, Delta * first * place, Delta * (first + slopes_up_to(cell) + place * slope(cell + 1)), z),
)
left = CellFunction(
    cuts=(-N, S.Zero, S.One),
    values=(z, Delta * (first + slopes_up_to(-cell - 1) + (1 - place) * slope(-cell)), Delta * first * (1 - place), S.Zero),
    rising=False,
)
V1 = least_cost(S.One, epsilon, delta, Delta)

claim = Claim(
    title="The $s$-bound as a certificate of linear-programming duality",
    statement=Ge(V1, s_bound_amplitude(N)),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo), N: Naturals},
    covers=("3.10", "3.6"),
    steps=(
        Step(
            Ge(V1, mu - delta * 2 * z),
            because="$y_1$ has slope $w_k$ on $[(k-1)\\Delta,k\\Delta]$, $k=0,\\dots,N-1$, and $y_{-1}(x)=y_1(-x)$",
            rule=LPWeakDuality(
                duals=(Dual(right, 1), Dual(left, -1)),
                level=mu,
                cells=(-N - 1, -N, S.NegativeOne, S.Zero, S.One, N, N + 1),
            ),
        ),
        Step(s_bound_amplitude(N), because="write out $\\mu-2\\delta z$"),
    ),
    note=(
        "$w_k=b(1-b^{N-k})/(1-b)$ for $k\\ge1$ and $w_0=(1+w_1)/(1+e^\\epsilon)$, so that the left side of the dual inequality is constant "
        "on $[-N\\Delta,N\\Delta]$ and grows like $|x|$ outside. Then $z=\\Delta\\sum_kw_k$ and $\\mu=2\\Delta w_0$."
    ),
)
