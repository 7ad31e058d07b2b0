import { LINES, layout, objectsWith, places, ROWS } from "./layouts.ts";
import type { RecordLayout } from "./mutations.ts";

interface MadeInput {
  reader: string;
  path: string;
  layout: RecordLayout;
  text: string;
}

const TWELVE = Array.from({ length: 12 }, (_, index) => index + 1);
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

const artifacts = TWELVE.map((id) =>
  JSON.stringify({ id: `REQ-${id}`, type: "requirement", title: `Title ${id}`, text: `The system shall ${id}.` }),
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

const html = `<html><head><title>Requirements</title></head><body><h1>Requirements</h1>\n${TWELVE.map(
  (id) => `<h2>REQ-${id} Title</h2>\n<p>The system shall do ${id}.</p>\n`,
).join("")}</body></html>`;

const HTML_PARTS = (text: string) => places(text, /<h2>[^<]*<\/h2>\s*<p>[^<]*<\/p>\s*/g);

/** Files that other tools write and of which none is kept as a fixture. */
export const MADE_INPUTS: readonly MadeInput[] = [
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
  { reader: "ratings", path: "r.csv", layout: layout(ROWS, /^\w+,(\w+)/, /,([^,\n]*)\n?$/), text: ratings },
  {
    reader: "judge answers",
    path: "a.jsonl",
    layout: layout(LINES, /"id"\s*:\s*"([^"]*)"/, /"text"\s*:\s*"([^"]*)"/),
    text: answers,
  },
  {
    reader: "folder",
    path: "artifacts.jsonl",
    layout: layout(LINES, /"id"\s*:\s*"([^"]*)"/, /"text"\s*:\s*"([^"]*)"/),
    text: artifacts,
  },
  {
    reader: "otlp",
    path: "t.jsonl",
    layout: layout(LINES, /"traceId":"([^"]*)"/, /content\\":\\"(Q\d+)/),
    text: spans,
  },
  { reader: "html", path: "r.html", layout: layout(HTML_PARTS, /<h2>(\S+)/, /<p>([^<]*)/), text: html },
];
