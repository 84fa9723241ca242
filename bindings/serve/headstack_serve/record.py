"""What a drive served: written as Parquet, and replayed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from headstack import Drive, files
from headstack._core import DriveConfig
from headstack.errors import ConfigError, RunError
from headstack.session import Session
from headstack_serve.unit import POWER_CUT, Order, Served

_KEY: Final = b"headstack_serve"
_ROWS_AT_ONCE: Final = 1_000
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
        ("to_drive_bytes", pa.int64()),
        ("room_bytes", pa.int64()),
        ("arrival_ps", pa.int64()),
        ("finish_ps", pa.int64()),
        ("status", pa.int32()),
        ("lag_s", pa.float64()),
    ]
)
"""Columns.

- `number`: order of arrival at a unit
- `ended_before`: number of orders that were over then
- `task`: number of an aborted order, or -1
- `status`: -1 if there was none
"""


class Recorder:
    """Writes a file with all orders of the units.

    Args:
        file: the file.
        drives: the drives with their schedulers, by unit.
    """

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
            status = None if order.command is None else order.command.status
            self._rows.append(
                {
                    "unit": unit,
                    "number": order.number,
                    "ended_before": order.ended_before,
                    "host": order.host,
                    "lun": order.lun,
                    "cdb": order.cdb,
                    "function": order.function,
                    "task": -1 if order.task is None else order.task.number,
                    "attribute": order.attribute,
                    "to_drive_bytes": len(order.data),
                    "room_bytes": order.room,
                    "arrival_ps": arrival,
                    "finish_ps": finish,
                    "status": -1 if status is None else status,
                    "lag_s": lag_s,
                }
            )
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


@dataclass(frozen=True)
class Replayed:
    """A replay of a unit.

    Attributes:
        orders: number of orders.
        different: numbers of the orders that ended at another time, or with another status.
    """

    orders: int
    different: list[int]


def replay(file: str | Path) -> list[Replayed]:
    """Sends the orders of a file to fresh drives, at their times. Returns a replay for each unit.

    Data of writes are not in the file, and are zeros. Times do not depend on data.

    Raises:
        ConfigError: the file cannot be read, or was not written by `headstack serve --record`.
    """
    with files.saying(Path(file)):
        try:
            table = pq.read_table(str(file))
        except pa.ArrowException as error:
            raise ConfigError(f"{file}: {error}") from None
    rows = table.to_pylist()
    return [
        _replayed(about, sorted((r for r in rows if r["unit"] == unit), key=_number))
        for unit, about in enumerate(_drives(file, table.schema))
    ]


def _drives(file: str | Path, schema: pa.Schema) -> list[dict[str, str]]:
    if not schema.equals(_SCHEMA):
        raise ConfigError(f"{file}: no record of `headstack serve --record`: it has other columns")
    try:
        return [
            {key: str(one[key]) for key in ("name", "drive", "scheduler")}
            for one in json.loads(schema.metadata[_KEY])
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{file}: no record of `headstack serve --record`: {error}") from None


def _number(row: Mapping[str, Any]) -> int:
    return int(row["number"])


def _replayed(about: Mapping[str, str], rows: list[dict[str, Any]]) -> Replayed:
    drive = Drive(DriveConfig.parse(about["drive"], about["name"]), about["scheduler"])
    with drive.open(contents=False) as session:
        again = _Replay(session)
        for row in rows:
            again.send(row)
        session.wait()
    different = [row["number"] for row in rows if not again.is_equal(row)]
    return Replayed(len(rows), different)


class _Replay:
    """The orders of a record, sent to a drive again."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._orders: dict[int, Order] = {}
        self._ended = 0

    def send(self, row: Mapping[str, Any]) -> None:
        """Sends an order at its time, after the orders that were over then."""
        session = self._session
        while self._ended < row["ended_before"] and (ended := session.run_until()):
            self._ended += len(ended)
        while session.now < row["arrival_ps"] and (ended := session.run_until(row["arrival_ps"])):
            self._ended += len(ended)
        if row["function"] == POWER_CUT:
            self._ended += len(session.power_cut())
            return
        order = Order(
            cdb=row["cdb"],
            function=row["function"],
            task=self._orders.get(row["task"]),
            data=bytes(row["to_drive_bytes"]),
            room=row["room_bytes"],
            attribute=row["attribute"],
            host=row["host"],
            lun=row["lun"],
        )
        order.command = order.send(session)
        self._orders[row["number"]] = order

    def is_equal(self, row: Mapping[str, Any]) -> bool:
        """Whether the order ended at the recorded time, with the recorded status."""
        order = self._orders.get(row["number"])
        if order is None or order.command is None:
            return True
        status = -1 if order.command.status is None else order.command.status
        return bool(order.command.finished == row["finish_ps"] and status == row["status"])
