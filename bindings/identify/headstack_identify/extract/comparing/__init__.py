"""What was found beside the truth.

`comparison` is a row for each key, `layout` has those of the medium, `compare` all others.
Uses `found` and `overheads`. Begin with `compare`.
"""
