"""A Linux guest in QEMU. Its disk is a served drive, and it has programs of this machine."""

import lzma
import os
import re
import select
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

PATIENCE_S = 150
PROGRAMS = (
    *("mkfs.ext4", "fsck.ext4", "dumpe2fs"),
    *("sg_inq", "sg_vpd", "sg_modes", "sg_readcap", "sg_luns", "sdparm"),
)
"""Programs that the guest has beside busybox."""
MODULES = (
    *("virtio_pci", "virtio_scsi", "mq-deadline", "kyber-iosched", "bfq"),
    *("sd_mod", "sg", "ext4", "crc32c_generic"),
)
"""Modules that the guest loads, and all that they need. A kernel may have some of them built in."""
_PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
_MACHINE = "qemu-system-x86_64"
_END = "=end "

_INIT = """#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin
mount -t devtmpfs none /dev
mount -t proc none /proc
mount -t sysfs none /sys
mount -t tmpfs none /tmp
stty -echo
while read -r module; do insmod "/modules/$module"; done < /modules/order
tries=0
while [ ! -b /dev/sda ] && [ $tries -lt 300 ]; do sleep 0.1; tries=$((tries + 1)); done
[ -b /dev/sda ]
echo "=end $?"
while read -r line; do
  eval "$line"
  echo "=end $?"
done
"""


def _kernel() -> Path | None:
    """Returns the newest kernel that has its modules beside it."""
    kernels = [
        path
        for path in Path("/boot").glob("vmlinuz-*-amd64")
        if os.access(path, os.R_OK) and (_modules_of(path) / "modules.dep").is_file()
    ]
    return max(
        kernels, key=lambda path: [int(n) for n in re.findall(r"\d+", path.name)], default=None
    )


def _modules_of(kernel: Path) -> Path:
    return Path("/lib/modules", kernel.name.removeprefix("vmlinuz-"))


def _program(name: str) -> Path | None:
    found = shutil.which(name, path=_PATH)
    return None if found is None else Path(found)


def missing(further: Sequence[str] = ()) -> str:
    """Returns a missing part of this machine that the guest needs. '': no part is missing.

    Args:
        further: programs that the guest needs beside `PROGRAMS`.
    """
    needed = (_MACHINE, "busybox", *PROGRAMS, *further)
    programs = [name for name in needed if _program(name) is None]
    if programs:
        return f"no {', '.join(programs)}"
    if not list(Path("/usr/lib").glob("*/qemu/block-iscsi.so")):
        return "no qemu-block-extra"
    return "" if _kernel() is not None else "no kernel of Debian with its modules"


def _name(module: Path) -> str:
    """Returns the name of a module: 'sg' for sg.ko.xz."""
    return module.name.partition(".")[0]


def _needed_modules(folder: Path, names: Sequence[str]) -> list[Path]:
    """Returns the files of the modules in the order in which they can be loaded."""
    needs = {}
    for line in (folder / "modules.dep").read_text(encoding="ascii").splitlines():
        file, _, others = line.partition(":")
        needs[file] = others.split()
    by_name = {_name(Path(file)): file for file in needs}
    ordered: list[str] = []
    for name in names:
        if name in by_name:  # the kernel has the other modules built in
            ordered += [*reversed(needs[by_name[name]]), by_name[name]]
    return [folder / file for file in dict.fromkeys(ordered)]


def has_module(name: str) -> bool:
    """Returns whether the kernel has a module that the guest can load."""
    kernel = _kernel()
    return kernel is not None and bool(_needed_modules(_modules_of(kernel), [name]))


def libraries(program: Path) -> list[Path]:
    """Returns the libraries of a program. A static program has none, and ldd fails."""
    found = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=False)
    return [Path(os.path.normpath(path)) for path in re.findall(r"(/\S+) \(0x", found.stdout)]


