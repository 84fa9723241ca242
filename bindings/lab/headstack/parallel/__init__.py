"""Work on several processors.

`processes` has pools of processes that end with their parent, `arithmetic` the same sums on every
processor. Uses nothing. Begin with `processes.pool`.
"""
