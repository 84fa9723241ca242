"""Work on several processors.

`processes` starts pools of processes that end with their parent. `arithmetic` makes floating-point
results the same on every processor of a kind. Uses no other part. Begin with `processes.pool`.
"""
