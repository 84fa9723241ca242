"""The tables of `headstack trace info`."""

from collections.abc import Mapping
from typing import Any

from headstack.cli import output
from headstack.cli.output import Column, show

_MOST_DEVICES = 8
_UNITS = ((2**40, "TiB"), (2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"))
_QUANTITIES = ("min", "median", "mean", "p95", "max")


def show_size(value: float | None) -> str:
    """Returns bytes in the largest binary unit with a value of at least 1."""
    if value is None:
        return "-"
    for unit, name in _UNITS:
        if abs(value) >= unit:
            return f"{value / unit:,.1f} {name}".replace(".0 ", " ")
    return f"{value:,.0f} B"


def print_profile(document: Mapping[str, Any]) -> None:
    """Prints the figures of a trace (`Profile.document`) for people."""
    rows = [{"what": what, "value": value} for what, value in _whole(document).items()]
    output.print_table(rows, _PAIRS, title=document["trace"])
    output.print_table(_distributions(document), _DISTRIBUTIONS)
    if not all(row["exact"] for row in _distributions(document)):
        output.console().print("~: within 0.4 %, of bins; other figures are exact")
    for note in document["notes"]:
        output.console().print(f"note: {note}")


def _whole(document: Mapping[str, Any]) -> dict[str, str]:
    found = {
        "format": document["format"]
        + (f", {document['files']} files as one" if document["files"] > 1 else ""),
        "requests": show(document["requests"]),
        "other records": show(document["other_records"]),
        "malformed lines left out": show(document["bad_lines"]),
        "devices": _devices(document["devices"]),
        "span": _duration(document["span_s"]),
        "mean rate": _number(document["mean_rate_per_s"], "/s"),
        "reads": _percent(document["read_share"]),
        "bytes": f"{show_size(document['bytes'])}, {_percent(document['read_bytes_share'])} read",
        "most common sizes": ", ".join(
            f"{show_size(one['bytes'])} ({_percent(one['share'])})"
            for one in document["size_common"]
        ),
        "addresses": f"{show_size(document['lowest_byte'])} to "
        f"{show_size(document['highest_byte'])}",
        "footprint": "spread over more than 64 TiB"
        if document["footprint_mib"] is None
        else f"{document['footprint_mib']:,} MiB touched",
        "starts where the last one ended": _percent(document["sequential_share"]),
        "in order of arrival": show(document["in_order"]),
        **_priorities(document),
    }
    return {**found, **_arrivals(document["interarrival"])}


def _arrivals(found: Mapping[str, Any] | None) -> dict[str, str]:
    if found is None:
        return {"arrivals": "too far out of order to be described"}
    return {
        "interarrival time, mean": _number(found["mean_ms"], " ms"),
        "its squared coeff. of variation": _number(found["scv"]),
        "index of dispersion, 1 s and 1 min": f"{_number(found['dispersion_1s'])} and "
        f"{_number(found['dispersion_60s'])}",
        "most arrivals in a second": show(found["peak_per_s"]),
    }


def _distributions(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = []
    for what, key, form in (
        ("size", "size_bytes", show_size),
        ("distance", "distance_bytes", show_size),
        ("response, ms", "response_ms", _milliseconds),
    ):
        found = document[key]
        if found is not None:
            exact = found["quantiles_exact"]
            rows.append({"what": what, "exact": exact, **_shown(found, form, exact)})
    return rows


def _shown(found: Mapping[str, Any], form: Any, exact: bool) -> dict[str, str]:
    return {
        name: ("~" if name in ("median", "p95") and not exact else "") + form(found[name])
        for name in _QUANTITIES
    }


_PAIRS = (Column("what", "what", text=True), Column("value", "value", text=True))
_DISTRIBUTIONS = (
    Column("what", "", text=True),
    *(Column(name, name) for name in _QUANTITIES),
)


def _devices(devices: Mapping[str, int]) -> str:
    order = sorted(devices, key=lambda name: -devices[name])
    shown = ", ".join(f"{name} ({devices[name]:,})" for name in order[:_MOST_DEVICES])
    more = len(order) - _MOST_DEVICES
    return f"{len(order)}: {shown}" + (f" and {more} more, see --json" if more > 0 else "")


def _priorities(document: Mapping[str, Any]) -> dict[str, str]:
    """Returns the line with the shares of the priorities, if the trace has any."""
    shares = [
        f"{priority if priority != '0' else 'none'} ({_percent(count / document['requests'])})"
        for priority, count in document["priorities"].items()
    ]
    return {"priorities": ", ".join(shares)} if shares else {}


def _duration(seconds: float) -> str:
    for unit, name in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * unit:
            return f"{seconds:,.3f} s, {seconds / unit:,.1f} {name}"
    return f"{seconds:,.3f} s"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _number(value: float | None, unit: str = "") -> str:
    return (
        "-" if value is None else f"{value:,.4g}{unit}" if value < 1000 else f"{value:,.0f}{unit}"
    )


def _milliseconds(value: float | None) -> str:
    return "-" if value is None else f"{value:,.3f}"
