"""One sentence that says what is proved here, in words a reader of the paper would use.

Problem. What is asked, with every symbol named. Result. The answer, with its domain. Idea (if there is one): the one thought that makes
it work.
"""

from sympy import Eq, Integral, exp, oo

from dpverify import Claim, Step
from dpverify.notation import Delta, epsilon, x

# Definitions that the file shares with others (laws, costs, bounds) belong in dpverify/formulas.
density = epsilon / (2 * Delta) * exp(-x * epsilon / Delta)

# The file's main result is called `claim`; its id is then `topic.result`. Any other variable adds its name: `topic.result.variable`.
claim = Claim(
    title="Laplace noise has mass one",
    # A key of references.bib, and after a comma the place.
    source="dwork2006calibrating",
    # Numbers of the statements that this covers; helpers leave it out.
    covers=(),
    # evaluate=False keeps SymPy from deciding the relation, or rewriting it, while it is built.
    statement=Eq(2 * Integral(density, (x, 0, oo)), 1, evaluate=False),
    # For every free symbol the set it ranges over; a pair is the open interval. `assumptions=` ties symbols together.
    domain={epsilon: (0, oo), Delta: (0, oo)},
    steps=(
        # An expression continues the chain from the statement's left side, as "= expression"; a relation continues it or is a lemma.
        # Each step is decided by itself. `label` names it for later steps (`uses=`), `domain` brings in symbols of its own,
        # `rule` applies one of the rules in dpverify/rules.
        Step(epsilon / Delta * Integral(exp(-x * epsilon / Delta), (x, 0, oo)), "constant factors stand before the integral"),
        # The chain ends at the statement's right side.
        Step(1, "$\\int_0^\\infty e^{-x/\\lambda}dx=\\lambda$ with $\\lambda=\\Delta/\\epsilon$"),
    ),
    # The verdict that the derivation reaches: proved, certified, checked; refuted for an erratum, which also has `quote=`, the source's
    # sentence, and whose correction stands beside it with `corrects=`.
    expected="proved",
)
