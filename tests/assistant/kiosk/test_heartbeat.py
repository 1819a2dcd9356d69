"""A sign of life is sent when all three parts have answered, and at no other time."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stopbell.kiosk.heartbeat import Heartbeat, Part, Probe
from stopbell.kiosk.notify import Notifier, find_notifier

PARTS: tuple[Part, ...] = ("feed", "interface", "voice")


@contextmanager
def supervisor(address: str) -> Generator[Callable[[], list[str]]]:
    """Listen as systemd does; gives what lists the messages so far."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{address[1:]}" if address.startswith("@") else address)
        listening.setblocking(False)
        heard: list[str] = []

        def take() -> list[str]:
            while True:
                try:
                    heard.append(listening.recv(4096).decode())
                except BlockingIOError:
                    return heard

        yield take


async def answer() -> None:
    """Answer at once."""


async def hang() -> None:
    await asyncio.Event().wait()


async def fail() -> None:
    raise ValueError


def beat(notifier: Notifier, **others: Callable[[], Awaitable[object]]) -> bool:
    probes: dict[Part, Probe] = {part: others.get(part, answer) for part in PARTS}
    return asyncio.run(Heartbeat(probes, notifier, lambda: 7.0, lambda: "all well").beat()).is_alive


def test_when_all_have_answered_the_supervisor_hears_it(tmp_path: Path) -> None:
    with supervisor(str(tmp_path / "s")) as take:
        assert beat(Notifier(str(tmp_path / "s"), 0.3))
        assert take() == ["WATCHDOG=1\nSTATUS=all well"]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("trouble", [hang, fail])
def test_when_one_is_silent_or_fails_the_supervisor_hears_which_and_no_sign_of_life(
    part: Part, trouble: Callable[[], Awaitable[object]], tmp_path: Path
) -> None:
    with supervisor(str(tmp_path / "s")) as take:
        assert not beat(Notifier(str(tmp_path / "s"), 0.15), **{part: trouble})
        assert take() == [f"STATUS=no answer from: {part}"]


def test_the_parts_are_asked_three_times_in_one_watchdog_span() -> None:
    assert Heartbeat({}, Notifier(None, 6.0), lambda: 0.0).period_s == 2.0
    assert Heartbeat({}, Notifier(None, None), lambda: 0.0).period_s == 3.0


def test_an_address_without_a_file_works_and_a_new_line_cannot_smuggle_a_state() -> None:
    with supervisor("@stopbell-kiosk-test") as take:
        assert Notifier("@stopbell-kiosk-test").send(STATUS="a\nWATCHDOG=1")
        assert take() == ["STATUS=a WATCHDOG=1"]


def test_without_a_supervisor_nothing_is_sent_and_nothing_fails(tmp_path: Path) -> None:
    assert not Notifier(None).send(READY="1")
    assert not Notifier(str(tmp_path / "nobody")).send(READY="1")


def test_a_watchdog_of_another_process_is_none_of_ours() -> None:
    environment = {"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"}
    assert find_notifier(environment, pid=2).watchdog_s is None
    assert find_notifier(environment, pid=1).watchdog_s == 10.0
    assert find_notifier({"WATCHDOG_USEC": "soon"}).watchdog_s is None
