"""The truncated staircase with an atom at the origin, for large delta or large epsilon.

Setting. Mass alpha < delta at 0 and 1 - alpha times the truncated staircase that spends delta' = (delta - alpha)/(1 - alpha): a shift
moves the atom off itself, so the mixture spends alpha + (1 - alpha) delta' = delta.
Result. With N levels and the best gamma its amplitude is Delta/(e^epsilon - 1) times
sqrt(16 (delta - alpha)^2 sinh(N epsilon/2)^2 + (e^epsilon - 1)^2 (1 - alpha)^2 (1 - e^(-N epsilon)))/(2 sinh(epsilon/2))
- 2 N (delta - alpha), a convex function of alpha. As epsilon vanishes it is the cost of the law P_alpha of the (0, delta) problem.
"""

from sympy import Eq, Interval, Limit, Naturals, oo

from dpverify import Claim
from dpverify.formulas import truncated_staircase as law
from dpverify.formulas.truncated_staircase import N
from dpverify.notation import Delta, alpha, delta, epsilon

share = (delta - alpha) / (1 - alpha)
laws = {epsilon: (0, oo), delta: (0, 1), alpha: Interval.Ropen(0, delta), Delta: (0, oo), N: Naturals}
mixed = (1 - alpha) * law.least_amplitude().subs(delta, share)

spent = Claim(
    title="An atom $\\alpha$ and a law that spends $\\delta'=(\\delta-\\alpha)/(1-\\alpha)$ spend $\\delta$",
    statement=Eq(alpha + (1 - alpha) * share, delta, evaluate=False),
    domain={delta: (0, 1), alpha: Interval.Ropen(0, delta)},
    expected="proved",
)
amplitude = Claim(
    title="Least amplitude of the truncated staircase with $N$ levels and an atom",
    statement=Eq(mixed, law.least_amplitude_atom(), evaluate=False),
    domain=laws,
)
small_epsilon = Claim(
    title="With an atom, as $\\epsilon\\to0$",
    statement=Eq(Limit(law.least_amplitude_atom(), epsilon, 0), (1 - alpha) ** 2 * Delta / (4 * (delta - alpha)), evaluate=False),
    domain={delta: (0, 1), alpha: Interval.Ropen(0, delta), Delta: (0, oo), N: Naturals},
)
