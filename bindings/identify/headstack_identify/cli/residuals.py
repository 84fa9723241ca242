"""`headstack validate --residuals`: the differences between model and drive, by request."""

from typing import Any

from headstack import files, workload
from headstack._core import DriveConfig
from headstack.cli import output
from headstack.cli.output import Column
from headstack.errors import ConfigError
from headstack_identify.residuals import residual_tables, residuals

_PLACES = {"bias_ms": 3, "median_ms": 3, "mad_ms": 3, "iqr_ms": 3}

_COLUMNS = (
    Column("by", "by", text=True),
    Column("group", "", text=True),
    *(
        Column(key, heading, output.digits(places))
        for key, heading in residual_tables.FIGURES.items()
        for places in [_PLACES.get(key, 1 if key.endswith("percent") else 0)]
    ),
)


def show(
    found: residuals.Residuals, configuration: str, plot: files.Name | None, form: str
) -> None:
    """Prints the tables of residuals. Draws the residuals if `plot` names a file.

    Args:
        found: residuals of the requests.
        configuration: the drive as a drive file, for JSON.
        plot: file for the chart. `None`: no chart is drawn.
        form: 'json', 'csv' or 'table'.
    """
    if plot is not None:
        from headstack_identify.residuals import residual_chart

        residual_chart.draw(found, plot)
    if form == "json":
        output.print_json(
            {**residual_tables.document(found), "seed": None, "configuration": configuration}
        )
        return
    rows = residual_tables.rows(found)
    if form == "csv":
        output.print_csv(rows)
        return
    print_tables(rows, f"{found.drive} against {found.trace}, think time {found.think}")


def print_tables(rows: list[dict[str, Any]], title: str) -> None:
    """Prints rows of `residual_tables.rows` for people."""
    output.print_table(
        rows,
        _COLUMNS,
        title=f"{title}: what is left, ms",
        caption="Model less measured. Bias, median, MAD (median absolute deviation) and IQR "
        "without the requests that are whole revolutions off (late: the model is) or "
        f"otherwise by more than {residuals.FAR_MS:g} ms. Distance and angle: requests that "
        "went to the medium.",
        section="by",
    )


def write_rows(found: residuals.Residuals, path: files.Name) -> None:
    """Writes the residuals as Parquet, a row for each request.

    The file appears whole or not at all.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    facts = {
        "headstack.drive": found.drive,
        "headstack.trace": found.trace,
        "headstack.think": found.think,
        "headstack.revolution_ms": repr(found.revolution_ms),
    }
    table = pa.table(residuals.table(found)).replace_schema_metadata(facts)
    with files.whole(path) as temporary, files.saying(path), temporary.open("wb") as file:
        pq.write_table(table, file, compression="lz4")


def form_of(json: bool, csv: bool) -> str:
    """Returns the format of stdout."""
    return "json" if json else "csv" if csv else "table"


def of(config: DriveConfig, replay: workload.Replay) -> residuals.Residuals:
    """Replays the trace. Raises ConfigError for a trace with nothing to compare."""
    found = residuals.residuals(config, replay)
    if not found.measured_ms.any():
        raise ConfigError(f"{found.trace} has no measured times: all are 0")
    return found
