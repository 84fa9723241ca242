"""A drive file from a trace with measured times, and a rough description.

`phase/` finds what the angle of the platters tells: how the trace's think times are meant, its
cuts, the period of rotation and the layout. The rest is a search: `table` says what of a drive file
may be changed, `start` lays a description open for it, `problem` is one step, `search` the order of
the steps, `policies` tries rules, `settling` those of writes that wait for parts of a turn,
`situations` measures conditions, by which `splitting` finds `terms`; `fitting` does all of it on
the whole trace and on each half, `writing` makes the file. Uses drives and all below them. Begin
with `fitting.fit`.
"""
