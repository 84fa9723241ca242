"""Writes results as one HTML page that needs no other file.

- `reading`: finds out what a stored result is
- `section`: the part of the page for one result
- `of_run`: the section of a run
- `of_comparison`: the section of a comparison
- `of_sweep`: the section of a sweep
- `of_validation`: the section of a validation
- `report_page`: writes the page

Uses all other parts except the command. Begin with `report_page`.
"""

from headstack.report.report_page import html, write

__all__ = ["html", "write"]
