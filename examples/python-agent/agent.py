"""An agent of your own in Python, with nothing but the standard library.

scopebench starts it once per turn: one question comes as JSON on stdin, one answer goes as JSON to stdout. It searches with
scopebench's tools over MCP, so that every call is guarded, limited and recorded. Put your own agent into `answer`.
"""

import json
import re
import sys
import urllib.request

TEST_CASE = re.compile(r"\bTC-\d+\b")


def answer(request, call):
    """Recommends what two searches find, best first; abstains where they find nothing."""
    found = []
    for tool in ("hybrid_search", "keyword_search"):
        text = call(tool, {"query": request["question"], "types": ["test_case"], "limit": 10})
        found += [test for test in TEST_CASE.findall(text) if test not in found]
    if not found:
        return {"answer": "No supported recommendation: no test case was found.", "ranked_ids": [], "abstained": True}
    lines = [f"{rank}. `{test}`" for rank, test in enumerate(found[:10], start=1)]
    return {"answer": "\n".join(["## Recommended", "", *lines]), "ranked_ids": found[:10], "abstained": False}


class Tools:
    """A client of MCP's streamable HTTP, as small as one can be."""

    def __init__(self, url, token):
        self.url = url
        self.headers = {
            "authorization": f"Bearer {token}",
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
        }
        about = {"name": "python-agent", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about})
        self.post({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, tool, arguments):
        """The text of a tool's result. A refused call has a text as well: it says why."""
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        return "\n".join(part["text"] for part in result["content"] if part["type"] == "text")

    def ask(self, method, params):
        reply = self.post({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        if "error" in reply:
            raise RuntimeError(f"{method}: {reply['error']['message']}")
        return reply["result"]

    def post(self, message):
        sent = urllib.request.Request(self.url, json.dumps(message).encode(), self.headers)
        with urllib.request.urlopen(sent) as response:
            # The server names the session in its first answer; every later request repeats it.
            if response.headers.get("mcp-session-id"):
                self.headers["mcp-session-id"] = response.headers["mcp-session-id"]
            body = response.read().decode()
            if "text/event-stream" in response.headers.get("content-type", ""):
                body = next(line[5:] for line in body.splitlines() if line.startswith("data:"))
            return json.loads(body) if body.strip() else {}


if __name__ == "__main__":
    # UTF-8 whatever the machine's locale is.
    request = json.loads(sys.stdin.buffer.read())
    tools = Tools(request["mcp"]["url"], request["mcp"]["token"])
    sys.stdout.buffer.write(json.dumps(answer(request, tools.call)).encode())
