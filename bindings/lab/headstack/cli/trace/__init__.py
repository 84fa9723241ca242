"""The commands of `headstack trace`, and their tables. Begin with `commands`."""
