"""`python -m tests.mutations.record FILE`: the campaign of neighbours, a claim at a time, on record and resumable.

FILE holds one line of JSON a claim: its id and its judged neighbours. A claim that has a line is not tried again. The figures and
every wrong neighbour that was not refuted are printed at the end.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, replace
from pathlib import Path

from dpverify.claims.registry import select
from tests.mutations.campaign import SEED, Judged, explicit, judge, report

NEIGHBOURS, POINTS, SECONDS = 9, 10_000, 60


def done(path: Path) -> dict[str, list[Judged]]:
    """The claims on record; a last line cut short by a kill is left out."""
    out: dict[str, list[Judged]] = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        try:
            row = json.loads(line)
        except ValueError:
            continue
        out[row["claim"]] = [Judged(**judged) for judged in row["neighbours"]]
    return out


def one(name: str) -> str:
    """The line of one claim."""
    (entry,) = select([name]).entries
    bare = replace(entry.claim, steps=(), uses=())
    return json.dumps({"claim": name, "neighbours": [asdict(r) for r in judge(bare, name, NEIGHBOURS, POINTS, SECONDS)]})


def main() -> None:
    """Try what is not on record yet, then print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    args = parser.parse_args()
    before = done(args.file)
    names = [e.id for e in select().entries if explicit(e) and e.id not in before]
    random.Random(SEED).shuffle(names)  # so that a part of the campaign speaks for all chapters
    with ProcessPoolExecutor(args.processes, max_tasks_per_child=8) as pool, args.file.open("a") as record:
        if record.tell():
            record.write("\n")
        for future in as_completed([pool.submit(one, name) for name in names]):
            record.write(future.result() + "\n")
            record.flush()
    print(report([row for rows in done(args.file).values() for row in rows]))


if __name__ == "__main__":
    main()
