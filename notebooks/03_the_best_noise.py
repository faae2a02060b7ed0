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
# # The best noise
#
# A query of sensitivity $\Delta=1$ is answered with noise $X$ that is $(\epsilon,\delta)$-DP. How small can $E|X|$ be? Mechanisms give
# upper bounds, papers give lower bounds in closed form, and in general the two do not meet. dpverify brackets the true value
# $V_1^*(\epsilon,\delta)$ from both sides, with a certificate for each. This notebook uses the brackets as a microscope: what does the best
# noise look like, how far are the known mechanisms from it, and is there a simple one that is nearly as good?
#
# ## The shape of the optimum
#
# The upper end of a bracket is an explicit law. At $\epsilon=1$, $\delta=0.1$ we look at it twice: among all laws, and among those that are
# symmetric and fall away from the origin (*monotone*).

# %%
import json
from fractions import Fraction
from functools import cache

import matplotlib.pyplot as plt
import numpy as np
from sympy import Eq, Naturals, Symbol, exp, oo

from dpverify import Claim, verify
from dpverify.formulas.truncated_staircase import N, amplitude, best_height_amplitude, least_amplitude
from dpverify.mechanisms import Laplace, TruncatedLaplace, TruncatedStaircase
from dpverify.notation import Delta, delta, epsilon
from dpverify.optimal import certificate
from dpverify.optimal.bracket import bracket
from dpverify.optimal.problem import Problem

BLUE, ORANGE, GREEN, PINK, GREY = "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#555555"  # told apart by all readers
plt.rcParams.update({"figure.figsize": (7, 3.6), "axes.grid": True, "grid.alpha": 0.3, "legend.frameon": False})


@cache
def best(epsilon, delta, monotone=False, gap=Fraction(1, 400)):
    return bracket(Problem(Fraction(epsilon), Fraction(delta), monotone=monotone), gap)


def steps(law):
    """Edges and heights of the density on the right half; the law's cells are masses up to a factor."""
    cells, grid = np.array(law["cells"], dtype=float), law["grid"]
    mass = law["atom"] + 2 * cells.sum() - (cells[0] if law["centred"] else 0)
    edges = (np.arange(len(cells) + 1) - (0.5 if law["centred"] else 0)) / grid
    return np.maximum(edges, 0), cells / mass * grid


free, monotone = best("1", "0.1", gap=Fraction(1, 4000)), best("1", "0.1", monotone=True, gap=Fraction(1, 4000))
{"all laws": (free.lower, free.upper), "monotone laws": (monotone.lower, monotone.upper)}

# %%
figure, axes = plt.subplots()
for found, colour, name in ((free, BLUE, "best of all laws"), (monotone, ORANGE, "best monotone law")):
    edges, heights = steps(found.law)
    axes.stairs(heights, edges, color=colour, linewidth=1.6, label=name)
r = np.linspace(0, 2.6, 500)
axes.plot(r, TruncatedLaplace("1", "0.1").pdf(r), color=GREY, linestyle="--", label="truncated Laplacian")
axes.set(xlabel="noise value $x$ (sensitivities)", ylabel="density", title=r"$\epsilon=1$, $\delta=0.1$", xlim=(0, 2.6))
axes.legend()
plt.show()

# %% [markdown]
# Three things are seen. Both optima are made of *periods* of length $\Delta$, each $e^{-\epsilon}$ times as high as the one before: a
# staircase. Both end abruptly, as the truncated Laplacian does, where $\delta$ pays for the cut. And the best of all laws is *not*
# monotone: it has ripples in each period.
#
# ## What monotonicity costs
#
# The brackets do not overlap, so the ripples are no artefact of a solver: monotone laws are strictly worse.

# %%
cost_of_monotone = Fraction(monotone.lower) / Fraction(free.upper) - 1
f"monotone noise costs at least {float(cost_of_monotone):.3%} more at epsilon = 1, delta = 0.1"

