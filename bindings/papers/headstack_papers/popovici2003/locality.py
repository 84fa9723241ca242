"""Random requests in a part of the disk, always as many: the workload of figure 8."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from headstack import catalog, workload
from headstack._core import DriveConfig
from headstack.drive import Drive
from headstack.mimic import Mimic
from headstack_papers.popovici2003 import mechanics
from headstack_papers.popovici2003.running import Row

_MB: Final = 10**6
_OVERHEADS: Final = (
    "read_hit_command",
    "read_miss_command",
    "write_command",
    "write_command_non_sequential",
)


def with_overhead(disk: str, overhead_ms: float) -> DriveConfig:
    """The disk as a real one, that takes a while for each command."""
    values = {f"overhead.{name}": f"{overhead_ms:g} ms" for name in _OVERHEADS}
    return catalog.load(disk).with_values(values)


@lru_cache(maxsize=1)
def _table(disk: str, overhead_ms: float, span: int, step: int, samples: int, seed: int) -> Mimic:
    drive = with_overhead(disk, overhead_ms)
    return mechanics.sampled(drive, step=step, span=span, samples=samples, seed=seed)


def slowdowns(
    disk: str,
    overhead_ms: float,
    areas_mb: Sequence[float],
    outstanding: Sequence[int],
    requests: int,
    step: int,
    samples: int,
    table_seed: int,
    seeds: Sequence[int],
) -> list[Row]:
    """By how many percent C-LOOK is slower than SMTF: a row for each area, queue and seed."""
    drive = with_overhead(disk, overhead_ms)
    span = int(max(areas_mb) * _MB) // 512
    known = _table(disk, overhead_ms, span, step, samples, table_seed)
    disk_mb = drive.blocks * drive.bytes_per_block / _MB
    rows = []
    for area_mb in areas_mb:
        for queue in outstanding:
            for seed in seeds:
                load = workload.hot(
                    outstanding=queue,
                    share=1.0,
                    area=area_mb / disk_mb,
                    size="1KiB",
                    read_fraction=0.5,
                    requests=requests,
                    seed=seed,
                )
                smtf = Drive(drive, "smtf(mean)", placement="host", mimic=known).run(load)
                clook = Drive(drive, "clook", placement="host").run(load)
                times = [one.summary["time_at_disk_s"] for one in (clook, smtf)]
                rows.append(
                    {
                        "area_mb": area_mb,
                        "queue": queue,
                        "seed": seed,
                        "slowdown_percent": 100 * (times[0] / times[1] - 1),
                    }
                )
    return rows
