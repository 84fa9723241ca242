"""The command of this package.

- `commands`: the commands by name
- `serve`: serves drives to initiators
- `replay`: replays what was served
"""
