"""Runs TeX: a .tex file to a PDF beside it."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from ..errors import MissingDependency

PASSES = 4
SECONDS = 300
_RERUN = re.compile(r"Rerun to get|Rerun LaTeX|Table widths have changed")
_FLAWS = re.compile(r"^(Overfull \\[hv]box.*|LaTeX Warning: (?:Reference|Citation|There were) .*undefined.*)$", re.MULTILINE)


def compile_pdf(tex: Path) -> tuple[Path, list[str]]:
    """(the PDF, the lines of the last log that tell of overfull boxes or undefined references).

    Raises MissingDependency if there is no pdflatex or if it fails, with its first error.
    """
    program = shutil.which("pdflatex")
    if program is None:
        raise MissingDependency("pdflatex is not installed (TeX Live; on Debian: apt-get install texlive-latex-recommended lmodern)")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        shutil.copyfile(tex, work / "document.tex")
        log = ""
        for _ in range(PASSES):
            log = _once(program, work)
            if not _RERUN.search(log):
                break
        pdf = tex.with_suffix(".pdf")
        shutil.copyfile(work / "document.pdf", pdf)
    return pdf, [m.group(1) for m in _FLAWS.finditer(log)]


def _once(program: str, work: Path) -> str:
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "document.tex"]
    try:
        done = subprocess.run(command, cwd=work, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise MissingDependency(f"pdflatex gave no answer within {SECONDS} seconds") from None
    log_file = work / "document.log"
    log = log_file.read_text(encoding="utf-8", errors="replace") if log_file.is_file() else ""
    if done.returncode != 0 or not (work / "document.pdf").is_file():
        wrong = next((line for line in log.splitlines() if line.startswith("!")), f"exit code {done.returncode}")
        raise MissingDependency(f"pdflatex failed: {wrong}")
    # TeX breaks its log at column 79 whatever it is told, so a warning may lie on two lines.
    return re.sub(r"(?m)(?<=^.{79})\n", "", log)
