"""Worthington, Ganger and Patt 1994: random and traced work on the HP C2247, a file a figure.

Begin with `paper`.
"""
