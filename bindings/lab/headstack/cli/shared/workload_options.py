"""The options of a workload. Makes a workload from a name with options, or from a text."""

from typing import Annotated, Any, Final

import typer

from headstack import workload
from headstack.errors import ConfigError
from headstack.workload.text import Parsed

CLOSED_OUTSTANDING: Final = 1
PANEL: Final = "Workload"
"""Heading of these options in help texts."""
EXAMPLE: Final = "'mix(0.7: random(rate=30), 0.3: sequential(rate=30))'"


Workload = Annotated[
    str | None,
    typer.Option(
        "--workload",
        help="'random' arrivals, a 'closed' loop, or a text as 'hot(rate=30, share=0.9)' or "
        "'trace(FILE, speed=2x)' (docs/use/workloads.md).",
        show_default="random",
        rich_help_panel=PANEL,
    ),
]
Rate = Annotated[
    float | None,
    typer.Option(help="Arrivals per second; for --workload random.", rich_help_panel=PANEL),
]
Outstanding = Annotated[
    int | None,
    typer.Option(
        help="Number of requests in the system; for --workload closed.",
        show_default=f"{CLOSED_OUTSTANDING}",
        rich_help_panel=PANEL,
    ),
]
Requests = Annotated[
    int | None,
    typer.Option(
        help="Number of requests.", show_default=f"{workload.REQUESTS}", rich_help_panel=PANEL
    ),
]
Size = Annotated[
    str | None,
    typer.Option(
        help="Size of a request, with its unit.", show_default=workload.SIZE, rich_help_panel=PANEL
    ),
]
Reads = Annotated[
    float | None,
    typer.Option(help="Share of reads, 0 to 1.", show_default="2/3", rich_help_panel=PANEL),
]
Seed = Annotated[
    int | None,
    typer.Option(
        help="Seed of the random numbers.",
        show_default=f"{workload.SEED}",
        rich_help_panel=PANEL,
    ),
]


def load_of(
    text: str | None,
    *,
    rate: float | None,
    outstanding: int | None,
    requests: int | None,
    size: str | None,
    reads: float | None,
    seed: int | None,
) -> Parsed:
    """Returns the workload of the options. `None`: the option has no value.

    `random` and `closed` without parentheses take their values from the options. A text with
    parentheses takes from the options the values that the text lacks.

    Raises:
        ConfigError: the workload cannot use an option, or an argument is wrong.
    """
    given: dict[str, Any] = {
        "requests": requests,
        "size": size,
        "read_fraction": reads,
        "seed": seed,
    }
    common = {name: value for name, value in given.items() if value is not None}
    if text is None or text in ("random", "closed"):
        return Parsed(_by_options(text or "random", rate, outstanding, common))
    for option, value in (("--rate", rate), ("--outstanding", outstanding)):
        if value is not None:
            raise ConfigError(f"{option} stands in the workload's text, as in {EXAMPLE}")
    return workload.parse(text, **common)


def _by_options(
    text: str, rate: float | None, outstanding: int | None, common: dict[str, Any]
) -> workload.Workload:
    if text == "closed":
        if rate is not None:
            raise ConfigError("--rate is for --workload random; with closed, leave it out")
        kept = CLOSED_OUTSTANDING if outstanding is None else outstanding
        return workload.closed(kept, **common)
    if outstanding is not None:
        raise ConfigError(
            "--outstanding is for --workload closed; with random, leave it out (the drive's own "
            "limit is --queue-depth)"
        )
    if rate is None:
        raise ConfigError("--workload random needs --rate, arrivals per second, as in --rate 30")
    return workload.random(rate, **common)
