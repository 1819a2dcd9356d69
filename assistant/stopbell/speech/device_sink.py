"""Play audio on the sound device, through a child process that falls silent at once or is killed."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stopbell.speech.audio import Audio
from stopbell.speech.errors import PlaybackError
from stopbell.speech.helper_process import to_command
from stopbell.speech.player import Player, PlayerEndedError, start_player

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlayerLimits:
    """When the player counts as hanging, and when as playing into the void."""

    start_s: float = 10.0
    word_s: float = 2.0
    """While it plays, without word for so long it hangs; a device that has gone to sleep wakes within 1.2 s."""
    stop_s: float = 0.04
    """After stop: without word by then it is killed. What the device still holds is 60 ms at most."""
    slack_s: float = 2.0
    """Added to twice the length of the audio."""
    hurry_s: float = 0.3
    """Added to twice the time that passed: audio longer than that was swallowed, not played."""


class DeviceSink:
    """Owns the player; starts it when needed and replaces it when it hangs or ends."""

    def __init__(
        self,
        command: Sequence[str] | None = None,
        limits: PlayerLimits | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare; the player starts with `prepare` or the first audio.

        Args:
            command: what to run as the player; None is our own on the system's usual device.
            limits: when it counts as hanging; None is the usual.
            monotonic: seconds for measuring spans.
        """
        self._command = tuple(command or to_command("stopbell.speech.player_child"))
        self._limits = limits or PlayerLimits()
        self._monotonic = monotonic
        self._player: Player | None = None
        self._starting = asyncio.Lock()
        self._is_playing = False
        self._watches: set[asyncio.Task[None]] = set()

    async def prepare(self) -> None:
        """Start the player and open the device, so that the first sentence begins at once."""
        await self._get_player()

    async def play(self, audio: Audio) -> None:
        """Play to the end of the audio, as the device reports it; from the start again if the player ends early."""
        try:
            await self._play_once(audio)
        except PlayerEndedError as error:
            logger.warning("%s; trying once more", error)
            await self._play_once(audio)

    async def _play_once(self, audio: Audio) -> None:
        player = await self._get_player()
        began = self._monotonic()
        self._is_playing = True
        done = player.play(audio)
        try:
            async with asyncio.timeout(2 * audio.duration_s + self._limits.slack_s):
                await self._wait_while_it_plays(player, done)
        except TimeoutError as error:
            player.kill()
            raise PlaybackError("the device plays too slowly") from error
        except asyncio.CancelledError:
            self.silence()
            raise
        was_silenced, self._is_playing = not self._is_playing, False
        if not was_silenced and audio.duration_s > 2 * (self._monotonic() - began) + self._limits.hurry_s:
            raise PlaybackError("the device takes the sound faster than it can be heard")

    async def _wait_while_it_plays(self, player: Player, done: "asyncio.Future[None]") -> None:
        """Wait for the end; a player from which no word comes is killed and counts as ended."""
        while True:
            words = player.words
            await asyncio.wait({done}, timeout=self._limits.word_s)
            if done.done():
                return await done
            if player.words == words:
                player.kill()
                raise PlayerEndedError("the player or its device hangs")

    def silence(self) -> None:
        """Tell the player to be silent; it is killed if it does not confirm at once."""
        if not self._is_playing or self._player is None:
            return
        self._is_playing = False
        watch = asyncio.create_task(self._kill_unless_silent(self._player, self._player.stop()))
        self._watches.add(watch)
        watch.add_done_callback(self._watches.discard)

    async def close(self) -> None:
        """End the player."""
        async with self._starting:
            await self._discard()
        await asyncio.gather(*self._watches)

    async def _kill_unless_silent(self, player: Player, stopped: asyncio.Future[None]) -> None:
        try:
            async with asyncio.timeout(self._limits.stop_s):
                await stopped
        except TimeoutError:
            logger.warning("the player did not fall silent in time and is replaced")
            player.kill()
        except PlaybackError:
            return

    async def _get_player(self) -> Player:
        async with self._starting:
            if self._player is not None and not self._player.is_alive:
                await self._discard()
            if self._player is None:
                self._player = await start_player(self._command, self._limits.start_s)
            return self._player

    async def _discard(self) -> None:
        """End the player. If this is cancelled in the middle, the next call ends what is left."""
        if self._player is not None:
            self._player.kill()
            await self._player.close()
            self._player = None
