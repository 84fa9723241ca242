"""The two errors of headstack: bad input, and a run that failed."""

from headstack._core import ConfigError, RunError

__all__ = ["ConfigError", "RunError"]
