"""Gaussian noise N(0, sigma^2), exact: sigma from (epsilon, delta) and the two inverse problems.

`certified` answers in enclosures to any number of digits, `calibration` and `profile` are vectorised over NumPy arrays, `condition` and
`algorithm` are two more routes to the same numbers, in mpmath.
"""
