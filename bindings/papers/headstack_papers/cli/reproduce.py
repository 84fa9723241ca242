"""`headstack reproduce`: the papers' experiments again, and which of their claims come out."""

from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from headstack import files
from headstack.cli import output
from headstack.cli.output import Column
from headstack.errors import ConfigError
from headstack.lazy import needed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from headstack_papers.reproduce import Done, Named, Outcome
    from headstack_papers.verdict import Verdict

PAGE = "index.html"
CLAIMS = "claims.json"


def reproduce(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Papers (seltzer1990) or experiments (seltzer1990/fig6); none: list them.",
            show_default=False,
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All experiments.")] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer requests and runs: minutes, wide intervals.")
    ] = False,
    folder: Annotated[
        Path, typer.Option(help="Where runs, page and claims go; what is there is not run again.")
    ] = Path("reproduced"),
    workers: Annotated[
        int | None, typer.Option(help="Number of processes.", show_default="one a core")
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option(help="Run on a Dask cluster: its scheduler's address, as tcp://host:8786."),
    ] = None,
    json: output.Json = False,
) -> None:
    """Run the papers' experiments again, and say which of their claims come out."""
    from headstack_papers import reproduce as again
    from headstack_papers.experiment import FULL, QUICK
    from headstack_papers.reproduce import page

    if names and every:
        raise ConfigError("--all and the names of experiments both say what runs; give one of them")
    chosen = again.experiments(names or ())
    if not names and not every:
        _list(chosen, json)
        return
    if dask is not None:
        needed("distributed", "dask")
    _ours(folder)
    with output.progress_bar(None, lasting=False, what="runs") as update:
        found = again.reproduce(
            names or (),
            folder=folder,
            scale=QUICK if quick else FULL,
            workers=workers,
            dask=dask,
            progress=lambda over, total: update(over, folder.name, total),
        )
    page.write(found, folder / PAGE)
    document = found.document()
    with files.whole(folder / CLAIMS) as temporary, files.saying(folder / CLAIMS):
        temporary.write_text(dumps(document, indent=2, allow_nan=False) + "\n", encoding="utf-8")
    if json:
        output.print_json(document)
    else:
        _print(found, folder)


def _ours(folder: Path) -> None:
    """Checks that a folder is empty or of an earlier run, to protect other files."""
    from headstack_papers.reproduce.running import POINTS

    if folder.is_dir() and any(folder.iterdir()) and not (folder / POINTS).is_dir():
        raise ConfigError(
            f"{folder} has other files than those of an earlier `headstack reproduce`; name an "
            "empty or new folder with --folder"
        )


def _list(chosen: "list[Named]", json: bool) -> None:
    """Prints the list of experiments."""
    rows = [
        {
            "name": one.id,
            "section": one.experiment.section,
            "title": one.experiment.title,
        }
        for one in chosen
    ]
    if json:
        output.print_json({"experiments": rows})
        return
    columns = [
        Column("name", "experiment", text=True),
        Column("section", "section", text=True),
        Column("title", "what", text=True),
    ]
    output.print_table(rows, columns)


def _print(found: "Outcome", folder: Path) -> None:
    """Prints each paper's conclusions and findings, and the number of claims with each verdict."""
    from headstack_papers.reproduce.outcome import conclusions_of

    for paper, done in found.by_paper():
        concluded = [
            {
                "verdict": one.verdict.value if one.verdict else "not tested",
                "section": one.conclusion.section,
                "words": one.conclusion.words,
                "points": _of(one.points.values()),
            }
            for one in conclusions_of(paper, done)
        ]
        if concluded:
            output.print_table(concluded, _CONCLUSIONS, title=f"{paper.title}: conclusions")
        output.print_table(_findings(done), _FINDINGS, title=paper.title, section="experiment")
    output.print_pairs("claims", {**found.document()["counts"], "page": str(folder / PAGE)})


def _of(verdicts: "Iterable[Verdict]") -> str:
    """How many points hold, such as `9 of 10`."""
    each = [verdict.value for verdict in verdicts]
    return f"{each.count('holds')} of {len(each)}" if each else ""


def _findings(done: "Sequence[Done]") -> list[dict[str, str]]:
    """Rows of a table: a row for each claim. The first claim of a finding has its words."""
    return [
        {
            "experiment": one.named.name,
            "published": finding.words if point is finding.points[0] else "",
            "kind": finding.kind.value if point is finding.points[0] else "",
            "claim": point.what,
            "allowed": point.bounds.text(),
            "here": point.measured.text(point.unit),
            "verdict": point.verdict.value,
        }
        for one in done
        for finding in one.findings
        for point in finding.points
    ]


_CONCLUSIONS: Final = [
    Column("verdict", "", text=True),
    Column("section", "section", text=True),
    Column("words", "the paper concludes", text=True),
    Column("points", "points that hold"),
]
_FINDINGS: Final = [
    Column("experiment", "", text=True),
    Column("published", "paper", text=True),
    Column("kind", "kind", text=True),
    Column("claim", "claim", text=True),
    Column("allowed", "allowed"),
    Column("here", "here"),
    Column("verdict", "", text=True),
]
