"""The seven kinds of result that the semantic mapping wants told as unresolved, each through tools and resources."""
