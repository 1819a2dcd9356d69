"""No sentence of a model reaches a rider unless the tools' results of the conversation say what it states."""

from stopbell.guard.guard import FactGuard
from stopbell.guard.sentences import SentenceSplitter
from stopbell.guard.verdict import Fault, Verdict, VerdictKind

__all__ = ["FactGuard", "Fault", "SentenceSplitter", "Verdict", "VerdictKind"]
