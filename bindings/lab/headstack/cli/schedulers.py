"""`headstack schedulers`: lists the schedulers."""

from headstack._core import SchedulerInfo, schedulers
from headstack.cli import output
from headstack.cli.output import Column

_COLUMNS = (
    Column("signature", "signature", text=True),
    Column("knows", "knows", text=True),
    Column("summary", "picks", text=True),
    Column("paper", "from", text=True),
)


def list_schedulers(json: output.Json = False, csv: output.Csv = False) -> None:
    """List the schedulers, with what each needs to know and where it is from."""
    output.one_form(json, csv)
    found = [
        {
            "name": info.name,
            "signature": info.signature,
            "knowledge": info.knowledge,
            "needs": info.needs,
            "knows": knows(info),
            "placements": info.placements,
            "parameters": info.parameters,
            "summary": info.summary,
            "paper": info.paper,
        }
        for info in schedulers()
    ]
    if json:
        output.print_json({"schedulers": found})
    elif csv:
        output.print_csv(found)
    else:
        output.print_table(found, _COLUMNS)


def knows(info: SchedulerInfo) -> str:
    """Returns the inputs of a scheduler, as in docs/reference/schedulers.md: "map, deadlines"."""
    level = [] if info.knowledge == "none" else [info.knowledge]
    return ", ".join(level + info.needs) or "nothing"
