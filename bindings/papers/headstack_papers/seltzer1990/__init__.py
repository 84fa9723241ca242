"""Seltzer, Chen and Ousterhout 1990: closed queues on the Fujitsu Eagle, a file a figure.

`closed` has the runs that most figures share, `compared` reads the paper's words against their
rows, `requests` looks at single requests, `theory` has the paper's formulas. Begin with `fig4`.
"""
