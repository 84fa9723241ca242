"""What the Python tests share. They test the installed package, with the real compiled part."""

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

Cli = Callable[..., subprocess.CompletedProcess[str]]

# A shell that starts the tests in the background makes them ignore Ctrl-C. Tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """Runs the command in a fresh process, in an empty folder."""
    return partial(run_command, tmp_path)


def run_command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the command in a fresh process, in a folder."""
    command = [sys.executable, "-m", "headstack", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=folder, timeout=120, check=False
    )


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real traces; the test is skipped where it is absent."""
    root = Path(__file__).resolve().parents[2]
    folder = Path(os.environ.get("HEADSTACK_DATA", root.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"no data folder at {folder}; set HEADSTACK_DATA")
    return folder


@pytest.fixture(scope="session")
def load_script() -> Callable[[str], ModuleType]:
    """An experiment of scripts/ as a module, by its name, with what it imports from beside it."""

    def load(name: str) -> ModuleType:
        [path] = (Path(__file__).resolve().parents[2] / "scripts").rglob(f"{name}.py")
        spec = importlib.util.spec_from_file_location(f"headstack_scripts_{name}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module  # a dataclass looks there
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(path.parent)
            spec.loader.exec_module(module)
        return module

    return load


@dataclass(frozen=True)
class Opened:
    """A page in a browser: what its scripts have made of it, and what it fetched from elsewhere."""

    html: str
    fetched: list[str]


@pytest.fixture
def browser(tmp_path: Path) -> Callable[..., Opened]:
    """Opens a page in headless Chromium (the package chromium-headless-shell), at a fragment.

    The page's clock runs by itself, so no time of this machine counts.
    """
    if shutil.which("chromium-headless-shell") is None:
        pytest.skip("no Chromium; Debian has it in the package chromium-headless-shell")

    def opened(page: Path, fragment: str = "") -> Opened:
        log = tmp_path / "network.json"
        command = [
            *("chromium-headless-shell", "--no-sandbox", "--disable-gpu"),
            *("--disable-dev-shm-usage", f"--user-data-dir={tmp_path / 'chromium'}"),
            *("--virtual-time-budget=20000", f"--log-net-log={log}", "--dump-dom"),
            f"file://{page}#{fragment}",
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
        events = json.loads(log.read_text(encoding="utf-8"))["events"]
        urls = {event.get("params", {}).get("url") for event in events}
        own = ("file:", "data:")
        return Opened(done.stdout, sorted(url for url in urls if url and not url.startswith(own)))

    return opened
