"""Mutants of the trusted base: does a test notice when one operator, number or condition of it is changed?

    python -m tests.campaign.mutants --mutants 400 --minutes 45 -o build/mutants.jsonl

The changes are those of cosmic-ray. Its own runner starts the whole test command afresh for every mutant, which for this project would
take days; so each mutant runs here in a fork of a process that has SymPy and the like loaded, and only against the tests that a coverage
run saw on the changed line, nearest and quickest first. All of it happens in a copy of the tree. A run goes on where it was.

A mutant is killed if a test fails, or if its tests take many times as long as without it. All processor time is counted, none is measured
by the clock.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TRUSTED = ("dpverify/enclosure", "dpverify/symbolic", "dpverify/prover", "dpverify/rules", "dpverify/claims")
TRUSTED_FILES = tuple(f"dpverify/{name}.py" for name in ("domain", "read_domain", "capture", "exact", "optimal/certificate"))
HINTS = (
    *(
        "dpverify/prover/" + name + ".py"
        for name in ("ascent", "counterexample", "numeric", "probes", "rounding", "turning", "violation", "witness")
    ),
    *("dpverify/claims/" + name + ".py" for name in ("bibliography", "load", "registry", "runner", "versions")),
)
"""Not of the trusted base, though beside it: what proposes points and cuts, each of which is confirmed elsewhere, and what finds claims."""
TESTS = (
    *("tests/" + name for name in ("enclosure", "symbolic", "prover", "rules", "claims", "optimal", "gaussian", "mechanisms", "proofs")),
    *("tests/test_" + name + ".py" for name in ("domain", "exact", "capture", "guarantees")),
    "tests/campaign",
)
COPIED = ("dpverify", "proofs", "tests", "docs", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE")
COMPARISONS = ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Lt_GtE", "Gt_LtE", "Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")
ARITHMETIC = (
    "Add_Sub",
    "Sub_Add",
    "Mul_Div",
    "Mul_Add",
    "Div_Mul",
    "FloorDiv_Div",
    "Mod_FloorDiv",
    "Pow_Mul",
    "BitOr_BitAnd",
    "BitAnd_BitOr",
)
OTHERS = (
    "ReplaceUnaryOperator_Delete_USub",
    "ReplaceUnaryOperator_Delete_Not",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "NumberReplacer",
    "ZeroIterationForLoop",
)
OPERATORS = (
    *(f"ReplaceComparisonOperator_{c}" for c in COMPARISONS),
    *(f"ReplaceBinaryOperator_{a}" for a in ARITHMETIC),
    *OTHERS,
)
MOST_SECONDS = 15.0
"""Of tests that one mutant is put to, by what they take without it."""
AGAIN = 3
"""One that survives is put to tests of so many times as many seconds."""


@dataclass(frozen=True)
class Mutant:
    """One change: the file, cosmic-ray's operator, which of its occurrences, the line, and the line before and after."""

    file: str
    operator: str
    occurrence: int
    line: int
    before: str
    after: str

    @property
    def name(self) -> str:
        return f"{self.file}:{self.operator}:{self.occurrence}"


def trusted_files(part: str = "") -> list[str]:
    """The trusted base, or the files of it whose path holds this text (several: commas between)."""
    inside = [str(p.relative_to(ROOT)) for folder in TRUSTED for p in sorted((ROOT / folder).glob("*.py"))]
    every = (f for f in (*inside, *TRUSTED_FILES) if not f.endswith("__init__.py") and f not in HINTS)
    return [f for f in every if any(p in f for p in part.split(","))]


# --- the changes -------------------------------------------------------------------------------------------------------------------------


