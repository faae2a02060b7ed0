"""The gamma at which the truncated staircase's amplitude is least, in closed form.

Setting. As in costs: q = (e^epsilon - 1)/(2 delta), v = delta/(a Delta); N is the number of levels below the highest. N levels fit
(0 <= s <= 1) iff e^(-N epsilon) <= v <= e^((1-N) epsilon).
Result. With N levels E|X| >= (Delta/q) (sqrt((1 - e^(-N epsilon))(e^(N epsilon) - 1 + q^2))/(2 sinh(epsilon/2)) - N), with equality at
one v; that v fits N levels iff r_N <= q^2 <= r_(N+1), r_N = (e^((N-1) epsilon) - 1)(e^(N epsilon) - 1).
Idea: the amplitude is a multiple of v plus a multiple of 1/v.
"""

from sympy import Eq, Ge, Le, Naturals, Symbol, exp, oo, sqrt

from dpverify import Claim, Step
from dpverify.formulas import truncated_staircase as law
from dpverify.formulas.truncated_staircase import N
from dpverify.notation import Delta, delta, epsilon
from dpverify.rules import Consequence, Specialise, Use

q, v = Symbol("q", positive=True), Symbol("v", positive=True)
c, d, t = (Symbol(name, positive=True) for name in ("c", "d", "t"))
laws = {epsilon: (0, oo), q: (0, oo), Delta: (0, oo), N: Naturals}
here = {delta: (exp(epsilon) - 1) / (2 * q)}
b = exp(-epsilon)
falling, rising = 1 - exp(-N * epsilon), b * (exp(N * epsilon) - 1 + q**2)
amplitude, least = law.amplitude(v).subs(here), law.least_amplitude().subs(here)
best = law.best_height_amplitude().subs(here)

last_part = (1 - v * exp((N - 1) * epsilon)) / (1 - b)
fits_low = Claim(
    title="The last level has a non-negative width iff $v\\le e^{(1-N)\\epsilon}$",
    statement=Ge(last_part, 0, evaluate=False),
    domain={epsilon: (0, oo), N: Naturals, v: (0, oo)},
    assumptions=(Le(v * exp((N - 1) * epsilon), 1),),
    expected="proved",
)
fits_high = Claim(
    title="The last level is at most $\\Delta$ wide iff $v\\ge e^{-N\\epsilon}$",
    statement=Le(last_part, 1, evaluate=False),
    domain={epsilon: (0, oo), N: Naturals, v: (0, oo)},
    assumptions=(Ge(v * exp((N - 1) * epsilon), b),),
    expected="proved",
)

two_terms = Claim(
    title="A multiple of $v$ and one of $1/v$",
    statement=Ge(c * v + d / v, 2 * sqrt(c * d), evaluate=False),
    domain={c: (0, oo), d: (0, oo), v: (0, oo)},
    expected="proved",
)

bound = Claim(
    title="The truncated staircase with $N$ levels has at least this amplitude",
    statement=Ge(amplitude, least, evaluate=False),
    domain={**laws, v: (0, oo)},
    steps=(
        Step(
            Ge(rising * v + falling / v, 2 * sqrt(rising * falling), evaluate=False),
            because="the arithmetic mean is at least the geometric one",
            rule=Specialise("truncated_staircase.best_amplitude.two_terms", {c: rising, d: falling}),
            label="means",
        ),
        Step(
            Ge(amplitude, Delta / q * (2 * sqrt(rising * falling) / (2 * (1 - b)) - N), evaluate=False),
            because="put it into the amplitude",
            rule=Consequence((Use("means", times=Delta / (2 * q * (1 - b))),)),
        ),
        Step(least, because="$\\sqrt b/(1-b)=1/(2\\sinh(\\epsilon/2))$"),
    ),
    uses=("truncated_staircase.best_amplitude.two_terms",),
)

attained = Claim(
    title="The least amplitude of the truncated staircase with $N$ levels",
    statement=Eq(amplitude.subs(v, best), least, evaluate=False),
    domain=laws,
)

square = best**2
best_fits_low = Claim(
    title="The best $v$ leaves the last level a non-negative width iff $q^2\\ge r_N$",
    statement=Le((1 - exp(-N * epsilon)) * exp(epsilon), exp((2 - 2 * N) * epsilon) * (exp(N * epsilon) - 1 + q**2), evaluate=False),
    domain=laws,
    assumptions=(Ge(q**2, law.threshold()),),
    note="This is $v^2\\le e^{(2-2N)\\epsilon}$ multiplied out.",
)
best_fits_high = Claim(
    title="The best $v$ leaves the last level at most $\\Delta$ wide iff $q^2\\le r_{N+1}$",
    statement=Ge((1 - exp(-N * epsilon)) * exp(epsilon), exp(-2 * N * epsilon) * (exp(N * epsilon) - 1 + q**2), evaluate=False),
    domain=laws,
    assumptions=(Le(q**2, law.threshold(N + 1)),),
    note="This is $v^2\\ge e^{-2N\\epsilon}$ multiplied out.",
)
