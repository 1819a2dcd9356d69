"""Where the words of linked documents are defined: one address for the context, one for the model it is drawn from."""

from stopbell_server.contract.envelope import CONTRACT_VERSION
from stopbell_server.contract.uris import to_uri

CONTEXT_URI = to_uri("vocabulary-context", "stopbell", CONTRACT_VERSION)
"""What every document names as its `@context`; a resource of this server, so that it resolves without a network."""

MODEL_URI = to_uri("semantic-model", "stopbell", CONTRACT_VERSION)
"""The types and their relations, defined."""

MAPPING_URI = to_uri("semantic-mapping", "stopbell", CONTRACT_VERSION)
"""How GTFS and GTFS Realtime become the words of the model."""

VOCABULARY = f"{MODEL_URI}#"
"""What every word of ours begins with; what stands behind it names the word within the model."""
