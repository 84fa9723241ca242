"""Progress without a terminal: a line each minute, and none of a short command."""

from headstack.cli.progress_lines import EVERY_S, ProgressLines


def told(calls: list[tuple[float, int, str]], total: int | None) -> list[str]:
    """The lines of a command that calls at these times, in minutes."""
    times = iter([0.0, *(minutes * EVERY_S for minutes, _, _ in calls)])
    lines: list[str] = []
    update = ProgressLines(lines.append, total, "replays", lambda: next(times))
    for _, done, now in calls:
        update(done, now)
    return lines


def test_a_line_each_minute() -> None:
    calls = [(0.5, 10, "phase"), (1.0, 20, "phase"), (1.9, 30, "fitting"), (2.5, 1400, "fitting")]
    assert told(calls, None) == ["phase: 20 replays, 60 s", "fitting: 1,400 replays, 150 s"]


def test_the_total() -> None:
    assert told([(3.0, 7, "cheetah")], 1200) == ["cheetah: 7 of 1,200 replays, 180 s"]


def test_a_short_command_is_silent() -> None:
    assert told([(0.9, 7, "cheetah")], 1200) == []
