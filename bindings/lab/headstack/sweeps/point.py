"""A point of a sweep: one run, with its name."""

from dataclasses import dataclass

from headstack.sweeps.fields import Words
from headstack.sweeps.job import Job, Row
from headstack.sweeps.resolving import Resolver


@dataclass(frozen=True, kw_only=True)
class Point(Words):
    """A point of a sweep: a run that its arguments describe. `Words` has the fields."""

    @property
    def key(self) -> str:
        """Name of the run: 64 hex digits, a hash of everything that changes the results.

        Raises:
            ConfigError: an argument out of its range.
        """
        return self.job().key

    def job(self) -> Job:
        """Returns the run of the point. Raises ConfigError for an argument out of its range."""
        return Resolver().job(self)

    def run(self) -> Row:
        """Runs the point in this process. Returns the row: labels, settings and summary by name.

        Raises:
            ConfigError: an argument out of its range, or a workload that does not fit the drive.
            RunError: the run failed.
        """
        return {**self.job().run(), **self.columns()}
