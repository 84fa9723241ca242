"""The columns of a sweep's table: name, type, unit and meaning, equal in every file."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from headstack import checks
from headstack._core import __version__
from headstack.errors import ConfigError
from headstack.metrics.runs import METRICS
from headstack.sweeps.fields import Label
from headstack.sweeps.point import Point

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT: Final = "2"
VARYING: Final = ("wall_s", "requests_per_wall_s")
"""Columns of wall time, which differ between runs. All other columns are equal to the bit."""

SETTINGS: Final[dict[str, tuple[str, str, str]]] = {
    "key": ("text", "", "hash of everything that changes what the run gives"),
    "drive": ("text", "", "name of the drive"),
    "configuration_sha256": ("text", "", "hash of its resolved description"),
    "bytes_per_block": ("whole", "B", "size of its blocks"),
    "drive_queue_depth": ("whole", "1", "tasks that it holds"),
    "scheduler": ("text", "", "its scheduler, or the host's if only that schedules"),
    "placement": ("text", "", "where there are schedulers: drive, host or both"),
    "host_scheduler": ("text", "", "the host's scheduler"),
    "host_outstanding": ("whole", "1", "commands that a host which schedules keeps at the drive"),
    "host_queue_depth": ("whole", "1", "requests that the host's scheduler chooses from"),
    "workload": ("text", "", "name of the workload, or its text where columns do not say it all"),
    "workload_settings": ("text", "", "its parameters, as JSON"),
    "rate_per_s": ("number", "1/s", "its rate, of arrivals at random"),
    "outstanding": ("whole", "1", "requests that it keeps in the system"),
    "size_bytes": ("whole", "B", "size of its requests"),
    "read_fraction": ("number", "1", "share of reads"),
    "align_bytes": ("whole", "B", "size whose multiples first blocks are"),
    "seed": ("seed", "", "of its random numbers"),
    "conditions": ("text", "", "what is done to the drive, as JSON, or its file"),
    "weights": ("numbers", "1", "weights of its classes"),
    "mimic": ("text", "", "hash of the table of times that the scheduler has"),
    "most_learnt_distances": ("whole", "1", "distances that a scheduler that learns has room for"),
    "firmware": ("text", "", "hash of the image that the core runs"),
    "version": ("text", "", "headstack's version"),
    "code": ("text", "", "hash of the code that decides what the run gives"),
    "key_without_seed": ("text", "", "as key, but without the seed: runs to take a mean of"),
}
"""Kind, unit and meaning of each column about the inputs of a run."""

WHOLE: Final = frozenset(
    {
        *("requests", "reads", "hits", "retries", "failed_requests"),
        *("p95_decision_cycles", "max_decision_cycles", "core_rom_bytes", "core_parameter_bytes"),
        *("core_ram_bytes", "core_stack_bytes", "lockstep_decisions", "learnt_distances"),
        *("learnt_from", "not_learnt_from", "learnt_memory_bytes"),
    }
)
"""Metrics that are whole numbers."""

OTHERS: Final = {"saturated": "flag", "classes": "json", "ratios": "numbers"}
"""Metrics that are neither text nor one number."""


def kind_of_metric(name: str, unit: str) -> str:
    """Returns the kind of a metric's column."""
    return OTHERS.get(name) or ("whole" if name in WHOLE else "number" if unit else "text")


FIXED: Final[dict[str, tuple[str, str, str]]] = {
    **SETTINGS,
    **{
        metric.name: (kind_of_metric(metric.name, metric.unit), metric.unit, metric.meaning)
        for metric in METRICS
    },
    "error": ("text", "", "why the run failed; null if it ended well"),
}
"""Kind, unit and meaning of each column that every sweep has, in the order of the table."""


def kinds_of(points: Iterable[Point]) -> dict[str, str]:
    """Returns the kinds of the columns that only this sweep has: the keys of `set` and the labels.

    Raises:
        ConfigError: a label has the name of a column, a value of an unknown kind, or values of two
            kinds.
    """
    kinds: dict[str, str] = {}
    for point in points:
        for name, value in point.columns().items():
            kind = _kind_of(name, value)
            known = kinds.setdefault(name, kind)
            if {known, kind} == {"whole", "number"}:
                kinds[name] = "number"
            elif known != kind:
                raise ConfigError(f"label {name} is {value!r} here, and a {known} elsewhere")
    return kinds


def _kind_of(name: str, value: Label) -> str:
    if name in FIXED:
        raise ConfigError(f"label {name}: the table has a column of that name; take another")
    kinds: dict[str, type] = {"flag": bool, "whole": int, "number": float, "text": str}
    for kind, of_kind in kinds.items():
        if isinstance(value, of_kind):
            if kind == "whole":
                checks.whole(f"label {name}", int(value), -(2**63), 2**63 - 1)
            if kind == "number":
                checks.real(f"label {name}", float(value))
            return kind
    raise ConfigError(f"label {name} is {value!r}; it must be text, a number, True or False")


def schema(labels: Mapping[str, str]) -> "pa.Schema":
    """Returns the schema of a table with labels of these kinds."""
    import pyarrow as pa

    types = {
        "text": pa.string(),
        "json": pa.string(),
        "whole": pa.int64(),
        "flag": pa.bool_(),
        "number": pa.float64(),
        "numbers": pa.list_(pa.float64()),
        "seed": pa.uint64(),
    }
    fields = []
    for name, (kind, unit, meaning) in _all(labels).items():
        about = {"unit": unit, "description": meaning}
        if name in VARYING:
            about["varies"] = "true"
        fields.append(pa.field(name, types[kind], metadata=about))
    record = {"headstack.sweep": FORMAT, "headstack.version": __version__}
    return pa.schema(fields, metadata=record)


def _all(labels: Mapping[str, str]) -> dict[str, tuple[str, str, str]]:
    """Returns the columns in the order of the table: the key, the labels, all other columns."""
    own = {name: (kind, "", "as given for the sweep") for name, kind in labels.items()}
    return {"key": FIXED["key"], **own, **FIXED}


def table(rows: Sequence[Mapping[str, Any]], labels: Mapping[str, str]) -> "pa.Table":
    """Returns rows as an Arrow table. A missing value is null."""
    import pyarrow as pa

    kinds = _all(labels)
    columns = {
        name: [_cell(kind, row.get(name)) for row in rows] for name, (kind, _, _) in kinds.items()
    }
    return pa.table(columns, schema=schema(labels))


def _cell(kind: str, value: Any) -> Any:
    if value is None:
        return None
    if kind == "json":
        return json.dumps(value, sort_keys=True)
    return float(value) if kind == "number" else value
