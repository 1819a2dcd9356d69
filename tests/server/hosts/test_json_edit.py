"""Merging into JSON text changes what is asked and nothing else."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.hosts.json_edit import merge_json

ENTRY = {"servers": {"ours": {"command": "x", "args": [], "env": {"A": "1"}}}}

KEYS = st.sampled_from(["servers", "ours", "command", "args", "env", "A", "other", 'ü"\\\n'])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
ENTRIES = st.dictionaries(KEYS, VALUES, max_size=4)
DOCUMENTS = st.dictionaries(KEYS, st.dictionaries(KEYS, ENTRIES, max_size=3), max_size=4)
INDENTS = st.sampled_from([None, 1, 2, 4, "\t"])


def merge(there: Any, wanted: Any) -> Any:
    """Say slowly what a merged document is."""
    if not isinstance(wanted, dict):
        return wanted
    if wanted == {} and there is not None:
        return there
    base = dict(there or {})
    return base | {key: merge(base.get(key), value) for key, value in wanted.items()}


def list_lines(text: str) -> list[str]:
    return [line.strip().rstrip(",") for line in text.splitlines()]


@given(DOCUMENTS, INDENTS)
def test_a_merged_text_says_what_both_said(document: dict[str, Any], indent: Any) -> None:
    entry = (document.get("servers") or {}).get("ours") or {}
    if not isinstance(entry.get("env", {}), dict) and entry.get("env") is not None:
        return
    text = json.dumps(document, indent=indent)
    merged = merge_json(text, ENTRY, takes_comments=False)
    assert json.loads(merged) == merge(document, ENTRY)
    assert merge_json(merged, ENTRY, takes_comments=False) == merged


@given(DOCUMENTS)
def test_key_order_stays_and_new_keys_come_last(document: dict[str, Any]) -> None:
    document.pop("servers", None)
    merged = json.loads(merge_json(json.dumps(document), ENTRY, takes_comments=False))
    assert list(merged) == [*document, "servers"]


def try_merge(text: str) -> str:
    """Give the merged text, or the refusal."""
    try:
        return merge_json(text, ENTRY, takes_comments=False)
    except SettingsInvalid as error:
        return str(error)


def is_json(text: str) -> bool:
    """Whether Python reads it, numbers that JSON does not have aside."""
    try:
        json.loads(text, parse_constant=int)
    except ValueError:
        return False
    return True


@given(st.text(max_size=40) | st.text(alphabet='{}[]:,"\\ a1-.e+/*', max_size=12) | VALUES.map(json.dumps))
def test_what_is_json_for_others_is_json_here_and_nothing_else(text: str) -> None:
    told = try_merge(text)
    if told.startswith("line "):
        assert not is_json(text)
    elif "is not an object" in told:
        assert is_json(text)
    else:
        assert json.loads(told)["servers"]["ours"]["command"] == "x"
        assert is_json(text) or not text.strip()


COMMENTED = """\
// mine
{
\t"inputs": [], // none
\t/* the servers */
\t"servers": {
\t\t"other": {"command": "y", "args": ["//not a comment", ],}, // last
\t},
}
"""


def test_comments_and_trailing_commas_stay_where_a_host_reads_them() -> None:
    merged = merge_json(COMMENTED, ENTRY, takes_comments=True)
    assert merged == COMMENTED.replace(
        "// last\n",
        '// last\n\t\t"ours": {\n\t\t\t"command": "x",\n\t\t\t"args": [],\n'
        '\t\t\t"env": {\n\t\t\t\t"A": "1"\n\t\t\t}\n\t\t}\n',
    )


def test_comments_are_refused_where_the_host_would_refuse_them() -> None:
    with pytest.raises(SettingsInvalid, match="line 1, column 1: a value is expected"):
        merge_json(COMMENTED, ENTRY, takes_comments=False)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a": 1,}', "line 1, column 8"),
        ('{\n  "a": 1\n  "b": 2\n}', "line 3, column 3"),
        ('{"a": }', "line 1, column 7"),
        ("{'a': 1}", "line 1, column 2"),
        ('{"a": 01}', "line 1, column 8"),
        ('{"a": "\t"}', "line 1, column 7"),
        ('{"a": 1} {', "line 1, column 10"),
        ('{"a": 1', "line 1, column 8"),
        ('{"a": ' + "[" * 300, "line 1, column 207: it is nested too deeply"),
    ],
)
def test_broken_json_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(SettingsInvalid, match=place):
        merge_json(text, ENTRY, takes_comments=False)


@pytest.mark.parametrize(
    "text", ["[]", '{"servers": []}', '{"servers": {"ours": "no"}}', '{"servers": {"ours": {"env": 1}}}']
)
def test_another_kind_of_value_in_the_way_is_never_written_over(text: str) -> None:
    with pytest.raises(SettingsInvalid, match="is not an object in braces"):
        merge_json(text, ENTRY, takes_comments=False)


@pytest.mark.parametrize("text", ["", " \n", "{}", '{"servers": null}', '{"servers": {}}'])
def test_nothing_and_null_count_as_an_empty_object(text: str) -> None:
    assert json.loads(merge_json(text, ENTRY, takes_comments=False)) == ENTRY


def test_the_line_endings_and_the_indent_of_the_text_are_kept() -> None:
    text = '{\r\n    "a": 1\r\n}\r\n'
    merged = merge_json(text, {"b": {"c": 2}}, takes_comments=False)
    assert merged == '{\r\n    "a": 1,\r\n    "b": {\r\n        "c": 2\r\n    }\r\n}\r\n'


def test_only_what_differs_in_an_entry_is_changed() -> None:
    text = '{"servers": {"ours": {"command":"old", "args": [ ], "env": {"A": "1", "B": "2"}, "disabled": true}}}'
    merged = merge_json(text, ENTRY, takes_comments=False)
    assert merged == text.replace('"old"', '"x"')


def test_of_a_key_that_occurs_twice_the_last_counts() -> None:
    text = '{"b": {"c": 1}, "b": {"c": 2}}'
    assert merge_json(text, {"b": {"c": 3}}, takes_comments=False) == '{"b": {"c": 1}, "b": {"c": 3}}'


def test_numbers_that_no_program_keeps_exactly_stay_as_they_are() -> None:
    text = '{"big": 123456789012345678901234567890.10, "servers": {}}'
    assert '"big": 123456789012345678901234567890.10' in list_lines(merge_json(text, ENTRY, takes_comments=False))[0]
