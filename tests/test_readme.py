"""The README's example does what it says, and names only what exists."""

import re
from pathlib import Path

from dpverify.claims.registry import select
from dpverify.cli.main import COMMANDS

TEXT = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_python_example_gives_the_verdict_in_its_comment():
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    names: dict = {}
    exec(code, names)
    assert names["verify"](names["uniform_limit"]).verdict == "proved"


def test_commands_and_claims_that_it_names_exist():
    pieces = re.findall(r"`(dpverify [^`\n]*)`", TEXT) + re.findall(r"^\$ (dpverify .*)$", TEXT, re.MULTILINE)
    commands = [piece.split()[1:] for piece in pieces if not piece.split()[1].startswith("-")]
    assert len(commands) > 5
    for command, *words in commands:
        assert command in COMMANDS
        for word in words:
            if re.match(r"(truncated_laplace|privacy)", word):
                assert select([word]).entries, word
