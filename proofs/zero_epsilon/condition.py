"""Symmetric monotone noise at epsilon = 0: private iff the mass of [-Delta/2, Delta/2] is at most delta.

Problem. Noise with an atom alpha at 0 (possibly none) and a density (1 - alpha) f beside it, f symmetric and unimodal.
Result. Its total variation from its copy shifted by d > 0 is alpha + (1 - alpha) int_{-d/2}^{d/2} f, the mass of [-d/2, d/2], which
increases with d. Idea: for x >= -d/2 the density at x is the larger one, for x <= -d/2 the other, so the total variation is the mass of
[-d/2, oo) less that of [d/2, oo).
"""

from sympy import And, Eq, Ge, Integral, Interval, Le, Lt, Max, Piecewise, S, oo

from dpverify import Claim, Step
from dpverify.notation import Delta, alpha, d, epsilon, x
from dpverify.rules import Cases, Consequence, IntegrateInequality, Linearity, Specialise, Substitution, Unimodality, Use
from dpverify.rules.laws import UNIMODAL

f = UNIMODAL.density
line = (x, -oo, oo)
everywhere = {x: S.Reals}
left, right = {x: Interval.open(-oo, 0)}, {x: Interval(0, oo)}


def on(condition, value):
    """value where the condition holds, else 0."""
    return Piecewise((value, condition), (0, True), evaluate=False)


def variation(shift):
    """(f(x) - f(x + shift))_+."""
    return Max(0, f(x) - f(x + shift))


def part(shift):
    """f on [-shift/2, shift/2), else 0."""
    return on(And(Ge(x, -shift / 2), Lt(x, shift / 2)), f(x))


def mass(shift):
    """int_{-shift/2}^{shift/2} f."""
    return Integral(part(shift), line)


# The two densities about the middle of the shift, where they cross: f(x - d/2) is the larger one for x >= 0.
near, far = f(x - d / 2), f(x + d / 2)
loss = Max(0, near - far)
ahead, behind = on(Ge(x, 0), near), on(Ge(x, 0), far)
beyond = behind.subs(x, x - d)
middle = on(And(Ge(x, 0), Lt(x, d)), near)
centred = middle.subs(x, x + d / 2)

largest = Claim(
    title="At $\\epsilon=0$ the shift $\\Delta$ is the worst for symmetric unimodal noise",
    source="geng2018additive, Lemma 2",
    covers=("4.1",),
    statement=Le(Integral(variation(d), line), Integral(variation(Delta), line), evaluate=False),
    domain={Delta: (0, oo), d: Interval(0, oo)},
    assumptions=(Le(d, Delta),),
    steps=(
        Step(
            Le(Integral(variation(d), line), Integral(variation(Delta), line), evaluate=False),
            "the general result at $\\epsilon=0$",
            rule=Specialise("privacy.one_shift.largest", {epsilon: S.Zero}),
        ),
    ),
    expected="proved",
)

total_variation = Claim(
    title="Total variation of symmetric unimodal noise and its copy shifted by $d$",
    source="geng2018additive, Lemma 2",
    covers=("4.1",),
    statement=Eq(Integral(variation(d), line), mass(d), evaluate=False),
    domain={d: Interval(0, oo)},
    steps=(
        Step(
            Integral(loss, line),
            "put $x-d/2$ for $x$",
            rule=Substitution(x, variation(d), shift=-d / 2),
        ),
        Step(
            Ge(far, near, evaluate=False),
            "for $x<0$ the place $x+d/2$ is the nearer one to the origin",
            rule=Unimodality(UNIMODAL, x + d / 2, x - d / 2),
            label="inwards",
            domain=left,
        ),
        Step(
            Ge(near, far, evaluate=False),
            "for $x\\ge0$ it is the farther one",
            rule=Unimodality(UNIMODAL, x - d / 2, x + d / 2),
            label="outwards",
            domain=right,
        ),
        Step(Ge(near, 0), "a density is not negative", rule=Unimodality(UNIMODAL, x - d / 2), label="near>=0", domain=everywhere),
        Step(Ge(far, 0), "a density is not negative", rule=Unimodality(UNIMODAL, x + d / 2), label="far>=0", domain=everywhere),
        Step(
            Eq(loss + behind, ahead, evaluate=False),
            "all three vanish",
            rule=Consequence(("inwards",)),
            label="left half",
            domain=left,
        ),
        Step(
            Eq(loss + behind, ahead, evaluate=False),
            "$(u-v)_++v=u$ for $u\\ge v$",
            rule=Consequence(("outwards",)),
            label="right half",
            domain=right,
        ),
        Step(
            Eq(loss + behind, ahead, evaluate=False),
            "left and right of the origin",
            rule=Cases(x, ("left half", "right half")),
            label="pointwise",
            domain=everywhere,
        ),
        Step(Ge(behind, 0, evaluate=False), "nor is a part of it", rule=Consequence(("far>=0",)), label="behind>=0", domain=everywhere),
        Step(
            Eq(Integral(ahead, line), Integral(loss, line) + Integral(behind, line), evaluate=False),
            "integrate over $x$",
            rule=Linearity(x, ((S.One, loss), (S.One, behind)), ("behind>=0",), same="pointwise"),
            label="split",
        ),
        Step(
            Eq(Integral(behind, line), Integral(beyond, line), evaluate=False),
            "put $x-d$ for $x$",
            rule=Substitution(x, behind, shift=-d),
            label="moved",
        ),
        Step(
            Eq(middle + beyond, ahead, evaluate=False),
            "$[0,d)$ and $[d,\\infty)$ make up $[0,\\infty)$",
            rule=Consequence(()),
            label="two parts",
            domain=everywhere,
        ),
        Step(Ge(middle, 0, evaluate=False), "nor is a part of it", rule=Consequence(("near>=0",)), label="middle>=0", domain=everywhere),
        Step(Ge(beyond, 0, evaluate=False), "nor is a part of it", rule=Consequence(("near>=0",)), label="beyond>=0", domain=everywhere),
        Step(
            Eq(Integral(ahead, line), Integral(middle, line) + Integral(beyond, line), evaluate=False),
            "integrate over $x$",
            rule=Linearity(x, ((S.One, middle), (S.One, beyond)), ("middle>=0", "beyond>=0"), same="two parts"),
            label="parts",
        ),
        Step(
            Eq(Integral(loss, line), Integral(middle, line), evaluate=False),
            "both are the mass of $f(x-d/2)$ on $[0,\\infty)$ less that on $[d,\\infty)$",
            rule=Consequence(
                (Use("split", times=S.NegativeOne), Use("moved", times=S.NegativeOne), Use("parts", times=S.One)),
            ),
        ),
        Step(
            Eq(Integral(middle, line), Integral(centred, line), evaluate=False),
            "put $x+d/2$ for $x$",
            rule=Substitution(x, middle, shift=d / 2),
        ),
        Step(
            Eq(centred, part(d), evaluate=False),
            "$0\\le x+d/2<d$ is $-d/2\\le x<d/2$",
            rule=Consequence(()),
            label="same set",
            domain=everywhere,
        ),
        Step(
            Eq(Integral(centred, line), mass(d), evaluate=False),
            "equal functions have equal integrals",
            rule=IntegrateInequality(x, ("same set",)),
        ),
    ),
    expected="proved",
)

