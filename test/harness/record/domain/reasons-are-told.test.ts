import { expect, it } from "vitest";
import { FAILURE_REASON_NAMES } from "../../../../agent/contract/failure-reasons.ts";
import { idReader } from "../../../../base/ids/id-reader.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { explainEnding, sayReasons } from "../../../../harness/record/domain/ending.ts";
import type { ExecutionRecord } from "../../../../harness/record/domain/records.ts";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import { summarizeConfiguration } from "../../../../harness/results/analyses/summary/configuration.ts";
import { wordsOf } from "../../../../harness/results/failures/words.ts";
import { listingOf, printList } from "../../../../harness/run/inspect/list-executions.ts";
import { scoreRecords } from "../../../../harness/run/stages/score/score-configuration.ts";
import { perExecutionCsv } from "../../../../harness/run/stages/score/write-scores.ts";
import { makeExecutionRow } from "../../../../harness/show/report/execution-row.ts";
import { makeFailures } from "../../../../harness/show/report/failures.ts";
import { makeScenario } from "../../judge/judges/cases.ts";

const config = configSchema.parse({});
const configuration = { model: "m", workflow: "react", knowledge: "prompt" } as const;
const key = { ...configuration, scenario_id: "S001", repeat: 0 };
const nothing = { extraction: null, primary: null, calibration: null, meta: null, timing: null };

it.each(FAILURE_REASON_NAMES)("%s is told wherever a failed execution is", (reason) => {
  const error = { code: reason, message: "it said so" };
  const failed = { ...key, outcome: "agent_error", error, turns: [], duration_ms: 1 } as unknown as ExecutionRecord;
  const scenario = makeScenario();
  const facts = { config, ids: idReader([]), judgedRelevance: false };
  const scored = scoreRecords(facts, { key, scenario, outcome: "agent_error", error, ...nothing });

  const lines: string[] = [];
  const io = { out: (text: string) => lines.push(text), error: () => undefined, columns: 200, environment: {} };
  const known = { scenarios: new Map(), verdicts: new Map(), extractions: new Map(), score: () => null };
  const listing = listingOf([failed], known, { failed: true, sort: "worst" });
  printList(listing, { io: io as never, json: false, all: false, asked: false });

  const summary = summarizeConfiguration(config, { configuration, executions: [scored] });
  const results = { scores: [scored.record], judge: { verdicts: [] } } as unknown as Results;
  const told = {
    "show --failed": lines.join("\n"),
    show: explainEnding(failed),
    "closing lines": sayReasons([summary.failures]),
    "per_execution.csv": [...perExecutionCsv([{ executions: [scored] }], config)].join("").split("\n")[1],
    "page Failures": makeFailures(results)
      .map(({ what }) => what)
      .join(),
    "page Executions": makeExecutionRow({ ...nothing, score: scored.record, scenario, record: failed }).failure,
    "groups of failures": wordsOf(`ending.${reason}`) && reason,
  };
  const silent = Object.entries(told).filter(([, text]) => !new RegExp(`\\b${reason}\\b`).test(text ?? ""));
  expect(silent).toEqual([]);
});
