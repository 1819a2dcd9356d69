"""`stopbell prompts`: what can be asked, as the server offers it."""

import asyncio
from argparse import ArgumentParser, Namespace

from stopbell.commands.command import Command
from stopbell.commands.opening import open_tools
from stopbell.commands.running import report
from stopbell.commands.situation import Situation, read_situation


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="print this prompt's text")
    parser.add_argument("fields", nargs="*", metavar="FIELD=VALUE", help="what to fill in")


def _run(options: Namespace) -> int:
    return asyncio.run(_show(read_situation(options), options))


async def _show(situation: Situation, options: Namespace) -> int:
    async with open_tools(situation) as opened:
        if options.name is None:
            for prompt in await opened.toolbox.list_prompts():
                fields = [
                    f"{field.name}=..." if field.is_required else f"[{field.name}=...]" for field in prompt.fields
                ]
                print(" ".join((prompt.name, *fields)))
                print(f"   {prompt.title}. {prompt.description}")
            return 0
        filled = dict(text.partition("=")[::2] for text in options.fields)
        if situation.language:
            filled.setdefault("language", situation.language)
        try:
            print(await opened.toolbox.get_prompt(options.name, filled))
        except LookupError as error:
            report(str(error))
            return 1
    return 0


COMMAND = Command("prompts", "List the questions that the server offers, or print one.", _add_arguments, _run)
