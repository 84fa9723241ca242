"""`headstack report`: writes results as one page."""

from pathlib import Path
from typing import Annotated

import typer

from headstack import files
from headstack.cli import output


def report(
    results: Annotated[
        list[Path],
        typer.Argument(
            help="The file of run --parquet, the folder of sweep --folder, or a file with the "
            "output of compare --json, sweep --json or validate --json."
        ),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="File (.html) for the page, with its pictures.")
    ] = Path("report.html"),
    title: Annotated[
        str | None, typer.Option(help="Title of the page.", show_default="from the results")
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Write results as one page: what was run, figures and plots. The page works offline."""
    from headstack.lazy import needed

    to = files.target(out, force, ("html",))
    assert to is not None
    needed("matplotlib", "charts")
    from headstack.drawing import markup
    from headstack.report import reading, report_page

    sections = [reading.section(path) for path in results]
    markup.write(report_page.page(sections, title), to)
    pictures = sum(len(one.pictures) for one in sections)
    if json:
        shown = [{"kind": one.kind, "title": one.title} for one in sections]
        output.print_json({"out": str(out), "results": shown, "pictures": pictures})
    else:
        typer.echo(f"{out}: {', '.join(one.kind for one in sections)}; {pictures} pictures")
