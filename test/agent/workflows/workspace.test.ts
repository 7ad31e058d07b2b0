import { afterAll, beforeAll, expect, it } from "vitest";
import { openScopeAgent } from "../../../agent/system.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";
import { startProvider } from "../../loopback/provider.ts";
import { makeTask } from "../task.ts";

let substrate: Substrate;
beforeAll(async () => {
  substrate = await readSmallSubstrate();
});
afterAll(() => substrate?.close());

const NOTES = "/workspace/notes.md";
const CALLS = [
  { name: "write_file", args: { file_path: NOTES, content: "first draft" } },
  { name: "edit_file", args: { file_path: NOTES, old_string: "first", new_string: "second" } },
  { name: "ls", args: { path: "/workspace" } },
  { name: "read_file", args: { file_path: NOTES } },
  { name: "write_file", args: { file_path: "/results/000-keyword_search.json", content: "{}" } },
  { name: "write_file", args: { file_path: "/skills/response-format/SKILL.md", content: "be brief" } },
  { name: "write_file", args: { file_path: "/workspace/../results/x.json", content: "{}" } },
  { name: "delete", args: { file_path: NOTES } },
];

it("an agent keeps texts of its own in its workspace, and writes nowhere else", async () => {
  const provider = await startProvider(({ body }) => {
    const at = (body.messages as { role: string }[]).filter(({ role }) => role === "tool").length;
    const call = CALLS[at];
    return call
      ? { type: "calls", calls: [{ id: `c${at}`, ...call } as never] }
      : { type: "text", text: "No supported recommendation: there is nothing." };
  });
  const system = await openScopeAgent({ substrate, stateLocation: "memory://", environment: {} });
  try {
    const task = makeTask({
      workflow: "react",
      knowledge: "skill",
      turns: ["tests about paging"],
      thread: "workspace",
    });
    const model = { ...task.model, provider: "openai" as const, model: "any-1", baseUrl: provider.url };
    await system.run({ ...task, model });
    const { toolCalls, documents } = await system.readTrace(task);
    expect(toolCalls.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
      ...["write_file success", "edit_file success", "ls success", "read_file success"],
      ...Array.from({ length: 3 }, () => "write_file error"),
      "delete error",
    ]);
    expect(toolCalls[3]?.preview).toContain("second draft");
    expect(documents).toEqual([{ path: NOTES, content: "second draft" }]);
  } finally {
    await system.close();
    await provider.close();
  }
});
