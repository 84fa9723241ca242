"""The login: discovery, keys, secrets and sessions."""

import os
from pathlib import Path
from typing import Any

import pytest
from serve.target import NAME, Initiator, Served, served

from headstack_serve.iscsi import chap, pdu, text


def test_discovery(target: Served) -> None:
    with Initiator(target.port) as host:
        pairs = {"InitiatorName": "iqn.2026-11.test:a", "SessionType": "Discovery"}
        answer = host.login_step(pairs, 1, 3)
        assert answer.status == 0
        found = host.ask(
            pdu.TextRequest(flags=0x80, tag=1, command_sn=1, data=b"SendTargets=All\0")
        )
        assert text.parse(found.data) == {
            "TargetName": NAME,
            "TargetAddress": f"127.0.0.1:{target.port},1",
        }


@pytest.mark.parametrize(
    ("pairs", "status"),
    [
        ({}, 0x0207),
        ({"InitiatorName": "a"}, 0x0207),
        ({"InitiatorName": "a", "TargetName": "iqn.other"}, 0x0203),
        ({"InitiatorName": "a", "TargetName": NAME, "SessionType": "Odd"}, 0x0209),
        ({"InitiatorName": "a", "TargetName": NAME, "x" * 70: "1"}, 0x0200),
    ],
)
def test_a_refused_login(target: Served, pairs: dict[str, str], status: int) -> None:
    with Initiator(target.port) as host:
        assert host.login_step(pairs, 1, 3).status == status
        with pytest.raises(EOFError):
            host.receive()


def test_negotiation(target: Served) -> None:
    """The results of RFC 7143, 13: least, OR, AND, lists, and unknown keys."""
    with Initiator(target.port) as host:
        found = host.login(
            MaxBurstLength="16384", FirstBurstLength="999999", InitialR2T="No", ImmediateData="No",
            HeaderDigest="CRC32C,None", MaxConnections="8", ErrorRecoveryLevel="2",
            DefaultTime2Wait="7", iSCSIProtocolLevel="3", OFMarker="No", XNonsense="1",
            MaxRecvDataSegmentLength="4096",
            MaxOutstandingR2T=" 1_0", DefaultTime2Retain="9999", DataPDUInOrder="Maybe",
        )  # fmt: skip
    assert found == {
        "TargetPortalGroupTag": "1", "MaxBurstLength": "16384", "FirstBurstLength": "65536",
        "InitialR2T": "No", "ImmediateData": "No", "HeaderDigest": "CRC32C", "MaxConnections": "1",
        "ErrorRecoveryLevel": "0", "DefaultTime2Wait": "7", "iSCSIProtocolLevel": "2",
        "OFMarker": "Reject",
        "XNonsense": "NotUnderstood", "MaxRecvDataSegmentLength": "262144",
        "MaxOutstandingR2T": "Reject", "DefaultTime2Retain": "Reject", "DataPDUInOrder": "Reject",
    }  # fmt: skip


def _chap(host: Initiator, secret: bytes, name: str = "user", **more: str) -> Any:
    pairs = {"InitiatorName": "iqn.2026-11.test:a", "TargetName": NAME, "AuthMethod": "None,CHAP"}
    assert text.parse(host.login_step(pairs, 0, None).data)["AuthMethod"] == "CHAP"
    asked = text.parse(host.login_step({"CHAP_A": "7,5"}, 0, None).data)
    challenge = bytes.fromhex(asked["CHAP_C"][2:])
    proof = chap.response(asked["CHAP_A"], int(asked["CHAP_I"]), secret, challenge)
    return host.login_step({"CHAP_N": name, "CHAP_R": f"0x{proof.hex()}", **more}, 0, 1)


def test_chap(tmp_path: Path) -> None:
    (tmp_path / "theirs").write_text("secret of user\n")
    (tmp_path / "ours").write_text("secret of target\n")
    options = ["--chap-user", "user", "--chap-secret", tmp_path / "theirs"]
    options += ["--own-user", "target", "--own-secret", tmp_path / "ours"]
    with served(*options) as found:
        for secret, name in ((b"wrong secret", "user"), (b"secret of user", "other")):
            with Initiator(found.port) as host:
                assert _chap(host, secret, name).status == 0x0201
        with Initiator(found.port) as host:  # CHAP is not optional
            pairs = {"InitiatorName": "iqn.2026-11.test:a", "TargetName": NAME}
            assert host.login_step(pairs, 1, 3).status == 0x0201
        with Initiator(found.port) as host:
            answer = _chap(host, b"secret of user", CHAP_I="9", CHAP_C="0x0123")
            assert answer.status == 0
            proof = text.parse(answer.data)
            right = chap.response("7", 9, b"secret of target", bytes.fromhex("0123"))
            assert proof == {"CHAP_N": "target", "CHAP_R": f"0x{right.hex()}"}
            assert host.login_step({}, 1, 3).flags == 0x87
            assert host.ask(host.command(bytes(6))).status in (0, 2)
        found.stop()


def test_a_session_anew(target: Served) -> None:
    """A login with the same name and number ends the old session."""
    isid = os.urandom(6)
    with Initiator(target.port, isid=isid) as old, Initiator(target.port, isid=isid) as new:
        old.login()
        new.login()
        with pytest.raises((EOFError, ConnectionError)):
            old.ask(old.command(bytes(6)))
        assert new.ask(new.command(bytes(6))).status in (0, 2)


def test_all_sessions_are_taken(target: Served) -> None:
    hosts = [Initiator(target.port, isid=os.urandom(6)) for _ in range(15)]
    for host in hosts:
        host.login()
    with Initiator(target.port, isid=os.urandom(6)) as one_more:
        pairs = {"InitiatorName": "iqn.2026-11.test:a", "TargetName": NAME}
        assert one_more.login_step(pairs, 1, 3).status == 0x0302
    for host in hosts:
        host.send(pdu.LogoutRequest(flags=0x80, tag=1, immediate=True))
        assert host.receive().response == 0
        host.close()
