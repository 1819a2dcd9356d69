"""The player: it keeps time, falls silent at once, is replaced, and tells when there is nothing to play on.

The backend "null" of the real player plays nothing in real time, so that these run on machines without sound.
"""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from stopbell.speech.audio import Audio
from stopbell.speech.device_sink import DeviceSink, PlayerLimits
from stopbell.speech.errors import NoDeviceError, PlaybackError
from stopbell.speech.helper_process import to_command

Result = TypeVar("Result")
TONE = b"\x00\x10\x00\xf0" * 1000


def tone(seconds: float, rate_hz: int = 22050) -> Audio:
    """A sound of a length."""
    return Audio((TONE * (1 + int(seconds * rate_hz) // 2000))[: int(seconds * rate_hz) * 2], rate_hz)


def use(act: Callable[[DeviceSink], Awaitable[Result]], backend: str = "null") -> Result:
    """Act with a real player and leave nothing behind."""

    async def scene() -> Result:
        sink = DeviceSink(to_command("stopbell.speech.player_child", backend))
        try:
            return await act(sink)
        finally:
            await sink.close()

    return asyncio.run(scene())


async def begin(sink: DeviceSink, seconds: float) -> "asyncio.Task[None]":
    """Begin to play, and come back when the player was told to."""
    playing = asyncio.create_task(sink.play(tone(seconds)))
    async with asyncio.timeout(20):
        while not sink._is_playing:  # noqa: ASYNC110 the sink has no event for it
            await asyncio.sleep(0.005)
    return playing


@pytest.mark.parametrize("rate_hz", [22050, 16000, 44100])
def test_a_sound_takes_its_time_at_any_rate(rate_hz: int) -> None:
    async def act(sink: DeviceSink) -> float:
        await sink.prepare()
        began = time.monotonic()
        await sink.play(tone(0.5, rate_hz))
        return time.monotonic() - began

    assert 0.45 < use(act) < 1.5


def test_silence_ends_the_sound_within_a_tenth_of_a_second_and_the_player_lives_on() -> None:
    async def act(sink: DeviceSink) -> list[float]:
        spans: list[float] = []
        for _ in range(5):
            playing = await begin(sink, 5)
            await asyncio.sleep(0.05)
            began = time.monotonic()
            sink.silence()
            await asyncio.gather(playing, *sink._watches)
            spans.append(time.monotonic() - began)
        return spans

    spans = sorted(use(act))
    assert spans[2] < 0.06
    assert spans[-1] < 0.1


def test_a_sound_that_is_cancelled_falls_silent() -> None:
    async def act(sink: DeviceSink) -> int:
        playing = await begin(sink, 5)
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing
        return len(sink._watches)

    assert use(act) == 1


def test_a_player_killed_in_the_middle_is_replaced_and_the_sound_is_played() -> None:
    async def act(sink: DeviceSink) -> bool:
        playing = await begin(sink, 0.5)
        first = sink._player
        assert first is not None
        os.kill(first.pid, signal.SIGKILL)
        await playing
        return sink._player is not None and sink._player.pid != first.pid

    assert use(act)


def test_a_player_that_does_not_confirm_silence_is_killed() -> None:
    async def act(sink: DeviceSink) -> bool:
        playing = await begin(sink, 5)
        player = sink._player
        assert player is not None
        os.kill(player.pid, signal.SIGSTOP)
        sink.silence()
        await asyncio.gather(playing, *sink._watches)
        return player.is_alive

    assert not use(act)


def test_a_machine_without_a_device_says_so_when_the_player_is_prepared() -> None:
    async def act(sink: DeviceSink) -> None:
        await sink.prepare()

    with pytest.raises(NoDeviceError):
        use(act, backend="winmm" if sys.platform != "win32" else "alsa")


def test_what_sound_libraries_print_does_not_reach_the_terminal() -> None:
    code = (
        "import asyncio, contextlib\n"
        "from stopbell.speech.device_sink import DeviceSink\n"
        "from stopbell.speech.errors import PlaybackError\n"
        "async def main():\n"
        "    sink = DeviceSink()\n"
        "    with contextlib.suppress(PlaybackError):\n"
        "        await sink.prepare()\n"
        "    await sink.close()\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_a_device_that_swallows_the_sound_is_noticed() -> None:
    async def act(sink: DeviceSink) -> None:
        sink._monotonic = lambda: 0.0
        await sink.play(tone(0.4))

    with pytest.raises(PlaybackError, match="faster than it can be heard"):
        use(act)


def test_a_player_that_hangs_is_given_up() -> None:
    async def scene() -> None:
        command = (sys.executable, "-c", "import time; time.sleep(60)")
        sink = DeviceSink(command, PlayerLimits(start_s=0.2))
        try:
            await sink.play(tone(0.1))
        finally:
            await sink.close()

    with pytest.raises(PlaybackError, match="does not start"):
        asyncio.run(scene())
