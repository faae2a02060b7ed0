"""The only file that speaks with HiGHS. What it returns is a hint: statuses and values are never believed further on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import MissingDependency
from .lattice import Array

TOLERANCE = 1e-9


@dataclass(frozen=True)
class Answer:
    """What a solver says: status in words, value of each column, multiplier of each row."""

    status: str
    columns: Array
    multipliers: Array


class Highs:
    """A linear program that grows and stays warm: minimise cost.x with row bounds and x between bounds."""

    def __init__(self) -> None:
        try:
            import highspy
        except ImportError as error:
            raise MissingDependency(f"the solver HiGHS (package highspy) is missing or broken: {error}") from None
        # The base class: the derived one prints a banner on standard output before it can be told not to.
        maker: Any = highspy.Highs.__base__
        self._model = maker()
        options = {
            "output_flag": False,
            "threads": 1,
            "presolve": "off",
            "primal_feasibility_tolerance": TOLERANCE,
            "dual_feasibility_tolerance": TOLERANCE,
        }
        for name, value in options.items():
            self._model.setOptionValue(name, value)
        self.infinity: float = highspy.kHighsInf
        self.name = f"HiGHS {self._model.version()}"
        self.columns = 0
        self.rows = 0

    def add_columns(self, cost: Array, lower: Array, upper: Array, row: Array | None = None, value: Array | None = None) -> None:
        """New columns; each may have one entry, `value` in `row`."""
        n = len(cost)
        if row is None or value is None:
            self._model.addCols(n, cost, lower, upper, 0, np.zeros(n, np.int32), np.zeros(0, np.int32), np.zeros(0))
        else:
            self._model.addCols(n, cost, lower, upper, n, np.arange(n, dtype=np.int32), row.astype(np.int32), value)
        self.columns += n

    def add_rows(self, lower: Array, upper: Array, starts: Array, index: Array, value: Array) -> None:
        """New rows in compressed form."""
        self._model.addRows(len(lower), lower, upper, len(index), starts.astype(np.int32), index.astype(np.int32), value)
        self.rows += len(lower)

    def set_costs(self, index: Array, cost: Array) -> None:
        self._model.changeColsCost(len(index), index.astype(np.int32), cost)

    def set_column_bounds(self, column: int, lower: float, upper: float) -> None:
        self._model.changeColBounds(column, lower, upper)

    def solve(self, seconds: float) -> Answer:
        """Solve from where the last solve ended, within a time limit for this call."""
        self._model.setOptionValue("time_limit", self._model.getRunTime() + max(seconds, 0.1))
        self._model.run()
        solution = self._model.getSolution()
        return Answer(str(self._model.getModelStatus()), np.array(solution.col_value), np.array(solution.row_dual))
