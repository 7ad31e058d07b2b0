import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { count, metricLabel, percent } from "../../../harness/print/format.ts";
import { isEstimate, type Table } from "../../../harness/results/table-format/table.ts";

type Rows = Table["rows"];

export interface TableFinding {
  text: string;
  /** `all`: every row says the same, so that the sentence is enough. */
  says: "all" | "some";
}

const FINDINGS: Readonly<Record<string, (rows: Rows) => TableFinding | null>> = {
  against_baselines: againstBaselines,
  abstention_by_reason: recognised,
  empty_answers: emptyAnswers,
  habits: sentBack,
  sensitivity: rankings,
  timing_sensitivity: rankings,
  timing_passes: cutoffs,
  verdict_agreement: verdicts,
};

/** What a table's rows say, in a sentence computed from them; null for a table that is only looked up. */
export function tableFinding(name: string, rows: Rows): TableFinding | null {
  return rows.length === 0 ? null : (FINDINGS[name]?.(rows) ?? null);
}

/** By each metric, from how many configurations a ranker without a model can be told apart. */
function againstBaselines(rows: Rows): TableFinding | null {
  const parts = [...grouped(rows, ({ metric }) => String(metric))].map(([metric, own]) => {
    const tested = own.filter(({ p }) => typeof p === "number");
    const significant = tested.filter(({ p }) => Number(p) < 0.05);
    const above = significant.filter(({ difference }) => Number(difference) > 0).length;
    const below = significant.length - above;
    if (tested.length === 0) return `by ${metricLabel(metric)} no configuration can be tested`;
    return `by ${metricLabel(metric)} ${count(above)} of ${countOf(tested.length, "configuration")} ${tested.length === 1 ? "is" : "are"} significantly higher${below > 0 ? ` and ${count(below)} significantly lower` : ""}`;
  });
  return some(`${capitalized(parts.join("; "))}.`);
}

function recognised(rows: Rows): TableFinding | null {
  const known = rows.flatMap(({ nonexistence, correct_rate: rate }) =>
    isEstimate(rate) && rate.mean !== null
      ? [{ what: String(nonexistence).replaceAll("_", " "), mean: rate.mean }]
      : [],
  );
  const sorted = known.sort((a, b) => b.mean - a.mean);
  const [most, least] = [sorted[0], sorted.at(-1)];
  if (!most || !least || most === least) return null;
  if (most.mean === least.mean)
    return { text: `Each kind is recognised in ${percent(most.mean)} of the answers.`, says: "all" };
  return some(
    `Recognised most often: ${most.what} (${percent(most.mean)}); least often: ${least.what} (${percent(least.mean)}). Neither choice is tested.`,
  );
}

function emptyAnswers(rows: Rows): TableFinding {
  const systems = new Map(rows.map((row) => [`${row.model} ${row.workflow}`, Number(row.of)]));
  const empty = sum(rows, "answers");
  const of = [...systems.values()].reduce((total, n) => total + n, 0);
  return some(`${count(empty)} of ${countOf(of, "execution")} of these models and workflows gave an empty answer.`);
}

function sentBack(rows: Rows): TableFinding {
  const n = sum(rows, "n");
  if (n === 0) return { text: "No execution left a trace: it is not known what was requested again.", says: "all" };
  const share = (key: string) => percent(rows.reduce((total, row) => total + Number(row[key]) * Number(row.n), 0) / n);
  return some(
    `${share("retried")} of the answers had to be requested again, and ${share("fallback")} ended with the fallback.`,
  );
}

/** Whether rankings computed another way are the same. */
function rankings(rows: Rows): TableFinding {
  const variants = countOf(rows.length, "variant");
  const changed = rows.filter(({ moved }) => Number(moved) > 0);
  if (changed.length === 0)
    return { text: `None of ${variants} changes the ranking of the configurations.`, says: "all" };
  const best = rows.filter(({ best_changed: own }) => own === "yes").length;
  const farthest = Math.max(...rows.map(({ largest_move: own }) => Number(own)));
  return some(
    `${count(changed.length)} of ${variants} change the ranking, at most by ${countOf(farthest, "place")}; ${best === 0 ? "none changes" : `${count(best)} change`} which configuration is first.`,
  );
}

/** What shorter cutoffs would have cost. */
function cutoffs(rows: Rows): TableFinding | null {
  const [shortest] = Object.keys(rows[0]!)
    .filter((key) => key.startsWith("within_"))
    .sort((a, b) => secondsOf(a) - secondsOf(b));
  if (!shortest) return null;
  const kept = rows.filter((row) => row[shortest] !== null).map((row) => Number(row[shortest]));
  if (kept.length === 0) return { text: "No execution passes, so no cutoff could cost a pass.", says: "all" };
  const least = Math.min(...kept);
  if (least === 1)
    return {
      text: `No execution that passes took longer than ${secondsOf(shortest)} s: no cutoff down to it would have cost a pass.`,
      says: "all",
    };
  return some(
    `A cutoff at ${secondsOf(shortest)} s would have kept from ${percent(least)} to ${percent(Math.max(...kept))} of a model's passes.`,
  );
}

function secondsOf(key: string): number {
  return Number(key.replace("within_", ""));
}

function verdicts(rows: Rows): TableFinding | null {
  const all = rows.find(({ factor }) => factor === "all");
  if (!all || all.percent_agreement === null) return null;
  const text = `Both verdicts count the same ids and entities; they are equal on ${percent(Number(all.percent_agreement))} of ${countOf(Number(all.n), "answered execution")}, largely by construction.`;
  return { text, says: rows.every(({ percent_agreement: own }) => own === 1) ? "all" : "some" };
}

function some(text: string): TableFinding {
  return { text, says: "some" };
}

function sum(rows: Rows, key: string): number {
  return rows.reduce((total, row) => total + Number(row[key]), 0);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
