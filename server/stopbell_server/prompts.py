"""Prompts as a client sees them: listed in the server's language, filled in the language that is asked for."""

from collections.abc import Mapping
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.prompts import Prompt
from mcp.server.mcpserver.prompts.base import Message, PromptArgument, UserMessage
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS
from pydantic import Field, InstanceOf

from stopbell_server.desk.client_language import list_client_languages
from stopbell_server.desk.question import Desk
from stopbell_server.prompt_files import PromptText, find_prompts, read_prompts

_LANGUAGE = PromptArgument(name="language", description="BCP 47 tag of the answer, such as uk.", required=False)


class FilePrompt(Prompt):
    """A prompt whose text comes from files, one for each language."""

    texts: Mapping[str, InstanceOf[PromptText]] = Field(exclude=True)
    desk: InstanceOf[Desk] = Field(exclude=True)

    async def render(self, arguments: dict[str, Any] | None, context: Context[Any, Any]) -> list[Message]:
        """Fill the text with what the rider gave.

        Raises:
            MCPError: a required argument is missing or one is not known; names it and the others.
        """
        given = {name: str(value).strip() for name, value in (arguments or {}).items() if value is not None}
        known = [argument.name for argument in self.arguments or ()]
        for name in given:
            if name not in known:
                raise _refuse(f"Prompt {self.name} has no argument {name!r}; it takes {', '.join(known)}.")
        for argument in self.arguments or ():
            if argument.required and not given.get(argument.name):
                raise _refuse(f"Prompt {self.name} needs {argument.name!r}: {argument.description}")
        headers = context.headers if context.protocol_version else None
        book = self.desk.open(given.get("language"), *list_client_languages(headers)).book
        text = self.texts.get(book.language) or self.texts["en"]
        return [UserMessage(text.fill({**given, "language": book.language}))]


def add_every_prompt(server: MCPServer, desk: Desk) -> tuple[str, ...]:
    """Offer all prompts, in the order of their names, which are given back."""
    listed = desk.open_nowhere().book.language
    prompts = read_prompts(find_prompts())
    for name, texts in prompts.items():
        shown = texts.get(listed) or texts["en"]
        arguments = [
            PromptArgument(name=argument, description=head.description, required=head.required)
            for argument, head in shown.arguments.items()
            if argument != _LANGUAGE.name
        ]
        server.add_prompt(
            FilePrompt(
                name=name,
                title=shown.title,
                description=shown.description,
                arguments=[*arguments, _LANGUAGE],
                fn=_never_called,
                context_kwarg=None,
                texts=texts,
                desk=desk,
            )
        )
    return tuple(prompts)


def _never_called() -> str:
    """Stand where the SDK wants a function; `render` does its work."""
    raise NotImplementedError


def _refuse(message: str) -> MCPError:
    return MCPError(code=INVALID_PARAMS, message=message)
