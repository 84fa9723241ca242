"""Small repetitions of an attack: random drive files, traces, command blocks and sessions.

HEADSTACK_ATTACK says how many random cases of each kind; 5000 are the full attack.
"""

import os
import tomllib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import headstack
from headstack import CheckCondition, ConfigError, _core, catalog, workload
from headstack.session import Session

BLOCK = 512
NAMES = ["hp_c2247", "hp_c2247a", "hp_97560", "ibm_9lzx", "ibm_dnes_309170w", "fujitsu_m2361a"]
CASES = int(os.environ.get("HEADSTACK_ATTACK", "0"))


def attack(usual: int) -> settings:
    return settings(
        max_examples=CASES or usual,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


# --- drive files ---


def flat(table: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """The keys of a drive file, as with_value wants them; lists are left out."""
    keys: dict[str, Any] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            keys |= flat(value, f"{prefix}{name}.")
        elif not isinstance(value, list) and prefix + name not in ("description", "source"):
            keys[prefix + name] = value
    return keys


KEYS = {name: flat(tomllib.loads(catalog.load(name).to_toml())) for name in NAMES}
WORDS = sorted({v for keys in KEYS.values() for v in keys.values() if isinstance(v, str)})
SCHEDULERS = ["fcfs", "sstf", "clook", "sptf", "asptf(6)", "spctf", "sptf_hw"]


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """Another value of a key: most are of its kind, and some are even sensible."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return draw(st.sampled_from([0, 1, value // 2, value + 1, value * 2, -1]))
    number, _, unit = str(value).partition(" ")
    try:
        amount = float(number)
    except ValueError:
        return draw(st.sampled_from(WORDS))
    factor = draw(st.sampled_from([0, 0.01, 0.5, 0.9, 1.1, 2, 10, -1]))
    return f"{amount * factor:.6f}".rstrip("0").rstrip(".") + f" {unit}".rstrip()


@st.composite
def drives(draw: st.DrawFn) -> list[tuple[str, Any]]:
    """A drive's name, and what is changed of its keys."""
    name = draw(st.sampled_from(NAMES))
    keys = draw(st.lists(st.sampled_from(sorted(KEYS[name])), min_size=1, max_size=5, unique=True))
    return [("", name), *((key, draw(changed(KEYS[name][key]))) for key in keys)]


def make(description: list[tuple[str, Any]]) -> _core.DriveConfig | None:
    """The drive; `None`: it is refused."""
    config = catalog.load(description[0][1])
    for key, value in description[1:]:
        try:
            config = config.with_value(key, value)
        except ConfigError:
            return None
    return config


@attack(60)
@given(
    drives(),
    st.sampled_from(SCHEDULERS),
    st.sampled_from(["512", "8KiB", "300KiB"]),
    st.integers(0, 99),
)
def test_a_drive_file_is_refused_or_works(
    description: list[tuple[str, Any]], scheduler: str, size: str, seed: int
) -> None:
    config = make(description)
    if config is None:
        return
    try:
        model = headstack.Drive(config, scheduler)
        load = workload.closed(4, requests=60, size=size, read_fraction=0.6, seed=seed)
        result = model.run(load, contents=True, on_media_error="count")
    except ConfigError:
        return
    # Result has checked that each request was served once and that its parts add up.
    assert len(result.columns["finish"]) == 60


@attack(40)
@given(drives())
def test_a_drive_file_that_is_written_is_the_same_drive(
    tmp_path_factory: pytest.TempPathFactory, description: list[tuple[str, Any]]
) -> None:
    config = make(description)
    if config is not None:
        path = tmp_path_factory.mktemp("drive") / f"{description[0][1]}.toml"
        path.write_text(config.to_toml())
        assert catalog.load(path).to_toml() == config.to_toml()


# --- traces ---

FIELDS = st.one_of(
    st.integers(-1, 3_000_000).map(str),
    st.sampled_from(["R", "W", "Miss", "Hit", "0", "1.5", "1e3", "-0", "", "\t", "0.0000001", "x"]),
    st.text(max_size=4),
)
LINES = st.one_of(
    st.builds(
        "{} Miss {} {} {}.5 {}".format,
        st.sampled_from("RW"),
        st.integers(0, 2_000_000),
        st.integers(0, 300),
        st.integers(0, 9_999),
        st.integers(0, 9_999),
    ),
    st.lists(FIELDS, max_size=8).map(" ".join),
)


@attack(80)
@given(st.lists(LINES, max_size=6))
def test_a_trace_is_refused_or_served(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str]
) -> None:
    path = tmp_path_factory.mktemp("trace") / "some.trace"
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8", newline="")
    try:
        result = headstack.Drive("hp_c2247").run(workload.trace(path))
    except ConfigError:
        return
    assert len(result.columns["finish"]) == len(lines)


# --- command blocks ---

CODES = bytes.fromhex("0003070812151a1b1c1d2528292a2b2e2f3435373b3c4d555a888a9ea0a8aaffc0e9")
CDBS = st.one_of(
    st.binary(min_size=1, max_size=16),
    st.builds(
        lambda code, rest: bytes([code]) + rest,
        st.sampled_from(CODES),
        st.lists(
            st.sampled_from(b"\0\0\0\0\x01\x04\x10\x3f\x80\xff"), min_size=15, max_size=15
        ).map(bytes),
    ),
)


def short(cdb: bytes) -> bytes:
    """Without the transfers of gigabytes, which would take the simulation hours."""
    block = bytearray(cdb.ljust(16, b"\0"))
    group = block[0] >> 5
    for place in {1: (7,), 2: (7,), 4: (10, 11, 12), 5: (6, 7, 8)}.get(group, ()):
        block[place] = 0
    return bytes(block)


@attack(60)
@given(
    st.sampled_from(NAMES),
    st.lists(
        st.tuples(CDBS, st.binary(max_size=40), st.integers(0, 3000), st.integers(0, 30)),
        min_size=1,
        max_size=12,
    ),
)
def test_every_command_block_gets_one_status(
    name: str, steps: list[tuple[bytes, bytes, int, int]]
) -> None:
    with headstack.Drive(name).open() as device:
        commands = []
        for cdb, data, room, pause_ms in steps:
            commands.append(device.submit(short(cdb), data=data, room=0 if data else room))
            device.advance(f"{pause_ms} ms")
        device.wait()
        for command in commands:
            assert command.status in (0x00, 0x02, 0x08, 0x28)
            assert (command.status == 0x02) == (command.sense != b"")
            assert command.residual is not None
            assert command.residual >= 0
        # The drive is in order: started, it serves its first block.
        device.wait(device.submit([0x1B, 0, 0, 0, 1, 0]))
        for _ in range(3):
            last = device.submit_read(0)
            device.wait(last)
        assert last.good


# --- sessions ---


class Host:
    """One command after another, and what each block may hold: of each, the versions from the last
    one on that is on the medium for certain; the newest is what a read brings."""

    def __init__(self, device: Session, write_back: bool) -> None:
        self.device = device
        self.write_back = write_back
        self.versions: dict[int, list[bytes]] = {}
        self.number = 0

    def block(self) -> bytes:
        self.number += 1
        return self.number.to_bytes(4, "big") * (BLOCK // 4)

    def newest(self, lbn: int) -> bytes:
        return self.versions.get(lbn, [bytes(BLOCK)])[-1]

    def written(self, lbn: int, blocks: list[bytes], *, through: bool) -> None:
        for i, block in enumerate(blocks, lbn):
            older = [] if through else self.versions.get(i, [bytes(BLOCK)])
            self.versions[i] = [*older, block]

    def read(self, lbn: int, count: int, time_ps: int) -> None:
        expected = b"".join(self.newest(lbn + i) for i in range(count))
        assert self.device.read(lbn, count, dpo=time_ps % 5 == 0) == expected

    def write(self, lbn: int, count: int, time_ps: int) -> None:
        blocks = [self.block() for _ in range(count)]
        fua = time_ps % 4 == 0
        assert self.device.write(lbn, b"".join(blocks), fua=fua).residual == 0
        self.written(lbn, blocks, through=fua or not self.write_back)

    def short_write(self, lbn: int, count: int, time_ps: int) -> None:
        given = [self.block() for _ in range(time_ps % count)]
        cdb = [0x2A, 0, *lbn.to_bytes(4, "big"), 0, *count.to_bytes(2, "big"), 0]
        with pytest.raises(CheckCondition, match="48h/00h"):
            self.device.command(cdb, data=b"".join(given))
        self.settle({lbn + i: {self.newest(lbn + i), new} for i, new in enumerate(given)})
        self.read(lbn, count, 1)

    def cut_power(self, lbn: int, count: int, time_ps: int) -> None:
        blocks = [self.block() for _ in range(count)]
        command = self.device.submit_write(lbn, b"".join(blocks))
        self.device.advance(time_ps)
        assert self.device.power_cut() == ([command] if command.lost else [])
        assert command.lost or command.good
        self.written(lbn, blocks, through=command.good and not self.write_back)
        self.settle({at: set(versions) for at, versions in self.versions.items()})

    def synchronize(self, lbn: int, count: int, time_ps: int) -> None:
        del lbn, count, time_ps
        self.device.synchronize()
        self.versions = {at: versions[-1:] for at, versions in self.versions.items()}

    def rest(self, lbn: int, count: int, time_ps: int) -> None:
        del lbn, count
        self.device.advance(time_ps)

    def settle(self, may: dict[int, set[bytes]]) -> None:
        """Each block must hold one of these; from now on, that."""
        for at, versions in may.items():
            found = self.device.read(at)
            assert found in versions, f"block {at}"
            older = self.versions.get(at, [bytes(BLOCK)])
            self.versions[at] = [*older[: older.index(found) if found in older else None], found]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [Host.read, Host.write, Host.rest, Host.synchronize, Host.short_write, Host.cut_power]
        ),
        st.sampled_from([0, 5, 90, 5000, 200_000]),
        st.integers(1, 40),
        st.integers(0, 40_000_000_000),
    ),
    max_size=25,
)


@attack(60)
@given(
    st.sampled_from(["hp_c2247", "ibm_9lzx", "ibm_dnes_309170w"]),
    st.booleans(),
    st.sampled_from(["at once", "idle", "need"]),
    STEPS,
)
def test_a_session_keeps_what_it_has_promised(
    name: str, write_back: bool, start: str, steps: list[tuple[Any, int, int, int]]
) -> None:
    config = catalog.load(name).with_value("cache.write_back", write_back)
    if write_back:
        config = config.with_value("destage.start", start)
    with headstack.Drive(config).open() as device:
        host = Host(device, write_back)
        for act, lbn, count, time_ps in steps:
            act(host, lbn, count, time_ps)
        for lbn in host.versions:
            host.read(lbn, 1, 1)
