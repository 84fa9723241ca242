"""The real-time paper: schedulers under media streams.

The figures, tables and sections have modules of their own. `paper` has the title and a summary of
the paper. `conclusions` has sentences of the sections and conclusions, and the claims that back
them. `kinds` marks the claims that are inputs, follow from definitions, or were fitted. `runs` has
the runs of the figures and means over the runs. `not_late` has another
reading of F-EDF. Begin with `runs.points`.
"""
