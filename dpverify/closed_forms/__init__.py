"""Closed forms of bounds and costs as vectorised functions of floats, free of cancellation and overflow.

Every function takes numbers or NumPy arrays that broadcast and returns float64, a number for numbers. Arguments are the doubles themselves.
The result is the nearest double up to a few units in the last place (tests/closed_forms keeps the measured bound); it is no certificate:
values rounded to the safe side come from `dpverify.optimal.values` and `dpverify mechanism`.
"""
