"""Lists what a search may change in a drive file: a line for each key, and one for each policy.

The search skips a key that the format of drive files lacks, or that changes nothing in the trace. A
new key is searched for as soon as it has its line.
"""

from dataclasses import dataclass
from typing import Any, Final

from headstack_identify.fit.free_parameters import Range


@dataclass(frozen=True)
class Row:
    """A key with a number for the search.

    Attributes:
        key: the key.
        unit: unit of the number, as in drive files.
        stage: group of keys that are searched for together.
        range: step, largest change at once, least value and largest value.
        adds_to: key of the command to which the number is added. With all negative terms at once,
            the command must not take a negative time. Empty if no command gets the number.
    """

    key: str
    unit: str
    stage: str
    range: Range
    adds_to: str = ""


@dataclass(frozen=True)
class Policy:
    """A policy of the drive: one of several choices.

    Attributes:
        name: subject of the policy.
        choices: values by keys for each choice. `None`: the key is left out.
        shifts: whether a choice shifts the times of most requests, or lies beyond a cliff of the
            cost. If so, the search must change many numbers, in several steps, before the right
            choice looks better.
    """

    name: str
    choices: tuple[dict[str, Any], ...]
    shifts: bool = False


LATE: Final = "late"
"""Stage after the policies: numbers that can imitate another policy."""

WEDGES: Final = "as many as the servo's wedges"
"""A value that stands for the number of wedges from the phase."""

AWAITED: Final = "awaited blocks"
"""Key of a choice: the number of blocks before a read reconnects, for any segment size."""

TIMES: Final = "times what it is"
"""Text after a factor: the new value is the factor times the value that the last choice gave.

Without such a choice, the description gave the value. A number of blocks becomes a whole number.
"""

_COST: Final = Range(0.01, 1.0, 0.0, 20.0)  # ms
_TERM: Final = Range(0.01, 1.0, -5.0, 5.0)  # ms
_END: Final = Range(0.02, 2.0, 0.0, 20.0)  # ms
_SECTORS: Final = Range(0.05, 1.0, -20.0, 20.0)
_PER_BLOCK: Final = Range(0.0005, 0.02, 0.0, 2.0)  # ms
_BUS: Final = Range(0.0005, 0.02, 0.001, 2.0)  # ms/block

_HIT: Final = "overhead.read_hit_command"
_MISS: Final = "overhead.read_miss_command"
_WRITE: Final = "overhead.write_command"
_NON_SEQUENTIAL: Final = "overhead.write_command_non_sequential"
_CACHED: Final = "overhead.write_cached_command"

