// An agent of another framework as the system under test: OpenAI's Agents SDK, with scopebench's tools over MCP.
// One question comes as JSON on stdin, one answer goes as JSON to stdout; scopebench starts a process for each turn.
import { text } from "node:stream/consumers";
import { Agent, MCPServerStreamableHttp, Runner, setTracingDisabled } from "@openai/agents";
import { makeScriptedModel } from "./scripted-model.mjs";

const request = JSON.parse(await text(process.stdin));
// Traces would go to the vendor, over the network.
setTracingDisabled(true);

const tools = new MCPServerStreamableHttp({
  name: "scopebench",
  url: request.mcp.url,
  requestInit: { headers: { authorization: `Bearer ${request.mcp.token}` } },
  cacheToolsList: true,
});
await tools.connect();
try {
  const agent = new Agent({
    name: "scope analyst",
    instructions: `${request.instructions}\n\nThe thread id of this conversation is \`${request.thread}\`.`,
    mcpServers: [tools],
    // Put a model of your own here, such as "gpt-5-mini", and name OPENAI_API_KEY under `environment` in bench.yaml.
    model: makeScriptedModel(request.thread),
  });
  const { finalOutput, state } = await new Runner().run(agent, conversation(request), { maxTurns: 30 });
  const { inputTokens, outputTokens, requests } = state.usage;
  const usage = { input_tokens: inputTokens, output_tokens: outputTokens, model_calls: requests };
  process.stdout.write(JSON.stringify({ answer: finalOutput ?? "", ...(inputTokens > 0 && { usage }) }));
} finally {
  await tools.close();
}

/** The turns so far and the question, as the SDK takes them. */
function conversation({ conversation, question }) {
  const before = conversation.map(({ role, text }) =>
    role === "user" ? { role, content: text } : { role, status: "completed", content: [{ type: "output_text", text }] },
  );
  return [...before, { role: "user", content: question }];
}
