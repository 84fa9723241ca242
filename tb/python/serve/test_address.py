"""Addresses, and the options of the commands that name them."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from headstack import ConfigError, Drive
from headstack_serve.address import Address
from headstack_serve.iscsi.chap import Secret
from headstack_serve.iscsi.login import Access
from headstack_serve.pace import pace_of
from headstack_serve.serving import Service

Cli = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(
    ("text", "host", "port", "local"),
    [
        ("127.0.0.1:3260", "127.0.0.1", 3260, True),
        ("localhost:0", "localhost", 0, True),
        ("[::1]:65535", "::1", 65535, True),
        ("0.0.0.0:3260", "0.0.0.0", 3260, False),
        ("[fe80::2]:1", "fe80::2", 1, False),
    ],
)
def test_address(text: str, host: str, port: int, local: bool) -> None:
    found = Address.of("--iscsi", text)
    assert (found.host, found.port, found.is_local) == (host, port, local)
    assert str(found) == text


@pytest.mark.parametrize(
    "text", ["", "3260", ":3260", "localhost", "localhost:", "a:65536", "a:-1", "a:x", "a:\u0663"]
)
def test_a_text_that_is_no_address(text: str) -> None:
    with pytest.raises(ConfigError, match=r"--iscsi .*write address and port"):
        Address.of("--iscsi", text)


def test_other_machines_need_a_secret() -> None:
    drive, everywhere = Drive("hp_c2247"), Address("0.0.0.0", 0)
    with pytest.raises(ConfigError, match="open to other machines"):
        Service([drive], everywhere, Access("iqn.test"), [True]).check()
    Service([drive], everywhere, Access("iqn.test", Secret("a", b"1" * 12)), [True]).check()


def test_secrets_differ() -> None:
    """RFC 7143, 12.1.3: a secret has one direction."""
    with pytest.raises(ConfigError, match="are equal"):
        Access("iqn.test", Secret("a", b"1" * 12), Secret("b", b"1" * 12))


@pytest.mark.parametrize(
    ("secret", "message"),
    [
        (None, "cannot read secret: No such file or directory"),
        (b"\xff" * 12, "cannot read secret: the secret is not UTF-8"),
        (b"short\n", "secret: a secret has 12 bytes at least"),
    ],
)
def test_a_file_that_is_no_secret(
    cli: Cli, tmp_path: Path, secret: bytes | None, message: str
) -> None:
    if secret is not None:
        (tmp_path / "secret").write_bytes(secret)
    done = cli("serve", "--iscsi", "127.0.0.1:0", "--chap-user", "a", "--chap-secret", "secret")
    assert done.returncode == 2
    assert message in done.stderr


def test_names_of_paces() -> None:
    assert [pace_of(name) for name in ("free", "real")] == ["free", "real"]
    with pytest.raises(ConfigError, match="pace 'fee' is not known; did you mean 'free'"):
        pace_of("fee")
