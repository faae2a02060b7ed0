"""Summation by parts: sum_{k=0}^{N} (t_k - t_{k+1}) k^2 = sum_{k=1}^{N} (2k - 1) t_k - N^2 t_{N+1}."""

from sympy import Eq, Interval, Naturals0, Sum, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, t_value
from dpverify.notation import delta, epsilon, k
from dpverify.rules import Telescoping

by_layers = Sum((t_value(k) - t_value(k + 1)) * k**2, (k, 1, N))
by_tails = Sum((2 * k - 1) * t_value(k), (k, 1, N))

claim = Claim(
    title="The two forms of the $t$-bound of the power agree",
    statement=Eq(by_layers, by_tails - N**2 * t_value(N + 1)),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), N: Naturals0},
    covers=("3.4",),
    steps=(
        Step(
            Eq(by_layers, by_tails - N**2 * t_value(N + 1)),
            because="summation by parts: the terms differ by $G(k+1)-G(k)$ with $G(k)=-(k-1)^2t_k$, and $G(1)=0$",
            rule=Telescoping(
                k, 1, N, (t_value(k) - t_value(k + 1)) * k**2, -((k - 1) ** 2) * t_value(k), shown=(2 * k - 1) * t_value(k)
            ),
        ),
    ),
    note="With the $t_k$ cut at $0$ the last term vanishes for $N\\ge n-1$. The term $k=0$ is zero.",
)
