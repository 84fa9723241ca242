"""Seltzer, Chen and Ousterhout 1990: closed queues on the Fujitsu Eagle, a file a figure.

Begin with `fig2`.
"""
