"""The figures of the sources and of this project: each from a small frozen config to a table, and from the table to a drawing.

A figure is a file here that holds one `FIGURE`; `registry` lists them. What is drawn is exactly what the table beside it holds.
"""
