"""The judge of sizes: what a host pays in words of its model for the lists, and for a busy stop."""

import json
from typing import Any

from mcp import Client
from mcp.types import TextContent

from tests.judges.judging import Complaint, Judgement
from tests.judges.running import Bench

MOST_IN_LISTS = 9_000
"""Characters of the names, descriptions and input schemas of all tools: what goes to a model."""
MOST_OF_A_TOOL = 6_000
"""Bytes of a tool in the whole list, its output schema included."""
MOST_TEXT = 500
MOST_STRUCTURE = 6_000


async def judge_sizes(bench: Bench) -> list[Judgement]:
    """Measure the list of tools, and the board of the busiest stop with default limits."""
    async with Client(bench.server) as client:
        tools = [
            one.model_dump(mode="json", by_alias=True, exclude_none=True) for one in (await client.list_tools()).tools
        ]
        board = await client.call_tool("get_arrivals", {"stop": bench.busy_stop, "language": "en"})
    head, *_ = board.content
    assert isinstance(head, TextContent)
    for_models = sum(len(one["name"]) + len(one["description"]) + len(_pack(one["inputSchema"])) for one in tools)
    largest, name = max((len(_pack(one).encode()), one["name"]) for one in tools)
    text, structure = len(head.text.encode()), len(_pack(board.structured_content).encode())
    measured = (
        ("lists", "characters of names, descriptions and input schemas", for_models, MOST_IN_LISTS),
        ("a tool", f"bytes of the largest tool in the list ({name})", largest, MOST_OF_A_TOOL),
        ("text", "bytes of text for a busy stop", text, MOST_TEXT),
        ("structure", "bytes of structure for it", structure, MOST_STRUCTURE),
    )
    return [
        Judgement(
            "sizes",
            f"{len(tools)} tools; " + "; ".join(f"{value} {what} (under {most})" for _, what, value, most in measured),
            tuple(Complaint(about, f"{value} {what}") for about, what, value, most in measured if value >= most),
        )
    ]


def _pack(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
