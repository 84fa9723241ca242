"""`headstack share`: classes of requests share a drive by weights."""

from typing import Annotated, Any

import typer

from headstack import catalog
from headstack.cli import output
from headstack.cli.output import Column, digits
from headstack.errors import ConfigError
from headstack_papers.share import AT_DRIVE, DRIVE, OUTSTANDING, SCHEDULERS, compare


def share(
    drive: Annotated[str, typer.Option(help="A drive's name, or a .toml file.")] = DRIVE,
    scheduler: Annotated[
        list[str],
        typer.Option(help="A scheduler that shares; may be given several times."),
    ] = list(SCHEDULERS),  # noqa: B006 - typer copies it
    outstanding: Annotated[
        list[int] | None,
        typer.Option(
            help="Requests in the system, of all classes; may be given several times.",
            show_default=", ".join(map(str, OUTSTANDING)),
        ),
    ] = None,
    weights: Annotated[str, typer.Option(help="Weights of the classes, with commas.")] = "80,20",
    requests: Annotated[int, typer.Option(help="Number of requests of each run.", min=1)] = 20_000,
    seed: Annotated[int, typer.Option(help="Seed of the random numbers.")] = 1,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Compare the schedulers that share a drive: throughput, and how true the shares are."""
    output.one_form(json, csv)
    shares = _weights(weights)
    loads = outstanding or OUTSTANDING
    with output.progress_bar(len(loads) * len(scheduler), lasting=False, what="runs") as update:
        rows = compare(drive, scheduler, loads, shares, requests, seed, update)
    if json:
        output.print_json(
            {"seed": seed, "configuration": catalog.load(drive).to_toml(), "runs": rows}
        )
    elif csv:
        output.print_csv(rows)
    else:
        _print(rows, weights)


def _weights(text: str) -> list[float]:
    try:
        return [float(weight) for weight in text.split(",")]
    except ValueError:
        raise ConfigError(
            f"weights {text!r}: numbers with commas between them, as in 80,20"
        ) from None


def _ratios(ratios: list[float] | None) -> str:
    return " : ".join(f"{ratio:.2f}" for ratio in ratios) if ratios else "-"


COLUMNS = (
    Column("load", "out-\nstanding"),
    Column("scheduler", "scheduler", text=True),
    Column("throughput_mb_s", "MB/s", digits(3)),
    Column("gain_percent", "gain\n%", digits(1)),
    Column("ratios", "ratio", _ratios),
    Column("worst_window_accuracy_percent", "worst\nwindow %", digits(1)),
    Column("inserted_fraction", "inserted\n%", digits(0, 100)),
)


def _print(rows: list[dict[str, Any]], weights: str) -> None:
    output.print_table(
        rows,
        COLUMNS,
        title=f"{rows[0]['drive']}, weights {weights}, {AT_DRIVE} requests at the drive\n",
        section="load",
    )
