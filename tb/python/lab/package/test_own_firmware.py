"""A firmware of one's own: the project that `headstack firmware` writes, built and run."""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from wave_signals import of_vcd

import headstack
from headstack import ConfigError, Drive, RunError, workload
from headstack._core import cores
from headstack.processor import own_firmware

Cli = Callable[..., subprocess.CompletedProcess[str]]
CROSS = "riscv64-unknown-elf-"

pytestmark = pytest.mark.skipif(
    "iss" not in cores() or shutil.which(f"{CROSS}gcc") is None, reason="no cross compiler"
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own") / "firmware"
    own_firmware.create(folder)
    subprocess.run(["make", "-s", "-C", folder, "fcfs.elf", "headstack.elf"], check=True)
    return folder


def drive_of(image: Path, scheduler: str = "fcfs", **more: Any) -> Drive:
    conditions = {"controller.core": "iss", "controller.firmware": str(image), **more}
    return Drive("hp_c2247", scheduler, conditions=conditions)


def test_what_its_page_names_is_there(project: Path) -> None:
    text = (project / "README.md").read_text()
    named = re.findall(r"`((?:headstack|fcfs)[/.][^ `]*)`", text)
    assert len(named) > 6
    assert [name for name in named if not (project / name).exists()] == []
    headers = "".join(file.read_text() for file in project.rglob("*.h"))
    names = re.findall(r"`(hs_[a-z_]+)`", text)
    assert names
    assert [name for name in names if not re.search(rf"{name}[(\[]", headers)] == []


@pytest.mark.parametrize("clock", [None, "5 MHz"])
def test_the_example_serves_in_order(project: Path, clock: str | None) -> None:
    """Read and written data come back, in the order of arrival; the arm moves as it has to."""
    load = workload.closed(8, requests=400, seed=3)
    given = {} if clock is None else {"controller.clock": clock}
    found = drive_of(project / "fcfs.elf", **given).run(load, contents=True)
    columns = found.columns
    assert (np.diff(columns["arrival"]) >= 0).all()
    assert (np.diff(columns["start"]) > 0).all()
    assert not columns["hit"].any()
    # Without a cache each request has the seek that the whole firmware has for it in that order.
    whole = Drive("hp_c2247", "fcfs").run(load)
    assert list(columns["lbn"]) == list(whole.columns["lbn"])
    same = ~whole.columns["hit"]
    moves = columns["seek"][same] == whole.columns["seek"][same]
    assert moves.mean() > 0.9  # but behind a hit, or where the arm has read ahead


def test_its_waves_name_the_requests(project: Path, tmp_path: Path) -> None:
    """The image publishes where a task has its slot (image/layout.h)."""
    load = workload.closed(4, requests=40, seed=3)
    rows = drive_of(project / "fcfs.elf").run(load, waves=tmp_path / "w.vcd").columns
    request = of_vcd(tmp_path / "w.vcd")["drive.request"]
    for number, start, finish in zip(rows["id"], rows["start"], rows["finish"], strict=True):
        middle = (int(start) + int(finish)) // 2
        assert [value for when, value in request if when <= middle][-1] == number


def test_requests_larger_than_the_buffer(project: Path) -> None:
    load = workload.closed(2, requests=60, size="1 MiB")
    found = drive_of(project / "fcfs.elf").run(load, contents=True)
    assert found.summary["requests"] == 60


def test_a_bad_block_fails_its_request(project: Path) -> None:
    load = workload.closed(2, requests=400, size="64 KiB")
    drive = drive_of(project / "fcfs.elf", **{"defects.soft_rate": "500 ppm"})
    with pytest.raises(RunError, match="error of the medium: sense key 0x3"):
        drive.run(load)
    found = drive.run(load, on_media_error="count")
    assert 0 < found.summary["failed_requests"] < 400


def test_commands_one_by_one(project: Path) -> None:
    with drive_of(project / "fcfs.elf").open() as session:
        session.write(77, b"x" * 512)
        assert session.read(77) == b"x" * 512
        with pytest.raises(headstack.CheckCondition, match="illegal request, code 20h"):
            session.synchronize()


def test_data_that_the_host_does_not_have(project: Path) -> None:
    with drive_of(project / "fcfs.elf").open() as session:
        write_10 = [0x2A, 0, 0, 0, 0, 77, 0, 0, 8, 0]
        command = session.submit(write_10, data=b"x" * 4 * 512)
        session.wait(command)
    aborted, initiator_error = 0x0B, 0x48
    assert command.status == 2
    assert (command.sense[2] & 0xF, command.sense[12]) == (aborted, initiator_error)


def test_make_sees_what_has_changed(tmp_path: Path) -> None:
    """Another optimisation, and a header far down."""
    own_firmware.create(tmp_path / "own")
    make = ["make", "-s", "-C", str(tmp_path / "own")]
    built = tmp_path / "own" / "fcfs.elf"
    subprocess.run(make, check=True)
    small = built.read_bytes()
    subprocess.run([*make, "OPTIMISE=-Og"], check=True)
    assert built.read_bytes() != small
    assert subprocess.run([*make, "-q", "OPTIMISE=-Og"], check=False).returncode == 0
    header = tmp_path / "own/headstack/disk/include/disk/geometry.h"
    header.write_text(header.read_text() + "\n#error changed\n")
    assert subprocess.run([*make, "OPTIMISE=-Og"], check=False).returncode != 0


def test_the_image_is_known_by_what_ran(project: Path, tmp_path: Path) -> None:
    """Not by what stands there when the run is over."""
    image = tmp_path / "fcfs.elf"
    shutil.copy(project / "fcfs.elf", image)
    load = workload.closed(2, requests=20)

    def removed(_served: int) -> None:
        image.unlink(missing_ok=True)

    found = drive_of(image).run(load, progress=removed)
    was = hashlib.sha256((project / "fcfs.elf").read_bytes()).hexdigest()
    assert found.settings.firmware == was


def test_headstack_s_own_from_the_project(project: Path) -> None:
    load = workload.closed(20, requests=300)
    timed = {"controller.clock": "10 MHz"}
    own = drive_of(project / "headstack.elf", "sptf", **timed).run(load)
    built_in = Drive("hp_c2247", "sptf", conditions={"controller.core": "iss", **timed}).run(load)
    assert own.requests.equals(built_in.requests)
    assert built_in.settings.firmware is None
    image = (project / "headstack.elf").read_bytes()
    assert own.settings.firmware == hashlib.sha256(image).hexdigest()


def test_a_firmware_with_larger_tasks(project: Path, tmp_path: Path) -> None:
    """Each task takes 20 kB more, so that 64 tasks need more RAM than headstack's own firmware."""
    own = tmp_path / "own"
    shutil.copytree(project, own)
    header = own / "headstack/disk/include/disk/task.h"
    text = header.read_text()
    member = "  uint32_t blocks;   /* blocks of the task"
    assert member in text
    header.write_text(text.replace(member, f"  uint32_t more[5000];\n{member}", 1))
    subprocess.run(["make", "-s", "-C", own, "headstack.elf"], check=True)
    load = workload.closed(4, requests=50)
    image = own / "headstack.elf"

    def with_ram(**more: Any) -> Drive:
        conditions = {"controller.core": "iss", "controller.firmware": str(image), **more}
        return Drive("hp_c2247", "sptf", queue_depth=64, conditions=conditions)

    with pytest.raises(ConfigError, match=r"is not enough.*controller\.ram"):
        with_ram().run(load)
    found = with_ram(**{"controller.ram": "2048 KiB"}).run(load)
    same = Drive("hp_c2247", "sptf", queue_depth=64).run(load)
    assert found.requests.equals(same.requests)
    with pytest.raises(ConfigError, match=r"controller\.ram: 8192 bytes, but .* take"):
        with_ram(**{"controller.ram": "8 KiB"}).run(load)
    with pytest.raises(ConfigError, match=r"controller\.ram.* need a core"):
        Drive("hp_c2247", conditions={"controller.ram": "512 KiB"}).run(load)


def test_one_that_shows_nothing(project: Path, tmp_path: Path) -> None:
    """Its requests count as taken up when they came: all that is not seen is overhead."""
    mute = tmp_path / "mute.elf"
    subprocess.run([f"{CROSS}strip", "-o", mute, project / "fcfs.elf"], check=True)
    load = workload.closed(4, requests=100)
    shown, hidden = drive_of(project / "fcfs.elf").run(load), drive_of(mute).run(load)
    assert list(hidden.columns["finish"]) == list(shown.columns["finish"])
    assert list(hidden.columns["start"]) == list(hidden.columns["arrival"])
    assert not hidden.columns["queue"].any()
    assert list(hidden.columns["seek"]) == list(shown.columns["seek"])


def test_a_scheduler_that_it_does_not_have(project: Path) -> None:
    with pytest.raises(ConfigError, match=r"it has no scheduler 'sptf'; it has 'fcfs'$"):
        drive_of(project / "fcfs.elf", "sptf").run(workload.closed(2, requests=10))
    with pytest.raises(ConfigError, match=r"it has no scheduler 'sptf'; it has 'fcfs'$"):
        drive_of(project / "fcfs.elf", "sptf").open()


def test_results_say_whose_scheduler_it_was(cli: Cli, project: Path) -> None:
    """The image's, whatever headstack has of that name."""
    image = project / "fcfs.elf"
    assert drive_of(image).run(workload.closed(2, requests=10)).settings.scheduler == (
        "fcfs of fcfs.elf"
    )
    run = ("run", "--core", f"iss(firmware={image})", "--rate", "20", "--requests", "20")
    assert "hp_c2247, fcfs of fcfs.elf in the drive" in cli(*run).stdout
    assert json.loads(cli(*run, "--json").stdout)["scheduler"] == "fcfs of fcfs.elf"


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-O3", "-Os", "-Og"])
def test_every_optimisation(tmp_path: Path, level: str) -> None:
    own_firmware.create(tmp_path / "own")
    make = ["make", "-s", "-C", str(tmp_path / "own"), f"OPTIMISE={level}"]
    images = ["fcfs.elf", "headstack.elf"] if level == "-O3" else ["fcfs.elf"]
    subprocess.run([*make, *images], check=True)
    for image in images:
        found = drive_of(tmp_path / "own" / image).run(workload.closed(4, requests=40))
        assert found.summary["requests"] == 40


def test_a_second_file(project: Path, tmp_path: Path) -> None:
    """A C file in the folder `fcfs` is compiled, and linked; one that goes is missed."""
    own = tmp_path / "own"
    shutil.copytree(project, own)
    text = (own / "fcfs.c").read_text()
    (own / "fcfs.c").write_text(
        text.replace(RECEIVE, f"void another(void);\n{RECEIVE}\n  another();\n", 1)
    )
    make = ["make", "-s", "-C", str(own), "fcfs.elf"]
    assert subprocess.run(make, check=False, capture_output=True).returncode != 0
    second = own / "fcfs/second.c"
    second.parent.mkdir()
    second.write_text('void another(void);\nvoid another(void) { __asm__ volatile("ebreak"); }\n')
    subprocess.run(make, check=True)
    with pytest.raises(RunError, match="stops itself"):
        drive_of(own / "fcfs.elf").run(workload.closed(2, requests=10))
    assert subprocess.run([*make, "-q"], check=False).returncode == 0
    second.unlink()
    assert subprocess.run(make, check=False, capture_output=True).returncode != 0


def linked(project: Path, folder: Path, old: str, new: str, variable: str) -> Path:
    """The example with another linker script, and a variable that it uses."""
    own = folder / "own"
    shutil.copytree(project, own)
    script = own / "headstack/image/target/image.ld.S"
    text = script.read_text()
    assert old in text
    script.write_text(text.replace(old, new, 1))
    source = own / "fcfs.c"
    used = f"static volatile {variable}\n{RECEIVE}\n  (void)more[0];\n"
    source.write_text(source.read_text().replace(RECEIVE, used, 1))
    subprocess.run(["make", "-s", "-C", own, "fcfs.elf"], check=True)
    return own / "fcfs.elf"


ELSEWHERE = "\n  .tohost 0x80001000 : { KEEP(*(.tohost)) }\n  /DISCARD/"
DATA = "int more[1] = {7};"
TOHOST = '__attribute__((section(".tohost"))) int more[1] = {1};'
LARGE = "const char more[17000000] = {1};"


@pytest.mark.parametrize(
    ("old", "new", "variable", "said"),
    [
        ("> ram AT> rom", "> ram", DATA, "a load address in the RAM, 0x30004000"),
        ("\n  /DISCARD/", ELSEWHERE, TOHOST, "0x80001000 to 0x80001003, outside of the ROM"),
        ("LENGTH = HS_MAP_ROM_MOST", "LENGTH = 0x8000000", LARGE, "does not fit the ROM"),
    ],
    ids=["data_in_ram", "tohost", "large"],
)
def test_images_of_other_linker_scripts(
    cli: Cli, project: Path, tmp_path: Path, old: str, new: str, variable: str, said: str
) -> None:
    image = linked(project, tmp_path, old, new, variable)
    with pytest.raises(ConfigError, match=said):
        drive_of(image).run(workload.closed(2, requests=10))
    with pytest.raises(ConfigError, match=said):
        drive_of(image).open()
    done = cli("run", "--core", f"iss(firmware={image})", "--rate", "20", "--requests", "20")
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.startswith("headstack: ")


def test_a_file_of_conditions_names_one_beside_it(project: Path, tmp_path: Path) -> None:
    shutil.copy(project / "fcfs.elf", tmp_path)
    file = tmp_path / "own.toml"
    file.write_text('controller = {core = "iss", firmware = "fcfs.elf"}\n')
    drive = Drive("hp_c2247", conditions=file)
    assert drive.config.value("controller.firmware") == str(tmp_path / "fcfs.elf")
    assert drive.run(workload.closed(2, requests=10)).settings.firmware is not None


def test_bad_images(project: Path, tmp_path: Path) -> None:
    load = workload.closed(2, requests=10)
    text = tmp_path / "text.elf"
    text.write_text("no image\n")
    with pytest.raises(ConfigError, match=r"text\.elf.*not an ELF file"):
        drive_of(text).run(load)
    with pytest.raises(ConfigError, match="no such file"):
        drive_of(tmp_path / "none.elf").run(load)
    on_host = {"controller.firmware": str(project / "fcfs.elf")}
    with pytest.raises(ConfigError, match=r"set controller\.core to"):
        Drive("hp_c2247", conditions=on_host).run(load)
    with pytest.raises(ConfigError, match="names no file"):
        Drive("hp_c2247", conditions={"controller.firmware": ""})


def changed(project: Path, folder: Path, old: str, new: str, *flags: str) -> Path:
    """The example with some text replaced, built."""
    own = folder / "own"
    shutil.copytree(project, own)
    text = (own / "fcfs.c").read_text()
    assert old in text
    (own / "fcfs.c").write_text(text.replace(old, new, 1))
    subprocess.run(["make", "-s", "-C", own, f"OPTIMISE={' '.join(('-Os', *flags))}"], check=True)
    return own / "fcfs.elf"


RECEIVE = "static void receive(void) {"
WAIT = "    hs_image_wait();\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            RECEIVE,
            f"{RECEIVE}\n  for (;;) {{\n  }}\n",
            r"has not come to a rest.* in [0-9]+ cycles",
        ),
        (WAIT, "", r"has not come to a rest.* in [0-9]+ cycles"),
        (
            RECEIVE,
            f"{RECEIVE}\n  ((void (*)(void))0x20u)();\n",
            r"a jump out of.*address 0x00000020; the last call returns to hs_image_main",
        ),
        (
            RECEIVE,
            f"{RECEIVE}\n  *(volatile uint32_t*)0x50000000u = 1;\n",
            r"store.*address 0x50000000",
        ),
        (RECEIVE, f'{RECEIVE}\n  __asm__ volatile(".word 0");\n', "an illegal instruction"),
        (RECEIVE, f"{RECEIVE}\n  (void)hs_read(NULL, 0x7f0);\n", "read of register 0x7f0"),
        (
            RECEIVE,
            f"{RECEIVE}\n  hs_write(NULL, HS_SPINDLE_NOW, 1);\n",
            "write of register 0x100",
        ),
    ],
    ids=[
        "endless",
        "never_waits",
        "jumps_out",
        "no_address",
        "illegal",
        "no_register",
        "read_only",
    ],
)
def test_what_a_firmware_does_wrong(
    project: Path, tmp_path: Path, old: str, new: str, said: str
) -> None:
    """A run that fails, with the function, the cycle and what was wrong."""
    image = changed(project, tmp_path, old, new)
    drive = drive_of(image)
    with pytest.raises(RunError, match=rf"at [a-z_+0-9]+, cycle [0-9]+: .*{said}"):
        drive.run(workload.closed(2, requests=10))


