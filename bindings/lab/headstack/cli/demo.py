"""`headstack demo`: the random workload of Worthington 1994, section 5, under four schedulers."""

import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from headstack import files, workload
from headstack.cli import output
from headstack.cli.output import Column, digits
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack.lazy import needed
from headstack.queues import Placement
from headstack.result import Result

DRIVE = "hp_c2247"
RATES = {"light": 15, "medium": 30, "heavy": 50}  # per second; FCFS saturates near 45
SCHEDULERS = ("fcfs", "sstf", "clook", "sptf")
CURVE_RATES = (10, 20, 25, 35, 40, 45, 55, 60, 65, 70)  # besides the rates of the table
CURVE_SHARE = 5  # divisor of the number of requests of a run for the chart
SATURATED = "* saturated: the queue grew over the run, so its times depend on how long it ran"
MOST_TASKS = 65_536  # room in the drive for the backlog of a saturated run
CHART, REQUESTS = "schedulers.png", "requests"


def demo(
    requests: Annotated[int, typer.Option(help="Number of requests of each run.")] = 100_000,
    placement: Annotated[
        Placement,
        typer.Option(
            help="Where the queue is scheduled; in the host with one request at the drive."
        ),
    ] = "host",
    seed: Annotated[int, typer.Option(help="Seed of the random numbers.")] = 1,
    out: Annotated[
        Path, typer.Option(help="Folder for chart and requests; replaces those of an earlier demo.")
    ] = Path("out"),
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Compare four schedulers at three rates: a table, a chart, and every request."""
    from headstack.charts import chart

    output.one_form(json, csv)
    needed("pyarrow", "demo")
    _check_folder(out, force)
    with _replaced(out / REQUESTS) as folder:
        rows, curve = _run_all(requests, placement, seed, folder)
    chart.draw_schedulers([*rows, *curve], out / CHART)
    if json:
        output.print_json(
            {
                "seed": seed,
                "configuration": Drive(DRIVE).config.to_toml(),
                "runs": rows,
                "chart_runs": curve,
                "chart": str(out / CHART),
                "requests": str(out / REQUESTS),
            }
        )
    elif csv:
        output.print_csv(rows)
    else:
        _print(rows)
        typer.echo(f"chart:    {out / CHART}\nrequests: {out / REQUESTS} (Parquet)")


def _check_folder(out: Path, force: bool) -> None:
    """Makes the folder. Raises ConfigError if it has files that no demo wrote."""
    files.make_folder(out)
    for name in (CHART, REQUESTS):
        ours = (out / REQUESTS / f"scheduler={SCHEDULERS[0]}").is_dir()
        if (out / name).exists() and not (force or ours):
            raise ConfigError(
                f"cannot write {out / name}: it is there, and no demo made it; --force overwrites "
                "it, --out takes another folder"
            )


@contextmanager
def _replaced(folder: Path) -> Iterator[Path]:
    """Yields a new folder, which replaces `folder` if the block succeeds."""
    new, old = (folder.parent / f".headstack-{secrets.token_hex(8)}" for _ in range(2))
    try:
        with files.saying(folder):
            new.mkdir()
        yield new
        with files.saying(folder):
            if folder.exists():
                folder.replace(old)
            new.replace(folder)
    finally:
        shutil.rmtree(new, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def _run_all(
    requests: int, placement: Placement, seed: int, folder: Path
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Runs every scheduler at every rate, and writes the requests of the table's rates.

    Returns:
        The runs of the table, and the runs at the other rates of the chart, each as a dict.
    """
    depth = MOST_TASKS if placement == "drive" else None
    few = max(requests // CURVE_SHARE, 1)
    total = len(SCHEDULERS) * (requests * len(RATES) + few * len(CURVE_RATES))
    rows: list[dict[str, Any]] = []
    curve: list[dict[str, Any]] = []
    done = 0
    with output.progress_bar(total, lasting=True) as update:
        loads = [(name, rate, requests) for name, rate in RATES.items()]
        for load, rate, count in [*loads, *(("", rate, few) for rate in CURVE_RATES)]:
            for scheduler in SCHEDULERS:
                show = partial(_show, update, done, f"{scheduler}, {rate}/s")
                drive = Drive(DRIVE, scheduler, placement=placement, queue_depth=depth)
                result = drive.run(workload.random(rate, requests=count, seed=seed), progress=show)
                done += count
                row = {"scheduler_name": scheduler, **result.document()}
                if load:
                    _save(result, folder / f"scheduler={scheduler}" / f"rate={rate}")
                    rows.append({"load": load, **row})
                else:
                    curve.append(row)
        update(total, "done")
    return rows, curve


def _show(update: Callable[[int, str], None], before: int, what: str, served: int) -> None:
    update(before + served, what)


def _save(result: Result, folder: Path) -> None:
    files.make_folder(folder)
    result.to_parquet(folder / "requests.parquet")


def _ms(time: float) -> str:
    return f"{time:,.1f}" if time < 10_000 else f"{time:,.0f}"


def _print(rows: list[dict[str, Any]]) -> None:
    first = rows[0]
    speeds = [row["requests_per_wall_s"] / 1e6 for row in rows]
    shown = [
        {
            **row,
            "load": f"{row['rate_per_s']}/s",
            "scheduler": row["scheduler_name"] + (" *" if row["saturated"] else ""),
        }
        for row in rows
    ]
    loads = ", ".join(f"{name} {rate}/s" for name, rate in RATES.items())
    times = ("mean", "median", "p95", "p99", "max")
    output.print_table(
        shown,
        (
            Column("load", "load", text=True),
            Column("scheduler", "sched-\nuler", text=True),
            *(Column(f"{time}_response_ms", time, _ms) for time in times),
            Column("scv_response", "scv", digits(2)),
            Column("utilisation", "media\nuse %", digits(1, 100)),
            Column("throughput_per_s", "served\nper s", digits(1)),
            Column("hit_rate", "read\nhits %", digits(2, 100)),
        ),
        title=f"{DRIVE}: {first['requests']:,} requests of 8 KiB a row, uniformly random, 2 reads "
        f"to 1 write,\nscheduled in the {first['placement']}; load {loads}; response times in ms\n",
        caption=(SATURATED + "\n" if any(row["saturated"] for row in rows) else "")
        + f"simulated in a second: {min(speeds):.2f} to {max(speeds):.2f} M requests",
        section="load",
    )