def mutants(file: str) -> Iterator[Mutant]:
    """Every change of a file but those of `unseen`."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator

    text = (ROOT / file).read_text()
    tree, excluded = get_ast(text), unseen(text)
    nodes = list(ast_nodes(tree))
    for operator in OPERATORS:
        made = get_operator(f"core/{operator}")()
        occurrence = 0
        for node in nodes:
            for (line, column), _ in made.mutation_positions(node):
                if not any(a <= (line, column) < b for a, b in excluded):
                    yield Mutant(file, operator, occurrence, line, text.splitlines()[line - 1].strip(), "")
                occurrence += 1


def unseen(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The places of changes that change no verdict and no bound, by a rule each:

    - an annotation is not evaluated;
    - the words of an exception: that it is raised is what counts;
    - `strict` of `zip`: lengths that are equal by construction are asserted;
    - a limit of effort (`MAX_...`, `budget`, `depth`) and what is reckoned or compared with it: with one more or one less an answer may be
      found or not, never another one.
    """
    found: list[ast.expr] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            arguments = node.args
            every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
            found += [a.annotation for a in every if a is not None and a.annotation is not None]
            found += [node.returns] if node.returns is not None else []
        elif isinstance(node, ast.AnnAssign):
            found.append(node.annotation)
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            found += node.exc.args
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "zip":
            found += [k.value for k in node.keywords]
        elif isinstance(node, ast.Assign) and _is_effort(node.targets[0]):
            found.append(node.value)
        elif isinstance(node, ast.AugAssign) and _is_effort(node.target):
            found += [node.target, node.value]
        elif isinstance(node, ast.BinOp) and (_is_effort(node.left) or _is_effort(node.right)):
            found.append(node)
        elif isinstance(node, ast.Compare) and any(map(_is_effort, (node.left, *node.comparators))):
            found.append(node)
    return [((n.lineno, n.col_offset), (n.end_lineno or n.lineno, n.end_col_offset or 0)) for n in found]


def _is_effort(node: ast.expr) -> bool:
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name.startswith("MAX_") or name in ("budget", "depth")


def changed(mutant: Mutant, original: str) -> str:
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    text = mutate_code(original, get_operator(f"core/{mutant.operator}")(), mutant.occurrence)
    assert text is not None, mutant
    return str(text)


def sample(count: int, seed: int, part: str = "") -> list[Mutant]:
    """The same for the same tree and seed, drawn without replacement; each group of kinds of change has its share."""
    rng = random.Random(seed)
    groups: dict[str, list[Mutant]] = {}
    for file in trusted_files(part):
        for m in mutants(file):
            groups.setdefault(m.operator, []).append(m)
    # Numbers and added `not`s would be most of all: kinds are drawn by the square root of how many there are.
    out: list[Mutant] = []
    for group in groups.values():
        rng.shuffle(group)
    while len(out) < count and any(groups.values()):
        names = [n for n, g in groups.items() if g]
        (kind,) = rng.choices(names, [len(groups[n]) ** 0.5 for n in names])
        out.append(groups[kind].pop())
    return out


# --- which tests see which line ----------------------------------------------------------------------------------------------------------


class Recorder:
    """A pytest plug-in: what each test takes in processor time, and the lines it runs under its own context."""

    def __init__(self, coverage: object) -> None:
        self.coverage, self.seconds, self.begin, self.bad = coverage, {}, 0.0, set()  # type: ignore[var-annotated]

    def pytest_collection_modifyitems(self, items: list) -> None:
        """The short forms, and the ledger."""
        items[:] = [
            i for i in items if i.get_closest_marker("campaign") is None or "test_ledger.py" in i.nodeid and "campaign/" in i.nodeid
        ]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.coverage.switch_context(nodeid)  # type: ignore[attr-defined]
        self.begin = time.process_time()

    def pytest_runtest_logreport(self, report: object) -> None:
        if report.outcome == "failed":  # type: ignore[attr-defined]
            self.bad.add(report.nodeid)  # type: ignore[attr-defined]

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.seconds[nodeid] = round(time.process_time() - self.begin, 3)
        self.coverage.switch_context("")  # type: ignore[attr-defined]


def record(tree: Path, store: Path, tests: tuple[str, ...] = TESTS) -> None:
    """Run the tests once under coverage, and keep which line is run by which tests."""
    child = os.fork()
    if child == 0:
        enter(tree, 3600)
        import coverage
        import pytest

        meter = coverage.Coverage(data_file=None, source=[str(tree / "dpverify")])
        recorder = Recorder(meter)
        meter.start()
        pytest.main(arguments(tree, [t for t in tests if (tree / t).exists()]), plugins=[recorder])
        meter.stop()
        data = meter.get_data()
        lines = {}
        for path in data.measured_files():
            by_line = data.contexts_by_lineno(path)
            lines[os.path.relpath(path, tree)] = {line: [c for c in cs if c and c not in recorder.bad] for line, cs in by_line.items()}
        store.write_text(json.dumps({"seconds": recorder.seconds, "lines": lines, "failed": sorted(recorder.bad)}))
        os._exit(0)
    os.waitpid(child, 0)


