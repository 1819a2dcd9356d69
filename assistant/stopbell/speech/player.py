"""The running player child, as seen from this side: what it was asked, and what it told."""

import asyncio
from collections.abc import Sequence

from stopbell.speech.audio import Audio
from stopbell.speech.errors import NoDeviceError, PlaybackError
from stopbell.speech.frames import Header
from stopbell.speech.helper_process import HelperGoneError, HelperProcess, start_helper


class PlayerEndedError(PlaybackError):
    """The player process ended while it was needed."""


class Player:
    """One player with an open device. When it ends or is killed, start another."""

    def __init__(self, helper: HelperProcess) -> None:
        """Take a helper that has said that its device is open."""
        self._helper = helper
        self._answers: dict[int, asyncio.Future[None]] = {}
        self._last_id = 0
        self.words = 0
        """How often it told something; while it plays, no word for long means that it hangs."""
        self._listener = asyncio.create_task(self._listen())

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked, as far as is known."""
        return self._helper.is_alive

    @property
    def pid(self) -> int:
        """The process id."""
        return self._helper.pid

    def play(self, audio: Audio) -> asyncio.Future[None]:
        """Begin to play; the future is done when the last sample was heard.

        The future raises PlayerEndedError when the player ends, NoDeviceError when there is no device for this format.
        """
        return self._ask({"do": "play", "rate": audio.rate_hz, "channels": audio.channels}, audio.samples)

    def stop(self) -> asyncio.Future[None]:
        """Drop what plays, whose future is done with it; done itself when silence flows to the device.

        The future raises as that of `play` does.
        """
        for dropped in self._answers.values():
            if not dropped.done():
                dropped.set_result(None)
        self._answers.clear()
        return self._ask({"do": "stop"})

    def kill(self) -> None:
        """End it now, and the sound with it."""
        self._helper.kill()

    async def close(self) -> None:
        """End it and wait until it is gone."""
        await self._helper.close()
        await self._listener

    def _ask(self, header: Header, body: bytes = b"") -> asyncio.Future[None]:
        self._last_id += 1
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            self._helper.send({**header, "id": self._last_id}, body)
        except HelperGoneError as error:
            answer.set_exception(PlayerEndedError(f"the player has ended: {error}"))
            return answer
        self._answers[self._last_id] = answer
        return answer

    async def _listen(self) -> None:
        try:
            while True:
                header, _ = await self._helper.receive()
                self.words += 1
                answer = self._answers.pop(header.get("id", 0), None)
                if answer is None or answer.done():
                    continue
                if header.get("event") == "no-device":
                    answer.set_exception(NoDeviceError(str(header.get("why"))))
                else:
                    answer.set_result(None)
        except HelperGoneError as error:
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(PlayerEndedError(f"the player has ended: {error}"))
            self._answers.clear()


async def start_player(command: Sequence[str], limit_s: float) -> Player:
    """Start a player and wait until its device is open.

    Raises:
        NoDeviceError: there is nothing to play on.
        PlaybackError: it does not start in time, or not at all.
    """
    try:
        helper = await start_helper(command)
    except HelperGoneError as error:
        raise PlaybackError(str(error)) from error
    try:
        hello, _ = await helper.receive(limit_s)
        if hello.get("event") != "ready":
            raise NoDeviceError(str(hello.get("why")))
    except (HelperGoneError, TimeoutError) as error:
        await helper.close()
        raise PlaybackError(f"the player does not start: {error!r}") from error
    except (NoDeviceError, asyncio.CancelledError):
        await helper.close()
        raise
    return Player(helper)
