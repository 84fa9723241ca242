"""Finds the layout of a drive from a recording whose addresses `headstack record` chose.

- `dense`: the dense groups of a recording
- `rotation`: the time of a revolution, and the sectors of a track in each group
- `crossings`: which intervals between reads a grid of track begins explains
- `track_grid`: where tracks begin in a group
- `skew_pattern`: the skews from track to track, and the number of heads
- `zone_tracks`: the tracks of a zone, anchored at groups
- `slips`: slipped sectors and tracks beside a known cylinder
- `ends`: the begin of tracks on drives that end reads of a last block late
- `levelling`: one course of slips through a zone, and its skews
- `stretches`: where groups begin to have other sectors or other skews
- `surface_order`: zones on one surface each, and their order
- `zones`: all zones with their first blocks
- `describing`: zones as values of a drive file
- `guessing`: a rough description from the recording alone
- `finding`: all steps

Begin with `finding.find`.
"""
