"""Writes the page of `headstack watch`, which animates a run. The page needs no other file."""

from typing import Any

from headstack import files
from headstack.charts import standalone, watch_data
from headstack.drawing import markup
from headstack.saved import Saved


def html(saved: Saved, data: dict[str, Any]) -> str:
    """Returns the text of the page.

    Args:
        saved: the requests of a run.
        data: a window of the run, as from `watch_data.data`.
    """
    settings = saved.settings
    place = {"both": "drive and host"}.get(settings.placement, settings.placement)
    scheduler = settings.scheduler
    if settings.placement == "both":
        scheduler = f"{settings.scheduler} and {settings.host_scheduler}"
    shown, every = len(data["requests"]["id"]), len(saved.columns["id"])
    part = f"{shown:,} requests" if shown == every else f"{shown:,} of {every:,} requests"
    title = f"{settings.drive}, {scheduler} in the {place}: {part}"
    return standalone.html("watch_page", title, data)


def write(
    saved: Saved,
    path: files.Name,
    begin_ps: int | None = None,
    end_ps: int | None = None,
) -> dict[str, Any]:
    """Writes the page, completely or not at all.

    Args:
        saved: the requests of a run.
        path: the file.
        begin_ps: start of the window, as for `watch_data.data`.
        end_ps: end of the window.

    Returns:
        The data of the page.

    Raises:
        ConfigError: as for `watch_data.data`; or the file cannot be made.
        RunError: there is no room for the file.
    """
    data = watch_data.data(saved, begin_ps, end_ps)
    markup.write(html(saved, data), path)
    return data
