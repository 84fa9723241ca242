"""Seltzer, Chen and Ousterhout 1990: closed queues on the Fujitsu Eagle.

The figures, tables and sections have modules of their own. `paper` has the title and a summary of
the paper. `conclusions` has sentences of the abstract and conclusions, and the claims that back
them. `kinds` marks the claims that are inputs, follow from definitions, or were fitted. `closed`
has the runs that most figures share and quantities over the queues. `requests` analyses single
requests of a run. `theory` has the paper's formulas. Begin with `fig4`.
"""
