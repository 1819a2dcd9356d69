"""The fast check of a CSV's structure: what polars may read, and what needs care."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell_server.feeds.importing import structure
from stopbell_server.feeds.importing.structure import is_regular


@pytest.mark.parametrize(
    "text",
    [
        "a,b,c\n",
        "a,b,c",
        "a,b,c\r\nd,e,f\r\n",
        ",,\n",
        '"a","b","c"\n"d","e","f"\n',
        '"a","b","c"',
        '"","",""\n',
        'a,"b, b",c\n',
        'a,"b\nb",c\nd,e,f\n',
        'a,"b ""b""",c\n',
        'a,"""b""",c\n',
        'a,"""",c\n',
        "a,b,c\n\nd,e,f\n\n",
        "a,b,c\r\n\r\nd,e,f\r\n",
        "é,ї,字\n",
    ],
)
def test_sound_records_are_regular(text: str) -> None:
    assert is_regular(text.encode(), 3)


@pytest.mark.parametrize(
    "text",
    [
        "a,b\n",
        "a,b,c,d\n",
        "a,b,c\nd,e\n",
        "a,b,c\nd,e,f,g\nh,i\n",
        'a,b "b",c\n',
        'a,"b "b" b",c\n',
        'a,"b" ,c\n',
        'a, "b",c\n',
        'a,"b,c\n',
        'a,b",c\n',
        'a,"b"b,c\n',
        "a,b,c\rd,e,f\r",
        ",,\r1\n",
        "a,b,c\n \nd,e,f\n",
    ],
)
def test_anything_else_needs_care(text: str) -> None:
    assert not is_regular(text.encode(), 3)


CELLS = st.text(st.sampled_from('ab," \n1é'), max_size=5)


@settings(max_examples=200, deadline=None)
@given(rows=st.lists(st.lists(CELLS, min_size=2, max_size=2), min_size=1, max_size=30), quoting=st.sampled_from([0, 1]))
def test_what_is_written_by_the_rules_is_regular(rows: list[list[str]], quoting: int) -> None:
    out = io.StringIO()
    csv.writer(out, quoting=quoting, lineterminator="\n").writerows(rows)  # type: ignore[arg-type] # 0 and 1 are modes

    assert is_regular(out.getvalue().encode(), 2)


def test_long_tables_are_checked_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structure, "_CHUNK_BYTES", 64)
    sound = '"a, a",b,c\nd,e,f\n' * 100

    assert is_regular(sound.encode(), 3)
    assert not is_regular((sound + "d,e\n" + sound).encode(), 3)
