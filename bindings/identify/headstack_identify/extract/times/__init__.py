"""Measures how long commands take.

- `rotation`: measures the time of a revolution
- `steadiness`: measures how much repeated measurements vary
- `seeks`: measures the seek curve
- `reads`: measures the time of a read without seek and rotation
- `writes`: measures the time of a write without seek and rotation
- `ends`: measures the extra time at the end of a track or cylinder
- `block_times`: computes when blocks pass the head
- `by_place`: finds how a time depends on the time of a sector
- `left_out`: counts cylinders without a block by the times of seeks across them

Uses `asking` and `layout`. Begin with `seeks`.
"""
