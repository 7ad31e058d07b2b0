import { visibleText } from "../../agent/answer/visible-text.ts";
import { findIds } from "../../base/ids.ts";
import { configurationName, executionName } from "../../harness/record/domain/names.ts";
import type { ScoreRecord } from "../../harness/record/domain/records.ts";
import { FORMULAS, type Raw } from "./formulas.ts";

/** Columns of one row of an answer that are computed again here; texts of messages are not. */
export type AnswerRow = Record<string, string | number | null>;

/** What the questions of the page Query must give, from raw records by formulas of its own; rows in the order of the answer. */
export function answersFrom(raws: readonly Raw[], scores: readonly ScoreRecord[]): Record<string, AnswerRow[]> {
  return {
    "Which configuration is cheapest per correct answer?": cheapest(raws),
    "Which scenarios does every model fail?": failedByAll(raws),
    "What share of answers is sent back, per workflow and knowledge mode?": sentBack(raws),
    "How long does an answer take?": times(raws),
    "Which tool is slowest?": slowestTools(raws),
    "Which calls failed, and with which code?": failedCalls(raws),
    "Which expected ids were found in a result, but not reported?": lostIds(raws),
    "Which tool finds an expected id first?": firstFinders(raws),
    "Who invents ids?": inventors(raws),
    "Where do the judge and the functional verdict disagree?": disagreements(raws),
    "Which scenarios separate the models most?": spreads(raws),
    "What failed or has no number, and why?": unscored(raws, scores),
  };
}

function cheapest(raws: readonly Raw[]): AnswerRow[] {
  const rows = grouped(raws, ({ record }) => configurationName(record)).map(([configuration, own]) => {
    const correct = sum(values(own, "functional_pass"));
    const costs = own.map((raw) => FORMULAS.cost!(raw));
    const tokens = sum(own.map(({ extraction: of }) => (of?.tokens_in ?? 0) + (of?.tokens_out ?? 0)));
    return {
      configuration,
      dollars_per_correct: correct && !costs.includes(null) ? sum(costs as number[]) / correct : null,
      tokens_per_correct: correct ? tokens / correct : null,
      correct,
      executions: own.length,
    };
  });
  return ordered(rows, ["dollars_per_correct", "tokens_per_correct", "configuration"]);
}

function failedByAll(raws: readonly Raw[]): AnswerRow[] {
  const groups = grouped(raws, ({ scenario }) => scenario.id);
  const failed = groups.filter(([, own]) => Math.max(...values(own, "functional_pass")) === 0);
  const rows = failed.map(([scenario, own]) => ({
    scenario,
    models: new Set(own.map(({ record }) => record.model)).size,
    executions: own.length,
  }));
  return ordered(rows, ["scenario"]);
}

function sentBack(raws: readonly Raw[]): AnswerRow[] {
  const rows = grouped(raws, ({ record }) => `${record.workflow} ${record.knowledge}`).map(([, own]) => {
    const { workflow, knowledge } = own[0]!.record;
    const asked = values(own, "asked_again");
    return { workflow, knowledge, sent_back: sum(asked) / asked.length, executions: asked.length };
  });
  return ordered(rows, ["workflow", "knowledge"]);
}

function times(raws: readonly Raw[]): AnswerRow[] {
  const rows = grouped(raws, ({ record }) => configurationName(record)).map(([, own]) => {
    const { model, workflow, knowledge } = own[0]!.record;
    const seconds = values(own, "seconds");
    const [median_s, p95_s, slowest_s] = [0.5, 0.95, 1].map((share) => quantile(seconds, share));
    return {
      model,
      workflow,
      knowledge,
      median_s: median_s!,
      p95_s: p95_s!,
      slowest_s: slowest_s!,
      executions: own.length,
    };
  });
  return ordered(rows, ["median_s", "model", "workflow", "knowledge"]);
}

function slowestTools(raws: readonly Raw[]): AnswerRow[] {
  const rows = grouped(callsOf(raws), ({ call }) => call.tool).map(([tool, own]) => {
    const seconds = own.map(({ call }) => call.duration_ms / 1000);
    return {
      tool,
      calls: own.length,
      median_s: quantile(seconds, 0.5),
      p95_s: quantile(seconds, 0.95),
      total_s: sum(seconds),
    };
  });
  return ordered(rows, ["-median_s", "tool"]);
}

function failedCalls(raws: readonly Raw[]): AnswerRow[] {
  const failed = callsOf(raws).filter(({ call }) => call.status === "error");
  const rows = grouped(failed, ({ call }) => `${call.tool} ${call.error?.code}`).map(([, own]) => ({
    tool: own[0]!.call.tool,
    error: own[0]!.call.error?.code ?? null,
    calls: own.length,
    executions: new Set(own.map(({ name }) => name)).size,
  }));
  return ordered(rows, ["-calls", "tool", "error"]);
}

function lostIds(raws: readonly Raw[]): AnswerRow[] {
  const lost = expected(raws).filter(({ call, reported }) => call && !reported);
  return ordered(
    lost.map(({ execution, id, call }) => ({ execution, id, tool: call!.tool, first_call: call!.index })),
    ["execution", "id"],
  );
}

