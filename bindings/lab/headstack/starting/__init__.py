"""How the command starts: where it finds modules, and Ctrl-C while they load.

Begin with `search_path`.
"""
