"""Draws docs/img/report.png: the beginning of a page of `headstack report`, in headless Chromium.

Run it with the Python of the environment that ./scripts/run makes. The picture is as large as the
page shows it.
"""

import subprocess
import tempfile
from pathlib import Path

from PIL import Image

import headstack
from headstack import report

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "img" / "report.png"
SIZE = (1200, 1280)


def main() -> None:
    """Runs the drive of the page's example, opens the page, and keeps what the browser drew."""
    with tempfile.TemporaryDirectory() as folder:
        page, drawn = (Path(folder) / name for name in ("run.html", "run.png"))
        drive = headstack.Drive("hp_c2247", "sptf")
        report.write([drive.run(headstack.workload.random(40, requests=2000))], page)
        subprocess.run(
            [
                *("chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
                *(f"--user-data-dir={folder}/chromium", "--virtual-time-budget=20000"),
                *(f"--window-size={SIZE[0]},{SIZE[1]}", f"--screenshot={drawn}"),
                f"file://{page}",
            ],
            check=True,
            capture_output=True,
        )
        Image.open(drawn).convert("RGB").quantize(128).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
