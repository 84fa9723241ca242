"""The command `headstack sweep`, its file and its table. Begin with `command`."""
