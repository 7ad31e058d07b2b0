import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentRun, AgentTrace, ModelConfig, ScopeAgent, ScopeTask } from "../../../agent/contract/contract.ts";
import { PROVIDERS } from "../../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { makeModel } from "../../../agent/make-model.ts";
import { openScopeAgent } from "../../../agent/system.ts";
import { openRecorder } from "../../../base/providers/recording/record.ts";
import { onThread, type Recording, withRecording } from "../../../base/providers/recording/recording.ts";
import { openReplay } from "../../../base/providers/recording/replay.ts";
import { secretsOf } from "../../../base/providers/secrets/secrets.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { readSmallSubstrate } from "../../db/small-corpus.ts";
import { loopbackModel } from "../../loopback/model.ts";
import { type Reply, type Script, startProvider } from "../../loopback/provider.ts";
import { nonEmpty } from "../../non-empty.ts";
import { makeTask } from "../task.ts";

const KEY = "sk-planted-secret-4711";
let substrate: Substrate;
let folder: string;
let files = 0;
let withKey: ScopeAgent;
let withoutKey: ScopeAgent;

beforeAll(async () => {
  substrate = await readSmallSubstrate();
  const open = (environment: Record<string, string>): Promise<ScopeAgent> =>
    openScopeAgent({ substrate, stateLocation: { journal: null }, environment });
  withKey = await open({ LOOPBACK_API_KEY: KEY });
  withoutKey = await open({});
  folder = await mkdtemp(join(tmpdir(), "scopebench-recorded-"));
});
afterAll(async () => {
  await withKey?.close();
  await withoutKey?.close();
  await substrate?.close();
  await rm(folder, { recursive: true, force: true });
});

const modelAt = (url: string, changes: Partial<ModelConfig> = {}) =>
  loopbackModel(url, { apiKeyEnv: "LOOPBACK_API_KEY", ...changes });

interface AnswerDetails {
  run: AgentRun;
  trace: AgentTrace;
}

function runOn(recording: Recording, task: ScopeTask, system: ScopeAgent): Promise<AnswerDetails> {
  return withRecording(recording, async () => {
    const run = await onThread({ name: "cell", alias: task.threadId }, () => system.run(task));
    return { run, trace: await system.readTrace(task) };
  });
}

/** What a run says apart from times and from the thread's own name. */
const timeless = ({ run, trace }: AnswerDetails, { threadId }: ScopeTask): unknown =>
  JSON.parse(
    JSON.stringify({ run, trace }, (key, value: unknown) =>
      /^(startMs|durationMs|startedAt)$/.test(key) ? 0 : value,
    ).replaceAll(threadId, "thread"),
  );

/** Runs a task against a provider that is recorded, then again without provider and key, under another thread id. */
async function recordAndReplay(
  script: Script | readonly Reply[],
  given: Partial<ScopeTask>,
  model: Partial<ModelConfig> = {},
) {
  const at = files++;
  const path = join(folder, `${at}.recording`);
  const provider = await startProvider(script);
  const task = makeTask({ turns: ["Which tests cover handover?"], thread: `cell-${at}~1`, changes: given });
  const recorder = await openRecorder({ path, completed: null, secrets: secretsOf({ LOOPBACK_API_KEY: KEY }) });
  const first = { ...task, model: modelAt(provider.url, model) };
  const recorded = await runOn(recorder, first, withKey);
  const { calls } = await recorder.complete();
  await provider.close();
  const second = { ...first, threadId: `cell-${at}~2` };
  const replayed = await runOn(await openReplay({ path, secrets: [] }), second, withoutKey);
  expect(timeless(replayed, second)).toEqual(timeless(recorded, first));
  const bytes = await readFile(path);
  return { recorded, replayed, calls, text: brotliDecompressSync(bytes.subarray(bytes.indexOf(10) + 1)).toString() };
}

