"""Finds where blocks lie on the medium.

- `places`: asks the drive for the place of a block, or for the block at a place
- `mapping`: maps all blocks to sectors by the answers of `places`
- `mapping_by_timing`: maps all blocks to sectors by the times of reads
- `skews`: measures the angles of tracks
- `angles`: fits skews to the measured angles
- `marks`: finds the angles at which the data of reads begin on the bus
- `zones`: describes the map of blocks as zones of a drive file

Uses `asking`. Begin with `mapping`.
"""
