"""Points from a CSV file, at most K of each person, counted in the cells of a square grid."""

from __future__ import annotations

import csv
import math
from array import array
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError

LARGEST = 1e300
"""So that the width of a box is a float."""


def read_points(path: Path, x: str, y: str, user: str | None = None, max_per_user: int | None = None) -> Any:
    """Array of shape (n, 2) of the columns x and y. With `user`, only the first `max_per_user` rows of each value of that column.

    Raises InputError for a file that is missing, not CSV, without the columns or without a row, and for a number that is not finite.
    """
    points, seen = array("d"), Counter[str]()
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            rows = csv.reader(file)
            places = _places(path, next(rows, None), {"x": x, "y": y} | ({} if user is None else {"user": user}))
            for cells in rows:
                if not cells:
                    continue
                if len(cells) <= max(places.values()):
                    raise InputError(f"{path} line {rows.line_num} has {len(cells)} cells, fewer than the header")
                pair = [_number(cells[places[axis]], path, rows.line_num, name) for axis, name in (("x", x), ("y", y))]
                if user is not None and max_per_user is not None:
                    name = cells[places["user"]]
                    seen[name] += 1
                    if seen[name] > max_per_user:
                        continue
                points.extend(pair)
    except FileNotFoundError:
        raise InputError(f"{path} does not exist") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text") from None
    except csv.Error as error:
        raise InputError(f"{path} is not CSV: {error}") from None
    if not points:
        raise InputError(f"{path} has no points; at least one row below the header is needed")
    return np.frombuffer(points).reshape(-1, 2)


def count_cells(points: Any, cells: int, box: tuple[float, float, float, float] | None = None) -> Any:
    """Float array of shape (cells, cells): the number of points in each cell; rows are y from small to large, columns x.

    `box` = (x least, x most, y least, y most); points outside are left out. Without it the box is the smallest around all points, which
    has to be public for the release to be private.
    """
    if box is None:
        low, high = points.min(axis=0), points.max(axis=0)
        box = (float(low[0]), float(high[0]), float(low[1]), float(high[1]))
    x, y = (box[0], box[1]), (box[2], box[3])
    # A box without width holds its points in its first cells.
    edges = [np.linspace(low, high if high > low else low + max(1.0, abs(low)), cells + 1) for low, high in (y, x)]
    return np.histogram2d(points[:, 1], points[:, 0], bins=edges)[0]


def _places(path: Path, header: list[str] | None, wanted: dict[str, str]) -> dict[str, int]:
    if header is None:
        raise InputError(f"{path} is empty; a header with the columns and at least one row are needed")
    if wanted["x"] == wanted["y"]:
        raise InputError(f"x and y are both the column {wanted['x']!r}; they must be two columns")
    for name in wanted.values():
        if header.count(name) > 1:
            raise InputError(f"{path} has {header.count(name)} columns {name!r}; the name must be that of one column")
        if name not in header:
            raise InputError(f"{path} has no column {name!r}; its columns are {', '.join(header)[:200]}")
    return {axis: header.index(name) for axis, name in wanted.items()}


def _number(text: str, path: Path, line: int, name: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not abs(number) <= LARGEST:
        raise InputError(f"{path} line {line}: {name} is {text[:40]!r}; it must be a finite number (up to 1e300)")
    return number
