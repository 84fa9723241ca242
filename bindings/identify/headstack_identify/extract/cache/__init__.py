"""The cache: what hits, and what hits and cached writes take.

`questions` asks what hits, `cache` how far it reads ahead and what it holds, `of_writes` what
writes do to it, `hits` what hits take. `found` is what came out.
Uses `asking`, `layout` and `times`. Begin with `cache`.
"""
