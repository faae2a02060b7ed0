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
# # $(0,\delta)$ noise, and how a paper's errors are found
#
# With $\epsilon=0$ privacy is a distance: noise is $(0,\delta)$-DP exactly if its law and the law shifted by any $|d|\le\Delta$ are
# within $\delta$ of each other in total variation. What is the best noise then? A paper answers for noise that falls away from the
# origin. This notebook follows it, finds where it is right, and lets dpverify find where it is not.
#
# ## Uniform noise, and an atom
#
# Uniform noise on $[-\frac{\Delta}{2\delta},\frac\Delta{2\delta}]$ is private: a shift by $\Delta$ moves the mass $\delta$ out of it.
# Its mean magnitude is $\frac\Delta{4\delta}$. The paper's idea is to add *no* noise with probability $\alpha<\delta$, and to make the
# rest uniform: an atom $\alpha$ at the origin beside the density $(\delta-\alpha)/\Delta$ on $[-w,w]$,
# $w=\frac{(1-\alpha)\Delta}{2(\delta-\alpha)}$. A shift $d\ne0$ moves the atom away and the mass $(\delta-\alpha)|d|/\Delta$ out of the
# interval: together at most $\delta$.

# %%
import matplotlib.pyplot as plt
import numpy as np
from sympy import Abs, Eq, Integral, Interval, Le, Limit, Lt, Piecewise, Rational, Symbol, erfc, exp, oo, pi, sqrt

from dpverify import Claim, additive_amplitude, additive_power, analytic_gaussian_sigma, verify
from dpverify.claims.registry import select
from dpverify.claims.runner import run
from dpverify.figure_style import COLOURS, GREY, SETTINGS
from dpverify.notation import Delta, alpha, delta, sigma, x

plt.rcParams.update(SETTINGS | {"figure.figsize": (7, 3), "figure.dpi": 110})
BLUE, RED, GREEN = COLOURS[:3]


def moment(p):
    """E|X|^p of the law with the atom."""
    return (1 - alpha) ** (p + 1) * Delta**p / ((p + 1) * 2**p * (delta - alpha) ** p)


w = (1 - alpha) * Delta / (2 * (delta - alpha))
share = Symbol("r", nonnegative=True)  # alpha = r delta
inside = {share: Interval.Ropen(0, 1), delta: (0, 1), Delta: (0, oo)}
costs = [
    Claim(
        title=f"E|X|^{p}",
        statement=Eq(
            2 * Integral(x**p * (delta - alpha) / Delta, (x, 0, w)).subs(alpha, share * delta),
            moment(p).subs(alpha, share * delta),
            evaluate=False,
        ),
        domain=inside,
    )
    for p in (1, 2)
]
[verify(claim).verdict for claim in costs]

# %% [markdown]
# When does an atom pay? For the magnitude the best choice is $\alpha=\max(0,2\delta-1)$: none up to $\delta=\frac12$, and then a cost of
# $(1-\delta)\Delta$. We ask whether these two are lower bounds for the whole family, at every $\alpha$.

# %%
small = Claim(
    title="Up to one half no atom is worth having",
    statement=Le(Delta / (4 * delta), moment(1).subs(alpha, share * delta), evaluate=False),
    domain={**inside, delta: Interval.Lopen(0, Rational(1, 2))},
)
large = Claim(
    title="Beyond one half the atom 2 delta - 1 is best",
    statement=Le((1 - delta) * Delta, moment(1).subs(alpha, share * delta), evaluate=False),
    domain={**inside, delta: Interval.Ropen(Rational(1, 2), 1)},
)
best = [verify(claim).verdict for claim in (small, large)]
best

# %% [markdown]
# For the power the paper remarks that the cost is $\frac{\Delta^2}{12\delta^2}$ for $\delta\le\frac12$. That is true and not the
# whole truth: its own theorem gives it up to $\delta=\frac23$. dpverify decides the wider claim, and refutes it beyond.

# %%
uniform_is_best = Le(Delta**2 / (12 * delta**2), moment(2).subs(alpha, share * delta), evaluate=False)
wider = Claim(title="Power, up to two thirds", statement=uniform_is_best, domain={**inside, delta: Interval.Lopen(0, Rational(2, 3))})
too_wide = Claim(title="Power, for every delta", statement=uniform_is_best, domain=inside)
ranges = [verify(wider), verify(too_wide)]
ranges[1]

# %% [markdown]
# ## An erratum: the comparison with the Gaussian
#
# The paper compares with Gaussian noise: "an expected noise amplitude $\sigma=\frac{\Delta}{2\delta}$", hence "a two-fold and three-fold
# multiplicative gain". Write such a sentence as a claim, and a point where it fails comes back.

# %%
f = exp(-(x**2) / (2 * sigma**2)) / (sigma * sqrt(2 * pi))
mean = Integral(Abs(x) * f, (x, -oo, oo))
as_printed = Claim(title="The Gaussian's mean magnitude, as printed", statement=Eq(mean, sigma, evaluate=False), domain={sigma: (0, oo)})
right = Claim(title="The Gaussian's mean magnitude", statement=Eq(mean, sigma * sqrt(2 / pi), evaluate=False), domain={sigma: (0, oo)})
amplitude = [verify(as_printed), verify(right)]
amplitude[0]