def test_images_for_others(project: Path, tmp_path: Path) -> None:
    load = workload.closed(2, requests=10)
    with pytest.raises(ConfigError, match="RISC-V"):
        drive_of(Path(shutil.which("true") or "/bin/true")).run(load)
    compressed = changed(project, tmp_path, WAIT, WAIT, "-march=rv32imc")
    with pytest.raises(ConfigError, match=r"compressed instructions.*-march=rv32im"):
        drive_of(compressed).run(load)


def test_variables_of_any_size(project: Path, tmp_path: Path) -> None:
    """The RAM holds what the image has of them, and what headstack's own firmware would want."""
    large = "static volatile uint32_t large[4000000];\n"
    used = f"{RECEIVE}\n  large[3999999] = 1;\n"
    image = changed(project, tmp_path, RECEIVE, large + used)
    found = drive_of(image).run(workload.closed(2, requests=20))
    assert found.summary["core_ram_bytes"] > 16_000_000


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.c").write_text("int mine;\n")
    with pytest.raises(ConfigError, match="there is something in it"):
        own_firmware.create(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.c"]
    with pytest.raises(ConfigError, match="Not a directory"):
        own_firmware.create(tmp_path / "mine.c")


def test_on_the_command_line(cli: Cli, project: Path, tmp_path: Path) -> None:
    written = json.loads(cli("firmware", str(tmp_path / "new"), "--json").stdout)
    assert {"fcfs.c", "Makefile", "README.md"} <= set(written["files"])
    image = str(project / "fcfs.elf")
    run = ("run", "--core", f"iss(firmware={image})", "--rate", "20", "--requests", "50", "--json")
    document = json.loads(cli(*run).stdout)
    assert document["firmware"] == hashlib.sha256(Path(image).read_bytes()).hexdigest()
    refused = cli("run", "--rate", "20", "--core", f"host(firmware={image})")
    assert refused.returncode == 2
    assert "add --core iss" in refused.stderr
    assert "controller.core" not in refused.stderr
    by_key = cli("run", "--rate", "20", "--set", f"controller.firmware={image}")
    assert by_key.returncode == 2
    assert "set controller.core to" in by_key.stderr
