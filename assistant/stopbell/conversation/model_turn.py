"""One question answered by a model: each sentence is checked, then told at once; what fails is answered offline."""

import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from stopbell.answer import Answer
from stopbell.brains.companion import CompanionError, Mark, Question, TextPiece, ToolDesk, Trouble
from stopbell.conversation.memory import BoardQuestion
from stopbell.conversation.model import Model
from stopbell.conversation.moment import to_moment
from stopbell.conversation.rendering import to_lines
from stopbell.conversation.reply import Reply, TellEarly
from stopbell.conversation.session import Session
from stopbell.guard import SentenceSplitter
from stopbell_server.contract.arrivals import BoardData
from stopbell_server.phrases.phrase import Line, Phrase

KIND = "answer"
_WORDS = re.compile(r"\w+")


class ModelTurn:
    """What is told while a model answers one question."""

    def __init__(self, session: Session, tell: TellEarly | None) -> None:
        """Tell in the session's language, early if there is who listens."""
        if session.model is None:
            raise LookupError("this conversation has no model")
        self._session = session
        self._model: Model = session.model
        self._tell_early = tell
        self._told = 0
        self._said = " "
        self.lines: list[Line] = []
        """What the rider has heard of the answer, or will hear."""

    def to_reply(self) -> Reply:
        """Give what is there so far as a reply."""
        return Reply(tuple(self.lines), KIND, self._session.language, calls=tuple(self._session.calls), told=self._told)

    async def play(self, heard: str, fall_back: Callable[[], Awaitable[Reply]]) -> Reply:
        """Answer; where the model cannot, say so in one sentence and give what `fall_back` answers.

        The model remembers what was heard as its answer, also when this is cancelled.
        """
        model, now = self._model, self._session.clock.monotonic
        model.guard.begin_turn()
        try:
            model.tools = model.tools or await self._session.tools.list_tools()
            if now() < model.rests_until or not model.tools:
                # That it cannot be reached was said when it was last tried; without tools it would know nothing.
                return self._fall_back(await fall_back())
            trouble = await self._listen(heard)
            if trouble is None:
                model.gave_last = True
                self._remember_stop()
                return self._end(self.to_reply())
            model.rest(trouble, now())
            self._add(self._name_trouble(trouble))
            return self._fall_back(await fall_back())
        finally:
            model.companion.settle(" ".join(line.written for line in self.lines))

    async def _listen(self, heard: str) -> Trouble | None:
        """Tell the model's sentences; give why it did not answer to the end, None when it did."""
        session = self._session
        splitter = SentenceSplitter(session.language)
        desk = ToolDesk(self._model.tools, self._ask)
        question = Question(heard, to_moment(session))
        try:
            async with aclosing(self._model.companion.answer(question, desk)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, TextPiece):
                        await self._tell(splitter.feed(piece.text))
                    elif piece is Mark.BREAK:
                        await self._tell(splitter.flush())
                    elif self.lines:
                        # What is left is half a sentence, which may be half a fact.
                        self._add(session.say("talk.model_cut_short"))
                        return None
                    else:
                        return Trouble.UNUSABLE
        except CompanionError as error:
            return error.trouble
        await self._tell(splitter.flush())
        return None if self.lines else Trouble.UNUSABLE

    async def _ask(self, tool: str, arguments: Mapping[str, Any]) -> Answer:
        fields = next((one.input_schema.get("properties", ()) for one in self._model.tools if one.name == tool), ())
        given = {**arguments, "verbosity": self._session.verbosity} if "verbosity" in fields else dict(arguments)
        return await self._session.ask(tool, **given)

    async def _tell(self, sentences: list[str]) -> None:
        """Tell sentences that the guard lets pass, or what it puts in their place."""
        for sentence in sentences:
            checked = self._model.guard.check(sentence, self._session.language).sentence
            lines = [line for line in self._take_apart(checked) if line and not self._was_told(line)]
            self.lines += lines
            if lines and self._tell_early is not None:
                self._told += len(lines)
                await self._tell_early(Reply(tuple(lines), KIND, self._session.language))

    def _take_apart(self, line: Line) -> tuple[Line, ...]:
        """Give a tool's whole answer, where it stands in place of a sentence, as its facts, one a line."""
        for answer in reversed(self._model.answers):
            if line and answer.text == line.written:
                return to_lines(self._session.book, answer, verbosity=self._session.verbosity)
        return (line,)

    def _add(self, phrase: Phrase) -> None:
        self.lines += phrase.lines

    def _was_told(self, line: Line) -> bool:
        """Say whether a line was told in this turn, by itself or within another; note that it is told now if not.

        A line without a word says nothing and counts as told.
        """
        words = _fold(line)
        folded = f" {words} "
        if not words or folded in self._said:
            return True
        self._said += folded
        return False

    def _name_trouble(self, trouble: Trouble) -> Phrase:
        if self.lines and trouble is not Trouble.DECLINED:
            return self._session.say("talk.model_broke_off")
        return self._session.say(f"talk.model_{trouble.value}")

    def _fall_back(self, offline: Reply) -> Reply:
        """Go on with the offline answer, without lines that were told already."""
        self._model.gave_last = False
        self.lines += [line for line in offline.lines if not self._was_told(line)]
        return replace(offline, lines=tuple(self.lines), told=self._told)

    def _remember_stop(self) -> None:
        """Let what is said next be about the stop that was last asked for, whoever answers it."""
        memory = self._session.memory
        for call in reversed(self._session.calls):
            if isinstance(call.answer.data, BoardData) and call.answer.data.stop:
                memory.move_to(call.answer.data.stop)
                route = str(call.arguments.get("route", ""))
                memory.question = BoardQuestion(call.answer.data.stop.id, route=route)
                memory.told = ()
                return

    def _end(self, reply: Reply) -> Reply:
        """End with what an operator wants said with every answer, once, whatever the model made of it."""
        notices = {call.answer.provenance.notice for call in reply.calls if call.answer.provenance.notice}
        said = " ".join(line.written for line in reply.lines)
        missing = [notice for notice in sorted(notices) if notice not in said]
        book = self._session.book
        phrases = [book.with_notice(to_empty(), notice) for notice in missing]
        ended = reply.then(*phrases)
        self.lines = list(ended.lines)
        return ended


def to_empty() -> Phrase:
    """Give a phrase that says nothing, for what is only put after one."""
    return Phrase("", "", "notice")


def _fold(line: Line) -> str:
    return " ".join(_WORDS.findall(line.written.casefold()))