def seen_by(mutant: Mutant, seen: dict, seconds: dict[str, float], most: float = MOST_SECONDS) -> list[str]:
    """The tests that run the statement that is changed, nearest and quickest first, as many as fit."""
    lines = seen.get(mutant.file, {})
    tests = {t for n in statement_lines(mutant) for t in lines.get(str(n), ())}
    if not tests and not in_function(mutant):
        # Run when the module is imported: every test of the module may notice.
        tests = {t for found in lines.values() for t in found} | {t for t in seconds if "test_guarantees.py" in t}
    near = Path(mutant.file).parent.name if Path(mutant.file).parent.name != "dpverify" else "test_" + Path(mutant.file).stem
    own = "test_" + Path(mutant.file).stem + ".py"

    def order(test: str) -> tuple[int, float]:
        return (0 if own in test else 1 if f"/{near}" in test else 2, seconds.get(test, 0.0))

    chosen, spent = [], 0.0
    ranked = sorted(tests, key=order)
    # Half of the time for the nearest tests, the other half for the quickest of all.
    for test in [*ranked, *sorted(tests, key=lambda t: seconds.get(t, 0.0))]:
        limit = most / 2 if len(chosen) < len(ranked) and test not in chosen and order(test)[0] < 2 else most
        if test not in chosen and (not chosen or spent + seconds.get(test, 0.0) <= limit):
            chosen.append(test)
            spent += seconds.get(test, 0.0)
    return chosen


def in_function(mutant: Mutant) -> bool:
    tree = ast.parse((ROOT / mutant.file).read_text())
    functions = [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.Lambda))]
    return any(f.lineno < mutant.line <= (f.end_lineno or f.lineno) for f in functions)


def statement_lines(mutant: Mutant) -> range:
    """The lines of the smallest statement around the change; of a compound one, its head."""
    best = range(mutant.line, mutant.line + 1)
    size = 10**9
    for node in ast.walk(ast.parse((ROOT / mutant.file).read_text())):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno or node.lineno
            end = max(end, node.lineno)
            if node.lineno <= mutant.line <= end and end - node.lineno < size:
                best, size = range(node.lineno, end + 1), end - node.lineno
    return best


# --- running -----------------------------------------------------------------------------------------------------------------------------


def arguments(tree: Path, tests: list[str]) -> list[str]:
    return ["-c", str(tree / "pyproject.toml"), f"--rootdir={tree}", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "", *tests]


def enter(tree: Path, seconds: int) -> None:
    """In a child: the copy of the tree, no output, limits of time and memory."""
    os.setsid()
    os.chdir(tree)
    sys.path[:] = [str(tree), *(p for p in sys.path if p not in ("", str(ROOT)))]
    os.environ["PYTHONPATH"] = str(tree)
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    for name in [n for n in sys.modules if n.split(".")[0] in ("dpverify", "tests", "proofs")]:
        del sys.modules[name]
    sink = os.open(tree / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))


def outcome(tree: Path, mutant: Mutant, tests: list[str], expected: float) -> str:
    """killed, "killed by time", survived, or "no test" if none runs the line."""
    if not tests:
        return "no test"
    path = tree / mutant.file
    original = path.read_text()
    try:
        text = changed(mutant, original)
        compile(text, mutant.file, "exec")
        path.write_text(text)
        limit = int(10 + 5 * expected)
        child = os.fork()
        if child == 0:
            enter(tree, limit)
            import pytest

            os._exit(int(pytest.main(["-x", *arguments(tree, tests)])))
        status = waited(child, 4 * limit + 30)
        if status is None or os.WIFSIGNALED(status):
            return "killed by time" if status is None or os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else "killed"
        return "survived" if os.WEXITSTATUS(status) == 0 else "killed"
    except SyntaxError:
        return "killed"
    finally:
        path.write_text(original)


