"""The README's example does what it says, and names only what exists."""

import re
from pathlib import Path

import pytest

from dpverify import __version__
from dpverify.claims.registry import select
from dpverify.cli.main import COMMANDS, main

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_gives_the_verdict_in_its_comment():
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    names: dict = {}
    exec(code, names)
    assert names["verify"](names["uniform_limit"]).verdict == "proved"


def test_the_first_command_prints_what_is_shown(capsys):
    command, shown = re.search(r"```console\n\$ dpverify (.*)\n((?:(?!```).*\n)+)```", TEXT).groups()
    with pytest.raises(SystemExit) as left:
        main(command.split())
    assert left.value.code == 0

    def without_times(text):
        return re.sub(r" +\d+\.\d s$", "", text, flags=re.MULTILINE)

    assert without_times(capsys.readouterr().out) == without_times(shown)


def test_every_command_and_picture_is_there():
    index = TEXT[TEXT.index("I want to") :]
    for command in COMMANDS:
        assert f"dpverify {command}" in index, command
    for target in re.findall(r"\]\(([^)#:]+)\)", TEXT):
        assert (ROOT / target).exists(), target


def test_commands_and_claims_that_it_names_exist():
    pieces = re.findall(r"`(dpverify [^`\n]*)`", TEXT) + re.findall(r"^\$ (dpverify .*)$", TEXT, re.MULTILINE)
    commands = [piece.split()[1:] for piece in pieces if not piece.split()[1].startswith("-")]
    assert len(commands) > 5
    for command, *words in commands:
        assert command in COMMANDS
        for word in words:
            if re.match(r"(truncated_laplace|privacy)", word):
                assert select([word]).entries, word


def test_the_citation_names_this_version():
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
