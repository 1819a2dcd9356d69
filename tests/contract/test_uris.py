"""Addresses: one spelling for each thing, and every id comes back whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.contract.uris import parse_uri, to_canonical, to_part_uri, to_stop_uri, to_uri

IDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


@given(IDS, st.lists(IDS, min_size=1, max_size=3))
def test_every_id_comes_back_whole(authority: str, identity: list[str]) -> None:
    uri = to_uri("public-transport-stop", authority, *identity)
    assert uri.isascii()
    assert parse_uri(uri) == ("public-transport-stop", authority, tuple(identity))
    assert to_canonical(uri) == uri


@pytest.mark.parametrize(
    "spelling",
    [
        "mobility://public-transport-stop/lviv/707:1/а б",
        "mobility://public-transport-stop/lviv/707%3a1/%d0%b0%20%d0%b1",
    ],
)
def test_every_spelling_has_one_canonical_form(spelling: str) -> None:
    assert to_canonical(spelling) == "mobility://public-transport-stop/lviv/707%3A1/%D0%B0%20%D0%B1"


def test_a_slash_in_an_id_is_not_a_segment() -> None:
    assert to_stop_uri("lviv", "a/b") == "mobility://public-transport-stop/lviv/a%2Fb"


@pytest.mark.parametrize("bad", ["", "mobility:", "mobility://", "mobility://a/b", "mobility://a//b", "https://a/b/c"])
def test_what_is_not_an_address_of_ours_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        parse_uri(bad)


@given(IDS, IDS, st.lists(IDS, min_size=1, max_size=3))
def test_a_part_of_a_thing_is_addressed_within_it(authority: str, identity: str, parts: list[str]) -> None:
    uri = to_part_uri(to_stop_uri(authority, identity), *parts)
    assert parse_uri(uri) == ("public-transport-stop", authority, (identity, *parts))
    assert to_canonical(uri) == uri
