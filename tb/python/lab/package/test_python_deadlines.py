"""Schedulers written in Python that ask for deadlines and classes."""

from typing import Any

import numpy as np
import pytest

import headstack


class Earliest(headstack.Scheduler):
    """EDF."""

    needs_deadlines = True

    def pick(self, queue: Any, drive: Any) -> int:
        return int(np.argmin(queue.deadline))


class FeasibleFirst(headstack.Scheduler):
    """The earliest deadline that is not past; else the oldest."""

    needs_deadlines = True
    needs_classes = True

    def __init__(self) -> None:
        self.classes: set[int] = set()
        self.none = 0

    def pick(self, queue: Any, drive: Any) -> int:
        self.classes.update(queue.class_id.tolist())
        self.none += int((queue.deadline == 2**63 - 1).sum())
        return int(np.argmin(np.where(queue.deadline < drive.now, 2**63 - 1, queue.deadline)))


class Ranks(headstack.Scheduler):
    """By class."""

    needs_classes = True

    def pick(self, queue: Any, drive: Any) -> int:
        return int(np.argmin(queue.class_id))


def test_deadlines_are_seen() -> None:
    load = headstack.workload.streams(
        {"mpeg2": 8, "cd_audio": 4},
        requests=300,
        best_effort=headstack.workload.closed(4, requests=200),
    )
    hashes = {
        headstack.Drive("hp_97560", scheduler, placement="host")
        .run(load)
        .summary["schedule_sha256"]
        for scheduler in (Earliest, "edf")
    }
    assert len(hashes) == 1
    seen = FeasibleFirst()
    result = headstack.Drive("hp_97560", seen, placement="host").run(load)
    assert seen.classes == {0, 1, 2}
    assert seen.none > 100
    assert result.summary["guarantee_ratio"] > 0.1


def test_classes_need_no_deadlines() -> None:
    load = headstack.workload.arrivals(
        [0, 0, 0, 0], [0, 5000, 9000, 3000], 16, class_id=[0, 2, 1, 0]
    )
    served = headstack.Drive("hp_97560", Ranks, placement="host").run(load).columns
    assert served["id"].tolist() == [0, 3, 2, 1]


def test_deadlines_and_classes_have_to_be_asked_for() -> None:
    class Nosy(headstack.Scheduler):
        what = "deadline"

        def pick(self, queue: Any, drive: Any) -> int:
            return int(np.argmin(getattr(queue, self.what)))

    class NosyOfClass(Nosy):
        what = "class_id"

    load = headstack.workload.streams({"mpeg2": 2}, requests=10)
    with pytest.raises(headstack.RunError, match="needs_deadlines = True"):
        headstack.Drive("hp_97560", Nosy, placement="host").run(load)
    with pytest.raises(headstack.RunError, match="needs_classes = True"):
        headstack.Drive("hp_97560", NosyOfClass, placement="host").run(load)


def test_the_drive_hears_of_deadlines_and_classes() -> None:
    load = headstack.workload.streams({"mpeg2": 8, "cd_audio": 4}, requests=300)
    mine, firmware = (
        headstack.Drive("hp_97560", scheduler).run(load).summary["schedule_sha256"]
        for scheduler in (Earliest, "edf")
    )
    assert mine == firmware
    seen = FeasibleFirst()
    headstack.Drive("hp_97560", seen).run(load)
    assert seen.classes == {0, 1}


def test_a_workload_without_deadlines() -> None:
    with pytest.raises(headstack.ConfigError, match="Earliest' schedules by deadlines"):
        headstack.Drive("hp_97560", Earliest, placement="host").run(
            headstack.workload.closed(3, requests=10)
        )
