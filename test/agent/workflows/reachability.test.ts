import { describe, expect, it } from "vitest";
import { AGENTIC_WORKFLOWS, KNOWLEDGE_MODES, type KnowledgeMode } from "../../../agent/contract/contract.ts";
import { POLICIES, readPolicies } from "../../../agent/knowledge/policies.ts";
import { readPolicyText } from "../../../agent/policy-models/reading/what-was-told.ts";
import { loopbackModel } from "../../loopback/model.ts";
import { type ProviderRequest, type Reply, startProvider } from "../../loopback/provider.ts";
import { nonEmpty } from "../../non-empty.ts";
import { smallAgent } from "../small-agent.ts";
import { makeTask } from "../task.ts";

const agent = smallAgent();

/** What one agent of an execution was told and could do. */
interface Seen {
  system: string;
  tools: readonly string[];
  /** Texts that it loaded, by path; an error's text where it was refused. */
  files: Map<string, string>;
}
interface Message {
  role: string;
  content: string | { text?: string }[] | null;
  tool_call_id?: string;
}
const PRIVATE = "/results/000-keyword_search.json";

/** Any model's agents: each reads all that its prompt offers, the executor searches, the planner also tries a result's file. */
async function watch(
  workflow: (typeof AGENTIC_WORKFLOWS)[number],
  knowledge: KnowledgeMode,
): Promise<Record<string, Seen>> {
  const agents: Record<string, Seen> = {};
  const provider = await startProvider((request) => answer(request, agents));
  try {
    const task = makeTask({ workflow, knowledge, turns: ["tests about paging"], thread: `${workflow}-${knowledge}` });
    const model = loopbackModel(provider.url);
    const { turns } = await agent.system.run({ ...task, model });
    expect(turns).toMatchObject([{ outcome: "success" }]);
    return agents;
  } finally {
    await provider.close();
  }
}

function answer({ body }: ProviderRequest, agents: Record<string, Seen>): Reply {
  const messages = body.messages as Message[];
  const tools = ((body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
  const reported = messages.filter(({ role }) => role === "system").map(textOf);
  const role = tools.includes("task")
    ? "planner"
    : /You are an executor/.test(reported.join())
      ? "executor"
      : "analyst";
  const seen = agents[role] ?? { system: reported.join("\n"), tools, files: new Map() };
  agents[role] = seen;
  const offered = [...seen.system.matchAll(/→ Read `([^`]+)`/g)].map(([, path = ""]) => path);
  const paths = tools.includes("read_file") ? [...offered, ...(role === "planner" ? [PRIVATE] : [])] : [];
  for (const message of messages.filter(({ role }) => role === "tool"))
    if (message.tool_call_id?.startsWith("/")) seen.files.set(message.tool_call_id, textOf(message));
  const calls = paths.map((path) => ({ id: path, name: "read_file", args: { file_path: path } }));
  if (role === "planner") calls.push({ id: "sub", name: "task", args: SUB_TASK as never });
  else calls.push({ id: "search", name: "keyword_search", args: { query: "paging" } as never });
  return messages.at(-1)?.role === "tool"
    ? { type: "text", text: "No supported recommendation: there is nothing." }
    : { type: "calls", calls };
}

const SUB_TASK = { description: "tests about paging", subagent_type: "executor" };
const textOf = ({ content }: Message) =>
  typeof content === "string" ? content : (content ?? []).map((block) => block.text ?? "").join("");

/** Leads of the rules that stand in the prompt or in what the agent could load. */
const rulesOf = ({ system: text, files }: Seen) =>
  [text, ...files.values()].flatMap((entry) => [...readPolicyText(entry).rules.keys()]);

describe("every agent reaches the same rules, whatever the model", () => {
  const all = POLICIES.flatMap((name) => [...readPolicyText(readPolicies().policies[name]).rules.keys()]);
  const cases = AGENTIC_WORKFLOWS.flatMap((workflow) => KNOWLEDGE_MODES.map((knowledge) => ({ workflow, knowledge })));

  it.each(nonEmpty(cases))("$workflow, $knowledge", async ({ workflow, knowledge }) => {
    const agents = await watch(workflow, knowledge);
    expect(Object.keys(agents).sort()).toEqual(workflow === "react" ? ["analyst"] : ["executor", "planner"]);
    for (const [role, seen] of nonEmpty(Object.entries(agents)))
      expect(rulesOf(seen), role).toEqual(expect.arrayContaining(all));
  });

  it("lets the planner read skills, and nothing of the records", async () => {
    const { planner } = await watch("plan_execute", "skill_meta");
    expect(planner?.tools.filter((name) => name !== "read_file")).toEqual(["task"]);
    expect(planner?.files.get(PRIVATE)).toMatch(/denied|not allowed|permission/i);
    const { planner: inline } = await watch("plan_execute", "prompt");
    expect(inline?.tools).toEqual(["task"]);
  });
});
