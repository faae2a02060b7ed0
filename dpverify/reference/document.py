"""A file of reference values: made, written to bytes, and read back without trust."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..exact import decimal_down, decimal_nearest, decimal_up, rational_from_text
from .quantities import Enclose, Table
from .rounding import first_double

FORMAT = "dpverify reference 1"
BRACKET_DIGITS = 6
MAX_BYTES = 20_000_000
MAX_POINTS, MAX_TEXT, MAX_DEPTH = 100_000, 2_000, 20
_HEX = re.compile(r"-?0x[01]\.[0-9a-f]{1,13}p[+-]\d{1,4}\Z")
_EXPONENT_DIGITS = re.compile(r"[eE][+-]?\d{7,}")


def build(chosen: Table, progress: Callable[[int, int], None] = lambda done, total: None) -> dict[str, Any]:
    """The whole file as JSON data. The same on every run: no time, no machine, no version of ours is in it."""
    points = []
    for i, texts in enumerate(chosen.points):
        points.append(_point(chosen, texts))
        progress(i + 1, len(chosen.points))
    return {
        "format": FORMAT,
        "name": chosen.name,
        "title": chosen.title,
        "source": chosen.source,
        "values": dict(chosen.values),
        "points": points,
    }


def _point(chosen: Table, texts: Any) -> dict[str, Any]:
    exact = {name: rational_from_text(text, name) for name, text in texts.items()}
    floats = {name: float(q) for name, q in exact.items()}
    answers = _answers(chosen, exact)
    as_floats = None
    rounded = {name: Fraction(x) for name, x in floats.items()}
    if chosen.exact_float_inputs and rounded != exact:
        as_floats = _answers(chosen, rounded)
    return {
        "inputs": {name: {"decimal": text, "hex": floats[name].hex()} for name, text in texts.items()},
        "decimal_inputs": answers,
        "double_inputs": as_floats,
    }


def _answers(chosen: Table, inputs: dict[str, Fraction]) -> dict[str, Any]:
    return {name: _answer(enclose, chosen.digits) for name, enclose in chosen.enclose(inputs).items()}


def _answer(enclose: Enclose, digits: int) -> dict[str, Any]:
    if not digits:
        low, high = enclose(BRACKET_DIGITS)
        lower, upper = decimal_down(low, BRACKET_DIGITS), decimal_up(high, BRACKET_DIGITS)
        return {"value": None, "lower": lower, "upper": upper, "first_double": None}
    low, high = enclose(digits + 5)
    known = high - low <= high / 10**digits
    first = first_double(enclose)
    return {
        "value": decimal_nearest((low + high) / 2, digits) if known else None,
        "lower": decimal_down(low, digits),
        "upper": decimal_up(high, digits),
        "first_double": None if first is None else first.hex(),
    }


def text_of(document: dict[str, Any]) -> str:
    """The file's text: deterministic, ASCII, one final newline."""
    return json.dumps(document, indent=1, ensure_ascii=True) + "\n"


def parse(text: str, name: str = "file") -> dict[str, Any]:
    """The data of a file, checked in form and size; nothing in it is ever evaluated. Raises InputError."""
    if len(text) > MAX_BYTES:
        raise InputError(f"{name} has {len(text)} bytes; a reference file has at most {MAX_BYTES}")
    try:
        data = json.loads(text, parse_float=_no_number, parse_int=_no_number, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is not a reference file: {type(error).__name__}: {str(error)[:200]}") from None
    for problem in _problems(data):
        raise InputError(f"{name} is not a reference file: {problem}")
    return data


def read(path: str | Path) -> dict[str, Any]:
    """`parse` of a file; no more of it than the limit is read."""
    try:
        with open(path, "rb") as stream:
            content = stream.read(MAX_BYTES + 1)
        return parse(content.decode("ascii"), str(path))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a reference file: it is not ASCII text") from None


def _no_number(text: str) -> Any:
    raise ValueError(f"numbers are texts in this format, found {text[:40]}")


def _problems(data: Any) -> Iterator[str]:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        yield f"its format is not {FORMAT!r}"
        return
    if set(data) != {"format", "name", "title", "source", "values", "points"}:
        yield "it has not the keys format, name, title, source, values, points"
        return
    if not all(_is_text(data[key]) for key in ("name", "title", "source")):
        yield "name, title and source must be texts"
    values, points = data["values"], data["points"]
    if not isinstance(values, dict) or not values or not all(_is_text(t) for t in (*values, *values.values())):
        yield "values must be texts by name"
        return
    if not isinstance(points, list) or not 0 < len(points) <= MAX_POINTS:
        yield f"points must be a list of at most {MAX_POINTS}"
        return
    for i, point in enumerate(points):
        problem = _point_problem(point, set(values))
        if problem:
            yield f"point {i}: {problem}"


def _point_problem(point: Any, values: set[str]) -> str | None:
    if not isinstance(point, dict) or set(point) != {"inputs", "decimal_inputs", "double_inputs"}:
        return "the keys must be inputs, decimal_inputs, double_inputs"
    inputs = point["inputs"]
    if not isinstance(inputs, dict) or not inputs:
        return "no inputs"
    for given in inputs.values():
        if not isinstance(given, dict) or set(given) != {"decimal", "hex"}:
            return "an input must have decimal and hex"
        if not (_is_decimal(given["decimal"]) and _is_hex(given["hex"])):
            return "an input must be a decimal text and a hex text"
    for answers in (point["decimal_inputs"], point["double_inputs"]):
        if answers is None and answers is point["double_inputs"]:
            continue
        if not isinstance(answers, dict) or set(answers) != values:
            return "the values are not those announced"
        for answer in answers.values():
            if not isinstance(answer, dict) or set(answer) != {"value", "lower", "upper", "first_double"}:
                return "a value must have value, lower, upper, first_double"
            if not (_is_decimal(answer["lower"]) and _is_decimal(answer["upper"])):
                return "lower and upper must be decimal texts"
            if not (answer["value"] is None or _is_decimal(answer["value"])):
                return "value must be a decimal text or null"
            if not (answer["first_double"] is None or _is_hex(answer["first_double"])):
                return "first_double must be a hex text or null"
            if not rational_from_text(answer["lower"]) <= rational_from_text(answer["upper"]):
                return "lower is above upper"
    return None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_TEXT


def _is_decimal(value: Any) -> bool:
    # No long exponents: reading one must not fill the memory.
    if not _is_text(value) or _EXPONENT_DIGITS.search(value) or "/" in value:
        return False
    try:
        rational_from_text(value)
    except InputError:
        return False
    return True


def _is_hex(value: Any) -> bool:
    return _is_text(value) and _HEX.match(value) is not None
