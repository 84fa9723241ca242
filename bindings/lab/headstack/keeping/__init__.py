"""Hashes of stored results and of the code. They keep a result from passing for another one.

`stored` writes and reads files of results, `code` says which code made them. Uses the
basics. Begin with `stored`.
"""
