"""`subscriptions/listen` of revision 2026-07-28: one request, whose answer is the stream of what is new."""

from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.subscriptions import (
    SUBSCRIPTION_ID_META_KEY,
    PromptsListChanged,
    ResourcesListChanged,
    ServerEvent,
    ToolsListChanged,
)
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import event_to_notification
from mcp.types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    SubscriptionFilter,
    SubscriptionsAcknowledgedNotification,
    SubscriptionsAcknowledgedNotificationParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
)

from stopbell_server.desk.caller import CALLER
from stopbell_server.desk.question import Desk
from stopbell_server.subscriptions.limits import Places
from stopbell_server.subscriptions.mailbox import Mailbox
from stopbell_server.subscriptions.reading import find_audience
from stopbell_server.subscriptions.watch import Watch

METHOD = "subscriptions/listen"


class Listening:
    """Answers each listener with a stream of its own, until it leaves or the server ends."""

    def __init__(self, desk: Desk, watch: Watch, places: Places) -> None:
        """Serve listeners from one watch."""
        self._desk = desk
        self._watch = watch
        self._places = places
        self._mailboxes: set[Mailbox] = set()
        self._is_closed = False

    def close(self) -> None:
        """End every stream with its result, and those that are opened from now on."""
        self._is_closed = True
        for mailbox in tuple(self._mailboxes):
            mailbox.close()

    async def __call__(
        self, ctx: ServerRequestContext[Any, Any], params: SubscriptionsListenRequestParams
    ) -> SubscriptionsListenResult:
        """Acknowledge what can be told, then tell it; what cannot is left out of the acknowledgement.

        Raises:
            MCPError: nothing of what was asked for can be told, or more than is allowed.
        """
        if ctx.request_id is None:
            raise MCPError(INVALID_REQUEST, f"{METHOD} is a request; it needs an id.")
        meta: dict[str, Any] = {SUBSCRIPTION_ID_META_KEY: ctx.request_id}
        caller = CALLER.get()
        uris = list(dict.fromkeys(params.notifications.resource_subscriptions or ()))
        mailbox = Mailbox()
        # A stream for lists alone takes a place, too: each of them lasts.
        with self._places.hold(caller.name if caller else "", len(uris) or 1):
            self._mailboxes.add(mailbox)
            try:
                honored = await self._join(ctx, mailbox, params.notifications, uris)
                acknowledged = SubscriptionsAcknowledgedNotificationParams(notifications=honored, _meta=meta)
                await ctx.session.send_notification(
                    SubscriptionsAcknowledgedNotification(params=acknowledged), related_request_id=ctx.request_id
                )
                if self._is_closed:
                    mailbox.close()
                while (event := await mailbox.take()) is not None:
                    await ctx.session.send_notification(
                        event_to_notification(event, meta), related_request_id=ctx.request_id
                    )
            finally:
                self._mailboxes.discard(mailbox)
                self._watch.leave(mailbox)
        return SubscriptionsListenResult(_meta=meta)

    async def _join(
        self, ctx: ServerRequestContext[Any, Any], mailbox: Mailbox, asked: SubscriptionFilter, uris: list[str]
    ) -> SubscriptionFilter:
        """Have told what can be told, and say what that is."""
        audience = find_audience(self._desk, ctx)
        wanted: list[tuple[bool | None, ServerEvent]] = [
            (asked.tools_list_changed, ToolsListChanged()),
            (asked.prompts_list_changed, PromptsListChanged()),
            (asked.resources_list_changed, ResourcesListChanged()),
        ]
        events = [event for is_wanted, event in wanted if is_wanted]
        told = [uri for uri in uris if await self._watch.join(mailbox, audience, uri)]
        if uris and not told and not events:
            raise MCPError(
                INVALID_PARAMS,
                f"None of these resources can be read, so there is nothing to tell of: {', '.join(uris)[:300]}. "
                "The tools give addresses that can.",
            )
        if events:
            await self._watch.join_lists(mailbox, audience, events)
        return SubscriptionFilter(
            tools_list_changed=asked.tools_list_changed or None,
            prompts_list_changed=asked.prompts_list_changed or None,
            resources_list_changed=asked.resources_list_changed or None,
            resource_subscriptions=told or None,
        )
