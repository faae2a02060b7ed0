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
# # Denoising a private release
#
# A private release is $\hat y=f+N(0,\sigma^2I_d)$: the exact answer $f$, which stays secret, plus noise whose law everybody knows.
# Whatever is computed from $\hat y$ costs no privacy. Can one get nearer to $f$ than $\hat y$ itself, knowing nothing about $f$? The
# error is measured by the risk, the expected squared distance from $f$; that of $\hat y$ is $d\sigma^2$, wherever $f$ is.
#
# ## Shrinking, if one knows how large $f$ is
#
# Suppose that each $f_i$ is itself a draw from $N(0,w^2)$. Multiplying $\hat y$ by a factor $c$ has the risk
# $c^2\sigma^2+(1-c)^2w^2$ in each coordinate, and $c=\frac{w^2}{w^2+\sigma^2}$ makes it least.

# %%

import matplotlib.pyplot as plt
import numpy as np
from sympy import Eq, Ge, Integral, Interval, S, Symbol, exp, gamma, oo

from dpverify import Claim, certified_sigma, verify
from dpverify.denoising.james_stein import james_stein_positive_part, james_stein_risk
from dpverify.denoising.threshold import (
    soft_threshold,
    soft_threshold_by_sure,
    soft_threshold_risk,
    soft_threshold_sure,
    universal_threshold,
)
from dpverify.figure_style import COLOURS, GREY, SETTINGS
from dpverify.notation import d, sigma, x

plt.rcParams.update(SETTINGS | {"figure.figsize": (7, 3), "figure.dpi": 110})
BLUE, RED, GREEN = COLOURS[:3]

w, c = Symbol("w", positive=True), Symbol("c", real=True)
bayes = Claim(
    title="No factor does better than the Bayes factor",
    statement=Ge(c**2 * sigma**2 + (1 - c) ** 2 * w**2, w**2 * sigma**2 / (w**2 + sigma**2), evaluate=False),
    domain={c: S.Reals, w: (0, oo), sigma: (0, oo)},
)
shrink = verify(bayes)
shrink

# %% [markdown]
# ## Shrinking without knowing it
#
# The size of $f$ can be read off $\hat y$: $\|\hat y\|^2/(w^2+\sigma^2)$ is $\chi^2_d$. What has to be estimated is
# $\frac1{w^2+\sigma^2}$, and that is the mean of $\frac{d-2}{\|\hat y\|^2}$ — not of $\frac d{\|\hat y\|^2}$, which a maximum-likelihood
# estimate of $w^2$ would give. This is where the $d-2$ of the James-Stein estimator comes from,
#
# $$\Bigl(1-\frac{(d-2)\,\sigma^2}{\|\hat y\|^2}\Bigr)\hat y .$$

# %%
chi_square = x ** (d / 2 - 1) * exp(-x / 2) / (2 ** (d / 2) * gamma(d / 2))
mean = Claim(
    title="The mean of (d-2)/chi-square is one",
    statement=Eq(Integral((d - 2) / x * chi_square, (x, 0, oo)), 1, evaluate=False),
    domain={d: Interval.open(2, oo)},
)
unbiased = verify(mean)
unbiased

# %% [markdown]
# The surprise, which is Stein's: this helps at *every* $f$, whether the assumption about its law holds or not. A paper says the
# opposite, "uniform improvement over all $f(x)$ is impossible". The risk of James-Stein is $d\sigma^2-(d-2)^2\sigma^4E[1/\|\hat y\|^2]$,
# where with $\eta=\|f\|^2/(2\sigma^2)$ the last factor is $\frac1{\sigma^2}\int_0^1v^{d-3}e^{-\eta(1-v^2)}dv$. If the sentence were
# true, there would be an $f$ at which this is at least $d\sigma^2$ ...

# %%
eta, v = Symbol("eta", nonnegative=True), Symbol("v", real=True)
risk = d * sigma**2 - (d - 2) ** 2 * sigma**2 * Integral(v ** (d - 3) * exp(-eta * (1 - v**2)), (v, 0, 1))
impossible = Claim(
    title="James-Stein is no improvement",
    statement=Ge(risk, d * sigma**2, evaluate=False),
    domain={d: Interval(3, oo), eta: Interval(0, oo), sigma: (0, oo)},
    points=({d: S(3), eta: S(0), sigma: S(1)},),
)
sentence = verify(impossible)
sentence

