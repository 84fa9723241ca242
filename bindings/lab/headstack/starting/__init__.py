"""The start of the command `headstack`.

`search_path` removes the current folder from the module path. `interrupt` handles Ctrl-C while
modules load. `threads` restricts NumPy's linear algebra to one thread. Uses no other part. Begin
with `search_path`.
"""
