"""Layouts as phase sees them: where blocks lie, and what makes a trace's phases agree.

`places` has a description's layout for many blocks at once, `skews` the part that phase corrects.
`coarse` finds skews from neighbours, `columns` and `refine` make them exact, `readings` chooses
among ways to read a layout. `slips` and `wedges` look at what is left; `describing` and
`overrides` write what was found as keys of a drive file. Begin with `readings`.
"""
