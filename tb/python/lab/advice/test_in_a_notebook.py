"""A recommendation in a notebook: its page in a frame."""

import re
from html import unescape

import pytest

from headstack import advice
from headstack.advice import advice_page, advising


def test_the_frame_has_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    found = advice.advise(
        advice.Question(workload="closed(4)", schedulers=("fcfs", "sptf"), requests=400), jobs=1
    )
    text = found._repr_html_()
    assert text is not None
    frame = re.fullmatch(r'<iframe srcdoc="([^"]*)" style="[^"]*" sandbox></iframe>', text)
    assert frame is not None
    inside = unescape(frame[1])
    assert inside.startswith("<!DOCTYPE html>")
    assert inside.rstrip().endswith("</html>")
    pictures = r"base64,[^\"]*"  # matplotlib numbers the parts of each picture anew
    wanted = re.sub(pictures, "", advice_page.html(found))
    assert re.sub(pictures, "", inside) == wanted
    monkeypatch.setattr(advising, "present", lambda _: False)
    assert found._repr_html_() is None
