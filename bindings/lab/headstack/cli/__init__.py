"""The command `headstack`: each subcommand is a module, which checks, runs and prints.

`program` puts them together, `output` prints documents and tables, `options` calls Python's
arguments by the names of options. Uses everything; nothing uses it. Begin with `run`.
"""

from headstack.cli.program import app, main

__all__ = ["app", "main"]
