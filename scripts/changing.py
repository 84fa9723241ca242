"""Makes the changes that docs/changing.md describes in a copy of the checkout, and tests them.

Each touches the files that the page names and no other; the copy is built without Python's part,
and with it where the change shows there. It takes some minutes: `scripts/changing.py [NAME...]`.
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
    page = (copy / "docs/schedulers.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```c\n(.*?)```", page, re.DOTALL)
    (copy / FIRMWARE / "arrival/lcfs.c").write_text(example, encoding="utf-8")
    replaced(
        copy / FIRMWARE / "include/schedulers/list.h", "  X(sstf) ", "  X(lcfs) \\\n  X(sstf) "
    )
    row = "| `lcfs` | nothing | last come, first served | none |\n"
    replaced(copy / "docs/schedulers.md", "| `sstf(level=lbn)` |", f"{row}| `sstf(level=lbn)` |")
    return {
        f"{FIRMWARE}/arrival/lcfs.c",
        f"{FIRMWARE}/include/schedulers/list.h",
        "docs/schedulers.md",
        "tb/python/schedules.txt",
    }


def command(copy: Path) -> set[str]:
    """READ BUFFER; returns the files that it touches."""
    rows = copy / UNIT / "include/controller/operations.h"
    replaced(
        rows, "  X(REJECT,", "  X(READ_BUFFER, 0, read_buffer, none, none, none) \\\n  X(REJECT,"
    )
    row = 'X(0x3c, HS_ANY_SERVICE, READ_BUFFER, read_buffer, "READ BUFFER")'
    replaced(rows, "  X(0x4d,", f"  {row} \\\n  X(0x4d,")
    (copy / UNIT / "unit/read_buffer.c").write_text(BUFFER, encoding="utf-8")
    replaced(
        copy / "tb/firmware/command_decode_test.cpp",
        "  } else if (operation == 0x9e) {",
        "  } else if (operation == 0x3c) {\n    cdb[1] = 3;\n  } else if (operation == 0x9e) {",
    )
    return {
        f"{UNIT}/include/controller/operations.h",
        f"{UNIT}/unit/read_buffer.c",
        "tb/firmware/command_decode_test.cpp",
        "docs/scsi.md",
    }


CHANGES: Mapping[str, Callable[[Path], set[str]]] = {"scheduler": scheduler, "command": command}
TESTS = (
    "test_scheduler_list.py",
    "test_scsi_page.py",
    "test_scripts.py",
    "test_docs.py",
    "test_tables.py",
    "test_streams.py",
)


def main() -> None:
    """Makes the changes, builds, tests."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("names", nargs="*", choices=[*CHANGES, []], help="which (default: all)")
    names = parser.parse_args().names or list(CHANGES)
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
        do(python, "scripts/hashes.py", "--write")
        do(python, "scripts/scsi_page.py", "--write")
        touched = do("git", "status", "--porcelain", "--untracked-files=all").splitlines()
        assert {line[3:] for line in touched} == wanted, touched
        do("scripts/test", "cpp")
        do(python, "-m", "pytest", "-q", *(f"tb/python/{name}" for name in TESTS))
    print(f"{', '.join(names)}: the files of docs/changing.md, and all tests pass")


if __name__ == "__main__":
    main()
