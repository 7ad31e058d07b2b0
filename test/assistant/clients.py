"""Asks the service by the Python SDK and by LiteLLM, as their users do. Arguments: its address, a question. Prints JSON."""

import asyncio
import json
import sys

import litellm
from langgraph_sdk import get_client

URL, QUESTION = sys.argv[1:]
ASK = {"messages": [{"role": "human", "content": QUESTION}]}
SAFE = {"configurable": {"safe_mode": True}}


def resume(decision):
    return {"resume": {"decisions": [decision]}}


async def by_sdk():
    client = get_client(url=URL, api_key=None)
    told = {"assistants": len(await client.assistants.search(limit=100))}
    thread = await client.threads.create()
    thread_id = thread["thread_id"]
    events = client.runs.stream(
        thread_id, "scopebench", input=ASK, stream_mode=["values", "messages-tuple", "updates", "custom"]
    )
    told["events"] = sorted({part.event async for part in events})
    state = await client.threads.get_state(thread_id)
    told["answer"] = state["values"]["messages"][-1]["content"]
    told["states"] = len(await client.threads.get_history(thread_id, limit=100))
    run = await client.runs.create(thread_id, "scopebench", input=ASK)
    joined = client.runs.join_stream(thread_id, run["run_id"], stream_mode="values", last_event_id="-1")
    told["joined"] = [part.event async for part in joined][0]
    await client.runs.join(thread_id, run["run_id"])
    told["runs"] = [entry["status"] for entry in await client.runs.list(thread_id)]
    told["decided"] = await decide(client)
    told["found"] = len(await client.threads.search(limit=100))
    await client.threads.delete(thread_id)
    told["left"] = len(await client.threads.search(limit=100))
    return told


async def decide(client):
    """Rejects the first call, changes the second, approves the rest."""
    thread = await client.threads.create()
    ask = {"assistant_id": "scopebench", "config": SAFE}
    values = await client.runs.wait(thread["thread_id"], input=ASK, **ask)
    count = 0
    while "__interrupt__" in values:
        action = values["__interrupt__"][0]["value"]["action_requests"][0]
        edited = {"name": action["name"], "args": {**action["args"], "limit": 5}}
        decisions = [{"type": "reject", "message": "not this"}, {"type": "edit", "edited_action": edited}]
        decision = decisions[count] if count < 2 else {"type": "approve"}
        values = await client.runs.wait(thread["thread_id"], command=resume(decision), **ask)
        count += 1
    reviews = [message["artifact"].get("review") for message in values["messages"] if message["type"] == "tool"]
    return [review["decision"] for review in reviews if review][:3]


def by_litellm():
    """Whole: of a stream LiteLLM keeps the first event alone, since its iterator begins anew with each chunk."""
    ask = [{"role": "user", "content": QUESTION}]
    answer = litellm.completion(model="langgraph/scopebench", api_base=URL, messages=ask)
    return answer.choices[0].message.content


async def main():
    print(json.dumps({"sdk": await by_sdk(), "litellm": by_litellm()}))


asyncio.run(main())
