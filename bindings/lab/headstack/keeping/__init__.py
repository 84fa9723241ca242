"""Hashes of stored results and of the code. The hashes keep different results apart.

`stored` writes and reads files of results with a checksum. `code` computes the hash of the code
that made the results. Uses the basics. Begin with `stored`.
"""