def waited(child: int, seconds: float) -> int | None:
    """The child's status, None if it sleeps for so long; what it started ends with it."""
    end = time.monotonic() + seconds
    status: int | None = None
    while time.monotonic() < end:
        pid, status_now = os.waitpid(child, os.WNOHANG)
        if pid:
            status = status_now
            break
        time.sleep(0.05)
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        pass
    if status is None:
        os.waitpid(child, 0)
    return status


def preload() -> None:
    """What every mutant needs and is not ours, loaded once."""
    import hypothesis  # noqa: F401
    import hypothesis.strategies  # noqa: F401
    import mpmath  # noqa: F401
    import pytest  # noqa: F401
    import scipy.integrate  # noqa: F401
    import scipy.optimize  # noqa: F401
    import scipy.sparse  # noqa: F401
    import scipy.stats  # noqa: F401
    import sympy  # noqa: F401
    import sympy.stats  # noqa: F401


def used() -> float:
    mine, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + children.ru_utime + children.ru_stime


def run(
    count: int, seed: int, minutes: float, out: Path, part: str = "", tests: tuple[str, ...] = TESTS, seconds: float = MOST_SECONDS
) -> list[dict]:
    """The rows of the mutants that were tried, those of an earlier run included."""
    out = out.resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    done = {r["name"]: r for r in map(json.loads, out.read_text().splitlines())} if out.exists() else {}
    preload()
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        tree.mkdir()
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", ".hypothesis"))
            elif (ROOT / name).exists():
                shutil.copy(ROOT / name, tree / name)
        store = out.with_suffix(".coverage.json")
        if not store.exists():
            record(tree, store, tests)
        stored = json.loads(store.read_text())
        rows = []
        for m in sample(count, seed, part):
            if m.name in done:
                rows.append(done[m.name])
                continue
            if used() > 60 * minutes:
                break
            before = used()
            chosen = seen_by(m, stored["lines"], stored["seconds"], seconds)
            expected = sum(stored["seconds"].get(t, 0.0) for t in chosen)
            verdict = outcome(tree, m, chosen, expected)
            if verdict == "survived":
                more = [t for t in seen_by(m, stored["lines"], stored["seconds"], AGAIN * seconds) if t not in chosen]
                if more:
                    chosen += more
                    verdict = outcome(tree, m, more, sum(stored["seconds"].get(t, 0.0) for t in more))
            new = changed(m, (tree / m.file).read_text()).splitlines()
            after = new[m.line - 1].strip() if m.line <= len(new) else ""
            row = {
                "name": m.name,
                **asdict(m),
                "after": after,
                "outcome": verdict,
                "tests": len(chosen),
                "seconds": round(used() - before, 1),
            }
            with out.open("a") as file:
                file.write(json.dumps(row) + "\n")
            rows.append(row)
    return rows


def table(rows: list[dict]) -> str:
    packages: dict[str, list[str]] = {}
    for r in rows:
        parts = r["file"].split("/")
        packages.setdefault("/".join(parts[:2]) if len(parts) == 3 and parts[1] != "optimal" else r["file"], []).append(r["outcome"])
    lines = ["| package | mutants | killed | share |", "|---|---|---|---|"]
    for name, found in [*sorted(packages.items()), ("all", [o for p in packages.values() for o in p])]:
        killed = sum(o.startswith("killed") for o in found)
        lines.append(f"| {name} | {len(found)} | {killed} | {killed / max(len(found), 1):.1%} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=45, help="of processor time")
    parser.add_argument("--files", default="", help="only files whose path holds one of these texts, commas between")
    parser.add_argument("--tests", default=",".join(TESTS), help="what they are put to, commas between")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "build" / "mutants.jsonl")
    parser.add_argument("--seconds", type=float, default=MOST_SECONDS, help="of tests that one mutant is put to")
    words = parser.parse_args()
    rows = run(words.mutants, words.seed, words.minutes, words.output, words.files, tuple(words.tests.split(",")), words.seconds)
    for r in rows:
        if not r["outcome"].startswith("killed"):
            print(f"{r['outcome']}: {r['file']}:{r['line']} {r['operator']}\n    {r['before']}\n    {r['after']}")
    print(table(rows))


if __name__ == "__main__":
    main()