# %%
deltas = ["0.001", "0.01", "0.05", "0.1", "0.2", "0.3", "0.4", "0.5"]
rows = []
for d in deltas:
    low = Fraction(best("1", d).lower)
    laws = (best("1", d, monotone=True).lower, TruncatedStaircase("1", d).amplitude, TruncatedLaplace("1", d).amplitude)
    rows.append([float(Fraction(value) / low - 1) for value in laws])
rows = np.where(np.array(rows) > 0, rows, np.nan)  # where the brackets touch there is nothing to show
figure, axes = plt.subplots()
styles = ((BLUE, "o-", "best monotone law (lower end)"), (GREEN, "s--", "truncated staircase"), (GREY, "^:", "truncated Laplacian"))
for column, (colour, style, name) in enumerate(styles):
    axes.plot([float(d) for d in deltas], 100 * rows[:, column], style, color=colour, label=name, markerfacecolor="none")
axes.set(xlabel=r"$\delta$", ylabel="excess of $E|X|$ over the certified optimum, %", xscale="log", yscale="log", title=r"$\epsilon=1$")
axes.legend()
plt.show()

# %% [markdown]
# ## Where the truncated Laplacian loses
#
# At $\epsilon=1$ it costs 4 % more than necessary as $\delta\to0$, because the pure optimum is the staircase with
# $\Delta/(2\sinh(\epsilon/2))$, not the Laplacian with $\Delta/\epsilon$. For larger $\epsilon$ the staircase's advantage grows like
# $e^{\epsilon/2}/\epsilon$, and $\delta$ can be spent on an atom at the origin: with probability near $\delta$ add no noise at all. At
# $\epsilon=4$, $\delta=0.1$ the truncated Laplacian costs nearly twice the optimum.

# %%
wide = best("4", "0.1")
named = {
    "Laplace": Laplace("4"),
    "truncated Laplacian": TruncatedLaplace("4", "0.1"),
    "truncated staircase": TruncatedStaircase("4", "0.1"),
}
{name: f"{law.amplitude:.5f}, excess at most {law.amplitude / float(wide.lower) - 1:.1%}" for name, law in named.items()}

# %% [markdown]
# ## A simple explicit mechanism
#
# The picture suggests what to write down: the **truncated staircase**. Its density is $a$ on $|x|<\gamma\Delta$, then $ae^{-k\epsilon}$ on
# the following stretches of length $\Delta$, cut at $A$; beside it there may be an atom $\alpha$ at the origin. Without the atom, let
# $q=\frac{e^\epsilon-1}{2\delta}$, $v=\frac{1+\gamma(e^\epsilon-1)}{1+q}$ and let $N$ be the number of levels below the highest. Then
#
# $$a=\frac{\delta}{v\Delta},\qquad
# E|X|=\frac\Delta q\left(\frac{e^{-\epsilon}(e^{N\epsilon}-1+q^2)\,v+(1-e^{-N\epsilon})/v}{2(1-e^{-\epsilon})}-N\right),$$
#
# exactly $\delta$ is spent, and as a multiple of $v$ plus a multiple of $1/v$ the cost is least at
#
# $$v^2=\frac{(1-e^{-N\epsilon})e^\epsilon}{e^{N\epsilon}-1+q^2},\qquad
# E|X|=\frac\Delta q\left(\frac{\sqrt{(1-e^{-N\epsilon})(e^{N\epsilon}-1+q^2)}}{2\sinh(\epsilon/2)}-N\right),$$
#
# with the $N$ for which $(e^{(N-1)\epsilon}-1)(e^{N\epsilon}-1)\le q^2\le(e^{N\epsilon}-1)(e^{(N+1)\epsilon}-1)$. As $\delta\to0$ it
# becomes the staircase, as $\epsilon\to0$ the uniform law. The ledger has the proofs; the last display is decided here anew.

# %%
q = Symbol("q", positive=True)
by_q = {delta: (exp(epsilon) - 1) / (2 * q)}
claim = Claim(
    title="The truncated staircase's least amplitude",
    statement=Eq(amplitude(best_height_amplitude()).subs(by_q), least_amplitude().subs(by_q), evaluate=False),
    domain={epsilon: (0, oo), q: (0, oo), Delta: (0, oo), N: Naturals},
)
decided = verify(claim)
decided

