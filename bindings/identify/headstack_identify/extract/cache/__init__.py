"""Finds which commands hit the cache, and measures the times of hits and cached writes.

`hit_probes` tests whether a read hits after given commands. `cache` measures the read-ahead and
the size of the cache. `write_effects` finds how writes change the cache, and measures cached
writes. `hits` measures the times of hits. `found` has the results. Uses `asking`, `layout` and
`times`. Begin with `cache`.
"""
