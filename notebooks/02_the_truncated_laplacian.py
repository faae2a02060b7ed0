# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # The truncated Laplacian, from definition to limits
#
# Laplace noise is $\epsilon$-DP because its density falls by the factor $e^\epsilon$ over one sensitivity $\Delta$, everywhere. It pays
# for that with tails that never end. If a small $\delta$ may go wrong, the tails can be cut off. Where? And what does one get for it?
#
# ## Where to cut
#
# Take $f(x)=Be^{-|x|\epsilon/\Delta}$ on $[-A,A]$ and $0$ outside. Shift it by $\Delta$. Where both densities are positive their ratio
# is at most $e^\epsilon$; but on the last stretch $[A-\Delta,A]$ the shifted one is zero, and an observer who sees a value there knows
# which of the two it was. The whole mass of that stretch has to be paid from $\delta$.

# %%
import matplotlib.pyplot as plt
import numpy as np
from sympy import Eq, Integral, Interval, Le, Limit, Rational, exp, log, oo, sinh

from dpverify import Claim, Step, s_bound_amplitude, truncated_laplace_amplitude, verify
from dpverify.claims.registry import select
from dpverify.claims.runner import run
from dpverify.figure_style import COLOURS, GREY, SETTINGS
from dpverify.mechanisms import Laplace, TruncatedLaplace
from dpverify.notation import Delta, delta, epsilon, x
from dpverify.report.text import plain

plt.rcParams.update(SETTINGS | {"figure.figsize": (7, 3), "figure.dpi": 110})
BLUE, RED, GREEN = COLOURS[:3]

law = TruncatedLaplace("1", "0.1")
A, r = law.half_width, np.linspace(-3.5, 3.5, 1401)
figure, axes = plt.subplots()
axes.plot(r, Laplace("1").pdf(r), color=GREY, linestyle=":", label="Laplace")
axes.plot(r, law.pdf(r), color=BLUE, label="truncated Laplacian $f(x)$")
axes.plot(r, law.pdf(r + 1), color=RED, linestyle="--", label=r"its shift $f(x+\Delta)$")
edge = np.linspace(A - 1, A, 100)
axes.fill_between(edge, law.pdf(edge), color=BLUE, alpha=0.25, label=r"$[A-\Delta,A]$, mass $\delta$")
axes.set(xlabel=r"$x/\Delta$", ylabel="density", title=r"$\epsilon=1$, $\delta=0.1$", xlim=(-3.5, 3.5), ylim=(0, None))
axes.legend(loc="upper right")
plt.show()

# %% [markdown]
# Two equations determine the two constants: the mass is one, and the last stretch has the mass $\delta$. Their solution is short if one
# writes $q=\frac{e^\epsilon-1}{2\delta}$:
#
# $$A=\frac\Delta\epsilon\log(1+q),\qquad B=\frac{\epsilon}{2\Delta}\Bigl(1+\frac1q\Bigr).$$
#
# We need not solve anything. We only ask whether the two equations hold, on the whole domain. (Beyond $\delta=\frac12$ the stretch would
# reach over the origin.)

# %%
q = (exp(epsilon) - 1) / (2 * delta)
half_width = Delta / epsilon * log(1 + q)
height = epsilon / (2 * Delta) * (1 + 1 / q)
f = height * exp(-x * epsilon / Delta)  # on [0, A]; the other half is its mirror image
regime = {epsilon: (0, oo), delta: Interval.Lopen(0, Rational(1, 2)), Delta: (0, oo)}

mass = Claim(title="The mass is one", statement=Eq(2 * Integral(f, (x, 0, half_width)), 1, evaluate=False), domain=regime)
last = Claim(
    title="The last stretch has the mass delta",
    statement=Eq(Integral(f, (x, half_width - Delta, half_width)), delta, evaluate=False),
    domain=regime,
)
fits = Claim(title="There is room for the last stretch", statement=Le(Delta, half_width, evaluate=False), domain=regime)
[verify(claim).verdict for claim in (mass, last, fits)]

# %% [markdown]
# ## Is that enough for privacy?
#
# Privacy asks for more: *every* shift $|d|\le\Delta$ and *every* event $S$ must satisfy $P(S)\le e^\epsilon P(S+d)+\delta$. The worst event
# for a shift collects all points where $f(x)>e^\epsilon f(x+d)$, so the condition is
#
# $$\int\bigl(f(x)-e^\epsilon f(x+d)\bigr)_+\,dx\le\delta\qquad\text{for all }0\le d\le\Delta.$$
#
# The ledger has this as a theorem. Its proof is a chain of checked steps and of rules, each with its lemma: since the density is symmetric
# and falls away from the origin, the shift $d=\Delta$ is the worst, and there only the last stretch is left.

# %%
found = select(["truncated_laplace.privacy.every_shift_small", "truncated_laplace.privacy.worst_event"])
private, tight = (outcome.result for outcome in run(found.entries, found.needed))
for result in (private, tight):
    print(f"{result.verdict}: {plain(result.claim.title)}")
for lemma in private.rests_on:
    print(f"    the first rests on: {plain(lemma)}")

# %% [markdown]
# The second line says that the event $[A-\Delta,\infty)$ uses up all of $\delta$: no smaller $\delta$ would do, so nothing is wasted.
# (`dpverify show truncated_laplace.privacy.every_shift_small` prints the proof, `dpverify latex` typesets it.)
#
# ## What it costs
#
# The expected magnitude, step by step. Each line is decided by itself, so a slip would be found in the line where it happens.

