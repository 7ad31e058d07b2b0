import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { CorpusPatterns } from "../../db/issues/patterns.ts";
import { gateSchema } from "../../harness/record/config/gate-schema.ts";
import { readManifest, updateManifest } from "../../harness/record/run-directory/manifest.ts";
import { runPath } from "../../harness/record/run-directory/paths.ts";
import { readScoredRun } from "../../harness/results/compare/sources/read-run.ts";
import { scoreStage } from "../../harness/run/stages/score/index.ts";
import { plotsStage } from "../../harness/show/plots/index.ts";
import { storeComparison } from "../../harness/show/report/comparison.ts";
import { compareAsPage } from "../../harness/show/report/for-comparison.ts";
import { reportStage } from "../../harness/show/report/index.ts";
import { newPage } from "../../harness/show/report/new-page.ts";
import { readScenarioSet, writeScenarioSet } from "../../scenarios/set-file.ts";
import { INJECTIONS } from "../agent/injections.ts";
import { type FixtureContext, fixtureContext, runAlone } from "../harness/run/stages/context.ts";
import { LONG_LINES, PAYLOADS } from "./payloads.ts";

/** Markup, a script end, a script, a direction override, terminal codes, a template: everything that must stay text. */
const HOSTILE = `<img src=x onerror="window.hacked=1"></script><script>window.hacked=2</script> \u202egnp.exe \u001b[31mred\u001b[0m \${window.hacked=3} {{hacked}}`;

/** Every kind of order that a record may hold, one after the other. */
const ORDERS = INJECTIONS.map(({ text }) => text).join("\n");

/** The execution whose question, arguments, results, answer and verdict are hostile. */
export const HOSTILE_EXECUTION = "explorer__react__prompt__S001__0";

/** A page of the reader's own with what Framework has for SQL, and a plot as the page Query saves it. */
const OWN_QUERIES = `---
title: Own queries
---

# How many?

[two outcomes](./executions.html?outcome=success%2Ctimeout) and <a href="./executions.html?q=100%25%2B%26%3D%23">a search</a>

\`\`\`sql id=rows display
SELECT model, count(*) AS n FROM executions GROUP BY model ORDER BY model
\`\`\`

\`\`\`js
import {plotRows} from "./components/notebook.js";
display(await plotRows(rows, '{"marks": [{"type": "barX", "x": "n", "y": "model", "fill": "model"}]}'));
const [first] = await sql\`SELECT count(*) AS n FROM scores WHERE value > \${0.5}\`;
display(html\`<p id="count">\${String(first.n)}</p>\`);
\`\`\`
`;

/** A built report over the fixture run with hostile text wherever text of others is shown. */
export async function makeHostileSite(): Promise<FixtureContext> {
  const context = await fixtureContext([]);
  await poison(context.runDirectory);
  await runAlone(scoreStage, context);
  await compareWithBefore(context);
  await newPage(context.runDirectory, "my-question");
  await writeFile(runPath(context.runDirectory, "pages", "own-queries.md"), OWN_QUERIES);
  // Who looks at the pages' pictures sees them drawn by the browser.
  const coarse = { ...context.config, plots: { ...context.config.plots, dpi: 72 } };
  await runAlone(plotsStage, { ...context, config: coarse });
  await runAlone(reportStage, context);
  return context;
}

/** A comparison with a run of the same scenarios that was better at everything on S003. */
async function compareWithBefore({ runDirectory, config }: FixtureContext): Promise<void> {
  const state = {
    status: "complete" as const,
    inputs: null,
    outputs: { metrics: "scored" },
    started_at: "",
    finished_at: null,
  };
  await updateManifest(runDirectory, () => ({
    stages: { score: { ...state, duration_ms: 1, attempts: 1, summary: "" } },
  }));
  const candidate = await readScoredRun(runDirectory, config);
  const better = { value: 1 };
  const executions = candidate.executions.map((execution) => ({
    ...execution,
    scores: execution.scenario === "S003" ? { ...execution.scores, "ndcg@10": better, pass: better } : execution.scores,
  }));
  const baseline = { ...candidate, label: `before ${HOSTILE}`, executions };
  const gate = gateSchema.parse({});
  const compared = compareAsPage({ baseline, candidate, allow: [], config: gate });
  await storeComparison(runDirectory, await readManifest(runDirectory), compared);
}

/** Five of a tracker, so that they have a map, with hostile words wherever reports' own are shown. */
function hostilePatterns(): CorpusPatterns {
  const patterns = PAYLOADS.slice(0, 5).map((payload, at) => ({
    ...{ id: `P${at + 1}`, name: `${payload} ${HOSTILE}`, terms: [payload, HOSTILE, "x".repeat(300)] },
    ...{ extracts: [payload, HOSTILE], typical: ["BUG-1"], components: [HOSTILE], agreement: at / 4, within: 0.2 },
    ...{
      nearest: { id: `P${((at + 1) % 5) + 1}`, distance: 0.5 },
      place: [at / 5, (at * at) / 25] as [number, number],
    },
    triggers: [{ feature: `${payload} ${HOSTILE}`, reports: 4, of: 5, all: 10, of_all: 50 }],
    reports: Array.from({ length: 9 - at }, (_, n) => ({ id: `BUG-${at}${n}`, title: `${payload} ${HOSTILE}` })),
  }));
  const diagnostics = {
    variance: [{ components: 2, share: 0.4 }],
    hopkins: 0.9,
    neighbours: { quantiles: [0.5], nearest: [0.2], fifth: [null] },
  };
  return { mining: { pipeline: HOSTILE, reports: 50, apart: 15, diagnostics }, patterns };
}

