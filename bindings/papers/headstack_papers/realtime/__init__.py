"""The real-time paper: schedulers under media streams.

The figures, tables and sections have modules of their own. `paper` has the title and a summary of
the paper. `runs` has the runs of the figures and means over the runs. Begin with `runs.points`.
"""
