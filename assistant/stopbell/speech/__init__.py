"""Say sentences aloud: a queue that can be silenced at once, engines that make audio, sinks that play it."""
