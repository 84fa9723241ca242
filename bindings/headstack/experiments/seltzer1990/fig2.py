"""Figure 2: what share of its time the disk transfers data, by scheduler and queue length."""

from collections.abc import Iterator
from typing import Final

from headstack.experiments.claims import Bounds, Claim, printed
from headstack.experiments.experiment import Experiment, Found, Panel, Scale, lines
from headstack.sweeps import Point

QUEUES: Final = (1, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000)
SCHEDULERS: Final = {"FCFS": "fcfs", "SSF": "sstf(map)"}


def points(scale: Scale) -> Iterator[Point]:
    """A run for each scheduler, queue and seed."""
    for name, scheduler in SCHEDULERS.items():
        for queue in QUEUES:
            for seed in scale.seeds(20):
                yield Point(
                    drive="fujitsu_m2361a",
                    scheduler=scheduler,
                    placement="host",
                    workload="closed",
                    outstanding=queue,
                    requests=scale.requests(max(100 * queue, 20_000), least=20 * queue),
                    size="4KiB",
                    align="4KiB",
                    read_fraction=0.0,
                    seed=seed,
                    labels={"name": name, "queue": queue},
                )


def claims(found: Found) -> Iterator[Claim]:
    """The paper's words on utilisation."""
    for queue in (1, 1000):
        yield Claim(
            f"FCFS, Q = {queue}: utilisation",
            "7 %",
            found.mean("utilisation", name="FCFS", queue=queue).times(100),
            printed("7"),
            "%",
        )
    yield Claim(
        "SSF, Q = 1000: utilisation above that of FCFS",
        "higher",
        found.excess("utilisation", {"name": "SSF"}, {"name": "FCFS"}, queue=1000),
        Bounds(low=0),
        "%",
    )


def shows(found: Found) -> Iterator[Panel]:
    """Utilisation over queue length, a line a scheduler."""
    names = {name: {"name": name} for name in SCHEDULERS}
    yield Panel(
        "Disk utilisation",
        "queue length",
        "utilisation, %",
        lines(found, "utilisation", "queue", names, scale=100),
        y_range=(0, 45),
    )


EXPERIMENT: Final = Experiment(
    title="Figure 2: disk utilisation",
    section="3.2",
    says="FCFS keeps the disk busy with transfers 7 % of the time, whatever the queue.",
    points=points,
    claims=claims,
    shows=shows,
    set_up="Scheduled in the host, where the queue is full at the first pick.",
)
