"""Paths in messages."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from dpverify.errors import InputError
from dpverify.figure_style import read_figure_path
from dpverify.whole_file import read_file_path, shown_path


@pytest.mark.parametrize("length", [1, 79, 80, 81, 254, 255])
def test_a_path_is_shown_whole(length: int) -> None:
    text = ("/a folder" * 40)[: length - 1] + "z"
    assert ast.literal_eval(shown_path(text)) == text


@pytest.mark.parametrize("length", [256, 4096, 100_000])
def test_a_long_path_keeps_both_ends(length: int) -> None:
    text = "/first" + "x" * (length - 12) + "/name\n"
    shown = shown_path(text)
    assert len(shown) <= 260 and shown.startswith("'/first") and shown.endswith("/name\\n'") and "..." in shown


@pytest.mark.parametrize("read", [read_file_path, read_figure_path])
def test_the_name_is_in_the_message(read: object, tmp_path: Path) -> None:
    wanted = tmp_path / ("long" * 20) / "missing" / "new.png"
    with pytest.raises(InputError) as caught:
        read(str(wanted), "--figure")  # type: ignore[operator]
    assert str(wanted) in str(caught.value)
