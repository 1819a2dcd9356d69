"""Claude as companion: the only place that knows the anthropic library, which is imported when first asked."""
