import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Message {
  role: string;
  content?: string;
}

/**
 * A model whose answer is a function of the messages and tools that it is sent, over HTTP in OpenAI's form: it searches for words of the
 * question drawn by a hash of all that it sees, once or twice, then lists ids that the results hold.
 */
export async function startHashModel(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const { messages, tools = [] } = JSON.parse(withoutThread(text)) as { messages: Message[]; tools?: unknown[] };
    const usage = { prompt_tokens: Math.ceil(text.length / 4), completion_tokens: 50, total_tokens: 50 };
    const message = answerTo(messages, tools.length > 0);
    const finish = "tool_calls" in message ? "tool_calls" : "stop";
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        ...{ id: "c", object: "chat.completion", created: 0, model: "hash-1", usage },
        choices: [{ index: 0, message, finish_reason: finish }],
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close: () => server.close() };
}

/** What a thread is called follows from the repeat: an answer that followed from it would be another in each. */
function withoutThread(text: string): string {
  return text.replace(/\bt-[0-9a-f]{16}\b/g, "thread");
}

function answerTo(messages: readonly Message[], hasTools: boolean) {
  const digest = createHash("sha256").update(JSON.stringify(messages)).digest();
  const searches = messages.filter(({ role }) => role === "tool").length;
  if (hasTools && searches < 1 + (digest[0]! % 2)) {
    const question = messages.findLast(({ role }) => role === "user")?.content ?? "";
    const words = String(question).match(/\p{L}{4,}/gu) ?? ["test"];
    const query = [0, 1, 2].map((at) => words[digest[at]! % words.length]).join(" ");
    const call = { name: "keyword_search", arguments: JSON.stringify({ query }) };
    return {
      role: "assistant",
      content: "",
      tool_calls: [{ id: `call-${searches}`, type: "function", function: call }],
    };
  }
  const seen = messages
    .filter(({ role }) => role !== "system")
    .map(({ content }) => String(content))
    .join("\n");
  const ids = [...new Set(seen.match(/\bTC-\d+\b/g) ?? [])].slice(0, 1 + (digest[1]! % 5));
  const list = ids.map((id, at) => `${at + 1}. \`${id}\` - found`).join("\n");
  return {
    role: "assistant",
    content: `## Summary\nFound ${ids.length}.\n## Recommended\n${list}\n## Coverage gaps\n- None\n## Sources\n- none`,
  };
}
