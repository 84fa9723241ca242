"""The mutated copy of the sources in build-mutation/, and its build."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build-mutation"
TREE = FOLDER / "tree"
BUILD = FOLDER / "build"
# The firmware's image, built from the sources without bugs. Tests of the processors run it.
IMAGE_BUILD = FOLDER / "image"
IMAGE = IMAGE_BUILD / "firmware/firmware.elf"
# Replaces this source in the tree, so that HEADSTACK_IMAGE chooses the image. It has no bugs.
OWN_IMAGE = "model/processor/own_image.cpp"

FOLDERS = ("firmware", "model")  # the sources that can have bugs
# What the C++ tests are built from, and what they read.
COPIED = ("CMakeLists.txt", "cmake", *FOLDERS, "rtl", "docs/reference")
TESTS = ("tb/CMakeLists.txt", "tb/firmware", "tb/model", "tb/fuzz")
# The test executables, and the folders of their sources. The recorder joins each as a source.
EXECUTABLES = {
    "headstack_firmware_tests": "tb/firmware",
    "headstack_model_tests": "tb/model",
    "headstack_model_processor_tests": "tb/model/processor",
}
OPTIONS = (
    "-DHEADSTACK_PYTHON=OFF",
    "-DHEADSTACK_LTO=OFF",
    "-DHEADSTACK_SYSTEMC=OFF",
    "-DHEADSTACK_VERILATOR_ROOT=",  # no RTL
    f"-DPython_EXECUTABLE={sys.executable}",
)
MUTATED = (
    "-DHEADSTACK_RISCV_GCC=",  # no image with bugs
    "-DCMAKE_BUILD_TYPE=Mutation",
)


def copied_files() -> Iterator[Path]:
    """Relative paths of the files that the tree needs."""
    for name in (*COPIED, *TESTS):
        path = ROOT / name
        files = [path] if path.is_file() else sorted(path.rglob("*"))
        for file in files:
            if file.is_file() and "__pycache__" not in file.parts:
                yield file.relative_to(ROOT)


def put(file: Path, content: bytes) -> None:
    """Write a file unless it has this content, so that Ninja builds only what has changed."""
    if file.is_file() and file.read_bytes() == content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def write_tree(mutated: Mapping[str, str] | None) -> None:
    """Copy the sources, some of them with the given text instead of their own.

    None: sources that can have bugs only if the tree lacks them, because a new copy would be built.
    """
    here = Path(__file__).parent
    wanted = {TREE / path: path for path in copied_files()}
    wanted[TREE / OWN_IMAGE] = (here / "own_image.cpp").relative_to(ROOT)
    recorders = {TREE / folder / "mutation_recorder.cpp" for folder in EXECUTABLES.values()}
    for file in recorders:
        put(file, (here / "recorder.cpp").read_bytes())
    put(FOLDER / "mutant.h", (here / "mutant.h").read_bytes())
    for file, path in wanted.items():
        text = (mutated or {}).get(path.as_posix())
        with_bugs = path.parts[0] in FOLDERS
        if mutated is not None or not with_bugs or not file.exists():
            put(file, (ROOT / path).read_bytes() if text is None else text.encode())
    for file in sorted(TREE.rglob("*")):
        if file.is_file() and file not in wanted.keys() | recorders:
            file.unlink()


def configure() -> None:
    """Configure the build, and make the generated headers and the image. Exits if that fails."""
    write_tree(None)
    flags = f"-O1 -w -include {FOLDER / 'mutant.h'}"
    options = (*OPTIONS, *MUTATED, f"-DCMAKE_C_FLAGS={flags}", f"-DCMAKE_CXX_FLAGS={flags}")
    make(TREE, BUILD, "headstack_registers_made", *options)
    if shutil.which("riscv64-unknown-elf-gcc"):
        make(ROOT, IMAGE_BUILD, "headstack_firmware_elf", *OPTIONS, "-DHEADSTACK_TESTS=OFF")


def make(sources: Path, build: Path, target: str, *options: str) -> None:
    """Configure a build, because its options may be new, and build a target."""
    finish("cmake", "-S", str(sources), "-B", str(build), "-G", "Ninja", *options)
    finish("ninja", "-C", str(build), target)


def finish(*command: str) -> None:
    """Run a tool. Exits if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"mutate: {command[0]} failed:\n" + (done.stdout + done.stderr)[-4000:])


def compile_tests() -> set[tuple[str, int]]:
    """Build the test executables. Returns the places (file, line) of errors."""
    done = subprocess.run(
        ("ninja", "-C", str(BUILD), "-k", "0", *EXECUTABLES),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return set()
    # Ninja compiles in the build folder, with paths from there or whole ones.
    tree = rf"(?:{re.escape(str(TREE))}|\.\./{TREE.name})"
    pattern = rf"{tree}/([^:\s]+):(\d+):\d+:\s+(?:fatal )?error: "
    found = {(file, int(line)) for file, line in re.findall(pattern, done.stdout)}
    if not found:
        sys.exit("mutate: the build failed:\n" + done.stdout[-4000:])
    return found


def executable(name: str) -> Path:
    """Where the build puts a test executable."""
    return BUILD / "tb" / name
