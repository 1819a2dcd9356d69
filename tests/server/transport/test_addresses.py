"""Addresses to listen on, and the names of hosts and pages in requests."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.transport.addresses import (
    LOOPBACK_NAMES,
    ListenAddress,
    is_own_host,
    is_own_origin,
    parse_listen,
)


@pytest.mark.parametrize(
    ("text", "address", "is_loopback"),
    [
        ("8080", ListenAddress("127.0.0.1", 8080), True),
        (" 0 ", ListenAddress("127.0.0.1", 0), True),
        ("localhost:80", ListenAddress("127.0.0.1", 80), True),
        ("127.0.0.9:80", ListenAddress("127.0.0.9", 80), True),
        ("[::1]:80", ListenAddress("::1", 80), True),
        ("0.0.0.0:80", ListenAddress("0.0.0.0", 80), False),
        ("[::]:80", ListenAddress("::", 80), False),
        ("192.0.2.7:65535", ListenAddress("192.0.2.7", 65535), False),
    ],
)
def test_an_address_is_understood(text: str, address: ListenAddress, is_loopback: bool) -> None:
    assert (parse_listen(text), address.is_loopback) == (address, is_loopback)


@pytest.mark.parametrize("text", ["", "http", ":80", "localhost:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:٣"])
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(SettingsInvalid, match="is no address to listen on"):
        parse_listen(text)


def test_a_server_on_every_address_has_no_name_of_its_own() -> None:
    assert (parse_listen("0.0.0.0:80").names, parse_listen("[::]:80").names) == (frozenset(), frozenset())


@given(st.text(max_size=60))
def test_only_its_own_names_are_names_of_this_machine(text: str) -> None:
    name = text.strip().lower()
    stem, colon, port = name.rpartition(":")
    bare = stem if colon and port.isdigit() and stem else name
    assert is_own_host(text, LOOPBACK_NAMES) == (bare.removesuffix(".") in LOOPBACK_NAMES)


@given(st.sampled_from(sorted(LOOPBACK_NAMES)), st.text(min_size=1, max_size=20))
def test_nothing_before_or_after_a_name_makes_it_ours(name: str, more: str) -> None:
    for text in (f"{more}{name}", f"{name}{more}"):
        if is_own_host(text, LOOPBACK_NAMES):
            rest = text.strip().lower().replace(name, "", 1).removeprefix(".")
            assert rest == "" or rest.removeprefix(":").isdigit()


@given(st.text(max_size=60))
def test_no_text_is_a_local_page_but_one_of_this_machine(text: str) -> None:
    if is_own_origin(text, (), loopback=True):
        assert is_own_host(text.strip().lower().partition("://")[2], LOOPBACK_NAMES)
    assert not is_own_origin(text, (), loopback=False)
