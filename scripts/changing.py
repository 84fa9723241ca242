"""Makes the changes that changing.md describes in a copy of the checkout, and tests them.

Each touches the files that the page names and no other. The copy is built, with them all, and its
tests are run. It took 22 minutes beside other builds: `scripts/changing.py [NAME...]`.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = "firmware/schedulers"
UNIT = "firmware/controller"

BUFFER = """/* READ BUFFER: how much memory there is (SCSI-2 8.2.12). */
#include "unit/replies.h"

#define DESCRIPTOR 3u /* mode */

hs_command hs_decode_read_buffer(const uint8_t cdb[16], uint32_t block_count) {
  (void)block_count;
  if ((cdb[1] & 7u) != DESCRIPTOR) {
    return hs_reject_field(1);
  }
  return (hs_command){.action = HS_ACTION_READ_BUFFER, .allocation = hs_get(&cdb[6], 3)};
}

void hs_reply_read_buffer(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                          hs_reply* reply) {
  (void)command;
  (void)nexus;
  const hs_drive_params* drive = firmware->config.drive;
  uint8_t* data = hs_extend(reply, 4);
  hs_put(&data[1], 3, drive->cache.segment_blocks * drive->bytes_per_block);
}
"""


def replaced(file: Path, old: str, new: str) -> None:
    """Replaces what stands in a file once."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, (file, old)
    file.write_text(text.replace(old, new), encoding="utf-8")


def scheduler(copy: Path) -> set[str]:
    """The page's own example; returns the files that it touches."""
    page = (copy / "docs/reference/schedulers.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```c\n(.*?)```", page, re.DOTALL)
    (copy / FIRMWARE / "arrival/lcfs.c").write_text(example, encoding="utf-8")
    replaced(
        copy / FIRMWARE / "include/schedulers/list.h", "  X(sstf) ", "  X(lcfs) \\\n  X(sstf) "
    )
    row = "| `lcfs` | nothing | last come, first served | none |\n"
    replaced(
        copy / "docs/reference/schedulers.md",
        "| `sstf(level=lbn)` |",
        f"{row}| `sstf(level=lbn)` |",
    )
    return {
        f"{FIRMWARE}/arrival/lcfs.c",
        f"{FIRMWARE}/include/schedulers/list.h",
        "docs/reference/schedulers.md",
        "tb/python/schedules.txt",
    }


def command(copy: Path) -> set[str]:
    """READ BUFFER; returns the files that it touches."""
    rows = copy / UNIT / "include/controller/operations.h"
    replaced(
        rows, "  X(REJECT,", "  X(READ_BUFFER, 0, read_buffer, none, none, none) \\\n  X(REJECT,"
    )
    row = 'X(0x3c, HS_ANY_SERVICE, READ_BUFFER, read_buffer, 0, "READ BUFFER")'
    replaced(rows, "  X(0x4d,", f"  {row} \\\n  X(0x4d,")
    (copy / UNIT / "unit/read_buffer.c").write_text(BUFFER, encoding="utf-8")
    replaced(
        copy / "tb/firmware/controller/command_decode_test.cpp",
        "  } else if (operation == 0x9e) {",
        "  } else if (operation == 0x3c) {\n    cdb[1] = 3;\n  } else if (operation == 0x9e) {",
    )
    return {
        f"{UNIT}/include/controller/operations.h",
        f"{UNIT}/unit/read_buffer.c",
        "tb/firmware/controller/command_decode_test.cpp",
        "docs/reference/scsi.md",
    }


def key(copy: Path) -> set[str]:
    """What a VERIFY takes beside a read; returns the files that it touches."""
    params = "firmware/disk/include/disk/drive_params.h"
    replaced(
        copy / params,
        "  X(hs_ticks, write_command) ",
        "  X(hs_ticks, verify_command) /* time added to the command of a VERIFY */ \\\n"
        "  X(hs_ticks, write_command) ",
    )
    verify = "firmware/controller/media/verify.c"
    replaced(
        copy / verify,
        "const hs_ticks command = firmware->config.drive->overheads.read_miss_command;",
        "const hs_overheads* overheads = &firmware->config.drive->overheads;\n"
        "  const hs_ticks command = overheads->read_miss_command + overheads->verify_command;",
    )
    rows = "model/config/keys/overhead_keys.cpp"
    replaced(
        copy / rows,
        "      key(HEADSTACK_TERM(read_miss, after_write)",
        "      key(HEADSTACK_KEY(overhead.verify_command), kTime,\n"
        '          "time added to the command of a VERIFY", Need::optional),\n'
        "      key(HEADSTACK_TERM(read_miss, after_write)",
    )
    page = "docs/reference/drive-files.md"
    replaced(
        copy / page,
        "| `overhead.read_miss_after_write` | time",
        "| `overhead.verify_command` | time (ps, ns, us, ms, s), 0 ms to 1000 ms | "
        "time added to the command of a VERIFY (may be left out: none) |\n"
        "| `overhead.read_miss_after_write` | time",
    )
    test = "tb/model/config/overhead_keys_test.cpp"
    replaced(
        copy / test,
        "// Less than 0 as well",
        "TEST(OverheadKeys, OfAVerify) {\n"
        "  expect_lines(hp_c2247(), {reply_order({0x2f, 0, 0, 0, 0, 0, 0, 0, 16, 0}, 0)},\n"
        '               {{"verify_command", {1, 0, 0}}});\n'
        "}\n\n"
        "// Less than 0 as well",
    )
    return {params, verify, rows, page, test}


