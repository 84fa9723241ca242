"""An error of an argument names the argument."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import headstack
from headstack import ConfigError, checks, workload

WRONG: dict[str, tuple[str | None, Callable[[], Any]]] = {
    "whole": ("requests", lambda: checks.whole("requests", 0, 1, 5)),
    "real": ("level", lambda: checks.real("level", "x")),  # type: ignore[arg-type]
    "choice": ("mode", lambda: checks.choice("mode", "x", ("open", "closed"))),
    "path": ("out", lambda: checks.path("out", 3)),  # type: ignore[arg-type]
    "text": ("name", lambda: checks.text("name", 3)),  # type: ignore[arg-type]
    "instance": ("drive", lambda: checks.instance("drive", 3, str, "a text")),
    "function": ("progress", lambda: checks.function("progress", 3)),
    "items": ("kinds", lambda: checks.items("kinds", 3, int)),  # type: ignore[call-overload]
    "an item": ("kinds", lambda: checks.items("kinds", ["x"], int)),
    "flag": ("contents", lambda: checks.flag("contents", 3)),  # type: ignore[arg-type]
    "unknown": ("workload", lambda: headstack.workload.parse("nothing(1)")),
    "a workload": ("rate_per_s", lambda: workload.random(0)),
    "a scheduler": ("scheduler", lambda: headstack.Drive("hp_c2247", "nothing")),
    "a parameter": ("scheduler", lambda: headstack.Drive("hp_c2247", "clook(nothing)")),
    "weights": (
        "scheduler",
        lambda: headstack.Drive("hp_c2247", "yfq", placement="host").run(workload.random(30)),
    ),
    "a key": (None, lambda: headstack.Drive("hp_c2247", conditions={"seek.root.base": "1 ms"})),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_message_begins_with_the_argument(name: str) -> None:
    argument, fails = WRONG[name]
    with pytest.raises(ConfigError) as found:
        fails()
    assert found.value.argument == argument
    assert str(found.value).startswith(argument or "`seek.root.base`")
    for other in (pickle.loads(pickle.dumps(found.value)), copy.copy(found.value)):
        assert (str(other), other.argument) == (str(found.value), argument)


def test_an_error_of_somebodys_own_is_about_none() -> None:
    assert ConfigError("it is wrong").argument is None