class _Archive:
    """A cpio archive of the form 'newc', which the kernel unpacks into its first file system."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._names: set[str] = set()

    def _add(
        self, name: str, mode: int, data: bytes = b"", device: tuple[int, int] = (0, 0)
    ) -> None:
        if name in self._names:
            return
        self._names.add(name)
        encoded = name.encode() + b"\0"
        fields = (
            *(len(self._names), mode, 0, 0, 1, 0, len(data)),
            *(0, 0, *device, len(encoded), 0),
        )
        header = b"070701" + b"".join(b"%08X" % field for field in fields)
        for part in (header + encoded, data):
            self._data += part
            self._data += bytes(-len(self._data) % 4)

    def folder(self, path: str) -> None:
        parts = path.strip("/").split("/")
        for count in range(1, len(parts) + 1):
            self._add("/".join(parts[:count]), 0o40755)

    def file(self, path: str, data: bytes) -> None:
        self.folder(str(Path(path).parent))
        self._add(path.lstrip("/"), 0o100755, data)

    def console(self) -> None:
        self.folder("/dev")
        self._add("dev/console", 0o20600, device=(5, 1))

    def finish(self) -> bytes:
        self._add("TRAILER!!!", 0)
        return bytes(self._data)


def make_initramfs(
    file: Path,
    own: Sequence[Path] = (),
    files: Mapping[str, bytes] | None = None,
    later: Sequence[str] = (),
    programs: Sequence[str] = (),
) -> None:
    """Writes the first file system of the guest.

    Args:
        file: the file to write.
        own: further programs, which need no library.
        files: further files by their paths in the guest.
        later: modules that are in /modules, and are not loaded.
        programs: names of further programs of this machine, beside `PROGRAMS`.
    """
    kernel = _kernel()
    assert kernel is not None
    archive = _Archive()
    for folder in ("bin", "mnt", "proc", "sys", "tmp"):
        archive.folder(folder)
    archive.console()
    order = []
    for module in _needed_modules(_modules_of(kernel), (*MODULES, *later)):
        data = module.read_bytes()
        if module.suffix == ".xz":
            data = lzma.decompress(data)
        if _name(module) not in later:
            order.append(_name(module))
        archive.file(f"/modules/{_name(module)}", data)
    archive.file("/modules/order", "".join(f"{name}\n" for name in order).encode())
    for name in ("busybox", *PROGRAMS, *programs):
        program = _program(name)
        assert program is not None
        archive.file(f"/bin/{name}", program.read_bytes())
        for library in libraries(program):
            archive.file(str(library), library.read_bytes())
    for program in own:
        archive.file(f"/bin/{program.name}", program.read_bytes())
    for path, data in (files or {}).items():
        archive.file(path, data)
    archive.file("/etc/mke2fs.conf", Path("/etc/mke2fs.conf").read_bytes())
    archive.file("/etc/mtab", b"")
    archive.file("/init", _INIT.encode())
    file.write_bytes(archive.finish())


class Guest:
    """A guest and its console, which runs commands of the shell."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.said: list[str] = []
        self._rest = b""

    def line(self) -> str | None:
        """Returns the next line of the console, or None at its end."""
        deadline = time.monotonic() + PATIENCE_S
        assert self.process.stdout is not None
        while b"\n" not in self._rest:
            left_s = max(0.0, deadline - time.monotonic())
            ready, _, _ = select.select([self.process.stdout], [], [], left_s)
            assert ready, "the guest says nothing more:\n" + "\n".join(self.said[-50:])
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                return None
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        self.said.append(line.decode(errors="replace").rstrip("\r"))
        return self.said[-1]

    def lines(self) -> Iterator[str]:
        """Yields the lines of the console to its end."""
        while (line := self.line()) is not None:
            yield line

    def send(self, command: str) -> None:
        """Sends a line to the shell."""
        assert self.process.stdin is not None
        self.process.stdin.write(command.encode() + b"\n")
        self.process.stdin.flush()

    def wait(self) -> tuple[int, list[str]]:
        """Returns the status of the command under way, and its lines."""
        found: list[str] = []
        for line in self.lines():
            if line.startswith(_END):
                return int(line.removeprefix(_END)), found
            found.append(line)
        raise AssertionError("the guest ended:\n" + "\n".join(self.said[-50:]))

    def run(self, command: str, status: int = 0) -> str:
        """Runs a command, checks its status, and returns its output."""
        self.send(command)
        got, found = self.wait()
        assert got == status, f"{command}: {got}\n" + "\n".join(self.said[-50:])
        return "\n".join(found)

    def stop(self) -> None:
        """Switches the guest off."""
        self.send("poweroff -f")
        for _ in self.lines():
            pass
        assert self.process.wait(PATIENCE_S) == 0


@contextmanager
def booted(
    initramfs: Path, url: str, memory_mib: int = 256, processors: int = 1
) -> Iterator[Guest]:
    """Boots a guest. Its SCSI commands go to the unit at an iSCSI URL."""
    disk = f"if=none,id=disk,file={url},format=raw,cache=none"
    process = subprocess.Popen(
        [
            *(
                _MACHINE,
                "-accel",
                "tcg",
                "-cpu",
                "max",
                "-machine",
                "q35",
                "-m",
                str(memory_mib),
                "-smp",
                str(processors),
            ),
            *("-nodefaults", "-no-user-config", "-no-reboot", "-display", "none"),
            *("-serial", "stdio", "-kernel", str(_kernel()), "-initrd", str(initramfs)),
            *("-append", "console=ttyS0 loglevel=4 panic=-1 mitigations=off"),
            *("-drive", disk, "-device", "virtio-scsi-pci", "-device", "scsi-block,drive=disk"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        guest = Guest(process)
        status, _ = guest.wait()
        assert status == 0, "\n".join(guest.said)
        yield guest
    finally:
        process.kill()
        process.communicate()