ROWS: tuple[Row, ...] = (
    Row("overhead.read_hit_command", "ms", "hits", _COST),
    Row("overhead.read_hit_after_write", "ms", "hits", _TERM, _HIT),
    Row("overhead.read_hit_sequential", "ms", "hits", _TERM, _HIT),
    Row("overhead.read_hit_during_read_ahead", "ms", "hits", _COST),
    Row("overhead.read_hit_without_read_ahead", "ms", "hits", _TERM, _HIT),
    Row("overhead.read_hit_sector_times", "sectors", "hits", _SECTORS, _HIT),
    Row("overhead.read_hit_per_block", "ms", LATE, _PER_BLOCK),
    Row("overhead.write_cached_command", "ms", "cached", _COST),
    Row("overhead.write_cached_after_write", "ms", "cached", _TERM, _CACHED),
    Row("overhead.write_cached_sequential", "ms", "cached", _TERM, _CACHED),
    Row("overhead.write_cached_sector_times", "sectors", "cached", _SECTORS, _CACHED),
    Row("overhead.write_cached_per_block", "ms", LATE, _PER_BLOCK),
    Row("overhead.read_miss_command", "ms", "media", _COST),
    Row("overhead.read_miss_after_write", "ms", "media", _TERM, _MISS),
    Row("overhead.read_miss_sequential", "ms", "media", _TERM, _MISS),
    Row("overhead.read_miss_per_block", "ms", LATE, _PER_BLOCK),
    Row("overhead.prefetch_interrupt", "ms", "media", _COST),
    Row("overhead.write_command", "ms", "media", _COST),
    Row("overhead.write_command_non_sequential", "ms", "media", _COST),
    Row("overhead.write_after_write", "ms", "media", _TERM, _WRITE),
    Row("overhead.write_sequential", "ms", "media", _TERM, _WRITE),
    Row("overhead.write_per_block", "ms", LATE, _PER_BLOCK),
    Row("overhead.write_seek_delay_non_sequential", "ms", "media", _COST),
    Row("overhead.read_completion", "ms", "ends", _COST),
    Row("overhead.read_last_block", "ms", "ends", _COST),
    Row("overhead.read_track_end", "ms", "ends", _END),
    Row("overhead.write_track_end", "ms", "ends", _END),
    Row("overhead.write_cylinder_end", "ms", "ends", _END),
    Row("overhead.write_near_track_end", "ms", "ends", _END),
    Row("overhead.write_near_cylinder_end", "ms", "ends", _END),
    Row("overhead.read_track_end_least", "ms", "ends", _END),
    Row("overhead.read_cylinder_end_least", "ms", "ends", _END),
    Row("overhead.read_near_track_end_least", "ms", "ends", _END),
    Row("overhead.read_near_cylinder_end_least", "ms", "ends", _END),
    Row("overhead.first_reselect", "ms", "ends", _COST),
    Row("overhead.second_reselect", "ms", "ends", _COST),
    Row("write.reconnect_preparation", "ms", "ends", _COST),
    Row("write.ahead", "blocks", LATE, Range(0.25, 3.0, 0.0, 255.0)),
    Row("write.ahead_delay", "ms", LATE, _COST),
    Row("bus.read_rate", "ms/block", "bus", _BUS),
    Row("bus.write_rate", "ms/block", "bus", _BUS),
    Row("bus.underrun", "ms", "bus", _COST),
    Row("bus.underrun_resume", "ms", "bus", _COST),
    Row("seek.same_cylinder", "ms", "seek", _COST),
    Row("seek.head_switch", "ms", "seek", _COST),
    Row("seek.write_settle", "ms", "seek", _TERM),
    Row("processor.per_sector", "ms", LATE, Range(0.002, 0.02, 0.0, 0.2)),
    Row("processor.track_end", "ms", LATE, _COST),
    Row("processor.cylinder_end", "ms", LATE, _COST),
    Row("processor.program_end", "ms", LATE, _COST),
    Row("processor.lead", "ms", LATE, _COST),
    Row("processor.track_gap", "ms", LATE, _COST),
    Row("processor.start_work", "ms", LATE, _COST),
    Row("processor.start_lead", "ms", LATE, _COST),
)
"""Keys with one number each. The seek curve and its direction have their own knobs."""

COMMANDS: Final = {
    "read hit": (_HIT,),
    "read miss": (_MISS,),
    "write": (_WRITE, _NON_SEQUENTIAL),
    "write data": (_WRITE, _NON_SEQUENTIAL),
    "cached write": (_CACHED,),
}
"""Keys of the commands to which each kind of term is added."""

AFTER_AND_BEFORE: Final = (
    (
        (
            "overhead.read_completion",
            "overhead.read_track_end_least",
            "overhead.read_cylinder_end_least",
            "overhead.read_near_track_end_least",
            "overhead.read_near_cylinder_end_least",
        ),
        (_HIT, _MISS),
    ),
    (("write.reconnect_preparation",), (_WRITE, _NON_SEQUENTIAL)),
)
"""Times after the data and times before them, of reads and of writes.

If the times after the data are longer, and the times before them as much shorter, most requests
take as long as before.
"""

TERM_TIME: Final = Range(0.01, 1.0, -20.0, 20.0)  # ms
CURVE_BEND: Final = Range(0.02, 1.0, -20.0, 20.0)  # ms
DIRECTION: Final = Range(0.02, 0.5, -2.0, 2.0)  # ms


def _switch(key: str, *values: Any) -> Policy:
    """Returns a policy of one key."""
    return Policy(key, tuple({key: value} for value in values))


def _buffer(segments: int, blocks: int) -> dict[str, Any]:
    """Returns the keys for `segments` segments of `blocks` blocks, which a read-ahead can fill."""
    return {
        "cache.size": f"{segments * blocks} blocks",
        "cache.segments": segments,
        "cache.prefetch_maximum": f"{blocks} blocks",
    }


def _blocks_before_a_write(blocks: int) -> dict[str, Any]:
    """Returns the keys for a write that starts with `blocks` blocks in the buffer."""
    return {
        "write.start": None,
        "write.minimum_blocks": blocks,
        "write.minimum_blocks_large": blocks,
    }


