"""Rigorous sums."""

from ..errors import NotEnclosable


def sum_at(expr, point, prec):
    raise NotEnclosable("sums are not enclosed yet")


def product_at(expr, point, prec):
    raise NotEnclosable("products are not enclosed yet")
