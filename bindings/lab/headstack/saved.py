"""Reads the requests of an earlier run from its Parquet file."""

import dataclasses
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy.typing as npt

from headstack import catalog, files, metrics, notebook, rows
from headstack._core import RequestTotals, __version__
from headstack.errors import ConfigError, RunError
from headstack.keeping import stored
from headstack.metrics.figures import PERCENTS
from headstack.metrics.quantiles import Column, percentiles_ms
from headstack.result import is_open
from headstack.rows import COLUMNS, NULLABLE
from headstack.settings import Settings
from headstack.workload.base import NO_DEADLINE

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow as pa

    from headstack.run_plots import RunPlots

OF_THE_RUN: Final = (
    "candidates_per_decision",
    "bus_utilisation",
    "wall_s",
    "requests_per_wall_s",
)
"""Metrics that cannot be computed from rows. They are `None` in a summary of rows."""

_PREFIX: Final = "headstack."


class Saved:
    """A run, as read from a file.

    Attributes:
        path: the file.
        requests: an Arrow table in the form of `Result.requests`: a row for each request, in order
            of completion, with unit and description of each column.
        columns: NumPy arrays of the columns of `requests`, as `Result.columns`.
        settings: everything on which the run depended: resolved configuration, seed, version.
    """

    def __init__(self, path: Path, table: "pa.Table") -> None:
        self.path = path
        self.requests = table
        self.settings = _settings(table.schema.metadata or {})
        self.columns: dict[str, npt.NDArray[Any]] = _columns(table)
        self._summary: metrics.Metrics | None = None

    @property
    def summary(self) -> metrics.Metrics:
        """The metrics, computed from the rows. The metrics of OF_THE_RUN are `None`.

        The summary has no metrics of the processor of the firmware or of the memory of a scheduler
        that learns. All other metrics equal the metrics of the run to the bit.

        Raises:
            ConfigError: the file does not have all rows of a run, or the rows contradict each
                other.
        """
        if self._summary is None:
            try:
                self._summary = _summary(self.columns, self.settings)
            except RunError as error:
                raise ConfigError(
                    f"{self.path}: {error}; the file does not have the rows of a whole run"
                ) from error
        return self._summary

    @property
    def plot(self) -> "RunPlots":
        """Plots of the run, as `result.plot.response()`. Raises ConfigError without matplotlib."""
        from headstack.run_plots import RunPlots

        return RunPlots(self.columns, self.settings)

    def to_pandas(self) -> "pandas.DataFrame":
        """Returns the requests as a DataFrame of pandas. Raises ConfigError without pandas."""
        return rows.as_pandas(self.requests)

    def to_polars(self) -> "polars.DataFrame":
        """Returns the requests as a DataFrame of polars. Raises ConfigError without polars."""
        return rows.as_polars(self.requests)

    def __repr__(self) -> str:
        return notebook.text("Saved", self.settings, self.summary)

    def _repr_html_(self) -> str:
        return notebook.html("Saved", self.settings, self.summary)


def load(path: files.Name) -> Saved:
    """Reads the requests that `--parquet`, `Result.to_parquet` or `Drive.stream` wrote.

    Raises:
        ConfigError: the file cannot be read, is not a file of headstack, or has changed.
    """
    file = catalog.readable(path, "requests")
    table = stored.read(file, stored.REQUESTS)
    try:
        return Saved(file, table)
    except ConfigError as error:
        raise ConfigError(f"{file}: {error}") from error
    except (ValueError, TypeError, OverflowError) as error:  # possible without a checksum
        raise ConfigError(f"{file}: it is damaged ({error})") from error


def _settings(metadata: dict[bytes, bytes]) -> Settings:
    """Returns the settings in the metadata of a schema."""
    said = {
        key.decode().removeprefix(_PREFIX): value.decode()
        for key, value in metadata.items()
        if key.startswith(_PREFIX.encode())
    }
    if not said:
        raise ConfigError(
            "it has no settings of a run; files of headstack run --parquet and "
            "Result.to_parquet have such settings"
        )
    fields = {field.name: field for field in dataclasses.fields(Settings)}
    for name in said:
        if name not in fields:
            raise ConfigError(
                f"it has a setting {name!r} that headstack {__version__} does not know; "
                f"{said.get('version', 'another version')} wrote it"
            )
    for name, field in fields.items():
        if name not in said and field.default is dataclasses.MISSING:
            raise ConfigError(f"it has no setting {name!r}; was it written by headstack?")
    values = {name: _value(name, fields[name].type, text) for name, text in said.items()}
    return Settings(**values)


def _value(name: str, kind: object, text: str) -> Any:
    """Reads a setting by its type. A text is unchanged. All other values, and `None`, are JSON."""
    if kind is str or (kind == str | None and text != "null"):
        return text
    try:
        value = json.loads(text)
    except ValueError:
        raise ConfigError(f"its setting {name!r} is damaged: {text[:40]!r}") from None
    return tuple(value) if isinstance(value, list) else value


def _columns(table: "pa.Table") -> dict[str, npt.NDArray[Any]]:
    """Returns the columns in the form of a run. 2^63 - 1 means a missing instant."""
    missing = [name for name in COLUMNS if name not in table.column_names]
    if missing:
        raise ConfigError(
            f"it has no column {', '.join(missing)}; docs/reference/metrics.md lists all columns"
        )
    if not table.num_rows:
        raise ConfigError("it has no requests")
    found = {}
    for name in COLUMNS:
        column = table.column(name)
        if column.null_count:
            if name not in NULLABLE:
                raise ConfigError(f"its column {name} has rows without a value")
            column = column.fill_null(NO_DEADLINE)
        found[name] = column.to_numpy()
    return found


def _summary(columns: dict[str, npt.NDArray[Any]], settings: Settings) -> metrics.Metrics:
    totals = RequestTotals(len(columns["id"]))
    responses, schedule = totals.add(columns, classes=True)
    totals.check_all_served()
    times = Column(responses)
    run = metrics.Run(
        totals=totals,
        percentiles_ms=cache(lambda: percentiles_ms(times, PERCENTS)),
        schedule_sha256=hashlib.sha256(schedule.data).hexdigest(),
        columns=columns,
        bytes_per_block=settings.bytes_per_block,
        is_open=is_open(settings),
        timing=settings.timing,
        weights=settings.weights,
        decisions=0,
        candidates=0,
        core=None,
        learnt=None,
        bus_held_ps=0,
        wall_s=1.0,
    )
    return {**metrics.of_run(run), **dict.fromkeys(OF_THE_RUN)}
