import type { BaseInput } from "../base-input.ts";
import { LINES, layout, objectsWith, ROWS } from "../layouts.ts";
import { TWELVE } from "./twelve.ts";

const KEY = { model: "m1", workflow: "react", knowledge: "prompt" };

const inspect = JSON.stringify(
  {
    version: 2,
    status: "success",
    eval: { eval_id: "e", created: "2026-01-01T00:00:00+00:00", task: "qa", model: "a/one" },
    samples: TWELVE.map((id) => ({
      ...{ id: `s${id}`, epoch: 1, input: `question ${id}`, target: "yes" },
      scores: { match: { value: id % 2 ? "C" : "I" } },
      total_time: 2,
    })),
  },
  null,
  1,
);

const promptfoo = JSON.stringify(
  {
    evalId: "eval-1",
    results: {
      version: 3,
      timestamp: "2026-01-01T00:00:00.000Z",
      results: TWELVE.map((id) => ({
        ...{ provider: { id: "openai:a" }, promptIdx: 0, vars: { question: `q${id}` } },
        testCase: { description: `test ${id}`, assert: [] },
        ...{ success: id % 2 === 0, score: id / 12, namedScores: { tone: 0.5 } },
      })),
    },
  },
  null,
  1,
);

const ratings = [
  "rater,scenario_id,model,workflow,knowledge,repeat,status,alignment,completeness,relevance,coherence,evidence_grounding,note",
  ...TWELVE.map((id) => `ann,S0${id},m1,react,prompt,0,pass,.8,3,4,4,3,a note`),
].join("\n");

const answers = TWELVE.map((id) =>
  JSON.stringify({ id: `a${id}`, ...KEY, opinion: { status: "pass", text: `because ${id}` } }),
).join("\n");

const span = (id: number) => ({
  ...{ traceId: `aa0${id}`, spanId: `b0${id}`, name: "chat" },
  ...{ startTimeUnixNano: `17640000${10 + id}000000000`, endTimeUnixNano: `17640000${11 + id}000000000` },
  attributes: [
    { key: "gen_ai.operation.name", value: { stringValue: "chat" } },
    {
      key: "gen_ai.input.messages",
      value: { stringValue: JSON.stringify([{ role: "user", parts: [{ type: "text", content: `Q${id}` }] }]) },
    },
    {
      key: "gen_ai.output.messages",
      value: { stringValue: JSON.stringify([{ role: "assistant", parts: [{ type: "text", content: `A${id}` }] }]) },
    },
  ],
});
const spans = TWELVE.map((id) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span(id)] }] }] })).join(
  "\n",
);

const NO_FACT = { created_at: null, scopebench_version: null, commit: null, corpus: null };
const facts = {
  ...{ run_id: "r", ...NO_FACT, synthetic_corpus: false, judge: null, judge_name: null },
  ...{ stand_in_models: [], stand_in_judges: [], cost_usd: null, latency_median_s: null, latency_p95_s: null },
};
const baseline = [
  "# scopebench runs baseline, format 1",
  ...Object.entries(facts).map(([name, fact]) => `# ${name}: ${JSON.stringify(fact)}`),
  ...TWELVE.map((id) => `# scenarios "S0${id}": "hash${id}"`),
  '# metrics "pass": "hash"',
  "model,workflow,knowledge,scenario_id,repeat,family,outcome,pass",
  ...TWELVE.map((id) => `model,react,prompt,S0${id},0,lookup,success,1`),
].join("\n");
const BASELINE_ROWS = (text: string) => LINES(text).filter(({ start }) => text.startsWith("model,react", start));

/** What other tools, judges and people found. */
export const RESULT_INPUTS: readonly BaseInput[] = [
  {
    reader: "inspect",
    path: "log.json",
    layout: layout(objectsWith("epoch"), null, /"id"\s*:\s*"([^"]*)"/),
    text: inspect,
  },
  {
    reader: "promptfoo",
    path: "results.json",
    layout: layout(objectsWith("promptIdx"), null, /"description"\s*:\s*"([^"]*)"/),
    text: promptfoo,
  },
  { reader: "ratings", path: "r.csv", layout: layout(ROWS, /^\w+,(\w+)/, /,([^,\n]*)\n?$/, "csv"), text: ratings },
  {
    reader: "judge answers",
    path: "a.jsonl",
    layout: layout(LINES, /"id"\s*:\s*"([^"]*)"/, /"text"\s*:\s*"([^"]*)"/, "lines"),
    text: answers,
  },
  {
    reader: "otlp",
    path: "t.jsonl",
    layout: layout(LINES, /"traceId":"([^"]*)"/, /content\\":\\"(Q\d+)/),
    text: spans,
  },
  {
    reader: "baseline",
    path: "b.csv",
    layout: layout(BASELINE_ROWS, null, /^([^,]*)/, "csv"),
    text: baseline,
  },
  {
    reader: "triplets",
    path: "sessions.csv",
    layout: layout(ROWS, null, /^\w+,([^,]*)/, "csv"),
    text: `session,query,answer,next,label\n${TWELVE.map((id) => `s${id},question ${id},answer ${id},thanks ${id},accepted\n`).join("")}`,
  },
  {
    reader: "agreement",
    path: "ratings.csv",
    layout: layout(ROWS, null, /^\w+,(\w+)/, "csv"),
    text: `item,ann,bob\n${TWELVE.map((id) => `i${id},word${id % 3},word${id % 2}\n`).join("")}`,
  },
];
