import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTrajectories } from "../../../agent/external-agents/recorded/trajectories.ts";
import { useExternalAgents } from "./run.ts";

const bench = useExternalAgents();
const QUESTION = "Which tests cover handover?";
const ANSWER = "Two.\n\n## Recommended\n1. `TC-1` - x\n2. `TC-2` - y";
const at = (second: number) => ({ timestamp: `2026-11-02T10:00:0${second}.000Z` });
const user = (message: unknown, second = 0) => ({ step_id: 1, source: "user", message, ...at(second) });
const agent = (message: string, second: number, more: object = {}) => ({
  step_id: 2,
  source: "agent",
  message,
  ...at(second),
  ...more,
});
const search = agent("I look.", 1, {
  tool_calls: [{ tool_call_id: "c1", function_name: "grep", arguments: { pattern: "handover" } }],
  observation: { results: [{ source_call_id: "c1", content: "TC-1, TC-2" }] },
  metrics: { prompt_tokens: 100, completion_tokens: 10 },
});
const answer = agent(ANSWER, 3, { metrics: { prompt_tokens: 150, completion_tokens: 40 }, model_name: "m-2" });

/** As Harbor lays out a job: a trial's trajectory in its folder `agent`, its result beside. */
async function trial(name: string, trajectory: object, result?: object): Promise<string> {
  const folder = join(bench.folder(), name, `${name}__1`);
  await mkdir(join(folder, "agent"), { recursive: true });
  const whole = {
    schema_version: "ATIF-v1.6",
    session_id: "s",
    agent: { name: "terminus", version: "2", model_name: "m-1" },
  };
  await writeFile(join(folder, "agent", "trajectory.json"), JSON.stringify({ ...whole, ...trajectory }));
  if (result) await writeFile(join(folder, "result.json"), JSON.stringify(result));
  return join(bench.folder(), name);
}

describe("a trajectory in ATIF", () => {
  it("is a turn a question, with answer, time, tokens, models and calls as it tells them", async () => {
    const path = await trial("one", {
      steps: [
        { step_id: 0, source: "system", message: "be brief", ...at(0) },
        user([{ type: "text", text: QUESTION }]),
        search,
        answer,
      ],
    });
    expect(await readTrajectories(path)).toEqual([
      {
        ...{ users: [QUESTION], answer: ANSWER, error: null, startMs: Date.UTC(2026, 10, 2, 10), tookMs: 3000 },
        ...{ usage: { input_tokens: 250, output_tokens: 50 }, modelCalls: 2, servedModels: ["m-1", "m-2"] },
        calls: [
          {
            tool: "grep",
            arguments: { pattern: "handover" },
            result: "TC-1, TC-2",
            error: null,
            start_ms: 1000,
            duration_ms: 0,
          },
        ],
      },
    ]);
  });

  it("keeps turns apart; tokens of a step that tells none make the turn's unknown", async () => {
    const steps = [user(QUESTION), answer, user("and then?", 4), agent("None.", 5)];
    const [first, second] = await readTrajectories(await trial("two", { steps }));
    expect(first).toMatchObject({ users: [QUESTION], answer: ANSWER, usage: { input_tokens: 150 } });
    expect(second).toMatchObject({ users: [QUESTION, "and then?"], answer: "None.", usage: null, tookMs: 1000 });
  });

  it("a trial that Harbor calls failed has its error and no answer, whatever was said", async () => {
    const exception_info = { exception_type: "AgentTimeoutError", exception_message: "after 60 s" };
    const path = await trial("failed", { steps: [user(QUESTION), answer] }, { exception_info });
    expect(await readTrajectories(path)).toMatchObject([{ answer: null, error: "AgentTimeoutError: after 60 s" }]);
  });

  it("refuses another version, a step without a time, a folder without any", async () => {
    const other = await trial("other", { schema_version: "ATIF-v2.0", steps: [user(QUESTION), answer] });
    await expect(readTrajectories(other)).rejects.toMatchObject({
      problems: [expect.stringContaining("expected ATIF-v1.x")],
    });
    const timeless = await trial("timeless", {
      steps: [user(QUESTION), { step_id: 2, source: "agent", message: "x" }],
    });
    await expect(readTrajectories(timeless)).rejects.toMatchObject({
      problems: [expect.stringContaining("steps.1.timestamp")],
    });
    await expect(readTrajectories(import.meta.dirname)).rejects.toMatchObject({
      problems: [expect.stringContaining("no trajectory.json")],
    });
  });

  it("is scored as what an agent answered then", async () => {
    const path = await trial("scored", { steps: [user(QUESTION), search, answer] });
    const config = {
      name: "bot",
      family: "bot",
      type: "atif",
      path,
      tools: false,
      reports: ["ranking", "usage"],
    } as const;
    const { run, trace } = await bench.run(config, { turns: [QUESTION] });
    expect(run).toMatchObject({ outcome: "success", tookMs: 3000 });
    expect(trace).toMatchObject({ answers: [ANSWER], recommendation: { ranked: ["TC-1", "TC-2"] } });
  });
});
