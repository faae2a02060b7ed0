"""The closed list of inference rules for theorems that quantify over noise laws.

Each rule is one short file: its conclusion, its side conditions (obligations, decided like any other relation), its lemma in prose.
Nothing outside this list turns prose into "proved".
"""

from .arbitrary import NonNegativeFunction, nonnegative_function, sequence
from .base import RULES_VERSION, Fact, Inference, Obligation, Rule
from .cases import Cases
from .chord import Chord
from .concave import ConcaveMass
from .consequence import Consequence, Use
from .dominance import DiscreteDominance, StochasticDominance
from .event import EventInequality
from .finite_sums import SumInequality, SumLinearity
from .grid import GridCells
from .indicator import EVENT, Indicator, NonNegative
from .induction import HYPOTHESIS, Induction
from .infimum import Feasible, Symmetrisation
from .integer_cost import IntegerInfimum
from .integer_part import FloorOrder, IntegerPart
from .integer_weak_duality import DualHypothesis, IntegerWeakDuality
from .integrate import IntegrateInequality
from .limit import LimitOfBound
from .linearity import Linearity
from .loss import LossSymmetrisation, LossTailIntegration
from .lp_weak_duality import LPWeakDuality
from .minimax import BayesBound, RiskOfEstimate, minimax_risk
from .monotone import Monotone, MonotoneInverse
from .recursion import PREVIOUS, Recurrence, Recursion
from .rounding import RandomisedRounding
from .scaling import Scaling
from .smearing import Smearing
from .specialise import Specialise
from .substitution import Substitution
from .sums import FiniteSupport, FirstTerm, Telescoping
from .tail import PairedTailIntegration, TailIntegration, TailShape
from .tonelli import Tonelli
from .transport import TransportDuality
from .unimodal import Unimodality

RULES = (
    BayesBound,
    Cases,
    Chord,
    ConcaveMass,
    Consequence,
    DiscreteDominance,
    DualHypothesis,
    EventInequality,
    Feasible,
    FiniteSupport,
    FirstTerm,
    FloorOrder,
    GridCells,
    Indicator,
    Induction,
    IntegerInfimum,
    IntegerPart,
    IntegerWeakDuality,
    IntegrateInequality,
    LPWeakDuality,
    LimitOfBound,
    LossSymmetrisation,
    LossTailIntegration,
    Linearity,
    Monotone,
    MonotoneInverse,
    NonNegative,
    NonNegativeFunction,
    PairedTailIntegration,
    RandomisedRounding,
    Recursion,
    RiskOfEstimate,
    Scaling,
    Smearing,
    Specialise,
    StochasticDominance,
    Substitution,
    SumInequality,
    SumLinearity,
    Symmetrisation,
    TailIntegration,
    TailShape,
    Telescoping,
    Tonelli,
    TransportDuality,
    Unimodality,
)
"""Every rule there is; an instance of any other class in Step(rule=...) is refused."""

__all__ = [
    "EVENT",
    "HYPOTHESIS",
    "PREVIOUS",
    "RULES",
    "RULES_VERSION",
    "BayesBound",
    "Cases",
    "Chord",
    "ConcaveMass",
    "Consequence",
    "DiscreteDominance",
    "DualHypothesis",
    "EventInequality",
    "Fact",
    "Feasible",
    "FiniteSupport",
    "FirstTerm",
    "FloorOrder",
    "GridCells",
    "Indicator",
    "Induction",
    "Inference",
    "IntegerInfimum",
    "IntegerPart",
    "IntegerWeakDuality",
    "IntegrateInequality",
    "LossSymmetrisation",
    "LossTailIntegration",
    "LPWeakDuality",
    "LimitOfBound",
    "Linearity",
    "Monotone",
    "MonotoneInverse",
    "NonNegative",
    "NonNegativeFunction",
    "Obligation",
    "PairedTailIntegration",
    "RandomisedRounding",
    "Recurrence",
    "Recursion",
    "RiskOfEstimate",
    "Rule",
    "Scaling",
    "Smearing",
    "Specialise",
    "StochasticDominance",
    "Substitution",
    "SumInequality",
    "SumLinearity",
    "Symmetrisation",
    "TailIntegration",
    "TailShape",
    "Telescoping",
    "Tonelli",
    "TransportDuality",
    "Unimodality",
    "Use",
    "minimax_risk",
    "nonnegative_function",
    "sequence",
]
