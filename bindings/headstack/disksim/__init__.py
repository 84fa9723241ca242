"""DiskSim's parameter files.

`tokens` and `syntax` read a file into blocks (`values`). Uses the basics. Begin with `syntax`.
"""
