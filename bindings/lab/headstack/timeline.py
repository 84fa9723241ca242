"""A run's timeline for Perfetto: the file, and the part of the time to write."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from headstack import _core, files
from headstack.errors import ConfigError
from headstack.session import parse_time

_ALWAYS: Final = 2**63 - 1  # ps


@dataclass(frozen=True)
class Timeline:
    """A file for a run's timeline, and the part of the time to write (docs/use/timeline.md).

    Args:
        file: the file, in Perfetto's format.
        begin: beginning of the part: simulated time with its unit ('1.5 s'), or in ps.
        end: end of the part, or `None` for the end of the run.

    Raises:
        ConfigError: a time is wrong, or the part is empty.
    """

    file: str | os.PathLike[str]
    begin: str | int = 0
    end: str | int | None = None

    def __post_init__(self) -> None:
        """Checks the times."""
        if self.end_ps <= self.begin_ps:
            raise ConfigError(f"the timeline ends at {self.end}, not after its start {self.begin}")

    @property
    def begin_ps(self) -> int:
        """Beginning of the part, ps."""
        return parse_time("begin", self.begin)

    @property
    def end_ps(self) -> int:
        """End of the part, ps."""
        return _ALWAYS if self.end is None else parse_time("end", self.end)

    @contextmanager
    def writing(self, setup: _core.Setup) -> Iterator[None]:
        """Makes a run with this setup write the file, which appears after a successful run."""
        with files.whole(self.file) as temporary:
            setup.write_timeline(os.fspath(temporary), self.begin_ps, self.end_ps)
            yield


def timeline_of(wanted: "str | os.PathLike[str] | Timeline | None") -> Timeline | None:
    """Returns the timeline of an argument: a file stands for the whole run."""
    return wanted if wanted is None or isinstance(wanted, Timeline) else Timeline(wanted)
