"""The commands of the papers' comparisons: all of them again, and two by one's own numbers.

Begin with `reproduce`.
"""
