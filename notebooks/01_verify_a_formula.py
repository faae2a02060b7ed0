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
# # Verify a formula from a paper
#
# The truncated Laplacian mechanism adds noise with density $B e^{-|x|\epsilon/\Delta}$ on $[-A, A]$, where
# $A = \frac{\Delta}{\epsilon}\log(1+q)$ and $q = \frac{e^{\epsilon}-1}{2\delta}$. A paper states its mean magnitude and says that
# it tends to $\frac{\Delta}{4\delta}$ as $\epsilon\to0$. Is that so, and for which $\delta$?
#
# A claim is a SymPy relation together with the domain on which it is said to hold.

# %%
from sympy import Abs, Eq, Integral, Limit, Rational, exp, log, oo

from dpverify import Claim, Step, verify
from dpverify.notation import Delta, delta, epsilon, x

q = (exp(epsilon) - 1) / (2 * delta)
A = Delta / epsilon * log(1 + q)
B = epsilon / (2 * Delta) * (1 + 1 / q)
amplitude = Delta / epsilon * (1 - log(1 + q) / q)
regime = {epsilon: (0, oo), delta: (0, Rational(1, 2)), Delta: (0, oo)}

from_the_density = Claim(
    title="The mean magnitude of the truncated Laplacian",
    statement=Eq(Integral(Abs(x) * B * exp(-Abs(x) * epsilon / Delta), (x, -A, A)), amplitude),
    domain=regime,
)
verify(from_the_density)

# %% [markdown]
# *Proved* means: for every point of the stated domain, by exact steps. The evidence names what was used, and a second route (rigorous
# quadrature of the integral itself at one point) has to agree with the closed form.
#
# Now the limit. SymPy's own `limit` is not asked; the expansion about $\epsilon = 0$ is exact.

# %%
limit = Claim(
    title="The limit as epsilon vanishes",
    statement=Eq(Limit(amplitude, epsilon, 0), Delta / (4 * delta)),
    domain={delta: (0, Rational(1, 2)), Delta: (0, oo)},
)
verify(limit)

# %% [markdown]
# What if the formula is wrong? Then there is a point where it fails, and it is shown. Here the factor in the limit is $2$ instead of $4$.

# %%
wrong = Claim(title="A slip", statement=Eq(Limit(amplitude, epsilon, 0), Delta / (2 * delta)), domain=limit.domain)
verify(wrong)

# %% [markdown]
# The domain belongs to the formula. The support reaches at least one sensitivity, $A \ge \Delta$, for $\delta \le \frac12$ and not beyond.

# %%
reach = Claim(title="The support reaches the sensitivity", statement=A >= Delta, domain=regime)
too_far = Claim(title="... for every delta", statement=A >= Delta, domain={**regime, delta: (0, 1)})
[verify(claim).verdict for claim in (reach, too_far)]

# %% [markdown]
# A derivation has steps. Each is decided by itself, and the chain must lead to the statement; this one goes into a paper with
# `dpverify latex`.

# %%
derived = Claim(
    title="The mass of the last stretch",
    statement=Eq(Integral(B * exp(-x * epsilon / Delta), (x, A - Delta, A)), delta),
    domain=regime,
    steps=[
        Step(Delta * B / epsilon * (exp(-(A - Delta) * epsilon / Delta) - exp(-A * epsilon / Delta)), because="integrate the exponential"),
        Step(Delta * B / epsilon * (exp(epsilon) - 1) / (1 + q), because=r"$e^{-A\epsilon/\Delta} = 1/(1+q)$"),
        Step(delta, because=r"$\Delta B/\epsilon = (1+q)/(2q)$ and $e^{\epsilon}-1 = 2\delta q$"),
    ],
)
result = verify(derived)
result

# %%
verdicts = [verify(claim).verdict for claim in (from_the_density, limit, wrong, reach, too_far, derived)]
assert verdicts == ["proved", "proved", "refuted", "proved", "refuted", "proved"]
