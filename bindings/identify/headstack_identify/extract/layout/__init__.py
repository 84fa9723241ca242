"""Where blocks lie.

`places` translates single ones, `mapping` walks over all of them (or `mapping_by_timing`), `zones`
says it as drive files do, `skews` measures `angles`, `marks` are those at which data begin.
Uses `asking`. Begin with `mapping`.
"""
