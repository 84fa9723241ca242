"""Parts of HTML pages that need no other file: the style sheet, tables, lists and pictures.

The style sheet has a light and a dark form, and fits a phone. All texts are plain text, and are
escaped here.
"""

import base64
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final

from headstack import files

STYLE: Final = """
:root { color-scheme: light dark; --text: #1a1a1a; --soft: #4d4d4d; --back: #fff; --rule: #d9d9d9;
  --blue: #0072b2; --red: #a84300; --wash: #eef5fa; --grey: #f4f4f4; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e6e6; --soft: #b3b3b3; --back: #1a1a1a; --rule: #404040; --blue: #6cb8e8;
    --red: #ee9a62; --wash: #1e2d38; --grey: #262626; }
  img { filter: invert(.898) hue-rotate(180deg); }
}
* { box-sizing: border-box; }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1.2rem; color: var(--text);
  background: var(--back); font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; overflow-wrap: anywhere; }
.question { color: var(--soft); margin: 0 0 1.2rem; }
.answer { border-left: .35rem solid #0072b2; background: var(--wash); padding: .9rem 1.1rem;
  font-size: 1.1rem; margin: 0; }
.scroll { overflow-x: auto; margin: 1.2rem 0; }
table { border-collapse: collapse; font-size: .88rem; width: 100%; }
th, td { padding: .3rem .6rem; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--rule); font-variant-numeric: tabular-nums; }
th { vertical-align: bottom; border-bottom: 2px solid var(--soft); }
th.text, td.text { text-align: left; }
tr.best td { font-weight: 600; color: var(--blue); }
tr.same td, tr.open td { color: var(--blue); }
tr.grew td { color: var(--red); }
small { color: var(--soft); font-size: .85em; font-weight: 400; }
figure { margin: 0; }
img { max-width: 100%; height: auto; }
.pair { display: flex; flex-wrap: wrap; gap: 1rem; }
.pair > * { flex: 1 1 26rem; min-width: 0; }
.pair img { width: 100%; max-width: 36rem; }
pre { background: var(--grey); padding: .7rem .9rem; overflow-x: auto; font-size: .88rem; }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .15rem 1.2rem;
  font-size: .9rem; margin: .6rem 0; align-content: start; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
details { margin: .8rem 0; }
"""
"""The style sheet of pages. In the dark form, pictures are inverted and keep their hues."""


def page(title: str, body: str) -> str:
    """Returns a whole page.

    Args:
        title: title of the page, as plain text.
        body: contents in HTML, without the heading of the page.
    """
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
{body}
</body>
</html>
"""


def write(text: str, path: files.Name) -> None:
    """Writes a page, completely or not at all.

    Raises:
        ConfigError: the file cannot be made.
        RunError: there is no room for the file.
    """
    with files.whole(path) as temporary, files.saying(path):
        temporary.write_text(text, encoding="utf-8")


def frame(text: str) -> str:
    """Returns a whole page as an element of another page, such as a notebook."""
    return (
        f'<iframe srcdoc="{escape(text)}" style="width: 100%; height: 44rem; '
        'border: 1px solid #999" sandbox></iframe>'
    )


def picture(svg: bytes, text: str) -> str:
    """Returns a picture.

    Args:
        svg: the picture.
        text: description for readers who do not see the picture.
    """
    data = base64.b64encode(svg).decode()
    return f'<figure><img alt="{escape(text)}" src="data:image/svg+xml;base64,{data}"></figure>'


def bullets(lines: Iterable[str]) -> str:
    """Returns a list."""
    return "<ul>\n" + "\n".join(f"<li>{escape(line)}</li>" for line in lines) + "\n</ul>"


def pairs(found: Mapping[str, str]) -> str:
    """Returns names with values."""
    rows = "\n".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in found.items()
    )
    return f"<dl>\n{rows}\n</dl>"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1) -> str:
    """Returns a table that scrolls sideways if the screen is too narrow.

    Args:
        headings: a text for each column.
        rows: a text for each cell.
        texts: number of first columns with texts. The other columns have numbers.
    """

    def line(name: str, cells: Sequence[str]) -> str:
        marks = (' class="text"' if place < texts else "" for place in range(len(cells)))
        return "".join(
            f"<{name}{mark}>{escape(cell)}</{name}>"
            for mark, cell in zip(marks, cells, strict=True)
        )

    body = "\n".join(f"<tr>{line('td', row)}</tr>" for row in rows)
    return (
        f'<div class="scroll">\n<table>\n<thead><tr>{line("th", headings)}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )
