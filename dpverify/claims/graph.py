"""Who uses whom: the names in a claim's `uses` and in its steps, the claims they stand for, and the circles among them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from ..errors import ClaimError
from .claim import Claim


def outside_names(claim: Claim) -> tuple[str, ...]:
    """Every name that the claim, a step or a step's rule uses and that is not the label of an earlier step: the names of other claims."""
    found = dict.fromkeys(claim.uses)
    labels: set[str] = set()
    for step in claim.steps:
        premises = step.rule.premises() if hasattr(step.rule, "premises") else ()
        found.update(dict.fromkeys(u for u in (*step.uses, *premises) if u not in labels))
        if step.label:
            labels.add(step.label)
    return tuple(found)


def resolve_names(claim: Claim, siblings: Mapping[str, str], known: Container[str]) -> dict[str, str]:
    """Name -> id of the claim it stands for: an id (also written like a path, topic/result), or the variable of a claim in the same file.

    siblings: variable -> id. Raises ClaimError for a name that stands for nothing, `corrects` included.
    """
    names = outside_names(claim)
    found: dict[str, str] = {}
    for name in (*names, *([claim.corrects] if claim.corrects is not None else [])):
        options = (name, siblings.get(name, ""), name.replace("/", "."))
        meant = next((option for option in options if option in known), None)
        if meant is None:
            verb, also = "uses" if name in names else "corrects", " and no earlier step" if claim.steps else ""
            raise ClaimError(f"{verb} {name!r}, which is no claim{also}")
        found[name] = meant
    return {name: found[name] for name in names}


def cycles(edges: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """A circle of the graph for every edge that closes one in a depth-first walk in the order of `edges`; none iff there is no circle."""
    done: set[str] = set()
    found: list[list[str]] = []
    for start in edges:
        path: list[str] = []
        stack: list[tuple[str, int]] = [(start, 0)]
        while stack:
            node, i = stack.pop()
            if i == 0:
                if node in done or node in path:
                    continue
                path.append(node)
            targets = [t for t in edges[node] if t in edges]
            if i < len(targets):
                stack.append((node, i + 1))
                if targets[i] in path:
                    found.append(path[path.index(targets[i]) :])
                elif targets[i] not in done:
                    stack.append((targets[i], 0))
            else:
                path.pop()
                done.add(node)
    return found
