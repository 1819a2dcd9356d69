"""An app with many of Textual's widgets: `python -m tests.textual_aloud.gallery`."""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import DataTable, Input, Label, ListItem, ListView, OptionList, RadioButton, RadioSet, Static, Tree

WORDS = ("Вокзал", "駅前広場", "Market Square", "Zajezdnia", "e\u0301tage", "शहर")


class Notice(ModalScreen[None]):
    """A box over the middle of everything."""

    CSS = "Notice { align: center middle; } #box { width: 30; height: 5; border: round red; background: blue; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.pop_screen")]

    def compose(self) -> ComposeResult:
        """Say something."""
        yield Static("Bus 73 is arriving 到着", id="box")


class Gallery(App[None]):
    """Widgets one below the other, some side by side, in more rows than fit."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #scroll { height: 1fr; }
    DataTable { height: 8; }
    Horizontal { height: 8; }
    OptionList, ListView, Tree { width: 1fr; height: 8; }
    Input { height: 3; }
    #state { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+n", "notice", priority=True),
        Binding("ctrl+l", "lines", priority=True),
        Binding("ctrl+z", "suspend_process", priority=True),
        Binding("ctrl+q", "quit", priority=True),
    ]

    def __init__(self) -> None:
        """Begin with nothing done."""
        super().__init__()
        self.animation_level = "none"
        self._done = 0

    def compose(self) -> ComposeResult:
        """Put them there."""
        with VerticalScroll(id="scroll", can_focus=False):
            yield (field := Input(placeholder="Question", id="field"))
            field.cursor_blink = False
            yield DataTable[str](cursor_type="row", id="table")
            with Horizontal():
                yield OptionList(*(f"{number} {word}" for number, word in enumerate(WORDS * 3)), id="options")
                yield ListView(*(ListItem(Label(word)) for word in WORDS), id="list")
            with RadioSet(id="radio"):
                for word in WORDS[:3]:
                    yield RadioButton(word)
            yield Tree[None]("Lines", id="tree")
            yield Static("", id="lines")
        yield Static("ready 0", id="state")

    def on_mount(self) -> None:
        """Fill them."""
        table = self.query_one(DataTable)
        table.add_columns("Line", "To", "Due")
        for number in range(12):
            table.add_row(f"{number}A", WORDS[number % len(WORDS)], f"{number + 2} min")
        tree = self.query_one(Tree)
        tree.root.expand()
        for word in WORDS:
            tree.root.add_leaf(word)

    def on_event_done(self) -> None:
        """Show that something was done."""
        self._done += 1
        self.query_one("#state", Static).update(f"ready {self._done}")

    def on_key(self) -> None:
        """Count keys that no widget took."""
        self.call_after_refresh(self.on_event_done)

    def on_resize(self, event: Resize) -> None:
        """Tell the size."""
        self.query_one("#state", Static).update(f"size {event.size.width}x{event.size.height}")

    def action_notice(self) -> None:
        """Show the box."""
        self.push_screen(Notice())

    def action_lines(self) -> None:
        """Add lines at the end and go there."""
        lines = self.query_one("#lines", Static)
        self._done += 1
        lines.update("\n".join(f"line {number} {WORDS[number % 6]}" for number in range(self._done * 5)))
        self.query_one("#scroll").scroll_end(animate=False)


if __name__ == "__main__":
    Gallery().run()
