"""Seltzer, Chen and Ousterhout 1990: closed queues on the Fujitsu Eagle.

The figures, tables and sections have modules of their own. `paper` has the title and a summary of
the paper. `closed` has the runs that most figures share. `compared` compares schedulers and gives
numbers for the paper's words, such as "close". `requests` analyses single requests of a run.
`theory` has the paper's formulas. Begin with `fig4`.
"""
