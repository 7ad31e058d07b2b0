import { afterEach, expect, it } from "vitest";
import { KNOWLEDGE_MODES, type KnowledgeMode, type Workflow } from "../../../agent/contract/contract.ts";
import { loopbackModel } from "../../loopback/model.ts";
import { type Script, startProvider } from "../../loopback/provider.ts";
import { nonEmpty } from "../../non-empty.ts";
import { smallAgent } from "../small-agent.ts";
import { makeTask } from "../task.ts";

const NOTE = /\s*The thread id of this conversation is `[^`]+`\.$/;

const agent = smallAgent();
let provider: Awaited<ReturnType<typeof startProvider>>;
afterEach(() => provider?.close());

interface Sent {
  system: string;
  tools: string;
}

/** Answers; a planner hands one sub-task out first. */
const script: Script = ({ body }) => {
  const tools = (body.tools ?? []) as { function: { name: string } }[];
  const messages = body.messages as { role: string }[];
  if (!tools.some((tool) => tool.function.name === "task") || messages.some(({ role }) => role === "tool"))
    return { type: "text", text: "No supported recommendation: nothing new here." };
  const args = { description: "find tests of handover", subagent_type: "executor" };
  return { type: "calls", calls: [{ id: "c", name: "task", args }] };
};

/** What each request of one question sends before the conversation. */
async function sentFor(question: string, { workflow, knowledge }: { workflow: Workflow; knowledge: KnowledgeMode }) {
  const before = provider.requests.length;
  const task = makeTask({
    turns: [question],
    workflow,
    knowledge,
    thread: `${workflow}-${knowledge}-${question.length}`,
  });
  await agent.system.run({ ...task, model: loopbackModel(provider.url) });
  return provider.requests.slice(before).map(({ body }): Sent => {
    const [first] = body.messages as { content: string | { text: string }[] }[];
    const content = first!.content;
    const system = typeof content === "string" ? content : content.map(({ text }) => text).join("");
    return { system, tools: JSON.stringify(body.tools ?? []) };
  });
}

const WORKFLOWS: Workflow[] = ["react", "plan_execute", "keyword_rag", "vector_rag"];
const CONFIGURATIONS = WORKFLOWS.flatMap((workflow) => KNOWLEDGE_MODES.map((knowledge) => ({ workflow, knowledge })));
it.each(nonEmpty(CONFIGURATIONS))(
  "two questions of $workflow with $knowledge have prompt and tools in common, up to the thread's id at the end",
  async (configuration) => {
    provider = await startProvider(script);
    const [one, other] = [
      await sentFor("Which tests cover handover?", configuration),
      await sentFor("Which tests verify X2 setup?", configuration),
    ];
    expect(one.length).toBe(other.length);
    for (const [at, { system, tools }] of nonEmpty(one).entries()) {
      expect(other[at]!.tools).toBe(tools);
      expect(system).toMatch(NOTE);
      expect(other[at]!.system.replace(NOTE, "")).toBe(system.replace(NOTE, ""));
    }
  },
);