def register(copy: Path) -> set[str]:
    """Revolutions since power on; returns the files that it touches."""
    description = "rtl/drive_registers.rdl"
    replaced(
        copy / description,
        "  } motor @ 0x08;\n",
        "  } motor @ 0x08;\n\n"
        "  reg {\n"
        '    name = "Revolutions";\n'
        '    field { name = "since power on"; sw = r; } turns[31:0];\n'
        "  } revolutions @ 0x10;\n",
    )
    box = "model/boxes/spindle/spindle.h"
    replaced(
        copy / box,
        "      case SpindleRead::now:\n",
        "      case SpindleRead::revolutions:\n"
        "        value = now() >> 32;\n"
        "        return true;\n"
        "      case SpindleRead::now:\n",
    )
    return {description, box, "docs/reference/registers.md"}


def column(copy: Path) -> set[str]:
    """Movements of the arm or the heads; returns the files that it touches."""
    record = "model/watch/request_record.h"
    replaced(
        copy / record,
        "  bool write = false;\n",
        "  std::uint32_t movements = 0;  // one for each extent of the medium\n"
        "  bool write = false;\n",
    )
    stopwatch = "model/watch/stopwatch.cpp"
    replaced(
        copy / stopwatch,
        "  record.seek = duration(seek);\n",
        "  record.movements = static_cast<std::uint32_t>(media_.size());\n"
        "  record.seek = duration(seek);\n",
    )
    columns = "model/watch/columns.h"
    replaced(
        copy / columns,
        '    Column{"rotation"',
        '    Column{"movements", "1", "positionings for requested blocks, one a track",\n'
        "           &RequestRecord::movements},\n"
        '    Column{"rotation"',
    )
    return {record, stopwatch, columns, "docs/reference/metrics.md"}


CHANGES: Mapping[str, Callable[[Path], set[str]]] = {
    "scheduler": scheduler,
    "command": command,
    "key": key,
    "register": register,
    "column": column,
}
TESTS = (
    "lab/package/test_scheduler_list.py",
    "project/test_scsi_page.py",
    "project/test_scripts.py",
    "project/test_docs.py",
    "project/commands/test_tables.py",
    "lab/workload/test_streams.py",
    "project/test_registers.py",
    "lab/metrics/test_metrics.py",
    "lab/package/test_api.py",
)
MADE = (
    ("scripts/hashes.py", "--write"),
    ("scripts/pages/scsi_page.py", "--write"),
    ("scripts/pages/metrics_page.py", "--write"),
    ("rtl/registers.py", "rtl/drive_registers.rdl", "docs/reference/registers.md"),
)
"""What the page says to run."""


def main() -> None:
    """Makes the changes, builds, tests."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(CHANGES)} (all)")
    names = parser.parse_args().names or list(CHANGES)
    if unknown := set(names) - CHANGES.keys():
        parser.error(f"{', '.join(sorted(unknown))}: no change of {', '.join(CHANGES)}")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "headstack"

        def do(*arguments: str) -> str:
            print("$", *arguments, flush=True)
            environment = os.environ | {"CCACHE_BASEDIR": str(copy)}
            done = subprocess.run(
                arguments, cwd=copy, env=environment, text=True, stdout=subprocess.PIPE, check=False
            )
            if done.returncode != 0:
                sys.exit(f"{done.stdout[-4000:]}\n{' '.join(arguments)} failed")
            return done.stdout

        subprocess.run(["git", "clone", "-q", str(ROOT), str(copy)], check=True)
        wanted = set().union(*(CHANGES[name](copy) for name in names))
        do("scripts/run", "--version")
        python = str(copy / ".venv/bin/python")
        for script in MADE:
            do(python, *script)
        touched = do("git", "status", "--porcelain", "--untracked-files=all").splitlines()
        assert {line[3:] for line in touched} == wanted, touched
        do("scripts/test", "cpp")
        do(python, "-m", "pytest", "-q", *(f"tb/python/{name}" for name in TESTS))
    print(f"{', '.join(names)}: the files of docs/inside/changing.md, and all tests pass")


if __name__ == "__main__":
    main()
