import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { knowledgePrompt } from "../../../agent/knowledge/modes.ts";
import { readPolicies, SKILLS } from "../../../agent/knowledge/policies.ts";
import { PolicyChatModel } from "../../../agent/policy-models/chat-model.ts";
import { describeTools } from "../../../agent/tools/registry.ts";
import { UserError } from "../../../base/user-error.ts";

const texts = readPolicies();
const tools = [
  ...describeTools(STUDY_LIMITS),
  {
    name: "read_file",
    description: "reads a file",
    schema: { type: "object", properties: { file_path: { type: "string" } } },
  },
].map(({ name, description, schema }) => ({
  type: "function" as const,
  function: { name, description, parameters: schema },
}));

const offers = Object.entries(SKILLS).map(
  ([name, description]) => `- **${name}**: ${description}\n  → Read \`/skills/${name}/SKILL.md\` for full instructions`,
);
const prompt = (mode: "prompt" | "skill" | "skill_meta") =>
  new SystemMessage([knowledgePrompt(mode, texts).text, ...(mode === "prompt" ? [] : offers)].join("\n\n"));

async function firstCalls(
  profile: string,
  mode: "prompt" | "skill" | "skill_meta",
  question: string,
): Promise<{ name: string; args: unknown }[]> {
  const model = new PolicyChatModel({ profile, seed: 1 }).bindTools(tools);
  const messages: BaseMessage[] = [prompt(mode), new HumanMessage(question)];
  const answer = await model.invoke(messages);
  return (answer.tool_calls ?? []).map(({ name, args }) => ({ name, args }));
}

