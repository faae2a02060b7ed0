"""Configs: frozen dataclasses of plain values, read from TOML, checked field by field, and their fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from ..errors import InputError
from ..exact import rational_from_number

C = TypeVar("C")
FORMAT = 1
"""Raised when the numbers change for the same config, so that an old table is not continued with new ones."""
SEED = 20260101
CELLS, MAX_PER_USER, SEEDS = (2, 2048), (1, 1_000_000), (0, 2**63 - 1)
"""Ranges of integers that the command line names too."""
MAX_CHARACTERS = 100_000
NOT_IN_THE_NUMBERS = {"numbers": False}
"""Metadata of a setting that the numbers do not depend on, or only through the data."""


def read_config(kind: type[C], path: Path | None, **given: Any) -> C:
    """The config with the fields of a TOML file and then those given (None: not given) in place of the defaults."""
    values: dict[str, Any] = {}
    if path is not None:
        values = _toml(path)
        names = [f.name for f in fields(kind)]  # type: ignore[arg-type]
        for name in values:
            if name not in names:
                raise InputError(f"{path}: {name!r} is not a setting; the settings are {', '.join(names)}")
    values |= {name: value for name, value in given.items() if value is not None}
    return kind(**{name: _frozen(value) for name, value in values.items()})


def _toml(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MAX_CHARACTERS + 1)
    except FileNotFoundError:
        raise InputError(f"{path} does not exist") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8'}") from None
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"{path} is longer than {MAX_CHARACTERS} characters, which no config needs")
    try:
        # Numbers stay the text they were, so that 0.1 is one tenth.
        return tomllib.loads(text, parse_float=_Decimal)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is not TOML: {error}") from None
    except RecursionError:
        raise InputError(f"{path} is nested too deeply") from None


class _Decimal(str):
    """A number of a TOML file, as written."""


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def fingerprint(config: Any, data: bytes = b"") -> str:
    """Twelve hexadecimal digits that change with anything the numbers depend on."""
    settings = {f.name: getattr(config, f.name) for f in fields(config) if f.metadata != NOT_IN_THE_NUMBERS}
    text = json.dumps([FORMAT, type(config).__name__, settings], sort_keys=True)
    return hashlib.sha256(text.encode() + b"\0" + data).hexdigest()[:12]


def read_integer(value: Any, name: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(f"{name} is {value!r}; it must be an integer from {least} to {most}")
    return value


def read_integers(values: Any, name: str, least: int, most: int) -> tuple[int, ...]:
    return tuple(read_integer(v, name, least, most) for v in _several(values, name))


def read_positive(value: Any, name: str, most: float = 1e9) -> float:
    wanted = f"a number above 0 and at most {most:g}"
    number = _rational(value, name, wanted)
    if not 0 < number <= most:
        raise InputError(f"{name} is {_shown(value)}; it must be {wanted}")
    return float(number)


def read_number(value: Any, name: str, wanted: str) -> float:
    return float(_rational(value, name, wanted))


def read_text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{name} is {_shown(value)}; it must be a text")
    return str(value)


def read_epsilons(values: Any, name: str = "epsilons") -> tuple[str, ...]:
    """Exact texts as they were written."""
    wanted = "a list of numbers from 1e-9 to 1000"
    for value in _several(values, name):
        if not Fraction(1, 10**9) <= _rational(value, name, wanted) <= 1000:
            raise InputError(f"{name} has {_shown(value)}; it must be {wanted}")
    return tuple(map(str, values))


def read_delta(value: Any) -> str:
    if not 0 < _rational(value, "delta", "a number with 0 < delta < 1") < 1:
        raise InputError(f"delta is {_shown(value)}; it must be a number with 0 < delta < 1")
    return str(value)


def _several(values: Any, name: str) -> Sequence[Any]:
    if isinstance(values, str) or not isinstance(values, (tuple, list)) or not values:
        raise InputError(f"{name} is {_shown(values)}; it must be a list with at least one entry")
    if len(set(map(str, values))) < len(values):
        raise InputError(f"{name} is {_shown(values)}; an entry stands there twice")
    return values


def _rational(value: Any, name: str, wanted: str) -> Fraction:
    try:
        return Fraction(rational_from_number(str(value) if isinstance(value, _Decimal) else value, name))
    except InputError:
        raise InputError(f"{name} is {_shown(value)}; it must be {wanted}") from None


def _shown(value: Any) -> str:
    text = str(list(value)) if isinstance(value, tuple) else str(value) if isinstance(value, _Decimal) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
