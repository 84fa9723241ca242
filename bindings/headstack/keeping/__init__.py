"""What keeps results from being taken for others: the hash of a file, and that of the code.

`stored` writes and reads files of results, `code` says which code made them. Uses the
basics. Begin with `stored`.
"""
