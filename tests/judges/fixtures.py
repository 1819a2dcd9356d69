"""What the conformance suite wants to find in a server, by its fixed names, beside what the server offers itself.

The suite was made for SDKs: without these tools, resources and prompts it can judge lists and headers only.
"""

import base64
import json
from typing import Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.prompts.base import UserMessage
from mcp.types import AudioContent, EmbeddedResource, ImageContent, TextContent, TextResourceContents
from pydantic import BaseModel, Field

DOT = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="  # one pixel, PNG
)
SILENCE = base64.b64encode(
    b"RIFF$\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0@\x1f\0\0\x01\0\x08\0data\0\0\0\0"
).decode()

Ctx = Context[Any, Any]
ABOUT = "What the conformance suite asks for by this name."


class Person(BaseModel):
    """What the client is asked for."""

    username: str
    email: str


class Defaults(BaseModel):
    """One field of each kind, each with a default."""

    name: str = "John Doe"
    age: int = 30
    score: float = 95.5
    status: Literal["active", "inactive", "pending"] = "active"
    verified: bool = True


def add_fixtures(server: MCPServer) -> None:
    """Offer everything that the suite asks for by name and that a server of ours could offer."""
    _add_contents(server)
    _add_behaviour(server)
    _add_questions(server)
    _add_resources(server)
    _add_prompts(server)


def _add_contents(server: MCPServer) -> None:
    @server.tool(description=ABOUT, structured_output=False)
    async def test_simple_text() -> str:
        return "This is a simple text response for testing."

    @server.tool(description=ABOUT, structured_output=False)
    async def test_image_content() -> list[ImageContent]:
        return [_dot()]

    @server.tool(description=ABOUT, structured_output=False)
    async def test_audio_content() -> list[AudioContent]:
        return [AudioContent(type="audio", data=SILENCE, mime_type="audio/wav")]

    @server.tool(description=ABOUT, structured_output=False)
    async def test_embedded_resource() -> list[EmbeddedResource]:
        return [_embed("test://embedded-resource", "text/plain", "This is an embedded resource content.")]

    @server.tool(description=ABOUT, structured_output=False)
    async def test_multiple_content_types() -> list[TextContent | ImageContent | EmbeddedResource]:
        data = _embed("test://mixed-content-resource", "application/json", '{"test":"data","value":123}')
        return [TextContent(type="text", text="Multiple content types test:"), _dot(), data]

    _ = test_simple_text, test_image_content, test_audio_content, test_embedded_resource, test_multiple_content_types


def _add_behaviour(server: MCPServer) -> None:
    @server.tool(description=ABOUT, structured_output=False)
    async def test_error_handling() -> str:
        raise ToolError("This tool intentionally returns an error for testing")

    @server.tool(description=ABOUT, structured_output=False)
    async def test_tool_with_progress(context: Ctx) -> str:
        for progress in (0, 50, 100):
            await context.report_progress(progress, 100, f"Completed step {progress} of 100")
        return "done"

    _ = test_error_handling, test_tool_with_progress


def _add_questions(server: MCPServer) -> None:
    @server.tool(description=ABOUT, structured_output=False)
    async def test_elicitation(message: str, context: Ctx) -> str:
        return f"User response: {await context.elicit(message, Person)}"

    @server.tool(description=ABOUT, structured_output=False)
    async def test_elicitation_sep1034_defaults(context: Ctx) -> str:
        return f"Elicitation completed: {await context.elicit('Please review these values', Defaults)}"

    _ = test_elicitation, test_elicitation_sep1034_defaults


def _add_resources(server: MCPServer) -> None:
    @server.resource("test://static-text", mime_type="text/plain")
    async def static_text() -> str:
        return "This is the content of the static text resource."

    @server.resource("test://static-binary", mime_type="image/png")
    async def static_binary() -> bytes:
        return base64.b64decode(DOT)

    @server.resource("test://template/{id}/data", mime_type="application/json")
    async def template(id: str) -> str:  # noqa: A002  # the suite's name
        return json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})

    @server.resource("test://watched-resource", mime_type="text/plain")
    async def watched() -> str:
        return "What a client subscribes to."

    _ = static_text, static_binary, template, watched


def _add_prompts(server: MCPServer) -> None:
    @server.prompt(description="A simple prompt without arguments")
    async def test_simple_prompt() -> str:
        return "This is a simple prompt for testing."

    @server.prompt(description="A prompt with required arguments")
    async def test_prompt_with_arguments(
        arg1: str = Field(description="First argument"), arg2: str = Field(description="Second argument")
    ) -> str:
        return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"

    @server.prompt(description="A prompt with an embedded resource")
    async def test_prompt_with_embedded_resource(resourceUri: str) -> list[UserMessage]:  # noqa: N803
        return [
            UserMessage(_embed(resourceUri, "text/plain", "Embedded resource content for testing.")),
            UserMessage("Please process the embedded resource above."),
        ]

    @server.prompt(description="A prompt with an image")
    async def test_prompt_with_image() -> list[UserMessage]:
        return [UserMessage(_dot()), UserMessage("Please analyze the image above.")]

    _ = test_simple_prompt, test_prompt_with_arguments, test_prompt_with_embedded_resource, test_prompt_with_image


def _dot() -> ImageContent:
    return ImageContent(type="image", data=DOT, mime_type="image/png")


def _embed(uri: str, mime_type: str, text: str) -> EmbeddedResource:
    return EmbeddedResource(type="resource", resource=TextResourceContents(uri=uri, mime_type=mime_type, text=text))
