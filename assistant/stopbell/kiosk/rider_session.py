"""One rider's session: from the first key to the last, with a conversation of its own that ends with it."""

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Literal, Self

from stopbell.announcer.event import Event
from stopbell.brains.brain import Intent
from stopbell.conversation.conversation import Conversation
from stopbell.conversation.profile import KeptInMemory
from stopbell.conversation.reply import Reply
from stopbell.faces.patience import Patience
from stopbell.kiosk.around import Surroundings, tell_around
from stopbell.kiosk.condition import tell_condition
from stopbell.kiosk.key_brain import KeyBrain
from stopbell.kiosk.keys import Key
from stopbell.kiosk.menu import Ask, Command, Control, Item, Menu, Open, OpenLine, UseLanguage
from stopbell.kiosk.messages import tell_message
from stopbell.kiosk.parts import Parts
from stopbell.kiosk.session_menus import SessionMenus
from stopbell.kiosk.session_speech import SessionSpeech, Told
from stopbell.kiosk.telling import tell_item, tell_key, tell_menu
from stopbell_server.phrases.phrase import Line, from_lines
from stopbell_server.phrases.phrasebook import Phrasebook

Press = Key | Literal["next", "choose"]
"""A key, or what the one button does."""
_OTHERS = 3
"""Further languages that are named in the first words; more nobody waits for."""
_PATIENCE_S, _AGAIN_S = 2.0, 10.0


