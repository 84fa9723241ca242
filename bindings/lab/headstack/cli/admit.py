"""`headstack admit`: counts the media streams that a drive can serve in time."""

from dataclasses import asdict
from typing import Annotated

import typer

from headstack import catalog
from headstack.cli import output
from headstack.errors import ConfigError
from headstack.measure import admission
from headstack.units import parse_size
from headstack.workload.media import Kind, Streams, rate_of


def admit(
    drive: Annotated[str, typer.Option(help="A drive's name, or a .toml file.")] = "hp_97560",
    kind: Annotated[
        list[str],
        typer.Option(
            help="mpeg2, cd_audio or a rate as in '1.5 MB/s'; may be given several times."
        ),
    ] = ["mpeg2"],  # noqa: B006 - typer copies it
    streams: Annotated[
        list[int],
        typer.Option(help="Number of streams that ask, for each kind.", min=1, show_default="100"),
    ] = [],  # noqa: B006
    tracks: Annotated[tuple[int, int], typer.Option(help="Least and most tracks of a request.")] = (
        1,
        50,
    ),
    buffer: Annotated[
        str, typer.Option(help="Buffer of each stream, as in '200 kB'.", show_default="none")
    ] = "",
    reads: Annotated[float, typer.Option(help="Share of requests that play, 0 to 1.")] = 1.0,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Say how many streams are accepted, one by one, so that none ever misses a deadline."""
    output.one_form(json, csv)
    if streams and len(streams) != len(kind):
        raise ConfigError(f"{len(streams)} times --streams for {len(kind)} kinds; one for each")
    held = parse_size(buffer) if buffer else 0
    wanted = [
        Kind(number, rate_of(name), held, reads, name)
        for name, number in zip(kind, streams or [100] * len(kind), strict=True)
    ]
    config = catalog.load(drive)
    counts = admission.admitted(config, wanted, tracks)
    accepted = tuple(
        Kind(number, each.bytes_per_s, held, reads, each.name)
        for each, number in zip(wanted, counts, strict=True)
        if number
    )
    document: dict[str, object] = {"drive": config.name, "tracks": list(tracks)}
    document["accepted"] = dict(zip(kind, counts, strict=True))
    if accepted:
        load = Streams(accepted, 1, tracks[0], tracks[1], "after", 1.0, 1)
        found = asdict(admission.judge(config, load))
        del found["accepted"]
        document.update(found)
    if json:
        output.print_json({**document, "seed": None, "configuration": config.to_toml()})
        return
    if csv:
        output.print_csv([{**document, "tracks": f"{tracks[0]} to {tracks[1]}"}])
        return
    shown = {f"{name}, accepted": number for name, number in zip(kind, counts, strict=True)}
    rest = {key: document[key] for key in ("utilisation", "spare_s", "interval_s") if accepted}
    output.print_pairs(
        f"{config.name}, edf in the host, requests of {tracks[0]} to {tracks[1]} tracks",
        {**shown, **rest},
    )
