"""What commands take.

`rotation`, `seeks`, `reads`, `writes`, and the `ends` of tracks. `ruler` knows when blocks pass,
`by_place` what depends on how long sectors are, `left_out` counts cylinders by the seek over them.
Uses `asking` and `layout`. Begin with `seeks`.
"""
