"""`headstack schema`: prints a JSON Schema of drive files, for editors."""

import json as json_
import sys
from typing import Annotated, Literal

import typer

from headstack import drive_schema
from headstack.cli import output

Keys = Literal["drive", "conditions"]


def schema(
    keys: Annotated[
        Keys, typer.Argument(help="Keys of the files: of a drive, or only conditions.")
    ] = "drive",
    json: output.Json = False,
) -> None:
    """Print a JSON Schema of drive files or of files of conditions, for editors."""
    document = drive_schema.schema(conditions_only=keys == "conditions")
    if json:
        output.print_json({"keys": keys, "schema": document})
    else:
        sys.stdout.write(json_.dumps(document, indent=2, ensure_ascii=False) + "\n")
