"""What denoising gains on private releases: three experiments, each from a small frozen config to a table and a figure.

`mean`, `histogram` and `heatmap` hold one `EXPERIMENT` each; `run.run` fills its table, continuing one that was interrupted.
"""
