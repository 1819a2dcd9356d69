"""Serving the feeds of a home over HTTP, to many clients at once."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from stopbell_server.app.serving import open_reported
from stopbell_server.domain.clock import Clock, SystemClock
from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.home import Home
from stopbell_server.http_settings import HttpSettings
from stopbell_server.server import build_server
from stopbell_server.settings import Settings
from stopbell_server.subscriptions.offering import Subscriptions
from stopbell_server.transport.addresses import ListenAddress, parse_listen
from stopbell_server.transport.audit_place import keep_audit
from stopbell_server.transport.callers import SeenSource, Verifier
from stopbell_server.transport.chosen_verifier import load_verifier
from stopbell_server.transport.gate import GateRules
from stopbell_server.transport.http import PATH, HttpServer
from stopbell_server.transport.listening import listen
from stopbell_server.transport.tokens import TokenFile

_log = logging.getLogger(__name__)


@asynccontextmanager
async def listen_home(
    home: Home, clock: Clock, settings: Settings, address: str, *, verifier: Verifier | None = None
) -> AsyncGenerator[str]:
    """Serve clients at an address, `[HOST:]PORT`, until the block is left; gives the URL of the protocol.

    `verifier` judges tokens in place of the one, or the token file, of the settings.

    Raises:
        SettingsInvalid: the address, the tokens or the certificate cannot be used, or others than this machine
            could ask without a token and the settings do not allow it.
    """
    where = parse_listen(address)
    http = settings.http
    if verifier is None and http.verifier:
        verifier = load_verifier(http.verifier)
    if verifier is None and (http.tokens or home.tokens_file.exists()):
        verifier = TokenFile(http.tokens or home.tokens_file)
    _check_exposure(where, http, has_verifier=verifier is not None)
    with keep_audit(http.audit):
        async with open_reported(home, clock, settings) as live:
            subscriptions = Subscriptions()
            server = build_server(
                SeenSource(live), language=settings.language, contract=settings.contract, subscriptions=subscriptions
            )
            app = HttpServer(
                server,
                live,
                SystemClock(),
                _to_rules(where, http),
                verifier=verifier,
                answers_json=http.json_answers,
                audits_arguments=http.audit_arguments,
                subscriptions=subscriptions,
            )
            await app.note_answers()
            async with listen(
                app,
                where,
                connections=(http.concurrent + http.streams) * 4,
                certificate=http.certificate,
                key=http.key,
                proxies=http.proxies,
            ) as root:
                try:
                    yield f"{root}{PATH}"
                finally:
                    app.end()


def _check_exposure(where: ListenAddress, http: HttpSettings, *, has_verifier: bool) -> None:
    # A proxy, or another name, brings others to the loopback too.
    if where.is_loopback and not http.hosts and not http.proxies:
        return
    if not has_verifier and not http.open:
        raise SettingsInvalid(
            f"Other machines could ask at {where.host} without a token; make one with `stopbell-server token add "
            "NAME`, or allow everybody by --open (STOPBELL_HTTP_OPEN=true)."
        )
    if where.is_loopback:
        return
    if has_verifier and http.certificate is None:
        _log.warning("tokens cross the network unencrypted; give --certificate and --key, or stand behind a TLS proxy")
    if not where.names and not http.hosts:
        raise SettingsInvalid(
            f"On {where.host} say by which names clients call it, as in STOPBELL_HTTP_HOSTS=transit.example."
        )


def _to_rules(where: ListenAddress, http: HttpSettings) -> GateRules:
    return GateRules(
        hosts=where.names | frozenset(http.hosts),
        origins=frozenset(http.origins),
        trusts_local_pages=where.is_loopback,
        body_bytes=http.body_bytes,
        concurrent=http.concurrent,
        streams=http.streams,
        per_minute=http.per_minute,
    )
