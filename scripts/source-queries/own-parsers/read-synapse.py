"""Reads searches as Synapse does, by its own code: a JSON string a line in, a JSON list of terms a line out."""

import json
import sys

from synapse.storage.databases.main.search import Phrase, SearchToken, _tokenize_query


def term(token):
    if isinstance(token, Phrase):
        return {"type": "phrase", "words": token.phrase}
    if isinstance(token, SearchToken):
        return {"type": token.name.lower()}
    return {"type": "word", "text": token}


for line in sys.stdin:
    tokens = [token for token in _tokenize_query(json.loads(line)) if token != SearchToken.And]
    print(json.dumps([term(token) for token in tokens]))
