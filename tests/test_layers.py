"""Imports point one way (the contract stands in pyproject.toml)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def test_import_contracts_hold():
    pytest.importorskip("importlinter")
    code = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env=_here())
    assert done.returncode == 0, done.stdout + done.stderr


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, dpverify; print(sorted({'sympy', 'flint', 'rich', 'numpy', 'scipy', 'mpmath', 'click'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env=_here())
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def _here():
    return {**os.environ, "PYTHONPATH": str(ROOT)}
