"""A record of everything that drives served: a Parquet file, written and read."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from headstack import Drive, files
from headstack._core import DriveConfig
from headstack.errors import ConfigError, RunError
from headstack_serve.unit import Order, Served

Row = Mapping[str, Any]
"""An order of a record, by the names of the columns."""

_KEY: Final = b"headstack_serve"
_ROWS_AT_ONCE: Final = 1_000
_NO_TASK: Final = -1
_NO_STATUS: Final = -1
_SCHEMA: Final = pa.schema(
    [
        ("unit", pa.int32()),
        ("number", pa.int64()),
        ("ended_before", pa.int64()),
        ("host", pa.int32()),
        ("lun", pa.int32()),
        ("cdb", pa.binary()),
        ("function", pa.string()),
        ("task", pa.int64()),
        ("attribute", pa.string()),
        ("priority", pa.int32()),
        ("to_drive_bytes", pa.int64()),
        ("room_bytes", pa.int64()),
        ("arrival_ps", pa.int64()),
        ("finish_ps", pa.int64()),
        ("status", pa.int32()),
        ("lag_s", pa.float64()),
    ]
)
"""Columns.

- `number`: place of the order in the order of arrival at its unit
- `ended_before`: number of orders that were over when the order arrived
- `task`: number of the aborted order. -1: the order aborts no order
- `status`: SCSI status, or the response to a function. -1: the order has neither
- `lag_s`: wall time from the simulated end to the response
"""


def status_of(order: Order) -> int:
    """Returns the column `status` of an order."""
    status = None if order.command is None else order.command.status
    return _NO_STATUS if status is None else status


def order_of(row: Row, task: Order | None) -> Order:
    """Returns the order of a row. The data of a write are zeros.

    Args:
        row: the row.
        task: the order that the row's order aborts.
    """
    return Order(
        cdb=row["cdb"],
        function=row["function"],
        task=task,
        data=bytes(row["to_drive_bytes"]),
        room=row["room_bytes"],
        attribute=row["attribute"],
        priority=row["priority"],
        host=row["host"],
        lun=row["lun"],
    )


def _row_of(unit: int, order: Order, arrival: int, finish: int, lag_s: float) -> dict[str, Any]:
    return {
        "unit": unit,
        "number": order.number,
        "ended_before": order.ended_before,
        "host": order.host,
        "lun": order.lun,
        "cdb": order.cdb,
        "function": order.function,
        "task": _NO_TASK if order.task is None else order.task.number,
        "attribute": order.attribute,
        "priority": order.priority,
        "to_drive_bytes": len(order.data),
        "room_bytes": order.room,
        "arrival_ps": arrival,
        "finish_ps": finish,
        "status": status_of(order),
        "lag_s": lag_s,
    }


class Recorder:
    """Writes the orders of units. `recording` makes a recorder."""

    def __init__(self, file: Path, drives: list[Drive]) -> None:
        described = [
            {"name": d.config.name, "drive": d.config.to_toml(), "scheduler": d.scheduler}
            for d in drives
        ]
        self._writer = pq.ParquetWriter(
            file, _SCHEMA.with_metadata({_KEY: json.dumps(described).encode()})
        )
        self._rows: list[dict[str, Any]] = []
        self._file = file
        self._failed: Exception | None = None

    def __enter__(self) -> "Recorder":
        """Returns the recorder itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Completes the file.

        Raises:
            RunError: rows could not be written. The service continued without a record.
        """
        self._write()
        try:
            self._writer.close()
        except (OSError, pa.ArrowException) as failed:
            self._failed = self._failed or failed
        if self._failed is not None and error is None:
            raise RunError(f"{self._file}: the record is not complete: {self._failed}")

    def of_unit(self, unit: int) -> Served:
        """Returns the function that records the orders of a unit."""

        def served(order: Order, arrival: int, finish: int, lag_s: float) -> None:
            self._rows.append(_row_of(unit, order, arrival, finish, lag_s))
            if len(self._rows) >= _ROWS_AT_ONCE:
                self._write()

        return served

    def _write(self) -> None:
        rows, self._rows = self._rows, []
        if self._failed is not None:
            return
        try:
            self._writer.write_table(pa.Table.from_pylist(rows, _SCHEMA))
        except (OSError, pa.ArrowException) as failed:
            self._failed = failed


@contextmanager
def recording(file: files.Name, drives: list[Drive]) -> Iterator[Recorder]:
    """Yields a recorder. The file has its name only after the `with` block, with all orders.

    Args:
        file: the file.
        drives: the drives with their schedulers, by unit.

    Raises:
        ConfigError: the file cannot be made.
        RunError: rows could not be written. The service continued without a record.
    """
    with files.whole(file) as temporary, Recorder(temporary, drives) as recorder:
        yield recorder


@dataclass(frozen=True)
class Recorded:
    """The record of a unit.

    Attributes:
        drive: the drive with its scheduler.
        rows: the orders, in the order of their arrival.
    """

    drive: Drive
    rows: list[Row]


def read(file: files.Name) -> list[Recorded]:
    """Reads a record. Returns the record of each unit.

    Raises:
        ConfigError: the file cannot be read, or was not written by `headstack serve --record`.
    """
    try:
        table = pq.read_table(str(file))
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror or error}") from error
    except pa.ArrowException as error:
        raise ConfigError(f"cannot read {file}: {error}") from error
    drives = _drives(file, table.schema)
    rows: list[Row] = sorted(table.to_pylist(), key=_number)
    return [
        Recorded(drive, [row for row in rows if row["unit"] == unit])
        for unit, drive in enumerate(drives)
    ]


def _number(row: Row) -> int:
    return int(row["number"])


def _drives(file: files.Name, schema: pa.Schema) -> list[Drive]:
    if not schema.equals(_SCHEMA):
        raise ConfigError(
            f"{file}: no record of `headstack serve --record`: it has other "
            "columns; another version may have made it"
        )
    try:
        described = [
            tuple(str(one[key]) for key in ("drive", "name", "scheduler"))
            for one in json.loads(schema.metadata[_KEY])
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{file}: no record of `headstack serve --record`: {error}") from None
    return [Drive(DriveConfig.parse(text, name), scheduler) for text, name, scheduler in described]
