import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAnswer } from "../../agent/answer/answer.ts";
import type { AgentTrace, ScopeAgent, ScopeTask } from "../../agent/contract/contract.ts";
import { AGENTIC_WORKFLOWS, KNOWLEDGE_MODES, retrievalOf, WORKFLOWS } from "../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../agent/contract/limits.ts";
import { openStateStore } from "../../agent/filesystem/state-store.ts";
import { POLICY_PROFILES } from "../../agent/policy-models/profiles.ts";
import { openScopeAgent } from "../../agent/system.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { readSmallSubstrate } from "../db/small-corpus.ts";
import { nonEmpty } from "../non-empty.ts";
import { makeTask } from "./task.ts";

let substrate: Substrate;
let system: ScopeAgent;
let folder: string;

beforeAll(async () => {
  substrate = await readSmallSubstrate();
  system = await open("memory://");
  folder = await mkdtemp(join(tmpdir(), "scopebench-agent-"));
});
afterAll(async () => {
  await system?.close();
  await substrate?.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (state: string): Promise<ScopeAgent> =>
  openScopeAgent({ substrate, stateLocation: state.includes(":") ? state : join(folder, state), environment: {} });

const LINKED = [
  "Which existing test cases are traced to FEA-101 or to anything that it contains?",
  "Of those, only the ones in lab.",
];

/** Of a trace, what no two runs have in common. */
const TIMES = new Set(["startedAt", "durationMs", "startMs", "waitedMs", "id"]);

async function runAll(tasks: readonly ScopeTask[], on: ScopeAgent = system): Promise<AgentTrace[]> {
  const traces: AgentTrace[] = [];
  for (const task of tasks) {
    await on.run(task);
    traces.push(await on.readTrace(task));
  }
  return traces;
}

/** Roles add up to the whole; a skill costs tokens where it was loaded, and nowhere else. */
function expectTokensByRole({ roles, modelCalls, usage, skillsLoaded }: AgentTrace, { workflow }: ScopeTask): void {
  expect(Object.keys(roles!).sort()).toEqual(workflow === "react" ? ["analyst"] : ["executor", "planner"]);
  const all = Object.values(roles!);
  const sum = (of: (role: (typeof all)[number]) => number) => all.map(of).reduce((total, value) => total + value, 0);
  expect([sum((role) => role.modelCalls), sum((role) => role.input)]).toEqual([modelCalls, usage?.input]);
  expect(all.every(({ systemPrompts, skills, input }) => systemPrompts > 0 && systemPrompts + skills < input)).toBe(
    true,
  );
  expect(sum((role) => role.skills) > 0).toBe(skillsLoaded.length > 0);
}

/** Every request has its answer among the messages, its prompt among the prompts, and they add up to what is counted. */
function expectRequests({ requests = [], prompts = {}, messages, usage, toolCalls, modelCalls }: AgentTrace): void {
  expect(messages.flatMap(({ request }) => request ?? []).sort((a, b) => a - b)).toEqual([...requests.keys()]);
  expect(requests.map(({ index }) => index)).toEqual(Array.from({ length: modelCalls! }, (_, index) => index));
  expect(requests.reduce((sum, request) => sum + request.usage!.input, 0)).toBe(usage!.input);
  expect(new Set(requests.map(({ prompt }) => prompt))).toEqual(new Set(Object.keys(prompts)));
  const roles = new Set(requests.map(({ role }) => role));
  expect(Object.keys(prompts)).toHaveLength(roles.size);
  const end = Math.max(...requests.map(({ startMs, durationMs }) => startMs + durationMs!));
  expect(toolCalls.every(({ startMs, durationMs }) => startMs! > 0 && startMs! + durationMs < end)).toBe(true);
}

describe("openScopeAgent with policy models", () => {
  it("answers from recorded links in every configuration that knows its tools, and names its model a stand-in", async () => {
    const tasks = Object.keys(POLICY_PROFILES).flatMap((profile) =>
      AGENTIC_WORKFLOWS.flatMap((workflow) =>
        KNOWLEDGE_MODES.map((knowledge) =>
          makeTask({ profile, workflow, knowledge, turns: ["tests linked to REQ-201"] }),
        ),
      ),
    );
    const traces = await runAll(tasks);
    const knowing = traces.filter(
      (_, index) => tasks[index]?.model.name !== "sprinter" || tasks[index]?.knowledge === "skill_meta",
    );
    for (const trace of nonEmpty(knowing))
      expect(parseAnswer(trace.answers[0] ?? "").ranked).toEqual(
        expect.arrayContaining(["TC-1001", "TC-1002", "TC-1003"]),
      );
    for (const trace of nonEmpty(traces))
      expect(trace.servedModels.every((name) => name.includes("stand-in"))).toBe(true);
    for (const trace of nonEmpty(traces)) expect(trace.usage?.estimated).toBe(true);
    for (const [index, trace] of traces.entries()) expectTokensByRole(trace, tasks[index]!);
    for (const trace of traces) expectRequests(trace);
  });

  it("leaves in memory what it leaves in a database, from turn to turn, in every workflow that it decides in", async () => {
    const passing = await openScopeAgent({ substrate, stateLocation: { journal: null }, environment: {} });
    const tasks = AGENTIC_WORKFLOWS.map((workflow) =>
      makeTask({ profile: "explorer", workflow, knowledge: "skill", turns: LINKED, thread: `passing-${workflow}` }),
    );
    const [kept, passed] = [await runAll(tasks), await runAll(tasks, passing)];
    await passing.close();
    const untimed = (trace: AgentTrace) =>
      JSON.parse(JSON.stringify(trace), (key, value: unknown) => (TIMES.has(key) ? 0 : value)) as AgentTrace;
    for (const [index, trace] of nonEmpty(passed).entries()) {
      expect(trace).toMatchObject({ source: "checkpoints", answers: [expect.anything(), expect.anything()] });
      expect(untimed(trace)).toEqual(untimed(kept[index]!));
    }
  });

  it("tells in either workflow which items of a change have no test case, behind an abstention too, as the records have it", async () => {
    const ask = (question: string, workflow: ScopeTask["workflow"]) =>
      makeTask({ profile: "explorer", workflow, turns: [question], thread: `gaps-${workflow}-${question.length}` });
    const questions = [
      "FEA-102 changes. Which test cases are affected, those of anything that it contains included?",
      "Which test cases are linked to REQ-201?",
      "Which test cases are affected by a change of SPEC-402?",
    ];
    const tasks = AGENTIC_WORKFLOWS.flatMap((workflow) => questions.map((question) => ask(question, workflow)));
    const answers = (await runAll(tasks)).map(({ answers }) => parseAnswer(answers[0] ?? ""));
    const { rows } = await substrate.sql.query<{ id: string }>(
      `SELECT backlog_item_id AS id FROM canon.backlog_item b WHERE backlog_item_id IN (SELECT 'FEA-102' UNION SELECT child_id FROM canon.containment WHERE parent_id = 'FEA-102')
       AND NOT EXISTS (SELECT FROM core.trace_link WHERE reference_id = b.backlog_item_id) ORDER BY 1`,
    );
    const expected = [rows.map(({ id }) => id), [], ["SPEC-402"]];
    expect(expected[0]).toContain("DD-302");
    expect(answers.map(({ gaps }) => gaps?.toSorted())).toEqual([...expected, ...expected]);
    expect(answers.map(({ abstained }) => abstained)).toEqual([false, false, true, false, false, true]);
  });

  it("gives equal seeds equal traces, byte for byte apart from times", async () => {
    const tasks = [1, 2, 3].map((seed) =>
      makeTask({
        profile: "sprinter",
        knowledge: "skill_meta",
        turns: LINKED,
        thread: `seed-${seed}`,
        changes: { seed },
      }),
    );
    tasks.push(makeTask({ workflow: "graph_rag", turns: LINKED, thread: "retrieved" }));
    const timeless = (traces: readonly AgentTrace[]) =>
      JSON.stringify(traces, (key, value: unknown) => (/^(start|duration)Ms$/.test(key) ? 0 : value));
    const other = await open("memory://other");
    const [first, second] = [await runAll(tasks), await runAll(tasks, other)];
    await other.close();
    expect(timeless(first)).toBe(timeless(second));
  });

  it("reads the same trace from checkpoints and, when these are gone, from the virtual filesystem", async () => {
    // One needs a server, one live sources.
    const asked = WORKFLOWS.filter((name) => retrievalOf(name)?.rerank !== "cross_encoder" && name !== "sources");
    const tasks = asked.map((workflow) =>
      makeTask({
        workflow,
        knowledge: "skill",
        turns: LINKED,
        thread: `routes-${workflow}`,
        changes: { starts: [], gradeThreshold: 0.2 },
      }),
    );
    const first = await open("routes");
    const before = await runAll(tasks, first);
    await first.close();
    const state = await openStateStore(join(folder, "routes"));
    for (const table of ["checkpoints", "checkpoint_blobs", "checkpoint_writes"])
      await state.pool.query(`DELETE FROM langgraph_cp.${table}`);
    await state.close();
    const second = await open("routes");
    for (const [index, task] of nonEmpty(tasks).entries()) {
      const after = await second.readTrace(task);
      expect([before[index]?.source, after.source]).toEqual(["checkpoints", "agentfs"]);
      expect({ ...after, source: "" }).toEqual({ ...before[index], source: "" });
    }
    await second.close();
  });

  it("records skills with the call that loaded them and their tokens; mode prompt loads none", async () => {
    const [prompt, skill] = await runAll([
      makeTask({ profile: "planner", turns: ["tests linked to REQ-201"], thread: "p" }),
      makeTask({ profile: "planner", knowledge: "skill", turns: ["tests linked to REQ-201"], thread: "s" }),
    ]);
    expect(prompt?.skillsLoaded).toEqual([]);
    expect(skill?.skillsLoaded.map((entry) => entry.skill).sort()).toEqual([
      "domain-knowledge",
      "response-format",
      "tool-routing",
    ]);
    expect(
      skill?.skillsLoaded.every((entry) => entry.tokens > 100 && skill.toolCalls[entry.atToolCall]?.family === "skill"),
    ).toBe(true);
  });

  it("keeps two threads apart that run at the same time", async () => {
    const tasks = ["REQ-201", "REQ-203"].map((id) =>
      makeTask({ turns: [`tests linked to ${id}`], thread: `thread-${id}` }),
    );
    await Promise.all(tasks.map((task) => system.run(task)));
    const ranked = await Promise.all(
      tasks.map(async (task) => parseAnswer((await system.readTrace(task)).answers[0] ?? "").ranked),
    );
    expect(ranked[0]?.some((id) => ranked[1]?.includes(id))).toBe(false);
  });

  it("ends a stopped run as agent_error with code stopped, and keeps the calls made so far", async () => {
    const stop = new AbortController();
    const task = makeTask({ turns: ["tests linked to REQ-201"], thread: "stopped", changes: { signal: stop.signal } });
    stop.abort();
    const run = await system.run(task);
    expect([run.outcome, run.turns[0]?.error?.code]).toEqual(["agent_error", "stopped"]);
  });

  it("lets a planner synthesise from the rounds that it had when plannerIterations is 1", async () => {
    const limits = { ...STUDY_LIMITS, plannerIterations: 1 };
    const task = makeTask({
      workflow: "plan_execute",
      turns: ["Which tests are traced to REQ-201 or REQ-203, only those in lab?"],
      thread: "one-round",
      changes: { limits },
    });
    const [trace] = await runAll([task]);
    expect(trace?.planIterations).toBe(1);
    expect(parseAnswer(trace?.answers[0] ?? "").ranked.length).toBeGreaterThan(0);
  });

  it("refuses tool calls beyond maxToolCalls with an error that the model sees", async () => {
    const limits = { ...STUDY_LIMITS, maxToolCalls: 1 };
    const [trace] = await runAll([
      makeTask({ turns: ["tests linked to REQ-201"], thread: "limit", changes: { limits } }),
    ]);
    expect(trace?.toolCalls.slice(1).every((call) => call.error?.code === "call_limit")).toBe(true);
    expect(trace?.toolCalls.length).toBeGreaterThan(1);
  });
});
