"""The door for programs: the home, the feeds in it, and the world as it is now.

Names are imported when they are first used: a command that lists feeds must not wait for what compiles them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stopbell_server.app.adding import add_feed
    from stopbell_server.app.check_document import to_check_document
    from stopbell_server.app.check_lines import describe_check
    from stopbell_server.app.checking import MOST_PLACES, FeedCheck, check_feed
    from stopbell_server.app.clocks import open_clock
    from stopbell_server.app.feed_setup import FeedSetup
    from stopbell_server.app.finding import Offer, find_feeds
    from stopbell_server.app.keys import parse_key
    from stopbell_server.app.listening import listen_home
    from stopbell_server.app.listing import FeedSummary, list_feeds
    from stopbell_server.app.live_world import LiveWorld, Problem, open_world
    from stopbell_server.app.notices import parse_notice
    from stopbell_server.app.outcome import FeedOutcome
    from stopbell_server.app.registry import list_feed_names
    from stopbell_server.app.removing import remove_feed
    from stopbell_server.app.serving import serve_home
    from stopbell_server.app.starting import Starting
    from stopbell_server.app.updating import update_feed
    from stopbell_server.domain.clock import Clock
    from stopbell_server.domain.errors import StopbellError
    from stopbell_server.feeds.catalogue.reading import CATALOGUE_DATE
    from stopbell_server.home import Home, open_home, write_private
    from stopbell_server.prompt_files import find_prompts
    from stopbell_server.settings import Settings, read_settings

_PLACES = {
    "add_feed": "app.adding",
    "CATALOGUE_DATE": "feeds.catalogue.reading",
    "check_feed": "app.checking",
    "Clock": "domain.clock",
    "describe_check": "app.check_lines",
    "FeedCheck": "app.checking",
    "FeedOutcome": "app.outcome",
    "FeedSetup": "app.feed_setup",
    "FeedSummary": "app.listing",
    "find_feeds": "app.finding",
    "find_prompts": "prompt_files",
    "Home": "home",
    "list_feed_names": "app.registry",
    "list_feeds": "app.listing",
    "listen_home": "app.listening",
    "LiveWorld": "app.live_world",
    "Offer": "app.finding",
    "MOST_PLACES": "app.checking",
    "open_clock": "app.clocks",
    "open_home": "home",
    "open_world": "app.live_world",
    "parse_key": "app.keys",
    "parse_notice": "app.notices",
    "Problem": "app.live_world",
    "read_settings": "settings",
    "remove_feed": "app.removing",
    "serve_home": "app.serving",
    "Settings": "settings",
    "Starting": "app.starting",
    "StopbellError": "domain.errors",
    "to_check_document": "app.check_document",
    "update_feed": "app.updating",
    "write_private": "home",
}

__all__ = [
    "CATALOGUE_DATE",
    "MOST_PLACES",
    "Clock",
    "FeedCheck",
    "FeedOutcome",
    "FeedSetup",
    "FeedSummary",
    "Home",
    "LiveWorld",
    "Offer",
    "Problem",
    "Settings",
    "Starting",
    "StopbellError",
    "add_feed",
    "check_feed",
    "describe_check",
    "find_feeds",
    "find_prompts",
    "list_feed_names",
    "list_feeds",
    "listen_home",
    "open_clock",
    "open_home",
    "open_world",
    "parse_key",
    "parse_notice",
    "read_settings",
    "remove_feed",
    "serve_home",
    "to_check_document",
    "update_feed",
    "write_private",
]


def __getattr__(name: str) -> Any:
    """Import the module that has the name, the first time somebody asks for it."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"stopbell_server.{_PLACES[name]}"), name)
