"""`headstack share`: classes of requests share a drive by weights."""

from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from headstack import output, workload
from headstack.drive import Drive
from headstack.errors import ConfigError

SCHEDULERS = ("yfq", "yfq_dor(20, 0.5)", "yfq_dor(20, 1)", "yfq_dor(20, 5)", "yfq_tuned")
AT_DRIVE = 4


def compare(
    drive: str,
    schedulers: list[str],
    loads: list[int],
    weights: list[float],
    requests: int,
    seed: int,
    progress: Callable[[int, str], object],
) -> list[dict[str, Any]]:
    """A run for each load and scheduler; the loads are split evenly among the classes.

    Returns:
        Rows with the settings and the summary of each run, and its gain in throughput over the
        first scheduler at the same load.

    Raises:
        ConfigError: an argument out of its range.
    """
    rows: list[dict[str, Any]] = []
    for load in loads:
        if load < len(weights):
            raise ConfigError(f"load {load}: fewer requests than classes, {len(weights)}")
        each = [load // len(weights) + (i < load % len(weights)) for i in range(len(weights))]
        classes = workload.classes([workload.Class(n) for n in each], requests, seed)
        first = None
        for scheduler in schedulers:
            progress(len(rows), f"{scheduler}, {load}")
            model = Drive(
                drive, scheduler, placement="host", host_outstanding=AT_DRIVE, weights=weights
            )
            found = model.run(classes).document()
            first = first or found["throughput_mb_s"]
            found["load"] = load
            found["gain_percent"] = 100 * (found["throughput_mb_s"] / first - 1)
            rows.append(found)
    return rows


def share(
    drive: Annotated[
        str, typer.Option(help="A drive's name, or a .toml file.")
    ] = "ibm_dnes_309170w",
    scheduler: Annotated[
        list[str],
        typer.Option(help="A scheduler that shares; may be given several times."),
    ] = list(SCHEDULERS),  # noqa: B006 - typer copies it
    load: Annotated[
        list[int],
        typer.Option(help="Requests outstanding, of all classes; may be given several times."),
    ] = [11, 21, 41, 61],  # noqa: B006
    weights: Annotated[str, typer.Option(help="Of the classes, with commas.")] = "80,20",
    requests: Annotated[int, typer.Option(help="Requests of each run.", min=1)] = 20_000,
    seed: Annotated[int, typer.Option(help="Of the random numbers.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Compare the schedulers that share a drive: throughput, and how true the shares are."""
    shares = _weights(weights)
    with output.progress_bar(len(load) * len(scheduler), lasting=False, what="runs") as update:
        rows = compare(drive, scheduler, load, shares, requests, seed, update)
    if json:
        output.print_json({"runs": rows})
    else:
        _print(rows, weights)


def _weights(text: str) -> list[float]:
    try:
        return [float(weight) for weight in text.split(",")]
    except ValueError:
        raise ConfigError(
            f"weights {text!r}: numbers with commas between them, as in 80,20"
        ) from None


def _print(rows: list[dict[str, Any]], weights: str) -> None:
    table = Table(
        title=f"{rows[0]['drive']}, weights {weights}, {AT_DRIVE} requests at the drive",
        title_justify="left",
        box=box.SIMPLE_HEAD,
    )
    for heading in (
        "load",
        "scheduler",
        "MB/s",
        "gain\n%",
        "ratio",
        "worst window\n%",
        "inserted\n%",
    ):
        table.add_column(heading, justify="left" if heading == "scheduler" else "right")
    for place, row in enumerate(rows):
        ratios = row["ratios"]
        worst = row["worst_window_accuracy_percent"]
        table.add_row(
            *(f"{row['load']}", row["scheduler"], f"{row['throughput_mb_s']:.3f}"),
            f"{row['gain_percent']:.1f}",
            " : ".join(f"{ratio:.2f}" for ratio in ratios) if ratios else "-",
            "-" if worst is None else f"{worst:.1f}",
            f"{100 * row['inserted_fraction']:.0f}",
            end_section=place + 1 < len(rows) and rows[place + 1]["load"] != row["load"],
        )
    output.console().print(table)
