"""Compares the results of an extraction with the true drive file.

`table` defines the table of the comparison, with a row for each key. `layout` compares the period,
the map of blocks and the seek times. `hits` compares the total times of hits. `keys` compares all
other keys and makes the table. Uses `found` and `overheads`. Begin with `keys.compare`.
"""
