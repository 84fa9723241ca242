"""`headstack replay`: the commands of a served drive again."""

from pathlib import Path
from typing import Annotated

import typer

from headstack.cli import output
from headstack.errors import RunError


def replay(
    file: Annotated[Path, typer.Argument(help="A file of `headstack serve --record`.")],
    json: output.Json = False,
) -> None:
    """Send recorded commands to fresh drives again, and compare their times and statuses."""
    from headstack_serve import replaying

    found = replaying.replay(file)
    different = [number for unit in found for number in unit.different]
    document = {
        "units": len(found),
        "orders": sum(u.orders for u in found),
        "different": len(different),
    }
    if json:
        output.print_json(document)
    else:
        output.print_pairs(str(file), document)
    if different:
        raise RunError(f"{file}: {len(different)} orders ended differently, first {different[0]}")
