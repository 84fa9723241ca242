"""`headstack demo`: the random workload of Worthington 1994, section 5, under four schedulers."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from headstack import output, workload
from headstack.command_run import PlacementName
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack.result import Result

DRIVE = "hp_c2247"
RATES = {"light": 15, "medium": 30, "heavy": 50}  # per second; FCFS saturates near 45
SCHEDULERS = ("fcfs", "sstf", "clook", "sptf")
SATURATED = "* saturated: the queue grew over the run, so its times depend on how long it ran"
MOST_TASKS = 65_536  # room in the drive for the backlog of a saturated run


def demo(
    requests: Annotated[int, typer.Option(help="Requests of each run.")] = 100_000,
    placement: Annotated[
        PlacementName,
        typer.Option(help="Where the queue is scheduled; host is one at the drive at a time."),
    ] = PlacementName.host,
    seed: Annotated[int, typer.Option(help="Of the random numbers.")] = 1,
    out: Annotated[Path, typer.Option(help="Folder for chart and requests.")] = Path("out"),
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Compare four schedulers at three rates: a table, a chart, and every request."""
    from headstack import chart

    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot make the folder {out}: {error.strerror}") from error
    figures = out / "schedulers.png"
    output.check_writable(figures)
    rows = _run_all(requests, placement.value, seed, out / "requests")
    chart.draw_schedulers(rows, figures)
    if json:
        output.print_json({"runs": rows, "chart": str(figures), "requests": str(out / "requests")})
        return
    _print(rows)
    typer.echo(f"chart:    {figures}\nrequests: {out / 'requests'} (Parquet)")


def _run_all(requests: int, placement: str, seed: int, folder: Path) -> list[dict[str, Any]]:
    """Runs every scheduler at every rate and writes the requests; a dict a run."""
    depth = MOST_TASKS if placement == "drive" else None
    rows: list[dict[str, Any]] = []
    total = requests * len(RATES) * len(SCHEDULERS)
    with output.progress_bar(total, lasting=True) as update:
        for load, rate in RATES.items():
            for scheduler in SCHEDULERS:
                show = partial(_show, update, len(rows) * requests, f"{scheduler}, {rate}/s")
                drive = Drive(DRIVE, scheduler, placement, queue_depth=depth)
                result = drive.run(workload.random(rate, requests, seed=seed), progress=show)
                _save(result, folder / f"scheduler={scheduler}" / f"rate={rate}")
                rows.append({"load": load, "scheduler_name": scheduler, **result.document()})
        update(total, "done")
    return rows


def _show(update: Callable[[int, str], None], before: int, what: str, served: int) -> None:
    update(before + served, what)


def _save(result: Result, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot make the folder {folder}: {error.strerror}") from error
    result.to_parquet(folder / "requests.parquet")


def _show_ms(time: float) -> str:
    return f"{time:,.1f}" if time < 10_000 else f"{time:,.0f}"


def _print(rows: list[dict[str, Any]]) -> None:
    first = rows[0]
    table = Table(
        title=f"{DRIVE}: {first['requests']:,} requests of 8 KiB a row, uniformly random, 2 reads "
        f"to 1 write,\nscheduled in the {first['placement']}; response times in ms",
        caption=SATURATED if any(row["saturated"] for row in rows) else None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        caption_justify="left",
    )
    for heading in (
        *("load", "scheduler", "mean", "median", "p95", "p99", "max", "scv"),
        *("media\nuse %", "served\nper s", "read\nhits %", "simulated\nper s"),
    ):
        table.add_column(heading, justify="left" if heading in ("load", "scheduler") else "right")
    for row in rows:
        times = ("mean", "median", "p95", "p99", "max")
        table.add_row(
            f"{row['load']} {row['rate_per_s']}/s",
            row["scheduler_name"] + (" *" if row["saturated"] else ""),
            *(_show_ms(row[f"{time}_response_ms"]) for time in times),
            f"{row['scv_response']:.2f}",
            f"{100 * row['utilisation']:.1f}",
            f"{row['throughput_per_s']:.1f}",
            "-" if row["hit_rate"] is None else f"{100 * row['hit_rate']:.2f}",
            f"{row['requests_per_wall_s'] / 1e6:.2f} M",
            end_section=row["scheduler_name"] == SCHEDULERS[-1],
        )
    output.console().print(table)