function firstFinders(raws: readonly Raw[]): AnswerRow[] {
  const rows = grouped(expected(raws), ({ call }) => call?.tool ?? "(never found)").map(([tool, own]) => ({
    tool,
    ids: own.length,
    reported: own.filter(({ call, reported }) => call && reported).length / own.length,
    median_call: own[0]!.call
      ? quantile(
          own.map(({ call }) => call!.index),
          0.5,
        )
      : null,
  }));
  return ordered(rows, ["-ids", "tool"]);
}

function inventors(raws: readonly Raw[]): AnswerRow[] {
  const rows = grouped(raws, ({ record }) => configurationName(record)).map(([configuration, own]) => {
    const invented = own.map((raw) => inventedBy(raw));
    return {
      configuration,
      invented: sum(invented.map(({ length }) => length)),
      executions_with_one: invented.filter(({ length }) => length > 0).length,
      executions: own.length,
      example: invented.flat().sort()[0] ?? null,
    };
  });
  return ordered(rows, ["-invented", "configuration"]);
}

function disagreements(raws: readonly Raw[]): AnswerRow[] {
  const rows = raws.flatMap((raw) => {
    const [functional, judge] = [FORMULAS.functional_pass!(raw), FORMULAS.pass!(raw)];
    const apart = raw.verdict && functional !== null && judge !== null && functional !== judge;
    return apart ? [{ execution: executionName(raw.record), functional, judge, scenario: raw.scenario.id }] : [];
  });
  return ordered(rows, ["execution"]);
}

function spreads(raws: readonly Raw[]): AnswerRow[] {
  const rows = grouped(raws, ({ scenario }) => scenario.id).flatMap(([scenario, own]) => {
    const means = grouped(own, ({ record }) => record.model).flatMap(([, of]) => {
      const numbers = values(of, "ndcg@10");
      return numbers.length > 0 ? [sum(numbers) / numbers.length] : [];
    });
    const [best, worst] = [Math.max(...means), Math.min(...means)];
    return means.length > 1 ? [{ scenario, spread: best - worst, best_ndcg: best, worst_ndcg: worst }] : [];
  });
  return ordered(rows, ["-spread", "scenario"]);
}

function unscored(raws: readonly Raw[], scores: readonly ScoreRecord[]): AnswerRow[] {
  const errors = new Map(raws.map(({ record }) => [executionName(record), record.error?.code ?? null]));
  const gaps = scores.flatMap((record) =>
    Object.entries(record.scores).flatMap(([metric, { reason }]) =>
      reason === undefined || ["answerable", "unanswerable"].includes(reason)
        ? []
        : [{ outcome: record.outcome, error: errors.get(executionName(record)) ?? null, metric, reason }],
    ),
  );
  const rows = grouped(gaps, (gap) => JSON.stringify(gap)).map(([, own]) => ({ ...own[0]!, executions: own.length }));
  return ordered(rows, ["-executions", "metric", "reason", "outcome"]);
}

function callsOf(raws: readonly Raw[]) {
  return raws.flatMap(({ record, extraction }) =>
    (extraction?.tool_calls ?? []).map((call) => ({ name: executionName(record), call })),
  );
}

/** Each expected id with the first successful call, of no delegation, whose result held it. */
function expected(raws: readonly Raw[]) {
  return raws.flatMap((raw) => {
    const { record, scenario, extraction } = raw;
    const calls = extraction?.tool_calls.filter(
      ({ status, family }) => status === "success" && family !== "delegation",
    );
    return (extraction ? scenario.expected_ids : []).map((id) => ({
      execution: executionName(record),
      id,
      call: calls?.find(({ result, preview }) => (result ?? preview).includes(id)),
      reported: visibleText(extraction!.final_text).text.includes(id),
    }));
  });
}

/** Ids of the answer and its list that are neither expected nor in the question nor in any result. */
function inventedBy({ record, scenario, extraction, idPatterns }: Raw): string[] {
  if (!extraction || record.outcome !== "success") return [];
  const text = [extraction.final_text, ...extraction.answers].join("\n").replace(/artifact:\/\/[^\s)]*/g, " ");
  const seen = extraction.tool_calls
    .filter(({ status }) => status === "success")
    .map(({ result, preview }) => result ?? preview)
    .join("\n");
  const question = findIds(scenario.turns.join("\n"), idPatterns);
  return [...new Set([...findIds(text, idPatterns), ...extraction.ranked_ids])].filter(
    (id) => !scenario.expected_ids.includes(id) && !question.includes(id) && !seen.includes(id),
  );
}

function values(raws: readonly Raw[], metric: string): number[] {
  return raws.map((raw) => FORMULAS[metric]!(raw)).filter((value) => value !== null);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Linear between the two nearest, as `quantile_cont`. */
function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
  return low + (high - low) * (at - Math.floor(at));
}

function grouped<T>(items: readonly T[], key: (item: T) => string): [string, T[]][] {
  return [...Map.groupBy(items, key)];
}

/** By these columns, one after the other; `-` before one is descending; null comes last. */
function ordered<Row extends AnswerRow>(rows: readonly Row[], by: readonly string[]): Row[] {
  const compare = (a: Row, b: Row, column: string): number => {
    const name = column.replace(/^-/, "");
    const [x, y] = [a[name] ?? null, b[name] ?? null];
    if (x === y) return 0;
    if (x === null || y === null) return x === null ? 1 : -1;
    return (x < y ? -1 : 1) * (column === name ? 1 : -1);
  };
  return [...rows].sort((a, b) => by.reduce((order, column) => order || compare(a, b, column), 0));
}