class RiderSession:
    """What one rider hears and sees. Enter it, greet, and give it presses one at a time."""

    def __init__(self, parts: Parts, *, by_button: bool, note: Callable[[], None]) -> None:
        """Begin; `by_button` for whoever has one button, `note` is called when there is something new to show."""
        self._parts = parts
        self._by_button = by_button
        self._brain = KeyBrain()
        profile = KeptInMemory(parts.make_profile())
        self._conversation = Conversation(
            parts.tools,
            parts.books,
            profile,
            parts.clock,
            self._brain,
            language=parts.provisioning.languages[0],
            stop=parts.find_stop(),
        )
        self._conversation.tell_who_speaks("self")
        self._conversation.skip_hints("watch.only_open")
        self._speech = SessionSpeech(parts, note)
        self._stack = AsyncExitStack()
        self._stack.callback(self._speech.close)
        self._menus = SessionMenus(parts)
        self._told_wrong: tuple[Line, ...] = ()
        self._told_messages: set[str] = set()
        self.is_over = False
        """Whether the rider has ended it."""
        self.holds_board = False
        """Whether the rider wants the board to stand still."""

    @property
    def language(self) -> str:
        """BCP 47 tag of the rider's language."""
        return self._conversation.language

    @property
    def book(self) -> Phrasebook:
        """The words of the rider's language."""
        return self._parts.books.pick(self.language).with_style(self._conversation.time_style)

    @property
    def shown(self) -> tuple[Line, ...]:
        """What was said last, for the screen."""
        return self._speech.shown

    @property
    def stop(self) -> str | None:
        """What is asked about now, as a scoped id once it is known."""
        return self._conversation.asked_stop

    @property
    def menu(self) -> Menu:
        """The menu that is open."""
        return self._menus.menu

    @property
    def item(self) -> Item | None:
        """The choice that one button is at; None: at none."""
        return self._menus.item

    @property
    def hint(self) -> str:
        """Id of what stands at the foot of the screen."""
        return "kiosk.how_button" if self._by_button else "kiosk.hint_session"

    @property
    def is_waiting(self) -> bool:
        """Whether the rider waits to be told of a vehicle."""
        return bool(self._conversation.watches.active)

    async def __aenter__(self) -> Self:
        """Sound as at the beginning, and tell what is watched."""
        profile = self._conversation.profile
        self._parts.voice.set_sound(rate_wpm=profile.rate_wpm, volume=profile.volume)
        await self._stack.enter_async_context(self._conversation.watches.running(self.take_event))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End what is watched; with this object goes all that is known of the rider."""
        self._parts.voice.stop()
        await self._stack.aclose()
        await self._conversation.aclose()

    def greet(self) -> None:
        """Say where one is, what is wrong, and how to go on; nothing of it waits for anybody."""
        book = self.book
        urgent = [one for one in self._parts.list_messages(self.stop) if one.priority == "urgent"]
        messages = [tell_message(book, one, self._parts.provisioning.languages) for one in urgent]
        self._told_messages = {line.written for line in messages}
        self._told_wrong = tell_condition(book, self._parts.find_condition())
        first = self._parts.provisioning.stops[0]
        known = self._parts.stops.get(first)
        stop = book.label_stop(known) if known else book.text(first)
        greeting = book.say("kiosk.greeting", stop=Line(stop.written, stop.spoken)).lines
        how = book.say("kiosk.how_button" if self._by_button else "kiosk.how_keys").lines
        self._say((*messages, *greeting, *self._told_wrong, *how), *self._name_languages())

    def warn(self) -> None:
        """Ask whether anybody is still there."""
        self._tell(self.book.say("kiosk.still_there").lines)

    def go_on(self) -> None:
        """Answer a key that was pressed only to go on; who has paused stays in the pause, and is told so."""
        self._tell(self.book.say("kiosk.paused" if self._speech.is_paused else "kiosk.goes_on").lines)

    def end(self) -> None:
        """Say that it is over, and why nothing of it is left."""
        self._say(self.book.say("kiosk.ended").lines)
        self.is_over = True

    def take_event(self, event: Event) -> None:
        """Say and show what a watch tells."""
        self._speech.take_event(event)

    def note_condition(self) -> None:
        """Say what no longer works, or works again, and what the operator has to say at once, each once."""
        condition, book = self._parts.find_condition(), self.book
        if not condition.can_tell_times:
            self._conversation.watches.end(*self._conversation.watches.active)
        wrong = tell_condition(book, condition)
        before, self._told_wrong = self._told_wrong, wrong
        if bool(wrong) != bool(before):
            self._announce("error", wrong or book.say("kiosk.works_again").lines)
        for message in self._parts.list_messages(self.stop):
            line = tell_message(book, message, self._parts.provisioning.languages)
            if message.priority == "urgent" and line.written not in self._told_messages:
                self._told_messages.add(line.written)
                self._announce("alert", (line,))

    def hush(self) -> bool:
        """Stop what is spoken, but for a matter of safety; tells whether anything was."""
        return self._speech.hush()

    async def press(self, press: Press, *, was_speaking: bool) -> None:
        """Do what a key does; `was_speaking` says whether the key has silenced something."""
        if press == "next":
            self._go_to_next()
            return
        self._by_button = press == "choose"
        item = self.item if press == "choose" else self.menu.find(press)
        if item is None:
            self._refuse(press)
            return
        is_chosen_by_button = press == "choose"
        self._menus.leave_choice()
        if item.command is Control.BACK and was_speaking and not is_chosen_by_button:
            return
        await self._do(item.command)

    def _go_to_next(self) -> None:
        self._by_button = True
        self._speech.tell_choice(self._word_choice(self._menus.go_to_next()), self.language)

    def _word_choice(self, item: Item) -> list[tuple[Line, str]]:
        """Give a choice as one button comes to it; that there are languages is told in each of them."""
        if item.command is not Control.LANGUAGES:
            return [(tell_item(self.book, item), item.language or self.language)]
        tags = (self.language, *(tag for tag in self._parts.provisioning.languages if tag != self.language))
        return [(tell_item(self._parts.books.pick(tag), item), tag) for tag in tags]

    def _refuse(self, press: Press) -> None:
        """Name the key that does nothing (EN 301 549, 5.1.3.15), and the one that helps."""
        if press == "choose" or press == "next":
            self._guide(self.book.say("kiosk.how_button").lines)
        else:
            self._guide(self.book.say("kiosk.no_such_key", key=tell_key(self.book, press)).lines)

    async def _do(self, command: Command) -> None:
        match command:
            case Ask():
                await self._ask(command)
            case UseLanguage(tag):
                await self._use_language(tag)
            case Open(name):
                self._menus.open_fixed(name)
                self._say_menu()
            case OpenLine(label):
                self._menus.open_line(label)
                self._say_menu()
            case _:
                await self._control(command)

    async def _control(self, control: Control) -> None:
        match control:
            case Control.BACK:
                self._go_back()
            case Control.REPEAT | Control.LAST_PART | Control.PAUSE:
                self._control_speech(control)
            case Control.HELP:
                self._help()
            case Control.AROUND:
                self._tell_around()
            case Control.MESSAGES:
                self._tell_messages()
            case Control.LANGUAGES:
                self._menus.open_languages()
                self._say_menu()
            case Control.LINES:
                if self._menus.open_lines(self.book, self.stop):
                    self._say_menu()
                else:
                    self._say(self.book.say("kiosk.no_lines").lines)
            case Control.STOPS:
                self._menus.open_stops(self.book)
                self._say_menu()
            case Control.FURTHER:
                self._menus.open_further()
                self._say_menu()
            case Control.HOLD_BOARD:
                self.holds_board = not self.holds_board
                self._say(self.book.say("kiosk.board_held" if self.holds_board else "kiosk.board_goes_on").lines)

    def _control_speech(self, control: Literal[Control.REPEAT, Control.LAST_PART, Control.PAUSE]) -> None:
        match control:
            case Control.REPEAT:
                self._speech.repeat()
            case Control.LAST_PART:
                self._speech.say_again(is_last_part=True)
            case Control.PAUSE:
                self._pause()

    async def _ask(self, command: Ask) -> None:
        """Ask the conversation and tell its answer; nothing that a wrong clock makes false."""
        if command.needs_time and not self._parts.find_condition().can_tell_times:
            self._say(tell_condition(self.book, self._parts.find_condition()))
            return
        reply = await self._hear(command.intent)
        if reply.choices:
            self._menus.go_home(reply)
        elif not command.stays:
            self._menus.go_home()
        profile = self._conversation.profile
        self._parts.voice.set_sound(rate_wpm=profile.rate_wpm, volume=profile.volume)
        # Who hears several sentences cannot know that a silence is the last one.
        cue = self._parts.books.pick(reply.language).say("kiosk.readout_ends").lines if len(reply.lines) > 1 else ()
        self._speech.say(((*reply.lines, *cue), reply.language), closing=len(cue))

    def _pause(self) -> None:
        """Be silent until this is chosen again, or something is asked; then the last answer comes again."""
        self._speech.pause(self._own(self.book.say("kiosk.paused").lines))
        if self._by_button and self._parts.provisioning.input.wait_s is None:
            # One button stays at this choice, so that holding it once more goes on; waiting would choose it by itself.
            self._menus.go_to(Control.PAUSE)

    async def _hear(self, intent: Intent) -> Reply:
        def tell(message_id: str) -> None:
            self._tell(self.book.say(message_id).lines[:1])

        return await Patience(_PATIENCE_S, _AGAIN_S, tell).wait(self._conversation.hear(self._brain.mean(intent)))

    async def _use_language(self, tag: str) -> None:
        """Go on in a language; one without a voice is told in the words of the one before."""
        before = self.book
        is_heard = await self._parts.voice.can_speak(tag)
        reply = await self._hear(Intent("set_language", {"language": tag}))
        self._menus.go_home()
        how = self.book.say("kiosk.how_button" if self._by_button else "kiosk.how_keys").lines
        if is_heard:
            self._say((*reply.lines, *how))
            return
        name = before.say(f"language.{tag}").lines[0]
        unheard = before.say("kiosk.language_unheard", language=name).lines
        self._speech.say((unheard, before.language), ((*reply.lines, *how), tag))

    def _say_menu(self) -> None:
        if self._by_button:
            title = self.book.say(self.menu.title).lines
            self._tell(title)
            self._go_to_next()
            self._speech.show_before(title)
            return
        self._speech.guide(*tell_menu(self.book, self.menu))

    def _go_back(self) -> None:
        if self._menus.is_first:
            self.end()
            return
        self._menus.go_back()
        self._tell(self.book.say("kiosk.back").lines)

    def _help(self) -> None:
        """Tell every key of the menu that is open, and how what can be switched is switched."""
        state = self.book.say("kiosk.board_held" if self.holds_board else "kiosk.board_goes_on").lines
        (lines, language), *others = tell_menu(self.book, self.menu)
        how = self.book.say("kiosk.help_button" if self._by_button else "kiosk.help_keys").lines
        self._speech.guide(((*how, *lines), language), *others, (state, language))

    def _tell_around(self) -> None:
        place = self._parts.provisioning.place
        around = Surroundings(
            self._parts.find_here(),
            place.heading,
            tuple(self._parts.stops.values()),
            self._parts.provisioning.landmarks,
        )
        self._menus.go_home()
        self._say(tell_around(self.book, around, self._parts.provisioning.languages))

    def _tell_messages(self) -> None:
        messages = self._parts.list_messages(self.stop)
        languages = self._parts.provisioning.languages
        self._menus.go_home()
        lines = tuple(tell_message(self.book, one, languages) for one in messages)
        self._say(lines or self.book.say("kiosk.no_messages").lines)

    def _name_languages(self) -> list[Told]:
        """Say in each of the next languages that it can be had by a key; one button comes to a choice that says so."""
        if self._by_button:
            return []
        tags = self._parts.provisioning.languages[1 : 1 + _OTHERS]
        return [(self._parts.books.pick(tag).say("kiosk.speaks").lines, tag) for tag in tags]

    def _announce(self, kind: str, lines: tuple[Line, ...]) -> None:
        """Say unasked, as urgently as it is, what was not known when the session began."""
        phrase = from_lines(lines, kind)
        self.take_event(Event(kind, f"kiosk {kind}", phrase.written, self.language, lambda: phrase))

    def _own(self, lines: Sequence[Line]) -> Told:
        """Give lines in the rider's language."""
        return lines, self.language

    def _say(self, lines: Sequence[Line], *others: Told) -> None:
        """Say and show an answer in the rider's language."""
        self._speech.say(self._own(lines), *others)

    def _guide(self, lines: Sequence[Line]) -> None:
        """Say and show how to use the kiosk."""
        self._speech.guide(self._own(lines))

    def _tell(self, lines: Sequence[Line]) -> None:
        """Say and show what is no answer."""
        self._speech.tell(self._own(lines))
