"""The shell script that records a disk: it checks the disk, and runs fio and blktrace."""

from typing import Final

from headstack._core import DriveConfig
from headstack_identify.recording.jobs import DEPTHS

_SCRIPT: Final = """\
#!/bin/sh
# Records {device} for `headstack fit`. Reads only. Takes about {minutes:.0f} minutes. Run as root.
set -eu
cd "$(dirname "$0")"

fail() {{
  echo "$1" >&2
  exit 2
}}

# Reads the rows of lsblk: first the disk, then everything that uses a part of the disk.
check_disk() {{
  read -r type size name mounted
  [ "$type" = disk ] || fail "{device} is no whole disk: its type is $type; give a whole disk"
  [ "$size" = {bytes} ] ||
    fail "{device} has $((size / {block})) blocks of {block} bytes, the description has {blocks}"
  check_unused
  while read -r type size name mounted; do
    [ "$type" = part ] || fail "{device} is part of $name ($type); stop $name first"
    check_unused
  done
}}

check_unused() {{
  [ -z "$mounted" ] ||
    fail "{device}: $name is mounted at $mounted; other requests would disturb the recording"
}}

# Runs a job of fio, and traces its requests: record NAME ARGUMENT...
record() {{
  trace=$1
  shift
  blktrace -d "$disk" -a issue -a complete -o "$trace" &
  tracer=$!
  sleep 2
  kill -0 $tracer 2>/dev/null || fail "blktrace ended before the first read; nothing is recorded"
  fio --readonly "$@"
  kill -0 $tracer 2>/dev/null || fail "blktrace ended before fio; $trace.blktrace is not complete"
  end_trace
}}

end_trace() {{
  [ -n "$tracer" ] || return 0
  kill -INT $tracer 2>/dev/null || true
  wait $tracer || true
  tracer=
}}

for tool in fio blktrace lsblk; do
  command -v "$tool" >/dev/null || fail "$tool is not installed (Debian: fio, blktrace, util-linux)"
done
disk=$(readlink -f {device}) || fail "{device} is no block device"
users=$(lsblk --noheadings --raw --bytes --output TYPE,SIZE,NAME,MOUNTPOINT "$disk") ||
  fail "{device} is no block device"
check_disk <<EOF
$users
EOF
tracer=
trap end_trace EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
record layout layout.fio
for depth in {depths}; do
  record "depth$depth" --section="depth$depth" depths.fio
done
echo "done; now: headstack fit DRIVE.toml layout.blktrace -o fitted.toml"
"""


def script(device: str, minutes: float, drive: DriveConfig) -> str:
    """Returns the shell script with all steps.

    Args:
        device: path of the disk.
        minutes: duration of the recording.
        drive: description of the disk. The script compares the number of its blocks.
    """
    return _SCRIPT.format(
        device=device, minutes=minutes, blocks=drive.blocks, block=drive.bytes_per_block,
        bytes=drive.blocks * drive.bytes_per_block, depths=" ".join(map(str, DEPTHS)),
    )  # fmt: skip