# %% [markdown]
# How good is it? Below it lies inside the certified bracket of *all* monotone laws, at every point tried: as far as the brackets can tell,
# it **is** the best monotone noise. What is left to the optimum is the price of monotonicity.

# %%
inside, table = [], {}
for eps, dlt in (("0.1", "0.1"), ("0.3", "0.1"), ("1", "0.01"), ("1", "0.1"), ("2", "0.1"), ("4", "0.1")):
    law, among, low = TruncatedStaircase(eps, dlt).amplitude, best(eps, dlt, monotone=True), float(best(eps, dlt).lower)
    inside.append(float(among.lower) <= law <= float(among.upper) * (1 + 1e-9))
    table[eps, dlt] = f"{law:.6f} in [{float(among.lower):.6f}, {float(among.upper):.6f}], {law / low - 1:.2%} over the optimum at most"
table

# %%
figure, axes = plt.subplots()
edges, heights = steps(monotone.law)
axes.stairs(heights, edges, color=ORANGE, linewidth=3, alpha=0.6, label="best monotone law (certified within 0.03 %)")
axes.plot(r, TruncatedStaircase("1", "0.1").pdf(r), color=GREEN, linewidth=1.2, label="truncated staircase")
axes.set(xlabel="noise value $x$ (sensitivities)", ylabel="density", title=r"$\epsilon=1$, $\delta=0.1$", xlim=(0, 2.6))
axes.legend()
plt.show()

# %% [markdown]
# ## A law of ten numbers beats every monotone one
#
# What do the ripples look like at their simplest? Cells of a quarter of the sensitivity are enough. The ten integers below are the
# heights of a density on the cells around $0,\pm\frac14,\pm\frac24,\dots$, up to a factor. Read them four by four: each period is the one
# before divided by $e$, and in each a bump of width $\frac14$ stands at a multiple of the sensitivity. It is a truncated staircase plus a
# *comb*, bumps that fall off like the geometric law; the atom at the origin is its first tooth. Its cost, in exact arithmetic, is below the
# certified least cost of monotone noise, and most of the way from there to the optimum.

# %%
ten = {"grid": 4, "centred": True, "atom": 0, "tail": "0"}
ten["cells"] = [100000, 78806, 28991, 28991, 36788, 28991, 10665, 10665, 13534, 3323]
head = certificate.read_problem(Problem(Fraction(1), Fraction(1, 10)).data())
ten_costs = certificate.upper_bound(head, certificate.read_law(ten))  # raises WrongBound if the law is not private
{"ten numbers": float(ten_costs), "monotone at least": float(monotone.lower), "over the optimum at most": float(ten_costs / free.low - 1)}

# %% [markdown]
# ## Why believe the brackets
#
# A bracket comes with a certificate: the law of the upper end, and for the lower end multipliers $y_k$ in $[0,z_k]$ with
# $c(i)+\sum_k(y_k(i)-e^\epsilon y_k(i-k))\ge\mu$ at every grid point, which give $V^*\ge\mu-\delta\sum_kz_k$ (`optimal.certificate` in the
# ledger). The checker is one file on the standard library; it re-derives both ends in exact arithmetic. Change one number so that the bound
# no longer follows, and it says so.

# %%
text = json.dumps(free.certificate())
checked = certificate.check(text)
forged = free.certificate() | {"lower": str(Fraction(free.lower) * Fraction(1001, 1000))}
try:
    certificate.check(json.dumps(forged))
    refused = ""
except certificate.WrongBound as reason:
    refused = str(reason)
{"kilobytes": len(text) // 1000, "re-checked": checked, "the forged one": refused}

# %%
assert cost_of_monotone > 0 and ten_costs < Fraction(monotone.lower) and all(inside) and refused and decided.verdict == "proved"