atomic = Max(0, (1 - alpha) * f(x) - (1 - alpha) * f(x + d))
atom_domain = {alpha: Interval.Ropen(0, 1), d: Interval.Lopen(0, oo)}

with_atom = Claim(
    title="The same for noise with an atom $\\alpha$ at the origin",
    source="geng2018additive, Lemma 2",
    covers=("4.1",),
    statement=Eq(alpha + Integral(atomic, line), alpha + (1 - alpha) * mass(d), evaluate=False),
    domain=atom_domain,
    steps=(
        Step(
            Eq(Integral(atomic, line), (1 - alpha) * Integral(variation(d), line), evaluate=False),
            "the factor $1-\\alpha\\ge0$ stands before the positive part",
            rule=Linearity(x, ((1 - alpha, variation(d)),)),
            label="factor",
        ),
        Step(
            Eq(Integral(variation(d), line), mass(d), evaluate=False),
            "the total variation without an atom",
            rule=Specialise("total_variation"),
            label="density",
        ),
        Step(
            Eq(alpha + Integral(atomic, line), alpha + (1 - alpha) * mass(d), evaluate=False),
            "put it in",
            rule=Consequence((Use("factor", times=S.One), Use("density", times=1 - alpha))),
        ),
    ),
    expected="proved",
    note="Left: the total variation, the atom of the shifted law lying at $-d\\ne0$. Right: the mass of $[-d/2,d/2)$.",
)

sufficient = Claim(
    title="If the mass of $[-\\Delta/2,\\Delta/2]$ is at most $\\delta$, symmetric monotone noise is $(0,\\delta)$-DP",
    source="geng2018additive, Lemma 2",
    covers=("4.1",),
    statement=Le(alpha + Integral(atomic, line), alpha + (1 - alpha) * mass(Delta), evaluate=False),
    domain={**atom_domain, Delta: (0, oo)},
    assumptions=(Le(d, Delta),),
    steps=(
        Step(
            Eq(Integral(atomic, line), (1 - alpha) * Integral(variation(d), line), evaluate=False),
            "the factor $1-\\alpha\\ge0$ stands before the positive part",
            rule=Linearity(x, ((1 - alpha, variation(d)),)),
            label="factor",
        ),
        Step(
            Le(Integral(variation(d), line), Integral(variation(Delta), line), evaluate=False),
            "the shift $\\Delta$ is the worst",
            rule=Specialise("largest"),
            label="worst",
        ),
        Step(
            Eq(Integral(variation(Delta), line), mass(Delta), evaluate=False),
            "the total variation at $d=\\Delta$",
            rule=Specialise("total_variation", {d: Delta}),
            label="mass",
        ),
        Step(
            Le(alpha + Integral(atomic, line), alpha + (1 - alpha) * mass(Delta), evaluate=False),
            "put them together",
            rule=Consequence((Use("factor", times=S.NegativeOne), Use("worst", times=1 - alpha), Use("mass", times=alpha - 1))),
        ),
    ),
    expected="proved",
    note="At $d=\\Delta$ the two sides are equal by the claim before, so the condition is necessary as well.",
)
