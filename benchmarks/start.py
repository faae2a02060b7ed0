"""What it costs to start: processor time of `dpverify --help` and of `import dpverify` against an interpreter that does nothing.

    python benchmarks/start.py
"""

import resource
import statistics
import subprocess
import sys

COMMANDS = {
    "python -c pass": ("-c", "pass"),
    "import dpverify": ("-c", "import dpverify"),
    "dpverify --help": ("-m", "dpverify", "--help"),
}
RUNS = 9


def seconds(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    medians = {name: statistics.median(seconds(words) for _ in range(RUNS)) for name, words in COMMANDS.items()}
    bare = medians["python -c pass"]
    for name, median in medians.items():
        print(f"{name:<16} {1000 * median:6.1f} ms CPU  {median / bare:5.1f} times a bare start")
