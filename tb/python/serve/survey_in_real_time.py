"""The rotation of a served drive by the clock of this computer: over libiscsi, as of a real disk.

The result depends on the time at which this computer runs the drive and the host. So pytest
collects the file only by its name: `scripts/test realtime`. Takes a minute as root, without other
work on the computer.
"""

import os
from collections.abc import Iterator

import numpy as np
import pytest
from serve.target import served

from headstack import catalog
from headstack_identify import circle
from headstack_identify.device import probing
from headstack_identify.device.disk import Disk, ask
from headstack_identify.device.transport import libiscsi
from headstack_identify.device.transport.permitted import Permitted
from headstack_identify.extract.asking.host import Host

JITTER_READS = 60
MOST_JITTER_MS = 0.8
"""With a larger range of ends, a computer is too busy to tell a rotation in real time."""


@pytest.fixture
def before_other_work() -> Iterator[None]:
    """The test and the drive that it serves go before other work of this computer."""
    policy = os.sched_getscheduler(0), os.sched_getparam(0)
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(20))
    yield
    os.sched_setscheduler(0, *policy)


def jitter_ms(disk: Disk, turn_ms: float) -> float:
    """Range of 90 % of the angles at which reads of one sector end, as a time."""
    ends = np.array([disk.read(1_000_000).ended / 1e9 for _ in range(JITTER_READS)])
    off = circle.wrapped((ends - ends[0]) / turn_ms)
    return float(np.diff(np.quantile(off, [0.05, 0.95]))[0] * turn_ms)


@pytest.mark.usefixtures("before_other_work")
def test_the_rotation_of_a_drive_in_real_time() -> None:
    truth = catalog.load("hp_97560")
    with served("--drive", "hp_97560", "--pace", "real") as service:
        target = libiscsi.IscsiTarget(service.url)
        host = Host(Permitted(target), None, 1)
        disk = Disk(host, ask(host))
        late_ms = jitter_ms(disk, truth.revolution_ps / 1e9)
        assert late_ms < MOST_JITTER_MS, "this computer is too busy to tell a rotation"
        found = probing.probe(disk, 1)
        target.close()
    assert found.revolution_ms == pytest.approx(truth.revolution_ps / 1e9, rel=5e-4)
    assert np.all(np.abs(found.track_sectors / 72 - 1) < 0.1)
