"""Popovici, Arpaci-Dusseau and Arpaci-Dusseau 2003, the Disk Mimic: a file a figure.

Begin with `paper`.
"""
