"""Circles in the graph of uses."""

import random

from dpverify.claims.graph import cycles


def has_cycle(edges):
    """Independent: peel off nodes without outgoing edges."""
    left = {n: {t for t in ts if t in edges} for n, ts in edges.items()}
    while free := [n for n, ts in left.items() if not ts]:
        for n in free:
            del left[n]
        for ts in left.values():
            ts.difference_update(free)
    return bool(left)


def test_finds_a_circle_iff_there_is_one_and_every_one_found_is_one():
    rng = random.Random(1)
    for _ in range(500):
        nodes = [str(i) for i in range(rng.randint(1, 7))]
        edges = {n: [rng.choice([*nodes, "elsewhere"]) for _ in range(rng.randint(0, 2))] for n in nodes}
        found = cycles(edges)
        assert bool(found) == has_cycle(edges)
        for loop in found:
            assert all(b in edges[a] for a, b in zip(loop, [*loop[1:], loop[0]], strict=True))


def test_one_circle_is_reported_once():
    assert cycles({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]}) == [["a", "b", "c"]]
    assert cycles({"a": ["a"]}) == [["a"]]


def test_a_long_chain_needs_no_recursion():
    assert cycles({str(i): [str(i + 1)] for i in range(3000)}) == []