# %% [markdown]
# ... and the right sentence is weaker: no estimate improves the *worst case*, since far out, for large $\|f\|$, nothing is gained.

# %%
norm = np.linspace(0, 40, 200)
figure, axes = plt.subplots()
for size, colour, style in ((3, BLUE, "-"), (10, RED, "--"), (100, GREEN, "-.")):
    axes.plot(norm, [james_stein_risk(r, size, 1.0) / size for r in norm], color=colour, linestyle=style, label=f"$d={size}$")
axes.axhline(1, color=GREY, linewidth=0.8)
axes.set(xlabel=r"$\|f\|/\sigma$", ylabel=r"risk over $d\sigma^2$", title="James-Stein", ylim=(0, 1.05), xlim=(0, 40))
axes.legend()
plt.show()

# %% [markdown]
# ## A sparse histogram
#
# Counts of 10,000 persons in 2,000 bins, of which 20 hold anything, are released with the analytic Gaussian at $\epsilon=0.1$,
# $\delta=10^{-6}$. Most of the release is noise. Two remedies: shrink all bins alike (James-Stein), or set to zero what is not larger
# than the noise can be (the soft threshold at $\sigma\sqrt{2\log d}$, about the largest of $d$ pure noise values).

# %%
rng = np.random.default_rng(6)
bins, full = 2000, 20
f = np.zeros(bins)
f[rng.choice(bins, full, replace=False)] = rng.multinomial(10_000, (1 / np.arange(1, full + 1)) / (1 / np.arange(1, full + 1)).sum())
noise = float(certified_sigma("0.1", "1e-6", 1).up)
noisy = f + rng.normal(scale=noise, size=bins)
estimates = {
    "release": noisy,
    "James-Stein, positive part": james_stein_positive_part(noisy, noise),
    "soft threshold": soft_threshold(noisy, noise),
    "soft threshold chosen by SURE": soft_threshold_by_sure(noisy, noise),
}
errors = {name: float(np.abs(estimate - f).sum()) for name, estimate in estimates.items()}
for name, error in errors.items():
    print(f"{name:<32} L1 error {error:>9.0f} persons")

# %%
order = np.argsort(-f)[:60]
figure, axes = plt.subplots()
axes.plot(noisy[order], color=GREY, linestyle="", marker=".", label="release")
axes.plot(estimates["soft threshold"][order], color=BLUE, linestyle="", marker="o", markerfacecolor="none", label="soft threshold")
axes.step(np.arange(60), f[order], color=RED, where="mid", label="exact counts")
axes.set(xlabel="bin, fullest first (the first 60)", ylabel="persons", title=rf"$\sigma={noise:.1f}$")
axes.legend()
plt.show()

# %% [markdown]
# ## Knowing how wrong one is
#
# The risk depends on $f$, which nobody has. Stein's unbiased estimate (SURE) sees only the release and has the risk as its mean, at
# every $f$. So one can choose the threshold that looks best, without spending any privacy. Below it is compared with the exact risk,
# which we can compute since we made $f$ ourselves.

# %%
thresholds = np.linspace(0, universal_threshold(bins, noise), 60)
sure = [soft_threshold_sure(noisy, noise, t) for t in thresholds]
exact = [float(soft_threshold_risk(f, noise, t).sum()) for t in thresholds]
figure, axes = plt.subplots()
axes.plot(thresholds / noise, np.array(exact) / (bins * noise**2), color=BLUE, label="exact risk")
axes.plot(thresholds / noise, np.array(sure) / (bins * noise**2), color=RED, linestyle="--", label="SURE, from the release alone")
axes.set(xlabel=r"threshold over $\sigma$", ylabel=r"risk over $d\sigma^2$", ylim=(0, 1.05))
axes.legend()
plt.show()
chosen, best = thresholds[int(np.argmin(sure))], thresholds[int(np.argmin(exact))]
{"chosen by SURE": float(chosen / noise), "best": float(best / noise)}

# %% [markdown]
# `dpverify experiment` repeats this for means, histograms and maps, over many dimensions and with error bars; `docs/experiments.md` has
# what came out, and where looking at the data at all was worth nothing.

# %%
lost = float(soft_threshold_risk(f, noise, chosen).sum()) / min(exact) - 1
assert shrink.verdict == unbiased.verdict == "proved" and sentence.verdict == "refuted"
assert errors["soft threshold"] < errors["James-Stein, positive part"] < errors["release"] and lost < 0.05
