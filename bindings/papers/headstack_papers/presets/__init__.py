"""The presets of `headstack sweep` for the papers' comparisons, each a `.toml` file.

The entry point `headstack.presets` names this package. Begin with `realtime.toml`.
"""