const search: Reply = { type: "calls", calls: [{ id: "c1", name: "keyword_search", args: { query: "handover" } }] };
/** Cites the result of the thread that its system prompt names. */
const answer: Script = ({ body }) => {
  const thread = /thread id of this conversation is `([^`]+)`/.exec(JSON.stringify([body.system, body.messages]))?.[1];
  return {
    type: "text",
    text: `One test.\n\n## Recommended\n1. \`TC-1001\` - found [S1]\n\n## Sources\n- S1: [search](artifact://${thread}?path=/results/000-keyword_search.json)`,
  };
};
const ROLE_OF: Record<string, string> = { rewrite: "rewriter", rerank: "reranker", generate: "writer" };
const inTurn =
  (...replies: readonly (Reply | Script)[]): Script =>
  (request, count) => {
    const reply = replies[Math.min(count, replies.length - 1)] as Reply | Script;
    return typeof reply === "function" ? reply(request, count) : reply;
  };

describe("a recorded execution, against a provider", () => {
  it.each(["openai", "anthropic"] as const)(
    "of %s is replayed without provider and key: equal trace",
    async (provider) => {
      const { recorded, calls, text } = await recordAndReplay(inTurn(search, answer), {}, { provider });
      expect([recorded.run.outcome, calls]).toEqual(["success", 2]);
      expect(recorded.trace.contract.violations).toEqual([]);
      expect(text).not.toContain(KEY);
    },
  );

  it("of an agent whose rounds are capped is capped at the same place: equal trace, refused calls too", async () => {
    const script: Script = ({ body }) =>
      (body.tools as unknown[] | undefined)?.length
        ? search
        : { type: "text", text: "No supported recommendation: none." };
    const given = { limits: { ...STUDY_LIMITS, maxToolRounds: 2 } };
    const { recorded, calls } = await recordAndReplay(script, given);
    expect([recorded.run.outcome, calls]).toEqual(["success", 4]);
    expect(recorded.trace.toolCalls.map(({ error }) => error?.code)).toEqual([undefined, undefined, "call_limit"]);
  });

  it("of an agent that claims without a source is sent back, and says then that it cannot confirm: equal trace", async () => {
    const claims = [{ claim: "compatibility", said: ["works with"], tools: ["sql_query"] }];
    const said = (text: string): Reply => ({ type: "text", text: `No supported recommendation: ${text}` });
    const script: Script = ({ body }) =>
      JSON.stringify(body.messages).includes("A claim of compatibility cites")
        ? said("I cannot confirm that it works with 5G.")
        : said("it works with 5G.");
    const { recorded, calls, text } = await recordAndReplay(script, { settings: { claims } });
    expect([calls, recorded.trace.contract.violations]).toEqual([2, ["unconfirmed_claim"]]);
    expect(recorded.trace.answers[0]).toContain("cannot confirm");
    expect(text).toContain("Verify before you claim");
  });

  it("of an agent that asks back once, and is refused a second question: equal trace, and marked where it ended with one", async () => {
    const asks: Reply = { type: "text", text: "Clarifying question: which release?" };
    const script: Script = ({ body }) =>
      JSON.stringify(body.messages).includes("You have asked back once")
        ? { type: "text", text: "No supported recommendation: no release is named." }
        : asks;
    const settings = { clarify: true };
    const once = await recordAndReplay(script, { settings });
    expect([once.calls, once.recorded.trace.contract]).toEqual([
      ...[1, { violations: [], retries: 0, fallback: false, askedBack: true }],
    ]);
    const turns = ["Which tests matter?", "The next one."];
    const twice = await recordAndReplay(script, { settings, turns });
    expect([twice.calls, twice.recorded.trace.contract.violations]).toEqual([3, ["second_question"]]);
    expect(twice.recorded.trace.answers).toEqual([asks.text, "No supported recommendation: no release is named."]);
    expect(twice.recorded.trace.contract.askedBack).toBeUndefined();
  });

  it.each(["prompt", "skill"] as const)(
    "of an agent that reads a skill of the user's and runs its script, knowledge by %s: equal trace, the script run again",
    async (knowledge) => {
      const skills = {
        "log-reader/SKILL.md":
          "---\nname: log-reader\ndescription: Counts errors of a log.\n---\n\nRun scripts/count.mjs.\n",
        "log-reader/scripts/count.mjs": 'console.log(process.argv[2].split("ERROR").length - 1, "errors");',
      };
      const path = "/skills/log-reader/scripts/count.mjs";
      const calls = [
        { id: "c1", name: "read_file", args: { file_path: "/skills/log-reader/SKILL.md" } },
        { id: "c2", name: "run_script", args: { file_path: path, arguments: ["ERROR a, ERROR b"] } },
        { id: "c3", name: "run_script", args: { file_path: "/skills/log-reader/scripts/none.mjs" } },
      ];
      const script: Script = (_request, count) =>
        count === 0 ? { type: "calls", calls } : { type: "text", text: "No supported recommendation: two errors." };
      const { recorded, text } = await recordAndReplay(script, { knowledge, settings: { skills } });
      const { toolCalls, skillsLoaded } = recorded.trace;
      expect(toolCalls.map(({ tool, family, status }) => [tool, family, status])).toEqual([
        ["read_file", "skill", "success"],
        ["run_script", "skill", "success"],
        ["run_script", "skill", "error"],
      ]);
      expect(toolCalls[1]!.preview).toBe("2 errors\n");
      expect(skillsLoaded.map(({ skill }) => skill)).toEqual(["log-reader"]);
      expect([text.includes("Counts errors of a log."), text.includes("tool-routing")]).toEqual([
        true,
        knowledge === "skill",
      ]);
    },
  );

  it("of an agent that passes over what a look-up did not find is sent back: equal trace", async () => {
    const lookup = { id: "c1", name: "identifier_lookup", args: { ids: ["TC-4711"] } };
    const script: Script = ({ body }, count) => {
      if (count === 0) return { type: "calls", calls: [lookup] };
      const isSentBack = JSON.stringify(body.messages).includes("The question takes these for given");
      const text = isSentBack ? "TC-4711 does not exist." : "nothing fits.";
      return { type: "text", text: `No supported recommendation: ${text}` };
    };
    const { recorded, calls } = await recordAndReplay(script, { turns: ["Which tests are like TC-4711?"] });
    expect([calls, recorded.trace.contract.violations]).toEqual([3, ["untold_absence"]]);
  });

  it("of retrieve-then-generate retrieves again and asks the same, its repair too: equal trace", async () => {
    const given = { workflow: "keyword_rag", turns: ["tests about handover", "and in the lab?"] };
    const { recorded, calls } = await recordAndReplay(inTurn({ type: "text", text: "TC-1001" }, answer), given);
    expect([recorded.run.outcome, calls, recorded.trace.contract.retries]).toEqual(["success", 3, 1]);
    expect(recorded.trace.toolCalls.map(({ tool, turn }) => [tool, turn])).toEqual([
      ["keyword_search", 0],
      ["keyword_search", 1],
    ]);
  });

  it("of a graph that retrieves, grades, rewrites and orders asks the same for each: equal trace, equal steps", async () => {
    const given = {
      workflow: "corrective_dense",
      turns: ["Which tests are about handover in the lab?"],
      gradeThreshold: 0.2,
    };
    const said: Script = (request) => {
      const system = JSON.stringify(request.body.messages);
      if (/You rewrite search queries/.test(system)) return { type: "text", text: "handover" };
      return /You put records in order/.test(system)
        ? { type: "text", text: "[2] > [1]" }
        : { type: "text", text: "No supported recommendation: there is nothing." };
    };
    const { recorded, calls } = await recordAndReplay(said, given);
    expect([recorded.run.outcome, recorded.trace.requests?.map(({ role }) => role)]).toEqual([
      "success",
      recorded.trace.steps?.flatMap(({ node }) => ROLE_OF[node] ?? []),
    ]);
    expect([calls, recorded.trace.steps?.map(({ node }) => node)]).toEqual([
      recorded.trace.requests?.length,
      ["retrieve", "grade", "rewrite", "retrieve", "grade", "rerank", "generate"],
    ]);
  });

  it("of Plan-and-Execute with two executors at once gives an equal trace", async () => {
    const tasks = ["FEA-101", "REQ-201"].map((id) => ({
      name: "task",
      args: { description: `tests of ${id}`, subagent_type: "executor" },
    }));
    const script: Script = ({ body }) => {
      const text = JSON.stringify(body.messages);
      if (text.includes("You are an executor"))
        return text.includes('"role":"tool"') ? { type: "text", text: "report" } : search;
      return text.includes('"role":"tool"')
        ? { type: "text", text: "No supported recommendation: none." }
        : { type: "calls", calls: tasks };
    };
    const { recorded, calls } = await recordAndReplay(script, { workflow: "plan_execute" });
    expect([recorded.run.outcome, calls]).toEqual(["success", 6]);
    expect(recorded.trace.toolCalls.map(({ subAgent, tool }) => `${subAgent} ${tool}`)).toContain(
      "executor-2 keyword_search",
    );
  });

  it.each([
    [
      "a refused key, which the provider quotes",
      { type: "status", status: 401, body: { error: { message: `bad key ${KEY}` } } },
      "provider_401",
    ],
    ["a provider that fails", { type: "status", status: 500 }, "provider_500"],
    [
      "a prompt that is too long",
      {
        type: "status",
        status: 400,
        body: { error: { message: "maximum context length is 9", code: "context_length_exceeded" } },
      },
      "context_overflow",
    ],
    ["an answer that is no answer", { type: "raw", body: {} }, "provider_no_answer"],
  ] as const)("keeps %s as the outcome", async (_what, reply, code) => {
    const { replayed, text } = await recordAndReplay(() => reply, {});
    expect(replayed.run.turns[0]?.error?.code).toBe(code);
    expect(text).not.toContain(KEY);
  });

  it("keeps arguments that are not JSON, and a message without content", async () => {
    const broken: Reply = { type: "calls", calls: [{ id: "c1", name: "keyword_search", args: "{not json" }] };
    const { replayed } = await recordAndReplay(inTurn(broken, { type: "text", text: "" }, answer), {});
    expect(replayed.trace.toolCalls[0]?.error?.code).toBe("invalid_arguments");
  });

  it("ends by the clock where the recorded one did, though a replay waits for nobody", async () => {
    const { recorded, replayed } = await recordAndReplay(inTurn(search, { type: "hang" }), {
      limits: { ...STUDY_LIMITS, turnCutoffMs: 1_500 },
    });
    expect([recorded.run.outcome, replayed.run.outcome]).toEqual(["timeout", "timeout"]);
  });
});

describe("a recorded model", () => {
  it("is called as the model behind it is, for libraries that go by it", async () => {
    const recording = await openRecorder({ path: join(folder, "none.recording"), completed: null, secrets: [] });
    const names = await withRecording(recording, () =>
      Promise.all(
        PROVIDERS.filter((provider) => provider !== "policy").map(async (provider) => {
          const options = { seed: 1, environment: { LOOPBACK_API_KEY: KEY }, remainingMs: () => 1_000 };
          const model = modelAt("http://127.0.0.1:1/v1", { provider });
          const made = [await makeModel({ ...options, model }), await makeModel({ ...options, model, thread: null })];
          return made.map((own) => own.getName());
        }),
      ),
    );
    for (const [recorded, own] of nonEmpty(names)) expect(recorded).toBe(own);
  });
});
