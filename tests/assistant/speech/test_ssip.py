"""What our client of speech-dispatcher sends, by the book, whenever it is stopped and whatever the server does."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell.speech.engine import VoicedPart
from stopbell.speech.errors import SynthesisError
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.speech_dispatcher import DispatcherLimits, SpeechDispatcher, to_ssip_rate, to_ssip_volume
from tests.assistant.speech.fakes import settle
from tests.assistant.speech.ssip_server import SsipServer

Result = TypeVar("Result")
LIMITS = DispatcherLimits(begin_s=0.3, slack_s=0.3)


def use(act: Callable[[SpeechDispatcher, SsipServer], Awaitable[Result]], **options: object) -> Result:
    """Act with a client and its server; the book was kept."""

    async def scene() -> Result:
        with tempfile.TemporaryDirectory() as folder:
            async with SsipServer(Path(folder)) as server:
                for name, value in options.items():
                    setattr(server, name, value)
                engine = SpeechDispatcher(server.address, limits=LIMITS, spawn=())
                try:
                    return await act(engine, server)
                finally:
                    await engine.close()
                    assert server.breaches == []

    return asyncio.run(scene())


def part(text: str, language: str = "en", voice: str = "English") -> VoicedPart:
    return VoicedPart(text, language, voice)


async def speak_to_end(engine: SpeechDispatcher, server: SsipServer, *parts: VoicedPart) -> None:
    """Speak, and let it be over when all of it was queued."""
    speaking = asyncio.create_task(engine.speak(parts, VoiceSettings(rate_wpm=170, volume=0.5)))
    await server.wait_for_texts(len(parts))
    server.finish()
    await speaking


def test_each_part_is_queued_as_a_message_with_its_voice_speed_and_volume() -> None:
    async def act(engine: SpeechDispatcher, server: SsipServer) -> None:
        await speak_to_end(engine, server, part("Line ten to"), part("Вокзал", "uk", "Ukrainian"))
        greeting, _, said = (" | ".join(server.requests)).partition("LIST SYNTHESIS_VOICES | ")
        assert "SET SELF PRIORITY message" in greeting
        assert "SET SELF OUTPUT_MODULE espeak-ng" in greeting
        assert said == (
            "SET SELF RATE 0 | SET SELF VOLUME 0"
            " | SET SELF LANGUAGE en | SET SELF SYNTHESIS_VOICE English | SPEAK"
            " | SET SELF LANGUAGE uk | SET SELF SYNTHESIS_VOICE Ukrainian | SPEAK"
        )
        assert server.texts == ["Line ten to", "Вокзал"]

    use(act)


@pytest.mark.parametrize("text", [".", "..", ".CANCEL SELF", "one\r\n.\r\nCANCEL ALL", "a\u2028.\u2028b"])
def test_a_text_is_never_taken_for_its_end_or_for_a_request(text: str) -> None:
    async def act(engine: SpeechDispatcher, server: SsipServer) -> None:
        await speak_to_end(engine, server, part(text))
        assert server.texts == ["\n".join(text.splitlines())]

    use(act)


def test_a_name_with_line_ends_gives_no_request() -> None:
    async def act(engine: SpeechDispatcher, server: SsipServer) -> None:
        await speak_to_end(engine, server, part("x", "en", "English\r\nCANCEL ALL"))
        assert "SET SELF SYNTHESIS_VOICE English  CANCEL ALL" in server.requests

    use(act)


def test_what_happens_before_the_answer_that_names_the_message_is_not_lost() -> None:
    async def act(engine: SpeechDispatcher, server: SsipServer) -> None:
        await engine.speak([part("one"), part("two")], VoiceSettings())
        assert server.texts == ["one", "two"]

    use(act, events_come_early=True)


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 60)), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_a_stop_at_any_instant_is_neither_lost_nor_sent_amid_a_text(turns: list[tuple[int, int]]) -> None:
    async def act(engine: SpeechDispatcher, server: SsipServer) -> None:
        await engine.prepare()
        for count, ticks in turns:
            parts = [part(f"sentence {number}") for number in range(count)]
            speaking = asyncio.create_task(engine.speak(parts, VoiceSettings()))
            await settle(ticks)
            engine.silence()
            speaking.cancel()
            await asyncio.gather(speaking, return_exceptions=True)
        await engine.probe(None, VoiceSettings())
        assert server.queued == []

    use(act)


def test_a_stop_is_the_last_that_is_heard_of_a_sentence_and_the_next_one_follows_it() -> None:
    async def act(engine: SpeechDispatcher, server: SsipServer) -> None:
        speaking = asyncio.create_task(engine.speak([part("old")], VoiceSettings()))
        await server.wait_for_texts()
        speaking.cancel()
        await asyncio.gather(speaking, return_exceptions=True)
        server.texts.clear()
        await speak_to_end(engine, server, part("new"))
        assert server.requests.index("CANCEL SELF") < len(server.requests) - 1 - server.requests[::-1].index("SPEAK")

    use(act)


def test_closing_silences_what_the_server_would_speak_on_without_us() -> None:
    async def act(engine: SpeechDispatcher, server: SsipServer) -> None:
        speaking = asyncio.create_task(engine.speak([part("old")], VoiceSettings()))
        await server.wait_for_texts()
        await engine.close()
        await asyncio.gather(speaking, return_exceptions=True)
        assert (server.requests[-1], server.queued) == ("CANCEL SELF", [])

    use(act)


def test_a_server_that_hangs_is_given_up_in_bounded_time() -> None:
    async def act(engine: SpeechDispatcher, server: SsipServer) -> None:
        await engine.prepare()
        server.is_silent = True
        async with asyncio.timeout(4):
            await engine.speak([part("one")], VoiceSettings())

    with pytest.raises(SynthesisError, match="does not answer"):
        use(act)


def test_a_sentence_that_never_begins_or_never_ends_is_given_up() -> None:
    async def act(engine: SpeechDispatcher, server: SsipServer) -> None:
        await engine.speak([part("one")], VoiceSettings(rate_wpm=450))

    with pytest.raises(SynthesisError, match="does not say"):
        use(act)


def test_a_server_that_ends_amid_a_sentence_is_no_spoken_sentence() -> None:
    async def act(engine: SpeechDispatcher, server: SsipServer) -> None:
        speaking = asyncio.create_task(engine.speak([part("one")], VoiceSettings()))
        await server.wait_for_texts()
        server.hang_up()
        await speaking

    with pytest.raises(SynthesisError, match="ended amid"):
        use(act)


def test_after_a_lost_connection_the_next_sentence_opens_another() -> None:
    async def act(engine: SpeechDispatcher, server: SsipServer) -> None:
        await engine.prepare()
        server.hang_up()
        server._writers.clear()
        assert engine._connection is not None
        await engine._connection._listening
        await speak_to_end(engine, server, part("again"))
        assert server.texts == ["again"]

    use(act)


def test_whoever_silences_the_whole_server_wanted_silence() -> None:
    async def act(engine: SpeechDispatcher, server: SsipServer) -> None:
        speaking = asyncio.create_task(engine.speak([part("one")], VoiceSettings()))
        await server.wait_for_texts()
        server.finish("703 CANCELED")
        await speaking
        assert speaking.exception() is None
        assert server.texts == ["one"]

    use(act)


def test_what_the_server_refuses_is_told_with_its_words() -> None:
    with pytest.raises(SynthesisError, match=r"refuses 'SPEAK': 300 ERR INTERNAL ERROR"):
        use(lambda engine, server: engine.speak([part("one")], VoiceSettings()), refuses="SPEAK")


def test_a_module_that_the_server_has_not_is_refused_with_those_it_has() -> None:
    async def act(engine: SpeechDispatcher, server: SsipServer) -> None:
        engine._module = "festival"
        await engine.prepare()

    with pytest.raises(SynthesisError, match="no module festival; it has: flite, espeak-ng"):
        use(act)


def test_without_a_server_it_says_where_it_looked(tmp_path: Path) -> None:
    engine = SpeechDispatcher(f"unix_socket:{tmp_path}/none", spawn=())
    with pytest.raises(SynthesisError, match="does not listen at unix_socket:"):
        asyncio.run(engine.prepare())


@pytest.mark.parametrize(("rate_wpm", "rate"), [(80, -100), (125, -50), (170, 0), (310, 50), (449, 100), (450, 100)])
def test_words_a_minute_are_the_servers_own_measure(rate_wpm: int, rate: int) -> None:
    assert to_ssip_rate(rate_wpm) == rate


@pytest.mark.parametrize(("volume", "value"), [(0.0, -100), (0.5, 0), (1.0, 100)])
def test_volume_is_the_servers_own_measure(volume: float, value: int) -> None:
    assert to_ssip_volume(volume) == value
