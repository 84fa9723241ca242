"""Draws docs/img/watch.png: a decision on the page of `headstack watch`, in headless Chromium.

Run it with the Python of the environment that ./scripts/run makes. The picture is as large as the
page shows it.
"""

import subprocess
import tempfile
from pathlib import Path

from PIL import Image

import headstack
from headstack.charts import watch_page

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "img" / "watch.png"
SIZE = (1010, 762)
DECISION = 150


def main() -> None:
    """Runs the drive of the page's example, opens the page, and keeps what the browser drew."""
    with tempfile.TemporaryDirectory() as folder:
        rows, page, drawn = (Path(folder) / name for name in ("run.parquet", "run.html", "run.png"))
        drive = headstack.Drive("hp_c2247", "sptf")
        drive.run(headstack.workload.random(60, requests=2000)).to_parquet(rows)
        watch_page.write(headstack.load(rows), page)
        subprocess.run(
            [
                *("chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
                *(f"--user-data-dir={folder}/chromium", "--virtual-time-budget=20000"),
                *(f"--window-size={SIZE[0]},{SIZE[1]}", f"--screenshot={drawn}"),
                f"file://{page}#step={DECISION}",
            ],
            check=True,
            capture_output=True,
        )
        Image.open(drawn).convert("RGB").save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
