import { makeRandom, pick, randomInteger } from "../../base/random.ts";
import type { JudgeSpending } from "../../harness/dag/ceilings/judge-spending.ts";
import type { Io } from "../../harness/print/io.ts";
import type { ExecutionRecord } from "../../harness/record/domain/records.ts";
import { listingOf, printList } from "../../harness/run/inspect/list-executions.ts";
import { printRuns, scoredPart } from "../../harness/run/inspect/list-runs.ts";
import { legend, totals } from "../../harness/run/start/print-summary.ts";
import { takenBy } from "../../harness/run/start/taken.ts";
import { brokenRule } from "./broken-rule.ts";
import { meanOf, type PlainFacts, type PlainRow, sumOf, valuesOf } from "./facts.ts";
import type { RandomRun } from "./random-run.ts";

/** What `run` says at its end, `runs` in its line and `show --failed` of its list, where it is false by the run's records. */
export function checkTerminal(run: RandomRun, { rows }: PlainFacts, seed: number): string[] {
  const random = makeRandom(`sentence-round-terminal-${seed}`);
  const judges = pick(random, [
    { tokens: 0, cost: 0, unreported: false },
    { tokens: 1 + randomInteger(random, 5000), cost: 0.5, unreported: false },
    { tokens: 1 + randomInteger(random, 5000), cost: null, unreported: false },
    { tokens: 0, cost: null, unreported: true },
  ] satisfies JudgeSpending[]);
  return [
    ...wrongTotals(run, { rows, judges }),
    ...wrongLine(run, { rows, judges }),
    ...wrongList(rows, "failed"),
    ...wrongList(rows, "all"),
  ];
}

interface Spent {
  rows: readonly PlainRow[];
  judges: JudgeSpending;
}

const number = (text = "") => Number(text.replaceAll(",", ""));

/** Tokens of all that tell, whether there are more, and what all of it cost. */
function spentBy({ config }: RandomRun, { rows, judges }: Spent) {
  const ran = rows.filter(({ outcome }) => outcome !== "missing");
  const untold = ran.filter(({ scores }) => (scores.tokens_in ?? null) === null);
  const isFree = (name: string) => config.models.some((model) => model.name === name && model.provider === "policy");
  const tokens = sumOf([...valuesOf(rows, "tokens_in"), ...valuesOf(rows, "tokens_out")]) + judges.tokens;
  return {
    tokens,
    more: judges.unreported || untold.length > 0,
    // Without a price in the random configurations nothing but stand-ins has a cost that is known.
    cost: rows.every(({ model }) => isFree(model)) ? judges.cost : null,
  };
}

