"""The command of this package.

- `commands`: the commands by name
- `options`: options that commands share
- `serve`: serves drives to initiators
- `nbd`: serves a drive as a network block device
- `replay`: replays a record

Uses all other parts of the package. Begin with `serve`.
"""
