"""Tables that experiments write into pages of docs/, between the marks of their names."""

from pathlib import Path


def put(page: Path, name: str, table: str) -> None:
    """Replaces what stands between `<!-- name -->` and `<!-- end of name -->`.

    Raises:
        ValueError: the page does not have these marks once each.
    """
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, rest = page.read_text(encoding="utf-8").split(begin)
    _, after = rest.split(end)
    page.write_text(f"{before}{begin}{table}\n{end}{after}", encoding="utf-8")