export async function poison(run: string): Promise<void> {
  await writeFile(runPath(run, "patterns"), JSON.stringify(hostilePatterns()));
  const path = runPath(run, "scenarios");
  const set = await readScenarioSet(path);
  set.scenarios[0]!.turns[0] += ` ${HOSTILE}`;
  set.scenarios[1]!.turns[0] += ` ${PAYLOADS.join(" ")}`;
  set.scenarios[1]!.reference_answer = PAYLOADS.join("\n");
  set.scenarios[1]!.traps = [...PAYLOADS];
  set.scenarios[2]!.turns[0] += ` ${"x".repeat(3000)}`;
  set.notes.push(HOSTILE);
  await writeScenarioSet(path, set);
  await updateManifest(run, ({ substrate }) => ({
    substrate: substrate && { ...substrate, mapping: { ...substrate.mapping, name: substrate.mapping.name + HOSTILE } },
  }));
  const file = "explorer__react__prompt.jsonl";
  await editFirst(runPath(run, "extractions", file), (record) => {
    const answer = `${HOSTILE}\n${PAYLOADS.join("\n")}\n## Recommended\n1. \`TC-00100\` - ${HOSTILE}\n2. \`TC-99998\` - made up [S1]\n## Sources\n- S1: [rows](artifact://t-1?path=/results/000.json)`;
    Object.assign(record, { final_text: answer, answers: [answer], ranked_ids: ["TC-00100", "TC-99998"] });
    record.tool_calls = (record.tool_calls as object[]).map((call) => ({
      ...call,
      arguments: { query: HOSTILE },
      preview: HOSTILE,
      result: `TC-00100 | ${HOSTILE}\n${"x".repeat(500)}\n${PAYLOADS.join("\n")}\n${LONG_LINES.join("\n")}\n${ORDERS}`,
    }));
    record.served_models = PAYLOADS;
    Object.assign(record, hostileConversation(record.tool_calls as object[], answer));
  });
  await mkdir(runPath(run, "prompts"));
  await writeFile(runPath(run, "prompts", "abc.md"), `You are {thread}. ${HOSTILE}\n${PAYLOADS.join("\n")}`);
  await editFirst(runPath(run, "verdicts", file), (record) => {
    const judgement = record.judgement as { summary: string } | null;
    if (judgement) judgement.summary = PAYLOADS.join("\n");
    else record.reason = PAYLOADS.join("\n");
    record.evaluator = `judge ${PAYLOADS.join(" ")}`;
  });
  await editEach(runPath(run, "extractions", "explorer__react__skill.jsonl"), (record, line) => {
    const text =
      line < LONG_LINES.length ? LONG_LINES[line]! : PAYLOADS.filter((_, at) => at % 6 === line % 6).join("\n");
    Object.assign(record, { final_text: text, answers: [text] });
  });
}

/** A statement in SQL that a model asked for, the prompt and messages behind it, and a result whose rows are hostile. */
function hostileConversation(calls: readonly object[], answer: string): object {
  const request = (index: number) => ({
    ...{ index, turn: 0, role: "analyst", sub_agent: null, purpose: "answer", prompt: "abc" },
    ...{ start_ms: 100 * index, duration_ms: 50, waits: [{ reason: HOSTILE, ms: 7 }] },
    ...{ tokens_in: 90, tokens_out: 9, finish: "stop", served_model: HOSTILE, reasoning: `${HOSTILE} thought` },
  });
  const says = (role: string, text: string, given = {}) => ({ role, text, sub_agent: null, ...given });
  const rows = PAYLOADS.map((title) => ({ id: "TC-00100", title, [title]: title }));
  const statement = `SELECT '${HOSTILE}'`;
  return {
    tool_calls: [
      {
        ...calls[0],
        tool: "sql_query",
        arguments: { query: statement },
        start_ms: 60,
        result_path: "/results/000.json",
      },
      { ...calls[1], index: 1, start_ms: 70, preview: JSON.stringify({ rows }), result: undefined },
    ],
    messages: [
      says("user", HOSTILE),
      says("assistant", HOSTILE, { tool_call_indexes: [0, 1], request: 0 }),
      says("tool", HOSTILE, { tool_call_indexes: [0] }),
      says("assistant", answer, { request: 1 }),
    ],
    requests: [request(0), request(1)],
  };
}

async function editEach(path: string, change: (record: Record<string, unknown>, line: number) => void): Promise<void> {
  const records = (await readFile(path, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  records.forEach(change);
  await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

async function editFirst(path: string, change: (record: Record<string, unknown>) => void): Promise<void> {
  const [first, ...rest] = (await readFile(path, "utf8")).split("\n");
  const record = JSON.parse(first!);
  change(record);
  await writeFile(path, [JSON.stringify(record), ...rest].join("\n"));
}
