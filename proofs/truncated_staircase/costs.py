"""The truncated staircase: mass, mass of the last stretch of length Delta, and the two costs, in closed form.

Setting. b = e^-epsilon. On each side the density is a b^i on the i-th level, whose width is gamma Delta for i = 0, Delta for 0 < i < N and
s Delta for i = N. Written by q = (e^epsilon - 1)/(2 delta) and v = delta/(a Delta): gamma = (v (1 + q) - 1)/(e^epsilon - 1) and
s = (1 - v e^((N-1) epsilon))/(1 - b).
Results. The mass is one, the last stretch of length Delta has mass delta, and both costs are simple functions of v.
The sums are identities; they describe a law where 0 <= gamma <= 1 and 0 <= s <= 1.
"""

from sympy import Eq, Integer, Integral, Naturals, S, Sum, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas import truncated_staircase as law
from dpverify.formulas.truncated_staircase import N
from dpverify.notation import Delta, delta, epsilon, x
from dpverify.rules import Specialise

i = Symbol("i", integer=True, positive=True)
a, q, v = (Symbol(name, positive=True) for name in ("a", "q", "v"))
s = Symbol("s", real=True)
step = Symbol("gamma_s", real=True)
b = exp(-epsilon)
raw = {epsilon: (0, oo), a: (0, oo), s: S.Reals, step: S.Reals, Delta: (0, oo), N: Naturals}
laws = {epsilon: (0, oo), q: (0, oo), v: (0, oo), Delta: (0, oo), N: Naturals}
here = {delta: (exp(epsilon) - 1) / (2 * q)}
gamma_here, b_to_N = (v * (1 + q) - 1) / (exp(epsilon) - 1), b**N
s_here = (1 - v * exp((N - 1) * epsilon)) / (1 - b)
put = {a: here[delta] / (v * Delta), step: gamma_here, s: s_here}
break_, edge = (N - 1 + step) * Delta, (N - 1 + step + s) * Delta
mass = b * (1 - b ** (N - 1)) / (1 - b)  # sum of b^i, 0 < i < N
first = b * (1 - N * b ** (N - 1) + (N - 1) * b**N) / (1 - b) ** 2  # sum of i b^i
second = b * (1 + b - N**2 * b ** (N - 1) + (2 * N**2 - 2 * N - 1) * b**N - (N - 1) ** 2 * b ** (N + 1)) / (1 - b) ** 3  # i^2 b^i


def total(loss):
    """E of an even loss, from its values for x > 0."""
    level = Integral(loss * a * b**i, (x, (i - 1 + step) * Delta, (i + step) * Delta))
    return 2 * Integral(loss * a, (x, 0, step * Delta)) + 2 * Sum(level, (i, 1, N - 1)) + 2 * Integral(loss * a * b**N, (x, break_, edge))


def over_levels(loss, value, words):
    """The sum over the levels, in terms of a, gamma, s."""
    return Claim(
        title=f"{words} of a staircase with $N$ full levels and a part of the next, by its levels",
        statement=Eq(total(loss), value, evaluate=False),
        domain=raw,
    )


mass_value = 2 * a * Delta * (step + mass + s * b**N)
amplitude_value = 2 * a * Delta**2 * (step**2 / 2 + step * mass + first - mass / 2 + b**N * (s * (step + N - 1) + s**2 / 2))
power_value = (
    2
    * a
    * Delta**3
    * (
        step**3 / 3
        + step**2 * mass
        + step * (2 * first - mass)
        + second
        - first
        + mass / 3
        + b**N * (s * (step + N - 1) ** 2 + s**2 * (step + N - 1) + s**3 / 3)
    )
)
mass_by_levels = over_levels(Integer(1), mass_value, "Mass")
amplitude_by_levels = over_levels(x, amplitude_value, "Amplitude")
power_by_levels = over_levels(x**2, power_value, "Power")


def calibrated(loss, levels, by_levels, value, words):
    """The same with a, gamma and s put in."""
    return Claim(
        title=words,
        statement=Eq(total(loss).subs(put), value, evaluate=False),
        domain=laws,
        steps=(
            Step(
                Eq(total(loss).subs(put), by_levels.subs(put), evaluate=False),
                because="sum over the levels",
                rule=Specialise(f"truncated_staircase.costs.{levels}", put),
            ),
            Step(value, because="put in $a=\\delta/(v\\Delta)$, $\\gamma$ and $s$"),
        ),
        uses=(f"truncated_staircase.costs.{levels}",),
        note="$\\gamma=(v(1+q)-1)/(e^\\epsilon-1)$ and $s=(1-ve^{(N-1)\\epsilon})/(1-b)$.",
    )


normalisation = calibrated(Integer(1), "mass_by_levels", mass_value, S.One, "The truncated staircase has mass one")
amplitude = calibrated(x, "amplitude_by_levels", amplitude_value, law.amplitude(v).subs(here), "Noise amplitude of the truncated staircase")
power = calibrated(x**2, "power_by_levels", power_value, law.power(v).subs(here), "Noise power of the truncated staircase")

edge_mass = Claim(
    title="The last stretch of length $\\Delta$ of the truncated staircase has mass $\\delta$",
    statement=Eq(a * Delta * (1 - s) * b ** (N - 1) + a * Delta * s * b**N, delta, evaluate=False).subs({**put, **here}),
    domain=laws,
    expected="proved",
    note=(
        "$[A-\\Delta,A]$ holds the part $1-s$ of the level $ab^{N-1}$ and the whole of the last level $ab^N$, of width $s$, if "
        "$0\\le s\\le1$ (and $A\\ge\\Delta$, where $N=1$)."
    ),
)

parameters = Claim(
    title="The relative height $v=\\delta/(a\\Delta)$ in terms of $\\gamma$",
    statement=Eq(law.relative_height(gamma_here).subs(here), v, evaluate=False),
    domain=laws,
    expected="proved",
)