# %%
amplitude = Delta / epsilon * (1 - log(1 + q) / q)
scale = Delta / epsilon
cost = Claim(
    title="The mean magnitude",
    statement=Eq(2 * Integral(x * f, (x, 0, half_width)), amplitude, evaluate=False),
    domain=regime,
    steps=[
        Step(2 * height * scale * (scale - (half_width + scale) * exp(-half_width / scale)), because="integrate by parts"),
        Step(scale * (1 + 1 / q) * (1 - (1 + log(1 + q)) / (1 + q)), because=r"$2B\Delta/\epsilon=1+1/q$ and $e^{A\epsilon/\Delta}=1+q$"),
        Step(amplitude, because=r"$(1+\frac1q)\frac1{1+q}=\frac1q$"),
    ],
)
costs = verify(cost)
costs

# %% [markdown]
# ## The limits
#
# Three corners tell what kind of law this is. As $\delta\to0$ nothing may be cut and the cost is the Laplacian's, $\Delta/\epsilon$. As
# $\epsilon\to0$ the density becomes flat, and the cost is that of uniform noise, $\Delta/(4\delta)$. And where both vanish together,
# $\epsilon=\delta\to0$, the cost is $1-2\log\frac32\approx0.189$ of the Laplacian's: five times less noise, for a $\delta$ that is as small
# as $\epsilon$.

# %%
size = {Delta: (0, oo)}
laplace = Claim(title="delta to 0", statement=Eq(Limit(amplitude, delta, 0), Delta / epsilon), domain={epsilon: (0, oo), **size})
uniform = Claim(
    title="epsilon to 0", statement=Eq(Limit(amplitude, epsilon, 0), Delta / (4 * delta)), domain={delta: (0, Rational(1, 2)), **size}
)
diagonal = Claim(
    title="epsilon = delta to 0",
    statement=Eq(Limit(epsilon / Delta * amplitude.subs(delta, epsilon), epsilon, 0), 1 - 2 * log(Rational(3, 2))),
    domain=size,
)
limits = [verify(claim).verdict for claim in (laplace, uniform, diagonal)]
limits

# %%
figure, (left, right) = plt.subplots(1, 2, layout="constrained")
r = np.linspace(0, 4, 1601)
for value, colour, style in (("2", BLUE, "-"), ("1", RED, "--"), ("0.3", GREEN, "-.")):
    left.plot(r, TruncatedLaplace(value, "0.15").pdf(r), color=colour, linestyle=style, label=rf"$\epsilon={value}$")
left.plot(r, np.where(r < 1 / 0.3, 0.15, 0), color=GREY, linestyle=":", label=r"uniform, $\epsilon\to0$")
left.set(xlabel=r"$x/\Delta$", ylabel="density", title=r"$\delta=0.15$: towards the uniform law", xlim=(0, 4), ylim=(0, None))
left.legend()
e = np.logspace(-3, 0.5, 200)
lines = ((1, r"$\delta=\epsilon$"), (0.1, r"$\delta=\epsilon/10$"), (0.01, r"$\delta=\epsilon/100$"))
for (factor, name), colour, style in zip(lines, (BLUE, RED, GREEN), ("-", "--", "-."), strict=True):
    share = np.where(factor * e < 0.5, e * truncated_laplace_amplitude(e, np.minimum(factor * e, 0.49)), np.nan)
    right.plot(e, share, color=colour, linestyle=style, label=name)
right.set(xlabel=r"$\epsilon$", ylabel=r"$E|X|$ over the Laplacian's", title="Small parameters", xscale="log", ylim=(0, 1))
right.legend()
plt.show()

# %% [markdown]
# ## How good is it?
#
# A lower bound over *all* noise laws says what cannot be beaten. Along a line $\epsilon=c\,\delta\to0$ the bound and the cost meet: there
# the truncated Laplacian is asymptotically the best noise there is. At a fixed $\epsilon$ it is not. As $\delta\to0$ the best
# noise is the staircase, whose cost is $\frac{\Delta}{2\sinh(\epsilon/2)}$, so that the truncated Laplacian costs more by a factor that
# stays.

# %%
e = np.logspace(-3, 0, 7)
on_the_diagonal = s_bound_amplitude(e, e / 4) / truncated_laplace_amplitude(e, e / 4)
for value, share in zip(e, on_the_diagonal, strict=True):
    print(f"epsilon = {value:<7.2g} delta = {value / 4:<8.2g} of the cost at most {1 - share:.1e} can be saved")

# %%
factor = Claim(
    title="What is lost to the staircase as delta vanishes",
    statement=Eq(Limit(amplitude / (Delta / (2 * sinh(epsilon / 2))), delta, 0), sinh(epsilon / 2) / (epsilon / 2)),
    domain={epsilon: (0, oo), **size},
)
beaten = verify(factor)
beaten

# %% [markdown]
# How small is the loss? At $\epsilon=1$ it is $2\sinh\frac12-1\approx4.2\,\%$; at $\epsilon=4$ it is already 81 %. Notebook 03 looks for
# the best noise at finite $\delta$.
#
# As always, one may check the arithmetic against the mechanism itself: a million samples have the mean magnitude that the formula says.

# %%
samples = law.rvs(10**6, rng=1)
mean, spread = float(np.abs(samples).mean()), float(np.abs(samples).std()) / 1000
error = abs(mean - law.amplitude) / spread
{"sampled": mean, "formula": law.amplitude, "standard errors apart": error}

# %%
decided = [verify(claim).verdict for claim in (mass, last, fits)] + limits + [r.verdict for r in (private, tight, costs, beaten)]
assert set(decided) == {"proved"} and on_the_diagonal[0] > 0.999 and error < 4
