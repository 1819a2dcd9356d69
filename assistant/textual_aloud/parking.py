"""Where the terminal's cursor belongs: on the row that the focus is on, for Textual's own widgets and for any other.

Screen readers and braille displays read the line that the cursor is on. Textual puts it into text fields only.
"""

from typing import Any, Protocol, runtime_checkable

from rich.cells import cell_len
from textual.app import App
from textual.geometry import Offset
from textual.widget import Widget
from textual.widgets import DataTable, Input, ListView, OptionList, RadioSet, Tabs, TextArea, Tree


@runtime_checkable
class HasReadingOffset(Protocol):
    """An app or a widget that says itself where the cursor belongs."""

    @property
    def reading_offset(self) -> Offset | None:
        """Column and row on the screen; None where there is nothing to read."""
        ...


@runtime_checkable
class CanPark(Protocol):
    """A driver of ours."""

    def park(self) -> None:
        """Put the cursor where it belongs now."""
        ...


def park(app: App[Any]) -> None:
    """Put the cursor where it belongs now: some readers look 20 ms after an arrow key, and a repaint may take longer.

    Does nothing under a driver that is not ours.
    """
    driver = app._driver  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # textual tells it nowhere else
    if isinstance(driver, CanPark):
        driver.park()


def find_place(app: App[Any]) -> Offset | None:
    """Find where the cursor belongs; None while nothing has the focus.

    The app is asked first, then the widget with the focus. A place out of view is brought to the nearest in view.
    """
    if isinstance(app, HasReadingOffset) and (told := app.reading_offset) is not None:
        return told
    widget = app.screen.focused
    if widget is None:
        return None
    visible = widget.region.intersection(app.screen.region)
    if not visible:
        return None
    offset = _find_in(widget)
    x = min(max(offset.x, visible.x), visible.right - 1)
    return Offset(x, min(max(offset.y, visible.y), visible.bottom - 1))


def find_typed_row(app: App[Any]) -> int | None:
    """Find the row on which something is being typed; None where nothing can be."""
    widget = app.screen.focused
    return _find_in(widget).y if isinstance(widget, Input | TextArea) else None


def _find_in(widget: Widget) -> Offset:
    if isinstance(widget, HasReadingOffset) and (told := widget.reading_offset) is not None:
        return told
    content = widget.content_region
    if isinstance(widget, Input):
        # Textual 8's own offset is one cell too far right at the end of the text.
        typed = widget.value[: widget.cursor_position]
        cells = len(typed) if widget.password else cell_len(typed)
        return Offset(content.x + cells - int(widget.scroll_offset.x), content.y)
    if isinstance(widget, TextArea):
        return widget.cursor_screen_offset
    inner = _find_child(widget)
    if inner is not None:
        return inner.content_region.offset
    return Offset(content.x, content.y + _find_line(widget) - int(widget.scroll_offset.y))


def _find_child(widget: Widget) -> Widget | None:
    """Find the widget within this one that the keys are on."""
    if isinstance(widget, ListView):
        return widget.highlighted_child
    if isinstance(widget, Tabs):
        return widget.active_tab
    if isinstance(widget, RadioSet):
        return next(iter(widget.query(".-selected")), None)
    return None


def _find_line(widget: Widget) -> int:
    """Find the line within the widget's whole content that the keys are on; what Textual does not tell is the top."""
    if isinstance(widget, Tree):
        return max(widget.cursor_line, int(widget.scroll_offset.y))
    try:
        if isinstance(widget, DataTable):
            return int(widget._get_row_region(widget.cursor_row).y)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
        if isinstance(widget, OptionList) and widget.highlighted is not None:
            return int(widget._index_to_line[widget.highlighted])  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    except (AttributeError, KeyError):
        pass
    return int(widget.scroll_offset.y)
