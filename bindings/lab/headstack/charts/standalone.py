"""Makes an HTML file that needs no other file: a template, its script, and data as JSON."""

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from string import Template
from typing import Any


def html(name: str, title: str, data: Mapping[str, Any]) -> str:
    """Returns the text of a page.

    Args:
        name: name of the template. NAME.html has the places $title, $data and $script; NAME.js is
            the script.
        title: title of the page, as plain text.
        data: what the script shows. The script finds the JSON in the element `data`.
    """
    folder = Path(__file__).parent
    template = (folder / f"{name}.html").read_text(encoding="utf-8")
    script = (folder / f"{name}.js").read_text(encoding="utf-8")
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return Template(template).substitute(
        title=escape(title),
        data=text.replace("<", "\\u003c"),  # no text in the data ends the element
        script=script,
    )
