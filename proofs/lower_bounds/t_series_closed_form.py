"""The series sum_{k>=1} max(0, t_k) is the finite sum up to floor(n), n = log(1+q)/epsilon, with a closed form."""

from sympy import Eq, Interval, Max, Naturals, Sum, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, delta_of_periods, t_bound_amplitude, t_value_of_periods, theta
from dpverify.notation import Delta, delta, epsilon, k
from dpverify.rules import FiniteSupport

term = t_value_of_periods(k, N + theta)

claim = Claim(
    title="The $t$-bound has $\\lfloor n\\rfloor$ terms and a closed form",
    statement=Eq(2 * Delta * Sum(Max(0, term), (k, 1, oo)), t_bound_amplitude(N).subs(delta, delta_of_periods(N + theta))),
    domain={epsilon: (0, oo), Delta: (0, oo), N: Naturals, theta: Interval.Ropen(0, 1)},
    covers=("3.4",),
    steps=(
        Step(
            Eq(Sum(Max(0, term), (k, 1, oo)), Sum(term, (k, 1, N))),
            because="$t_k\\ge0$ for $k\\le N\\le n$ and $t_k\\le0$ for $k\\ge N+1\\ge n$",
            rule=FiniteSupport(k, 1, N, Max(0, term), term),
            label="finite",
        ),
        Step(2 * Delta * Sum(term, (k, 1, N)), because="only $N$ terms are positive", uses=("finite",)),
        Step(t_bound_amplitude(N).subs(delta, delta_of_periods(N + theta)), because="geometric sum"),
    ),
    uses=("lower_bounds.t_value_of_periods",),
    note="$n=N+\\theta$ with integer $N$ and $0\\le\\theta<1$; $\\delta=(e^\\epsilon-1)/(2(e^{n\\epsilon}-1))$.",
)
