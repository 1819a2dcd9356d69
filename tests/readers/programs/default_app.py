"""An ordinary Textual app, as people write them: what a screen reader makes of it is the measure of ours.

python -m tests.readers.programs.default_app
"""

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Footer, Header, Input, LoadingIndicator, ProgressBar

ROWS = (("73", "Victoria", "2 min", "yes"), ("390", "Archway", "5 min", "yes"), ("12", "Dulwich", "9 min", "no"))


class Departures(App[None]):
    """A clock, a field, a table, something that turns, and hints."""

    TITLE = "Departures"
    CSS = "LoadingIndicator {height: 1} DataTable {height: 8}"
    BINDINGS: list[BindingType] = [Binding("ctrl+q", "quit", "Quit")]  # noqa: RUF012 as people write it

    def compose(self) -> ComposeResult:
        """Put them one above the other."""
        yield Header(show_clock=True)
        yield Input(placeholder="Question")
        yield DataTable[str](cursor_type="row")
        yield LoadingIndicator()
        yield ProgressBar(total=None)
        yield Footer()

    def on_mount(self) -> None:
        """Name the columns."""
        self.query_one(DataTable).add_columns("Line", "To", "Due", "Step-free")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer, and say goodbye to whoever quits."""
        if event.value == "quit":
            self.exit()
        event.input.clear()
        for row in ROWS:
            self.query_one(DataTable).add_row(*row)


if __name__ == "__main__":
    Departures().run()