const TOTALS =
  /^(?:([\d,]+) of )?([\d,]+) executions? in [\d:]+, (?:([\d,]+) tokens?(?: \(estimated\))?(?:, ([\d,]+) of them the judges')?( and more, not reported)?|tokens unknown), (cost unknown|\$([\d.,]+)), ([\d,]+) without a verdict(; stand-in models(?:: (.+?))?)?(; stand-in judges)?$/;

function wrongTotals(run: RandomRun, { rows, judges }: Spent): string[] {
  const { summary } = run.results;
  const said = totals(summary, takenBy(summary, judges), 61);
  const problems = [said, ...legend(summary)].flatMap((text) => {
    const why = brokenRule(text);
    return why ? [`${why}: ${text}`] : [];
  });
  const match = TOTALS.exec(said);
  if (!match) return [...problems, `not one of the sentences that can be checked: ${said}`];
  const [, made, all, tokens, ofJudges, more, , dollars, unjudged, standIns, names] = match;
  const spent = spentBy(run, { rows, judges });
  const missing = rows.filter(({ outcome }) => outcome === "missing").length;
  const standing = run.config.models.filter(({ provider }) => provider === "policy").map(({ name }) => name);
  const used = new Set(rows.map(({ model }) => model));
  const holds =
    number(all) === rows.length &&
    (made === undefined ? missing === 0 : number(made) === rows.length - missing && missing > 0) &&
    (tokens === undefined
      ? spent.tokens === 0 && spent.more
      : number(tokens) === spent.tokens && (more !== undefined) === spent.more) &&
    number(ofJudges) === judges.tokens &&
    (dollars === undefined ? spent.cost === null : spent.cost !== null && number(dollars) === spent.cost) &&
    number(unjudged) ===
      rows.filter(({ outcome, scores }) => outcome !== "missing" && (scores.pass ?? null) === null).length &&
    (standIns !== undefined) === standing.length > 0 &&
    (standIns === undefined || (names === undefined) === [...used].every((name) => standing.includes(name)));
  return holds ? problems : [...problems, `false: ${said}`];
}

function wrongLine(run: RandomRun, { rows, judges }: Spent): string[] {
  const row = {
    ...{ run: "r", created_at: null, corpus: "c", models: ["m"], configurations: 1, scenarios: 1 },
    ...{ executions: rows.length, expected: rows.length, state: "complete" as const },
    ...scoredPart(run.results.summary, judges),
  };
  const line = printed((io) => printRuns([row], { folder: "runs", io }))
    .out.at(-1)!
    .split("\n")
    .at(-1)!;
  const spent = spentBy(run, { rows, judges });
  const rate = (metric: string) => {
    const mean = meanOf(valuesOf(rows, metric));
    return mean === null ? "-" : `${(100 * mean).toFixed(1)} %`;
  };
  const tokens = spent.tokens === 0 && spent.more ? "unknown" : `${short(spent.tokens)}${spent.more ? " +" : ""}`;
  const cost = spent.cost === null ? "unknown" : `$${spent.cost.toFixed(2)}`;
  const cells = ["r", "complete", String(rows.length), rate("functional_pass"), rate("pass"), tokens, cost];
  const read = line.replaceAll("\u00a0", " ").split(/ {2,}/).slice(0, cells.length);
  return read.join("|") === cells.join("|") ? [] : [`the line of runs is ${cells.join(" | ")}: ${line}`];
}

function short(value: number): string {
  if (value < 1000) return String(value);
  return value < 1e6 ? `${(value / 1e3).toFixed(1)} k` : `${(value / 1e6).toFixed(1)} M`;
}

/** Of the list itself, its order and what it says of the rest. */
function wrongList(rows: readonly PlainRow[], which: "failed" | "all"): string[] {
  const ran = rows.filter(({ outcome }) => outcome !== "missing");
  const records = ran.map((row) => ({ ...keyOf(row), outcome: row.outcome, duration_ms: 1000 * (row.seconds ?? 0) }));
  const scores = new Map(ran.map((row) => [nameOf(row), row.scores]));
  const listing = listingOf(
    records as unknown as ExecutionRecord[],
    {
      ...{ scenarios: new Map(), verdicts: new Map(), extractions: new Map() },
      score: (name, metric) => scores.get(name)?.[metric] ?? null,
    },
    { failed: which === "failed", sort: "worst" },
  );
  const failed = ran.filter(({ scores: { functional_pass } }) => functional_pass !== 1);
  const expected = which === "failed" ? failed : ran;
  if (expected.length === 0 && which === "all") return [];
  const { out, error } = printed((io) => printList(listing, { io, json: false, all: false, asked: false }));
  const text = [...out, ...error].join("\n");
  if (expected.length === 0)
    return /^none failed: (?:the one execution passes|all (\d+) executions pass)$/.test(text) ? [] : [`false: ${text}`];
  const shown = out.join("\n").split("\n").slice(1);
  const left = Number(/(\d+) more executions?: --all shows them/.exec(text)?.[1] ?? 0);
  const listed = shown.map((line) => line.split(/\s+/)[0]!);
  const passes = listed.map((name) => scores.get(name)?.functional_pass === 1);
  const isWorstFirst = passes.every((pass, at) => at === 0 || Number(pass) >= Number(passes[at - 1]));
  const isOwn = listed.every((name) => expected.some((row) => nameOf(row) === name));
  return shown.length === Math.min(20, expected.length) &&
    shown.length + left === expected.length &&
    isWorstFirst &&
    isOwn
    ? []
    : [`show --${which} lists ${shown.length} and ${left} more of ${expected.length}: ${text}`];
}

const keyOf = ({ model, workflow, knowledge, scenario }: PlainRow) => ({
  ...{ model, workflow, knowledge, scenario_id: scenario, repeat: 0 },
});
const nameOf = ({ model, workflow, knowledge, scenario }: PlainRow) =>
  `${model}__${workflow}__${knowledge}__${scenario}__0`;

function printed(print: (io: Io) => void): { out: string[]; error: string[] } {
  const [out, error]: [string[], string[]] = [[], []];
  print({
    ...{
      cwd: "/",
      environment: { NO_COLOR: "1" },
      interactive: false,
      columns: 80,
      signal: new AbortController().signal,
    },
    out: (text) => out.push(text),
    error: (text) => error.push(text),
  });
  return { out, error };
}
