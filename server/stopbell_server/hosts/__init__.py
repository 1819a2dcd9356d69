"""Setting this server up in other people's hosts: where each keeps its servers, and how an entry gets there."""
