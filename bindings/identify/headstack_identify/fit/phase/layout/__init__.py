"""Fits the layout of a description to the phases of a trace.

- `places`: computes zone, cylinder, head, sector and angle of many blocks at once
- `plain`: rewrites a description with simpler keys for the same layout
- `skews`: the angles of tracks, which the phases can correct
- `coarse`: finds skews from neighbouring accesses
- `columns`: the values of a layout that a fit may change
- `refine`: fits skews to all media accesses
- `readings`: fits several models of a layout and chooses the likeliest model
- `slips`: finds slipped sectors and tracks that the description lacks
- `many_slips`: finds dozens of missing slips before skews and period are known
- `on_tracks`: finds the period and the ends of accesses from pairs on one track
- `sector_slips`: finds dozens of missing slipped sectors, with the trend that they cause
- `group_slips`: finds missing slipped sectors of tracks and cylinders with their own spare sectors
- `late_ends`: finds drives that end an access to a track's last block late
- `spares`: the spare sectors at the end of a zone
- `misplaced`: counts accesses that lie elsewhere than the layout has them
- `wedges`: tests whether skews are whole numbers of servo wedges
- `angles`: converts angles to the text of drive files and back
- `describing`: writes the results as keys of a drive file
- `overrides`: changes values of a description

Uses `headstack.workload`. Begin with `readings`.
"""
