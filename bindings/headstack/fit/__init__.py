"""A drive file from a trace with measured times.

`phase/` finds what the angle of the platters tells: how the trace's think times are meant, its
cuts, the period of rotation and the layout. Uses drives and all below them. Begin with
`phase.identify`.
"""