POLICIES: tuple[Policy, ...] = (
    _switch("cache.write_back", False, True),
    _switch("cache.keep_reads_on_write", False, True),
    Policy(
        "cache.reads_survive_writes",
        tuple(
            {"cache.keep_reads_on_write": True, "cache.reads_survive_writes": f"{writes} writes"}
            for writes in (0, 1, 2, 3)
        ),
    ),
    Policy(
        "what a write leaves of a segment",
        (
            {"cache.drop_overlapped_segment": True, "cache.keep_both_sides": False},
            {"cache.drop_overlapped_segment": False, "cache.keep_both_sides": False},
            {"cache.drop_overlapped_segment": False, "cache.keep_both_sides": True},
        ),
    ),
    _switch("cache.read_once", False, True),
    _switch("cache.hit_newest_segment_only", False, True),
    _switch("cache.hit_by_first_block", False, True),
    _switch("cache.partial_hit_disconnects", False, True),
    Policy(
        "reads whose last blocks had not been asked for",
        tuple(
            {
                "cache.hit_by_first_block": True,
                "cache.partial_hit_disconnects": True,
                "overhead.read_miss_sequential": f"{ms} ms",
            }
            for ms in (0, 0.25, 0.5, 0.75)
        ),
    ),
    Policy(
        "cache.hit_on_written_data",
        (
            {"cache.hit_on_written_data": False, "cache.hit_on_written_run": False},
            {"cache.hit_on_written_data": True, "cache.hit_on_written_run": False},
            {"cache.hit_on_written_data": True, "cache.hit_on_written_run": True},
        ),
    ),
    _switch("cache.hit_drops_tracks_before", False, True),
    _switch("cache.prefetch_on_idle_hit", False, True),
    _switch("cache.read_ahead_of_misses_only", False, True),
    _switch("cache.read_ahead_keeps_read", False, True),
    _switch("cache.read_ahead_after_sequential_only", False, True),
    Policy(
        "cache.whole_track_read",
        tuple(
            {
                "cache.whole_track_read": whole,
                "cache.whole_track_read_if_following": following,
                "cache.whole_track_read_of_last_only": last,
            }
            for whole, following, last in (
                (False, False, False),
                (True, False, False),
                (True, True, False),
                (True, False, True),
                (True, True, True),
            )
        ),
    ),
    _switch("cache.read_ahead_reach", None, "track", "cylinder", "as the read"),
    _switch("cache.zero_latency_read", False, True),
    Policy(
        "cache.prefetch_maximum",
        tuple(
            {"cache.prefetch_maximum": f"{blocks} blocks"}
            for blocks in (0, 16, 32, 64, 96, 128, 192, 256, 320, 384, 448, 511, 640, 768, 1024)
        ),
    ),
    Policy(
        "cache.prefetch_maximum, a little more or less",
        tuple(
            dict.fromkeys(keys, f"{times} {TIMES}")
            for times in (0.8, 0.9, 0.95, 1.05, 1.1, 1.2)
            for keys in (("cache.prefetch_maximum",), ("cache.prefetch_maximum", "cache.size"))
        ),
    ),
    _switch("cache.segments", 1, 2, 3, 4, 8, 16),
    Policy(
        "buffer",
        tuple(
            _buffer(segments, blocks)
            for segments in (1, 2, 3, 4, 8, 16)
            for blocks in (64, 128, 192, 256, 384, 512, 640, 768, 1024)
        ),
    ),
    Policy(
        "buffer of whole tracks",
        tuple(
            {
                **_buffer(segments, 1024),
                "cache.prefetch_maximum": f"{ahead} blocks",
                "cache.whole_track_read": whole,
                "cache.whole_track_read_if_following": following,
                "cache.read_ahead_after_sequential_only": sequential,
                "cache.read_ahead_reach": None,
                "cache.read_ahead_keeps_read": False,
                "cache.hit_newest_segment_only": False,
                "cache.keep_reads_on_write": True,
                "cache.reads_survive_writes": "0 writes",
            }
            for segments in (3, 8)
            for ahead in (0, 448)
            for whole, following, sequential in (
                (False, False, True),
                (True, False, False),
                (True, False, True),
                (True, True, False),
                (True, True, True),
            )
        ),
    ),
    Policy(
        "one stream forwards",
        tuple(
            {
                **_buffer(1, blocks),
                "cache.whole_track_read": False,
                "cache.whole_track_read_if_following": False,
                "cache.read_ahead_after_sequential_only": False,
                "cache.read_once": True,
                "cache.keep_reads_on_write": writes > 0,
                "cache.reads_survive_writes": f"{writes} writes",
            }
            for blocks in (256, 512, 1024)
            for writes in (0, 1, 2)
        ),
    ),
    _switch("write.zero_latency", False, True),
    Policy(
        "when a write starts",
        (
            {"write.start": "first track"},
            {"write.start": "whole request"},
            *(
                {**_blocks_before_a_write(least), "write.ahead": f"{ahead} blocks"}
                for least in (1, 2, 4, 8, 12, 16)
                for ahead in (0, 2, 4, 8, 12)
            ),
        ),
    ),
    Policy(
        "when a write starts, on a bus of another rate",
        tuple(
            {**_blocks_before_a_write(least), "bus.write_rate": f"{times} {TIMES}"}
            for least in (1, 2, 4, 8, 12, 16)
            for times in (0.7, 1.25, 1.5, 1.75, 2)
        ),
    ),
    _switch("write.seek_with_data", False, True),
    Policy(
        "write.single_connection",
        ({"write.single_connection": False}, {"write.single_connection": True}),
        shifts=True,
    ),
    Policy(
        "bus.release_reads",
        (
            {"bus.release_reads": False, "bus.release_at_track_end": False},
            {"bus.release_reads": True, "bus.release_at_track_end": False},
            {"bus.release_reads": True, "bus.release_at_track_end": True},
            *(
                {"bus.release_reads": True, "bus.release_at_track_end": True, AWAITED: blocks}
                for blocks in (8, 16, 32)
            ),
        ),
    ),
    Policy(
        "marks that a transfer begins at",
        (
            {"bus.start_marks_per_revolution": 0, "bus.read_marks_per_revolution": 0},
            {"bus.start_marks_per_revolution": WEDGES, "bus.read_marks_per_revolution": 0},
            {"bus.start_marks_per_revolution": 0, "bus.read_marks_per_revolution": WEDGES},
            *(
                {
                    "bus.start_marks_per_revolution": 0,
                    "bus.read_marks_per_revolution": WEDGES,
                    "bus.release_reads": False,
                    "cache.read_watermark_of_segment": False,
                    "cache.read_watermark": f"{share} %",
                    "overhead.first_reselect": f"{ms} ms",
                }
                for share in (0, 25, 40, 50, 60)
                for ms in (0, 0.05, 0.1)
            ),
        ),
    ),
    Policy(
        "when the bus waits for the medium",
        (
            {"bus.underrun": "0 ms", "bus.underrun_resume": "0 ms"},
            *(
                {
                    "bus.underrun": "0 ms",
                    "bus.underrun_resume": f"{ms} ms",
                    "bus.release_reads": False,
                    "overhead.first_reselect": f"{reselect} ms",
                    "overhead.read_completion": "0.2 ms",
                    AWAITED: blocks,
                }
                for ms in (0.3, 0.55)
                for reselect in (0, 0.15, 0.3)
                for blocks in (1, 4, 16)
            ),
        ),
    ),
    Policy(
        "reads that end a track",
        tuple(
            {
                "overhead.read_track_end_least": f"{track} ms",
                "overhead.read_cylinder_end_least": f"{cylinder} ms",
            }
            for track, cylinder in ((0, 0), (0.9, 3.0), (1.8, 3.4), (2.5, 5.0))
        ),
    ),
    Policy(
        "reads that nearly end a track",
        tuple(
            {
                "overhead.read_near_end": f"{blocks} blocks",
                "overhead.read_near_track_end_least": f"{track} ms",
                "overhead.read_near_cylinder_end_least": f"{cylinder} ms",
            }
            for blocks, track, cylinder in ((0, 0, 0), (2, 0.6, 1.0))
        ),
    ),
    _switch("seek.advance_at_track_end", False, True),
    Policy(
        "cache.read_watermark",
        (
            *({AWAITED: blocks} for blocks in (1, 2, 4, 8, 16, 32)),
            *(
                {"cache.read_watermark_of_segment": False, "cache.read_watermark": f"{share} %"}
                for share in (0, 10, 25, 40, 50, 60, 75, 100)
            ),
        ),
        shifts=True,
    ),
    Policy(
        "how long a write settles",
        tuple({"seek.write_settle": f"{ms} ms"} for ms in (0.25, 1)),
        shifts=True,
    ),
)
"""Policies that are tried one by one. A choice stays if it lowers the errors."""


@dataclass(frozen=True)
class SearchSpace:
    """The keys that a search may change, and the number of drives that it tries.

    Attributes:
        rows: keys with numbers.
        policies: policies with several choices.
        drives_between: number of drives to try near the best, before the last policies and terms.
        drives_at_last: number of drives to try near the best, at the end.
    """

    rows: tuple[Row, ...] = ROWS
    policies: tuple[Policy, ...] = POLICIES
    drives_between: int = 1000
    drives_at_last: int = 2000

    @property
    def numbers(self) -> frozenset[str]:
        """Keys of policies that also have a row. The search for the number begins at a choice."""
        return frozenset(row.key for row in self.rows) & frozenset(
            key for policy in self.policies for choice in policy.choices for key in choice
        )


EVERYTHING: Final = SearchSpace()
"""Everything that a search may change."""
