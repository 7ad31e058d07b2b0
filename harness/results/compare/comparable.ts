import { countOf } from "../../../base/counts.ts";
import { compareText } from "../../../base/text-order.ts";
import { EXECUTION_METRICS } from "../metrics/execution/registry.ts";
import type { MissingExecutions, Pairing } from "./pairing.ts";
import type { Provenance, RunSource } from "./sources/run-source.ts";

/** What can stand in the way of a comparison, and what `--allow` takes. */
export const REFUSAL_CODES = [
  "corpus",
  "scenarios",
  "metrics",
  "judge",
  "stand-ins",
  "served-model",
  "plan",
  "coverage",
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** A reason why a difference could not be attributed to the candidate. */
export interface Refusal {
  code: RefusalCode;
  /** What was expected and what was found. */
  problem: string;
  remedy: string;
}

export interface ComparableInput {
  baseline: RunSource;
  candidate: RunSource;
  pairing: Pairing;
  /** Metrics to be compared: only what they depend on has to agree. */
  metrics: readonly string[];
  /** Least share of expected executions that must have a pair. */
  coverage: number;
}

/** Every reason against comparing these two, [] when there is none. */
export function findRefusals(input: ComparableInput): Refusal[] {
  const checks = [corpus, scenarios, definitions, judge, standIns, servedModel, plan, coverage];
  return checks.flatMap((check) => check(input) ?? []);
}

const short = (hash: string | null) => (hash === null ? "unknown" : hash.slice(0, 12));

function corpus({ baseline: { provenance: a }, candidate: { provenance: b } }: ComparableInput): Refusal | null {
  if (a.corpus === b.corpus) return null;
  return {
    code: "corpus",
    problem: `the corpus differs: ${short(a.corpus)} in the baseline, ${short(b.corpus)} in the candidate`,
    remedy: "run both on one corpus, or make a new baseline on the new one",
  };
}

function scenarios({ baseline, candidate }: ComparableInput): Refusal | null {
  const [a, b] = [baseline.provenance.scenarios, candidate.provenance.scenarios];
  const shared = Object.keys(a).filter((id) => id in b);
  const changed = shared.filter((id) => a[id] !== b[id]);
  const only = [Object.keys(a).length - shared.length, Object.keys(b).length - shared.length];
  if (changed.length === 0 && only[0] === 0 && only[1] === 0) return null;
  return {
    code: "scenarios",
    problem: `the scenarios differ: ${shared.length - changed.length} equal, ${changed.length} changed, ${only[0]} only in the baseline, ${only[1]} only in the candidate`,
    remedy: "run the whole set of the baseline; with --allow scenarios only the equal ones are compared",
  };
}

function definitions({ baseline, candidate, metrics }: ComparableInput): Refusal | null {
  const [a, b] = [baseline.provenance.metrics, candidate.provenance.metrics];
  const changed = metrics.filter((metric) => a[metric] !== b[metric]);
  if (changed.length === 0) return null;
  return {
    code: "metrics",
    problem: `the definition differs of ${changed.join(", ")}`,
    remedy: "score both runs with one version: scopebench runs stage score <run>",
  };
}

const FROM_VERDICT = new Set(EXECUTION_METRICS.filter(({ from }) => from === "verdict").map(({ name }) => name));

function judged({ metrics }: ComparableInput): string[] {
  return metrics.filter((metric) => FROM_VERDICT.has(metric));
}

function judge(input: ComparableInput): Refusal | null {
  const [a, b] = [input.baseline.provenance, input.candidate.provenance];
  const metrics = judged(input);
  if (a.judge === b.judge || metrics.length === 0) return null;
  const name = ({ judge_name, judge: fingerprint }: Provenance) => `${judge_name ?? "unknown"} (${short(fingerprint)})`;
  return {
    code: "judge",
    problem: `the judge differs: ${name(a)} in the baseline, ${name(b)} in the candidate; ${metrics.join(", ")} ${metrics.length === 1 ? "is its opinion" : "are its opinions"}`,
    remedy: "judge both runs with one judge, or leave its metrics out with --metrics",
  };
}

/** A number made by a rule-based policy must not be held against one made by a language model. */
function standIns(input: ComparableInput): Refusal | null {
  const [a, b] = [input.baseline.provenance, input.candidate.provenance];
  const models = [...new Set(input.pairing.pairs.map(({ candidate }) => candidate.model))];
  const swapped = models.filter((model) => a.stand_in_models.includes(model) !== b.stand_in_models.includes(model));
  const judges = judged(input).length > 0 && a.stand_in_judges.length !== b.stand_in_judges.length ? ["judge"] : [];
  const parts = [...swapped, ...judges];
  if (parts.length === 0) return null;
  return {
    code: "stand-ins",
    problem: `a stand-in on one side only: ${parts.join(", ")}`,
    remedy: "compare stand-ins with stand-ins and real models with real ones",
  };
}

/** What a provider changed under the same name looks like the candidate's doing. */
function servedModel({ baseline: { provenance: a }, candidate: { provenance: b } }: ComparableInput): Refusal | null {
  const [before, after] = [a.served_models ?? {}, b.served_models ?? {}];
  const swapped = Object.keys(before).filter((name) => name in after && idsOf(before[name]!) !== idsOf(after[name]!));
  if (swapped.length === 0) return null;
  const each = swapped.map((name) => `${name} as ${idsOf(before[name]!)} then, as ${idsOf(after[name]!)} now`);
  return {
    code: "served-model",
    problem: `another model was served under the same name: ${each.join("; ")}`,
    remedy:
      "run the baseline anew on the model of today, or pin the model's id; whether it answers otherwise, a recorded baseline tells: scopebench runs affected BASELINE --ask-again 3; with --allow served-model its change and the candidate's are one",
  };
}

function idsOf(ids: readonly string[]): string {
  return [...ids].sort(compareText).join(" and ");
}

/** Half of it is another candidate. */
function plan({ candidate: { series } }: ComparableInput): Refusal | null {
  if (series?.void === undefined) return null;
  return {
    code: "plan",
    problem: `the candidate changed while it was executed look by look: ${series.void}`,
    remedy: "run it anew: scopebench run --until-decided",
  };
}

function coverage({ pairing, coverage: least, candidate: { series } }: ComparableInput): Refusal | null {
  const { held, expected, excluded, absent } = pairing;
  if (held > 0 && held / expected >= least) return null;
  const reasons = Object.entries(excluded).map(([reason, count]) => `${count} ${reason}`);
  const counted = `${held} of ${countOf(expected, "execution")} are in both, ${showShare(least)} are asked for`;
  return {
    code: "coverage",
    problem: `${counted}${reasons.length > 0 ? `: ${reasons.join(", ")}` : ""}${nameAbsent(absent)}`,
    remedy: series
      ? "resume it where its looks have not decided; executed look by look, it is compared with --gate --sequential"
      : "resume the unfinished run, or run what the baseline ran; gate.coverage sets the share",
  };
}

/** 0.995 is 99.5 %, not 100 %. */
export function showShare(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`;
}

const NAMED = 10;

/** Which executions a side lacks, the first ten of each. */
export function nameAbsent(absent: MissingExecutions): string {
  const sources = (["baseline", "candidate"] as const).filter((source) => absent[source].length > 0);
  return sources
    .map((source) => {
      const names = absent[source];
      const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
      return `; the ${source} lacks ${names.slice(0, NAMED).join(", ")}${more}`;
    })
    .join("");
}
