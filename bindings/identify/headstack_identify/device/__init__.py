"""Surveys of real drives: layout and times by reads alone, through a host with noise.

- `transport/`: ways to a drive
"""
