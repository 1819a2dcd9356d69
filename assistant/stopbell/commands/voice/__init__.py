"""`stopbell voice …`: the engines and voices of this machine, to list, to try and to check."""

from stopbell.commands.voice import check, engines, list_voices, pronounce, say

NAME = "voice"
SUMMARY = "List, try and check what can speak here."
COMMANDS = (engines.COMMAND, list_voices.COMMAND, say.COMMAND, pronounce.COMMAND, check.COMMAND)
