"""The presets of `headstack sweep` for the comparisons of the papers. A preset is a `.toml` file.

The entry point `headstack.presets` names this package. Begin with `realtime.toml`.
"""