# %% [markdown]
# The second slip: $\sigma=\frac\Delta{2\delta}$ is enough for privacy, and more than enough. The least $\sigma$ solves
# $\delta=2\Phi(\frac{\Delta}{2\sigma})-1$. With $s=\Delta/\sigma$ as the variable everything is explicit, and the gain as $\delta\to0$
# can be decided: not $2$ and $3$, but $4/\pi\approx1.27$ and $6/\pi\approx1.91$. As $\delta\to1$ the Gaussian's cost does not tend to
# $\Delta/2$ either, but to zero.

# %%
s = Symbol("s", positive=True)
variation = 1 - erfc(s / (2 * sqrt(2)))  # 2 Phi(s/2) - 1, the delta of sigma = Delta/s
gain = (sqrt(2 / pi) / s) / (1 / (4 * variation))
gain_power = (1 / s**2) / (1 / (12 * variation**2))
gains = [
    Claim(title=title, statement=Eq(Limit(expression, s, place), value, evaluate=False), domain={})
    for title, expression, place, value in (
        ("Gain in amplitude, as printed", gain, 0, 2),
        ("Gain in amplitude", gain, 0, 4 / pi),
        ("Gain in power, as printed", gain_power, 0, 3),
        ("Gain in power", gain_power, 0, 6 / pi),
        ("Amplitude as delta tends to one, as printed", sqrt(2 / pi) / s, oo, Rational(1, 2)),
        ("Amplitude as delta tends to one", sqrt(2 / pi) / s, oo, 0),
    )
]
found = {claim.title: verify(claim).verdict for claim in gains}
found

# %%
d = np.linspace(0.001, 0.995, 400)
exact = analytic_gaussian_sigma(0, d)
figure, (left, right_axes) = plt.subplots(1, 2, layout="constrained")
pairs = (
    (left, 1 / (2 * d), exact * np.sqrt(2 / np.pi), additive_amplitude(d), "amplitude"),
    (right_axes, 1 / (4 * d**2), exact**2, additive_power(d), "power"),
)
for axes, published, true, optimum, name in pairs:
    axes.plot(d, published / optimum, color=RED, linestyle="--", label="as published")
    axes.plot(d, true / optimum, color=BLUE, label="as it is")
    axes.axhline(1, color=GREY, linewidth=0.8)
    axes.set(xlabel=r"$\delta$", title=f"Gaussian over best monotone noise: {name}", ylim=(0, 4), xlim=(0, 1))
left.legend(loc="upper left")
plt.show()

# %% [markdown]
# The blue curve stays above one, as it must: the Gaussian is itself symmetric and falls away from the origin. It is lowest in the middle,
# 1.18 for the amplitude and 1.35 for the power, and grows beyond all bounds as $\delta\to1$, where the atom wins.
#
# ## A finding: the mild condition is not mild
#
# The theorem is about noise that falls away from the origin, a condition that the paper calls mild. Here is a law that does not fall. It
# has three heights, and at $\delta=\frac25$ it is cheaper than every monotone law.

# %%
third, half = Rational(1, 3), Rational(1, 2)
heights = ((Rational(1, 5), half), (Rational(4, 5), third), (Rational(6, 5), half))


def density(u):
    return Piecewise(*((value, Lt(Abs(u), end)) for end, value in heights), (0, True), evaluate=False)


cheaper = Claim(
    title="Its mean magnitude is below the least of the monotone laws, 5/8",
    statement=Lt(Integral(Abs(x) * density(x), (x, -oo, oo)), Rational(5, 8), evaluate=False),
    domain={},
)
ledger = select(["zero_epsilon.non_monotone.private_two_fifths"])
(private,) = (outcome.result for outcome in run(ledger.entries, ledger.needed))
witness = [verify(cheaper).verdict, private.verdict]
witness

# %%
r = np.linspace(-1.6, 1.6, 1281)
step = np.select([np.abs(r) < 0.2, np.abs(r) < 0.8, np.abs(r) < 1.2], [1 / 2, 1 / 3, 1 / 2], 0)
figure, axes = plt.subplots()
axes.plot(r, step, color=BLUE, label="three heights, $E|X|=31/50$")
axes.plot(r, np.where(np.abs(r) <= 1.25, 0.4, 0), color=RED, linestyle="--", label="uniform, $E|X|=5/8$")
axes.set(xlabel=r"$x/\Delta$", ylabel="density", title=r"$\epsilon=0$, $\delta=2/5$", ylim=(0, 0.75))
axes.legend(loc="upper center", ncols=2)
plt.show()

# %% [markdown]
# So the best noise at $\epsilon=0$ need not be monotone. (For $\delta=\frac1{2m}$ and for $\delta\ge\frac12$ the monotone optimum is the
# best of all; `dpverify bounds --epsilon 0 --delta 0.4` brackets the rest.)

# %%
assert [verify(claim).verdict for claim in costs] == ["proved"] * 2 and witness == ["proved"] * 2
assert best == ["proved"] * 2 and [r.verdict for r in ranges] == ["proved", "refuted"]
assert [r.verdict for r in amplitude] == ["refuted", "proved"] and list(found.values()) == ["refuted", "proved"] * 3
