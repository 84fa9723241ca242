"""Asking a drive, and what some of its answers tell.

`target` is what can be asked, `host` asks it and counts, `asked` is what a drive says of itself,
`latency` the least time of a command, `bus_watch` when it holds the bus.
Uses `session`. Begin with `target`.
"""
