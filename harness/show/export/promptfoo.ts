import { UserError } from "../../../base/user-error.ts";
import { answerText } from "../../judge/judges/mentions.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import { configurationName, executionName } from "../../record/domain/names.ts";
import { scoresByName } from "../../record/run-directory/scores.ts";
import { verifyFunctionally } from "../../results/metrics/execution/functional.ts";
import { isJudgedRelevance } from "../../results/metrics/execution/judged-relevance.ts";
import { type ExportedExecution, exportedExecutions } from "./executions.ts";
import type { ExportedRun, ExportFormat } from "./format.ts";

/** promptfoo's results, version 3: a configuration is a provider, a scenario a test, a metric a named score. */
export const promptfooFormat: ExportFormat = {
  name: "promptfoo",
  about: "results for promptfoo's viewer (promptfoo import): passed where the functional verdict is; without traces",
  async *files(run) {
    if (isJudgedRelevance(run.scenarios))
      throw new UserError("input", "promptfoo's results pass or fail, and this run has no pass rate", {
        hint: "its truths are judgements of relevance: export --format inspect has scores alone",
      });
    yield { path: "results.json", content: `${JSON.stringify(await describeRun(run), null, 1)}\n` };
  },
};

async function describeRun(run: ExportedRun) {
  const { runDirectory, manifest, config } = run;
  const scores = await scoresByName(runDirectory);
  const columns = [];
  for (const [promptIdx, configuration] of configurationsOf(config).entries()) {
    const executions = await exportedExecutions(run, configuration, scores);
    const provider = configurationName(configuration);
    const results = executions.map((parts) => describeExecution(parts, { run, provider, promptIdx }));
    columns.push({ provider, results, counts: countOf(results) });
  }
  const timestamp = manifest.created_at;
  const totals = countOf(columns.flatMap(({ results }) => results));
  return {
    evalId: `eval-scopebench-${manifest.run_id}`,
    results: {
      ...{ version: 3, timestamp },
      prompts: columns.map(({ provider, results, counts }) => describePrompt(provider, { results, counts })),
      results: columns.flatMap(({ results }) => results),
      stats: { ...totals, tokenUsage: sumTokens(columns.flatMap(({ results }) => results)) },
    },
    config: { description: `scopebench ${manifest.run_id}`, prompts: [PROMPT.raw], providers: [], tests: [] },
    shareableUrl: null,
    metadata: { exportedAt: timestamp, evaluationCreatedAt: timestamp, author: null },
  };
}

const PROMPT = { raw: "{{question}}", label: "{{question}}" };
const ERROR = 2;

type Result = ReturnType<typeof describeExecution>;

/** An execution without an answer, or without a verdict, is an error there: neither passed nor failed. */
function describeExecution(
  parts: ExportedExecution,
  { run, provider, promptIdx }: { run: ExportedRun; provider: string; promptIdx: number },
) {
  const { execution, extraction, scenario, record } = parts;
  const passed = record.scores.functional_pass ?? { value: null, reason: "not_scored" };
  const isError = execution.outcome !== "success" || passed.value === null;
  const error =
    execution.outcome === "success"
      ? `unscored: ${passed.reason}`
      : `${execution.outcome}: ${execution.error?.message ?? "no answer"}`;
  const reason = isError ? error : whyOf(parts, run) || "every criterion of the functional verdict holds";
  const [success, score] = [!isError && passed.value === 1, isError ? 0 : passed.value!];
  const namedScores = namedScoresOf(parts);
  const assertion = { type: "javascript", value: "functional_pass of scopebench", metric: "functional_pass" };
  const vars = { question: scenario.turns.join("\n") };
  return {
    ...{ id: executionName(execution), promptId: provider, promptIdx, prompt: PROMPT },
    testIdx: run.scenarios.indexOf(scenario),
    testCase: { description: scenario.id, vars, assert: [assertion], options: {}, metadata: {} },
    ...{ vars, provider: { id: `scopebench:${provider}`, label: provider } },
    response: { output: extraction?.final_text ?? "", tokenUsage: tokensOf(parts) },
    ...{ success, score, failureReason: isError ? ERROR : Number(!success), namedScores },
    gradingResult: isError
      ? null
      : { pass: success, score, reason, namedScores, componentResults: [{ pass: success, score, reason, assertion }] },
    ...(isError && { error }),
    latencyMs: execution.duration_ms,
    metadata: { repeat: execution.repeat, outcome: execution.outcome },
  };
}

/** The judge's verdict has another name there, where every result has a `pass` of its own. */
function namedScoresOf({ record }: ExportedExecution): Record<string, number> {
  const scored = Object.entries(record.scores).flatMap(([name, { value }]) =>
    value === null ? [] : [[name === "pass" ? "judge_pass" : name, value]],
  );
  return Object.fromEntries(scored);
}

/** Criteria that do not hold. */
function whyOf({ execution, extraction, scenario }: ExportedExecution, { ids, config }: ExportedRun): string {
  if (extraction === null) return "no trace";
  const criteria = verifyFunctionally({
    ...{ outcome: execution.outcome, scenario, extraction, answer: answerText(extraction), ids },
    entityThreshold: config.judges.entity_threshold,
  });
  return criteria.flatMap(({ pass, explanation }) => (pass ? [] : [explanation])).join("; ");
}

/** Nothing where the tokens are unknown. */
function tokensOf({ extraction }: ExportedExecution) {
  const { tokens_in = null, tokens_out = null } = extraction ?? {};
  if (tokens_in === null || tokens_out === null) return {};
  return { prompt: tokens_in, completion: tokens_out, total: tokens_in + tokens_out };
}

function countOf(results: readonly Result[]) {
  const errors = results.filter(({ failureReason }) => failureReason === ERROR).length;
  const successes = results.filter(({ success }) => success).length;
  return { successes, failures: results.length - errors - successes, errors };
}

function sumTokens(results: readonly Result[]) {
  const sum = (part: "prompt" | "completion" | "total") =>
    results.reduce((total, { response }) => total + (response.tokenUsage[part] ?? 0), 0);
  return { prompt: sum("prompt"), completion: sum("completion"), total: sum("total"), cached: 0 };
}

/** A column of the viewer's table. */
function describePrompt(
  provider: string,
  { results, counts }: { results: readonly Result[]; counts: ReturnType<typeof countOf> },
) {
  const names = [...new Set(results.flatMap(({ namedScores }) => Object.keys(namedScores)))];
  const valuesOf = (name: string) => results.flatMap(({ namedScores }) => namedScores[name] ?? []);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    ...{ ...PROMPT, id: provider, provider },
    metrics: {
      score: sum(results.map(({ score }) => score)),
      ...{ testPassCount: counts.successes, testFailCount: counts.failures, testErrorCount: counts.errors },
      ...{ assertPassCount: counts.successes, assertFailCount: counts.failures },
      totalLatencyMs: sum(results.map(({ latencyMs }) => latencyMs)),
      tokenUsage: sumTokens(results),
      namedScores: Object.fromEntries(names.map((name) => [name, sum(valuesOf(name))])),
      namedScoresCount: Object.fromEntries(names.map((name) => [name, valuesOf(name).length])),
      cost: 0,
    },
  };
}
