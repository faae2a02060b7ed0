"""The t-bound (Geng et al.'s bound at integer n) as an explicit dual certificate: two staircase functions y_1 and y_{-1}."""

from sympy import Ge, Interval, Naturals, S, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, t_bound_amplitude
from dpverify.notation import Delta, delta, epsilon
from dpverify.rules import LPWeakDuality
from dpverify.rules.cells import CellFunction, cell
from dpverify.rules.laws import least_cost
from dpverify.rules.lp_weak_duality import Dual

grown = exp(epsilon) - 1


def steps_up_to(j):
    """Delta sum_{k=1}^{j} w_k with w_k = (1 - e^{-(N+1-k) epsilon})/(e^epsilon - 1)."""
    return Delta / grown * (j - exp(-N * epsilon) * (exp(j * epsilon) - 1) / grown)


z = steps_up_to(N)
mu = Delta * (1 - exp(-N * epsilon)) / grown
right = CellFunction(cuts=(S.Zero, N), values=(S.Zero, steps_up_to(cell + 1), z))
left = CellFunction(cuts=(-N, S.Zero), values=(z, steps_up_to(-cell), S.Zero), rising=False)
V1 = least_cost(S.One, epsilon, delta, Delta)

claim = Claim(
    title="The $t$-bound as a certificate of linear-programming duality",
    statement=Ge(V1, t_bound_amplitude(N)),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo), N: Naturals},
    covers=("3.10", "3.2"),
    source="geng2016approximate",
    steps=(
        Step(
            Ge(V1, mu - delta * 2 * z),
            because="the dual functions $y_{\\pm1}$ rise by $\\Delta w_k$ at $\\pm(k-1)\\Delta$, $k=1,\\dots,N$",
            rule=LPWeakDuality(
                duals=(Dual(right, 1), Dual(left, -1)),
                level=mu,
                cells=(-N - 1, -N, S.NegativeOne, S.Zero, S.One, N, N + 1),
            ),
        ),
        Step(t_bound_amplitude(N), because="write out $\\mu-2\\delta z$"),
    ),
    note=(
        "$w_k=b(1-b^{N+1-k})/(1-b)$ solves $e^\\epsilon w_k=w_{k+1}+1$ with $w_{N+1}=0$. Then $y_{\\pm1}\\in[0,z]$, $z=\\Delta\\sum_kw_k$, "
        "and $|x|+\\sum_{\\pm}(y_{\\pm1}(x)-e^\\epsilon y_{\\pm1}(x\\mp\\Delta))\\ge\\mu=\\Delta w_1$ for every real $x$. "
        "No symmetry of the law is used."
    ),
)