describe("PolicyChatModel", () => {
  it("routes by the policy when that is in the prompt", async () => {
    expect(await firstCalls("planner", "prompt", "tests linked to REQ-201")).toEqual([
      { name: "identifier_lookup", args: { ids: ["REQ-201"], text: "tests linked to REQ-201" } },
    ]);
  });

  it("does not know what it has not loaded: a sprinter with skills it was not told to load searches plainly", async () => {
    const [call] = await firstCalls("sprinter", "skill", "tests linked to REQ-201");
    expect(call?.name).toBe("keyword_search");
  });

  it("loads by the load order where it was given one, a sprinter only what is due always", async () => {
    const paths = async (profile: string, mode: "skill" | "skill_meta") =>
      (await firstCalls(profile, mode, "tests about paging")).map(
        (call) => (call.args as { file_path?: string }).file_path,
      );
    expect(await paths("sprinter", "skill_meta")).toEqual(["/skills/tool-routing/SKILL.md"]);
    expect(await paths("explorer", "skill")).toEqual(["/skills/tool-routing/SKILL.md"]);
    expect(await paths("planner", "skill_meta")).toHaveLength(3);
  });

  it("follows a changed policy: another tool in the table is another first call", async () => {
    const changed = prompt("prompt")
      .text.replace("| `kb_search`, `hybrid_search` |", "| `vector_search` |")
      .replace(/.*Words of the asker.*/, "")
      .replace(/.*\*\*Vocabulary.*/, "");
    const model = new PolicyChatModel({ profile: "planner", seed: 1 }).bindTools(tools);
    const answer = await model.invoke([
      new SystemMessage(changed),
      new HumanMessage("tests about paging in idle mode"),
    ]);
    expect(answer.tool_calls?.[0]?.name).toBe("vector_search");
  });

  it("uses only tools that it was given", async () => {
    const few = tools.filter((tool) => tool.function.name === "cypher_query");
    const model = new PolicyChatModel({ profile: "explorer", seed: 1 }).bindTools(few);
    const answer = await model.invoke([prompt("prompt"), new HumanMessage("tests linked to REQ-201")]);
    expect(answer.tool_calls?.map((call) => call.name)).toEqual(["cypher_query"]);
  });

  it("gives the same reply to the same messages, and counts tokens as estimates", async () => {
    const model = new PolicyChatModel({ profile: "explorer", seed: 1 }).bindTools(tools);
    const messages = [prompt("prompt"), new HumanMessage("tests about paging")];
    const [first, second] = [await model.invoke(messages), await model.invoke(messages)];
    expect(first.tool_calls).toEqual(second.tool_calls);
    expect(first.usage_metadata?.input_tokens).toBeGreaterThan(2_000);
    expect(first.response_metadata).toMatchObject({ usage_estimated: true });
  });

  it.each(["explorer", "planner", "sprinter"])(
    "goes on where it waited as one that thinks anew, asked twice and beside others over the same messages: %s",
    async (profile) => {
      const bound = (name: string, seed: number) => new PolicyChatModel({ profile: name, seed }).bindTools(tools);
      const [model, others] = [bound(profile, 1), [bound("explorer", 2), bound("sprinter", 3)]];
      const messages: BaseMessage[] = [prompt("skill_meta"), new HumanMessage("tests about paging in idle mode")];
      let rounds = 0;
      for (let open = true; open; rounds++) {
        // Messages that nobody has seen before: there is nothing to go on with.
        const anew = await model.invoke(messages.map(copyOf));
        const [message, again] = [await model.invoke(messages), await model.invoke(messages)];
        const said = ({ text, tool_calls }: typeof message) => ({ text, tool_calls });
        if (rounds % 2 === 0) for (const other of others) await other.invoke(messages);
        expect([said(message), said(again)]).toEqual([said(anew), said(anew)]);
        const answers = (message.tool_calls ?? []).map(
          ({ id = "", name }) => new ToolMessage({ content: answerTo(name), tool_call_id: id }),
        );
        messages.push(message, ...answers);
        open = answers.length > 0;
      }
      expect(rounds).toBeGreaterThan(2);
      expect(messages.at(-1)?.text).toContain("TC-7");
    },
  );

  it("abstains where the look-up finds no such id and no text says it", async () => {
    const model = new PolicyChatModel({ profile: "planner", seed: 1 }).bindTools(tools);
    const nothing = JSON.stringify({ total: 0, shown: 0, truncated: false, not_found: ["REQ-999"], rows: [] });
    const messages: BaseMessage[] = [prompt("prompt"), new HumanMessage("tests linked to REQ-999")];
    // By id, by the beginning of a title, in any text.
    for (const asked of ["identifier_lookup", "keyword_search", "keyword_search"]) {
      const message = await model.invoke(messages);
      expect(message.tool_calls?.map(({ name }) => name)).toEqual([asked]);
      const answers = message.tool_calls?.map(({ id = "" }) => new ToolMessage({ content: nothing, tool_call_id: id }));
      messages.push(message, ...(answers ?? []));
    }
    expect((await model.invoke(messages)).text).toMatch(/^No supported recommendation: .*REQ-999/);
  });

  it("refuses an unknown profile with a list of those that there are", () => {
    expect(() => new PolicyChatModel({ profile: "gpt", seed: 1 })).toThrow(UserError);
  });
});

function copyOf(message: BaseMessage): BaseMessage {
  const { content } = message;
  if (ToolMessage.isInstance(message)) return new ToolMessage({ content, tool_call_id: message.tool_call_id });
  if (AIMessage.isInstance(message)) return new AIMessage({ content, tool_calls: message.tool_calls ?? [] });
  return HumanMessage.isInstance(message) ? new HumanMessage({ content }) : new SystemMessage({ content });
}

const FOUND = { id: "TC-7", type: "test_case", title: "Paging in idle mode", snippet: "paging in idle mode", score: 1 };

function answerTo(tool: string): string {
  if (tool === "read_file") return texts.policies["tool-routing"];
  const rows = tool.endsWith("_search") ? [FOUND] : [];
  return JSON.stringify({ total: rows.length, shown: rows.length, truncated: false, rows });
}
