"""Optimal noise: closed forms and, later, the certified bracket of the least cost."""
