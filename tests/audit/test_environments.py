"""Environments for libraries: what happens when none can be made. (That real ones can is tried by test_peers, on request.)"""

import subprocess
from pathlib import Path

import pytest

from dpverify.audit import environments
from dpverify.audit.libraries import libraries
from dpverify.errors import MissingDependency


@pytest.mark.parametrize("library", libraries().values(), ids=list(libraries()))
def test_an_installation_without_end_is_cut_off(library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = tmp_path / library.name / "bin" / "python"

    def create(home: Path, with_pip: bool) -> None:
        assert with_pip
        (home / "bin").mkdir(parents=True)
        python.write_text("#!/bin/sh\nexec sleep 60\n")
        python.chmod(0o755)

    monkeypatch.setattr(environments.venv, "create", create)
    monkeypatch.setattr(environments, "INSTALL_SECONDS", 0.1)
    with pytest.raises(MissingDependency, match=f"pip did not install {library.name} within"):
        environments.environment(library, tmp_path)
    assert not (tmp_path / library.name / "ready").exists()  # it is tried anew next time


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def create(home: Path, with_pip: bool) -> None:
        raise subprocess.CalledProcessError(1, ["ensurepip"])

    monkeypatch.setattr(environments.venv, "create", create)
    library = next(iter(libraries().values()))
    with pytest.raises(MissingDependency, match=str(tmp_path / library.name)):
        environments.environment(library, tmp_path)
