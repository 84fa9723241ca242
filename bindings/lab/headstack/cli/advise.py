"""`headstack advise`: recommends a scheduler, its place and a depth for given requests."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from headstack import files
from headstack.advice.configurations import BOTH, DEPTHS, DRIVE, HOST, HOST_ABOVE, names_of
from headstack.advice.question import DRIVE as USUAL_DRIVE
from headstack.advice.question import MOST_REQUESTS, WORKLOAD_REQUESTS, By, Question
from headstack.cli import output
from headstack.cli.output import Column
from headstack.cli.shared.trace_options import Device, Format, Mapping, Speed
from headstack.errors import ConfigError
from headstack.lazy import needed
from headstack.workload import SEED

if TYPE_CHECKING:
    from headstack.advice import Advice, Ranked

_PAGES = ("html", "htm")
_USUAL = (
    f"{', '.join(HOST)} in the host; {', '.join(DRIVE)} in the drive; {HOST_ABOVE} above "
    f"{', '.join(BOTH)}"
)


def advise(
    trace: Annotated[
        Path | None, typer.Argument(help="The requests, a trace in any of `trace formats`.")
    ] = None,
    workload: Annotated[
        str | None,
        typer.Option(help="Requests that are made instead, as 'random(rate=60)'."),
    ] = None,
    drive: Annotated[str, typer.Option(help="A drive's name, or a .toml file.")] = USUAL_DRIVE,
    schedulers: Annotated[
        str | None,
        typer.Option(
            help="What is tried, as 'sptf, asptf(6), none+sptf, mq_deadline+sptf'.",
            show_default=_USUAL,
        ),
    ] = None,
    places: Annotated[
        str | None,
        typer.Option(
            help=f"Where: host, drive, both (in the drive, with {HOST_ABOVE} in the host).",
            show_default="all; with --schedulers host,drive",
        ),
    ] = None,
    depths: Annotated[
        str, typer.Option(help="Most commands at the drive; 1 is for those in the host.")
    ] = ",".join(map(str, DEPTHS)),
    by: Annotated[
        By | None,
        typer.Option(
            help="What they are ranked by.", show_default="mean; in a closed loop throughput"
        ),
    ] = None,
    map: Mapping = None,  # noqa: A002 - the option's name
    speed: Speed = None,
    outstanding: Annotated[
        int | None,
        typer.Option(
            help="Replay a trace with this number of requests at a time, not at its times.",
            show_default="at its times, if a drive can keep up",
        ),
    ] = None,
    device: Device = None,
    format: Format = None,  # noqa: A002 - the option's name
    skip_bad: Annotated[
        int, typer.Option(min=0, help="Number of malformed lines to leave out.")
    ] = 0,
    requests: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Most requests, the first ones.",
            show_default=f"{MOST_REQUESTS} of a trace, {WORKLOAD_REQUESTS} of a workload",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Seed of a workload.", show_default=str(SEED))
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write a page to this file (.html) that needs no other.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it to this file (png, svg, pdf).")] = None,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Say which scheduler suits a trace, where, and how sure that is; draw it, write a page."""
    page_to = files.target(out, force, _PAGES)
    plot_to = files.target(plot, force, files.CHARTS)
    if out is not None:
        needed("matplotlib", "the page's charts")
    if out is not None and plot is not None and out.absolute() == plot.absolute():
        raise ConfigError(f"--out and --plot are one file, {out}; give them two")
    question = Question(
        trace=None if trace is None else str(trace),
        workload=workload,
        drive=drive,
        schedulers=tuple(names_of(schedulers)) if schedulers is not None else (),
        places=tuple(one.strip() for one in places.split(",")) if places is not None else (),
        depths=_depths(depths),
        by=by,
        map=map,
        speed=1.0 if speed is None else speed,
        outstanding=outstanding,
        device=device,
        format=format,
        skip_bad=skip_bad,
        requests=requests,
        seed=seed,
    )
    from headstack import advice

    with output.progress_bar(None, lasting=False, what="runs") as update:
        found = advice.advise(question, update)
    if plot_to is not None:
        from headstack.advice import advice_chart

        advice_chart.draw(found, plot_to)
    if page_to is not None:
        from headstack.advice import advice_page

        advice_page.write(found, page_to)
    if json:
        output.print_json(
            {
                **found.document(),
                "out": None if out is None else str(out),
                "plot": None if plot is None else str(plot),
            }
        )
        return
    _print(found, out)


def _depths(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(one) for one in text.split(","))
    except ValueError:
        raise ConfigError(f"--depths is {text!r}; whole numbers with commas, as 1,8,32") from None


def _print(found: "Advice", out: Path | None) -> None:
    from headstack.statistics.figures import MEASURES

    columns = [Column("way", "way", text=True)]
    for measure in MEASURES.values():
        title = {"ms": "ms", "/s": "per s"}[measure.unit]
        short = {"mean_response_ms": "mean", "p99_response_ms": "p99"}.get(measure.name, "served")
        columns.append(Column(measure.name, f"{short}\n{title}"))
        columns.append(Column(f"{measure.name}_ends", f"{100 * found.ranking.level:g} %\ninterval"))
    columns.append(Column("against", "against\nbest, %"))
    output.print_table(
        [_row(row) for row in found.ranking.rows],
        columns,
        title=f"{found.load.requests:,} requests on {found.drive.name}, by "
        f"{found.ranking.by.title}\n",
        section="group",
    )
    where = output.console()
    where.print(f"\nfirst group: {_above(found)}\n")
    for title, lines in (("Assumed", found.assumed), ("How sure", found.sureness)):
        where.print(f"{title}:")
        for line in lines:
            where.print(f"- {line}")
        where.print()
    where.print(found.answer)
    if found.linux:
        where.print("\nOn Linux, as root, for disk sdX:")
        for line in found.linux:
            where.print(line, soft_wrap=True)
    if out is not None:
        where.print(f"\n{out} has all of it, with pictures")


def _above(found: "Advice") -> str:
    open_ = len(found.ranking.having("same", "open"))
    return f"the best, {open_ or 'none'} not distinguishable from it; ~: may be too narrow"


def _row(row: "Ranked") -> dict[str, Any]:
    from headstack.advice.summary import number

    cells: dict[str, Any] = {
        "way": row.configuration.short,
        "group": {"same": "best", "open": "best"}.get(row.standing, row.standing),
        "against": "-",
    }
    for name, one in row.figures.items():
        cells[name] = "-" if one is None else number(one.value)
        mark = "" if one is None or one.sound else "~"
        cells[f"{name}_ends"] = (
            "-" if one is None else f"{number(one.low)}-{number(one.high)}{mark}"
        )
    against = row.against
    if against is not None and against.share is not None:
        cells["against"] = f"{100 * against.share:+.1f}"
    elif row.standing == "grew":
        cells["against"] = "grew"
    return cells
