import { useStream } from "@langchain/langgraph-sdk/react";
import { createElement as h, useState } from "react";
import { createRoot } from "react-dom/client";

/** A chat front-end as others make it: LangGraph's hook, nothing of ours. What the service's address and question are stands in the address. */
const { service, question } = Object.fromEntries(new URLSearchParams(location.search));

function Chat() {
  const [threadId, setThreadId] = useState(new URLSearchParams(location.hash.slice(1)).get("thread"));
  const stream = useStream({
    apiUrl: service,
    assistantId: "scopebench",
    threadId,
    onThreadId: (id) => {
      setThreadId(id);
      location.hash = `thread=${id}`;
    },
  });
  const ask = (safe) =>
    stream.submit(
      { messages: [{ type: "human", content: question }] },
      { config: { configurable: { safe_mode: safe ? ["trace_links"] : false } } },
    );
  const decide = (decision) => stream.submit(null, { command: { resume: { decisions: [decision] } } });
  return h(
    "main",
    null,
    h("button", { type: "button", onClick: () => ask(false) }, "ask"),
    h("button", { type: "button", onClick: () => ask(true) }, "ask with care"),
    stream.interrupt && h("button", { type: "button", onClick: () => decide({ type: "approve" }) }, "approve"),
    stream.interrupt &&
      h("button", { type: "button", onClick: () => decide({ type: "reject", message: "not now" }) }, "reject"),
    h(
      "ol",
      null,
      stream.messages.map(({ id, type, content }) => h("li", { key: id, className: type }, String(content))),
    ),
    h("p", { role: "status" }, stream.isLoading ? "at work" : stream.error ? String(stream.error) : "idle"),
  );
}

createRoot(document.querySelector("#root")).render(h(Chat));
