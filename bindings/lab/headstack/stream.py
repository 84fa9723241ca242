"""A run that keeps no requests. The metrics are computed during the run."""

import hashlib
from collections.abc import Callable
from typing import Any

from headstack import metrics, notebook
from headstack._core import RequestTotals, RunOutput
from headstack.errors import ConfigError
from headstack.metrics.quantiles import Spill
from headstack.processor import Profile
from headstack.result import document, profile_of, run_of
from headstack.rows import Columns
from headstack.settings import Settings


class Streamed:
    """The metrics of a run that kept no requests.

    Attributes:
        settings: everything on which the run depends.
        summary: the metrics, as in `Result.summary`.
        wall_s: wall time of the simulation in s, without set-up and without the use of the rows.
        profile: as in `Result`.
    """

    def __init__(
        self,
        settings: Settings,
        summary: metrics.Metrics,
        wall_s: float,
        profile: Profile | None = None,
    ) -> None:
        self.settings = settings
        self.summary = summary
        self.wall_s = wall_s
        self.profile = profile

    def document(self) -> dict[str, Any]:
        """Returns settings (without the configuration) and summary in one flat dict, for JSON."""
        return document(self.settings, self.summary)

    def __repr__(self) -> str:
        return notebook.text("Streamed", self.settings, self.summary)

    def _repr_html_(self) -> str:
        return notebook.html("Streamed", self.settings, self.summary)


class Taker:
    """Receives the rows of a run in parts, adds the rows to totals, and passes the rows on.

    Args:
        requests: number of requests of the whole run.
        write: another receiver of the columns of each part. `None`: there is no other receiver.
    """

    def __init__(self, requests: int, write: Callable[[Columns], object] | None) -> None:
        self._totals = RequestTotals(requests)
        self._responses = Spill()
        self._schedule = hashlib.sha256()
        self._write = write

    def take(self, part: RunOutput) -> None:
        """Receives the rows of a part.

        Raises:
            ConfigError: a file cannot be made, or requests have classes. Metrics of classes need
                all requests at once.
            RunError: a request was served twice, or its times contradict each other; or there is
                no room for the file.
        """
        columns = part.columns
        responses, schedule = self._totals.add(columns, classes=True)
        if self._totals.last_class > 0:
            raise ConfigError(
                f"the workload has a class {self._totals.last_class}: metrics by class need all "
                "requests at once; use run, or class 0 for all"
            )
        self._responses.add(responses)
        self._schedule.update(schedule.data)
        if self._write is not None:
            self._write(columns)

    def close(self) -> None:
        """Releases the temporary file."""
        self._responses.close()

    def streamed(self, output: RunOutput, settings: Settings) -> Streamed:
        """Returns the metrics after all rows. Raises RunError if a request was not served."""
        self._totals.check_all_served()
        run = run_of(output, settings, self._totals, self._responses, self._schedule, None)
        return Streamed(settings, metrics.of_run(run), output.wall_s, profile_of(output))
