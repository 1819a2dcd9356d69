"""What exactly goes to the terminal: as little as a reader needs, in the form that readers expect."""

import pytest

from textual_aloud.manner import LOW_VISION, READER
from textual_aloud.translator import Translator


def make(*rows: str, width: int = 40, height: int = 8) -> Translator:
    """A terminal that shows these rows."""
    translator = Translator(width, height, READER)
    show(translator, *rows)
    translator.paint((0, 0))
    return translator


def show(translator: Translator, *rows: str) -> None:
    """Write rows as Textual does when all is laid out anew."""
    width = translator.grid.width
    rows = (*rows, *[""] * (translator.grid.height - len(rows)))
    translator.take("\n".join(f"\x1b[{y};1H\x1b[1;31m{row.ljust(width)}\x1b[0m" for y, row in enumerate(rows, 1)))


def test_a_change_of_style_alone_sends_nothing() -> None:
    translator = make("73 to Victoria")
    translator.take("\x1b[1;1H\x1b[7m73 to Victoria\x1b[0m")
    assert translator.paint((0, 0)) == ""


def test_another_message_in_the_place_of_one_that_begins_alike_is_sent_whole() -> None:
    translator = make("Alert: 10 to Lake, 2 minutes, live.")
    show(translator, "Alert: 10 to Lake: at the stop now.")
    assert translator.paint((0, 0)) == "Alert: 10 to Lake: at the stop now.\r"


def test_a_number_is_sent_whole_when_a_digit_changed_or_fell_away() -> None:
    translator = make("73 to Victoria, 13 min")
    show(translator, "73 to Victoria, 14 min")
    assert translator.paint((0, 0)) == "\x1b[16C14\r"
    show(translator, "73 to Victoria, 4 min")
    assert translator.paint((0, 0)) == "\x1b[16C4 min\x1b[K\r"
    translator = make("due 12  live")
    show(translator, "due 1   live")
    assert translator.paint((0, 0)) == "\x1b[4C1 \r"


def test_a_typed_letter_is_one_byte_and_a_deleted_one_what_a_shell_sends() -> None:
    translator = make("Question: nex")
    translator.paint((13, 0), typed_row=0)
    show(translator, "Question: next")
    assert translator.paint((14, 0), typed_row=0) == "t"
    show(translator, "Question: nex")
    assert translator.paint((13, 0), typed_row=0) == "\b\x1b[K"


def test_rows_that_follow_each_other_are_parted_by_a_lines_end() -> None:
    translator = make()
    show(translator, "one", "two", "", "four")
    assert translator.paint((0, 0)) == "one\r\ntwo\r\n\x1b[4;1Hfour\x1b[1;1H"


def test_rows_that_moved_up_are_scrolled_and_only_the_new_one_is_sent() -> None:
    translator = make("Title", "one", "two", "three", "four", "", "", "Question:")
    show(translator, "Title", "two", "three", "four", "five", "", "", "Question:")
    assert translator.paint((10, 7)) == "\x1b[2;5r\x1b[5;1H\n\x1b[r\x1b[5;1Hfive\x1b[8;11H"


def test_rows_that_moved_down_are_scrolled_back() -> None:
    translator = make("Title", "two", "three", "four", "", "", "", "Question:")
    show(translator, "Title", "one", "two", "three", "", "", "", "Question:")
    sent = translator.paint((0, 1))
    assert "\x1bM" in sent
    assert "two" not in sent
    assert "three" not in sent
    assert sent.count("one") == 1


def test_a_row_in_columns_is_sent_in_one_piece_and_one_of_its_columns_alone() -> None:
    translator = make()
    show(translator, "73     Victoria  2 min  yes")
    assert translator.paint((0, 0)) == "73     Victoria  2 min  yes\r"
    show(translator, "73     Victoria  1 min  yes")
    assert translator.paint((0, 0)) == "\x1b[17C1\r"


def test_drawings_are_blanks_also_wide_ones() -> None:
    translator = make()
    show(translator, "▊ oxford ▎", "─" * 12, "🚌 73 →", "⠋ Loading")
    assert translator.paint((0, 0)) == "\x1b[2Coxford\r\n\x1b[3;4H73\r\n\x1b[2CLoading\x1b[1;1H"


def test_a_row_of_uncertain_width_is_sent_whole() -> None:
    translator = Translator(40, 3, LOW_VISION)
    translator.take("\x1b[1;1H👩\u200d🦽 ramp, 3 min")
    translator.paint((0, 0))
    translator.take("\x1b[1;1H👩\u200d🦽 ramp, 2 min")
    assert translator.paint((0, 0)).startswith("\x1b[2K👩\u200d🦽 ramp, 2 min")


def test_the_row_of_a_new_focus_is_told_again_and_only_once_when_it_changed() -> None:
    translator = make("  one  ", "two")
    assert translator.paint((2, 0), is_told=True) == "\x1b[2Cone\x1b[3D"
    show(translator, "  new  ", "two")
    assert translator.paint((2, 0), is_told=True).count("new") == 1


@pytest.mark.parametrize(
    "query",
    ["\x1b[?2026$p", "\x1b[?2048$p", "\x1b[>25u", "\x1b[<u", "\x1b]22;default\x07", "\x1b[6n", "\x1b[c", "\x1b[>0q"],
)
def test_questions_that_readers_speak_are_dropped(query: str) -> None:
    assert make().take(query) == ""


def test_low_vision_keeps_its_questions_but_for_the_size_that_would_be_told_past_us() -> None:
    translator = Translator(40, 3, LOW_VISION)
    assert translator.take("\x1b[?2026$p\x1b[>25u\x1b[?2048$p") == "\x1b[?2026$p\x1b[>25u"


@pytest.mark.parametrize(
    "sequence", ["\x1b[?1000h", "\x1b[?2004l", "\x1b[?7l", "\x07", "\x1b]52;c;aGk=\x07", "\x1b[<0;1;1M"]
)
def test_everything_else_passes(sequence: str) -> None:
    assert make().take(sequence) == sequence


def test_the_cursor_is_never_hidden() -> None:
    assert make().take("\x1b[?25l") == "\x1b[?25h"


def test_after_another_screen_all_is_sent_again() -> None:
    translator = make("one")
    assert translator.take("\x1b[?1049h") == "\x1b[?1049h"
    show(translator, "one")
    assert "one" in translator.paint((0, 0))


def test_colours_are_sent_where_they_changed_and_taken_back_at_the_end() -> None:
    translator = Translator(20, 3, LOW_VISION)
    translator.take("\x1b[1;1H\x1b[38;2;1;2;3;1mred\x1b[0m plain")
    assert translator.paint((0, 0)).endswith("\x1b[0;1;38;2;1;2;3mred\x1b[m plain\r")
    translator.take("\x1b[1;1H\x1b[38;2;1;2;3mred\x1b[0m plain")
    assert translator.paint((0, 0)) == "\x1b[0;38;2;1;2;3mred\x1b[m\r"
