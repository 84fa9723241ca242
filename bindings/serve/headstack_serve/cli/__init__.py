"""The command of this package.

- `commands`: the commands by name
- `serve`: serves drives to initiators
- `nbd`: serves a drive as a network block device
- `replay`: replays what was served

Uses all other parts of the package. Begin with `serve`.
"""
