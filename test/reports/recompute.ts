import { readdir } from "node:fs/promises";
import { readJsonLines } from "../../base/json-lines.ts";
import { makeRandom } from "../../base/random.ts";
import { configurationName, executionName } from "../../harness/record/domain/names.ts";
import type { ExecutionRecord, Extraction, MetaVerdict, Verdict } from "../../harness/record/domain/records.ts";
import { readManifest } from "../../harness/record/run-directory/manifest.ts";
import { runPath } from "../../harness/record/run-directory/paths.ts";
import { readScenarioSet } from "../../scenarios/set-file.ts";
import { FORMULAS, functionalAt, type Raw } from "./formulas.ts";

/** A number of a page, and the executions that its link lists. */
export interface Claim {
  names: readonly string[];
  /** Of the link: filters, metrics, tool. */
  search: URLSearchParams;
  of: string;
  at: string | null;
}

/** What the number must be; `tolerance` where chance had a part in it. */
export interface Recomputed {
  value: number | null;
  tolerance: number;
}

type Values = (number | null)[];

/** How a number comes from the raw records of its executions, by `data-of`. */
const AGGREGATES: Readonly<Record<string, (raws: readonly Raw[], claim: Claim) => number | null>> = {
  mean: (raws, claim) => mean(known(raws, claim)),
  "scenario mean": (raws, claim) => mean([...byScenario(raws, metricsOf(claim)[0]!).values()]),
  median: (raws, claim) => median(known(raws, claim)),
  sum: (raws, claim) => total(known(raws, claim)),
  // A missing execution has no record.
  n: (_, { names }) => names.length,
  missing: (_, { names }) => -names.length,
  scenarios: (raws) => new Set(raws.map(({ scenario }) => scenario.id)).size,
  ratio: (raws, claim) => {
    const [part, whole] = metricsOf(claim).map((metric) =>
      total(values(raws, metric).filter((value) => value !== null)),
    );
    return part! / whole!;
  },
  "balanced accuracy": (raws) => {
    const share = (metric: string) => mean(values(raws, metric).filter((value) => value !== null));
    return (share("abstention_correct")! + 1 - share("abstention_false")!) / 2;
  },
  errors: (raws, claim) => total(calls(raws, claim).map((one) => Number(one.status === "error"))),
  success: (raws, claim) => mean(calls(raws, claim).map((one) => Number(one.status === "success"))),
  within: (raws, { at }) => mean(raws.map(({ record }) => Number(record.duration_ms <= 1000 * Number(at)))),
  "passes at": (raws, claim) => passesAt(raws, Number(claim.at), claim),
  "pass rate at": (raws, claim) => passesAt(raws, Number(claim.at), claim) / raws.length,
  "passes more at": (raws, claim) => passesAt(raws, Number(claim.at), claim) - passesAt(raws, 80, claim),
  difference: (raws, claim) => mean(differences(raws, claim)),
  p: (raws, claim) => meanTestP(differences(raws, claim)),
  "mean rank": meanRank,
  risk: (raws, { at }) => riskOf(answers(raws), Number(at)),
  area: (raws) => area(answers(raws)),
  "excess area": (raws) => {
    const all = answers(raws);
    return area(all) - area(all.map(({ error }) => ({ error, sure: -error })));
  },
  pearson: (raws, claim) => pearson(...pair(raws, claim)),
  spearman: (raws, claim) => pearson(...(pair(raws, claim).map(ranks) as [number[], number[]])),
  percent_agreement: (raws, claim) => {
    const [a, b] = pair(raws, claim);
    return mean(a.map((value, at) => Number(value === b[at])));
  },
  cohen_kappa: kappa,
};

/** Kinds of numbers that this test computes again. */
export const RECOMPUTED = Object.keys(AGGREGATES);

export function canRecompute({ of, search }: Pick<Claim, "of" | "search">): boolean {
  const metrics = search.get("metric")?.split(",") ?? [];
  return (
    of in AGGREGATES &&
    (["n", "missing"].includes(of) ||
      metrics[0] === "evidence_agreement" ||
      metrics.every((metric) => metric in FORMULAS))
  );
}

/** Reads a run's raw records once; gives what a number over some executions must be. */
export async function recomputeFrom(run: string): Promise<(claim: Claim) => Recomputed> {
  const raws = await readRaws(run);
  return (claim) => {
    const listed = claim.names.map((name) => raws.get(name)).filter((raw) => raw !== undefined);
    return { value: AGGREGATES[claim.of]!(listed, claim), tolerance: claim.of === "p" ? 0.02 : 0 };
  };
}

/** Raw records of a run by execution. */
export async function readRaws(run: string): Promise<Map<string, Raw>> {
  const { scenarios } = await readScenarioSet(runPath(run, "scenarios"));
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const idPatterns = (await readManifest(run)).substrate?.mapping.idPatterns ?? [];
  const raws = new Map<string, Raw>();
  for (const file of await readdir(runPath(run, "rawOutput"))) {
    const read = async <T extends Parameters<typeof executionName>[0]>(part: Parameters<typeof runPath>[1]) =>
      new Map((await readJsonLines<T>(runPath(run, part, file))).map((entry) => [executionName(entry), entry]));
    const extractions = await read<Extraction>("extractions");
    const verdicts = await read<Verdict>("verdicts");
    const calibrations = await read<Verdict>("calibration");
    const metas = await read<MetaVerdict>("meta");
    for (const [name, record] of await read<ExecutionRecord>("rawOutput"))
      raws.set(name, {
        scenario: byId.get(record.scenario_id)!,
        record,
        extraction: extractions.get(name),
        verdict: verdicts.get(name),
        calibration: calibrations.get(name),
        meta: metas.get(name),
        idPatterns,
      });
  }
  return raws;
}

function metricsOf({ search }: Claim): string[] {
  return search.get("metric")?.split(",") ?? [];
}

function values(raws: readonly Raw[], metric: string): Values {
  return raws.map((raw) => FORMULAS[metric]!(raw));
}

/** Numbers of the first metric, or the calls of the tool. */
function known(raws: readonly Raw[], claim: Claim): number[] {
  const [metric] = metricsOf(claim);
  if (metric === undefined) return raws.map((raw) => calls([raw], claim).length);
  return values(raws, metric).filter((value) => value !== null);
}

function calls(raws: readonly Raw[], { search }: Claim) {
  return raws.flatMap(({ extraction }) =>
    (extraction?.tool_calls ?? []).filter(({ tool }) => tool === search.get("tool")),
  );
}

/** A scenario's mean of those that have a number. */
function byScenario(raws: readonly Raw[], metric: string): Map<string, number> {
  const groups = Map.groupBy(
    raws.filter((raw) => FORMULAS[metric]!(raw) !== null),
    ({ scenario }) => scenario.id,
  );
  return new Map([...groups].map(([id, own]) => [id, mean(own.map((raw) => FORMULAS[metric]!(raw)!))!]));
}

/** First minus second of the two sides that the link names, per scenario. */
function differences(raws: readonly Raw[], claim: Claim): number[] {
  const factor = claim.at as "configuration" | "model" | "workflow" | "knowledge";
  const level = ({ record }: Raw) => (factor === "configuration" ? configurationName(record) : record[factor]);
  const [first, second] = claim.search
    .get(factor)!
    .split(",")
    .map((name) =>
      byScenario(
        raws.filter((raw) => level(raw) === name),
        metricsOf(claim)[0]!,
      ),
    );
  return [...first!].map(([scenario, value]) => value - second!.get(scenario)!);
}

/** Twice the share of means on the other side of 0, of twenty thousand drawn with random weights and one scenario more that changes by 1 against the rest. */
function meanTestP(list: readonly number[]): number {
  const random = makeRandom("recomputed p");
  const weight = () => -Math.log(1 - random());
  const sign = total(list) > 0 ? -1 : 1;
  const draws = 20_000;
  let beyond = 0;
  for (let draw = 0; draw < draws; draw++)
    if (list.reduce((sum, value) => sum + sign * value * weight(), weight()) > 0) beyond++;
  return Math.min(1, (2 * beyond) / draws);
}

function meanRank(raws: readonly Raw[], claim: Claim): number {
  const configurations = Map.groupBy(raws, ({ record }) => configurationName(record));
  const means = new Map([...configurations].map(([name, own]) => [name, byScenario(own, metricsOf(claim)[0]!)]));
  const own = means.get(claim.at!)!;
  const each = [...own].map(([scenario, value]) => {
    const others = [...means.values()].map((list) => list.get(scenario)!);
    const higher = others.filter((other) => other > value + 1e-12).length;
    const equal = others.filter((other) => Math.abs(other - value) <= 1e-12).length;
    return higher + (equal + 1) / 2;
  });
  return mean(each)!;
}

interface Answer {
  error: number;
  /** The more, the earlier it is given. */
  sure: number;
}

function answers(raws: readonly Raw[]): Answer[] {
  return raws.map((raw) => ({ error: 1 - FORMULAS.pass!(raw)!, sure: agreementOf(raw) }));
}

/** Failing share of the surest answers; of those that tie at the limit, as many as they are in the mean. */
function riskOf(all: readonly Answer[], share: number): number {
  const wanted = Math.max(1, Math.ceil(share * all.length - 1e-9));
  const limit = all.map(({ sure }) => sure).sort((a, b) => b - a)[wanted - 1]!;
  const surer = all.filter(({ sure }) => sure > limit).map(({ error }) => error);
  const tied = all.filter(({ sure }) => sure === limit).map(({ error }) => error);
  return (total(surer) + (total(tied) / tied.length) * (wanted - surer.length)) / wanted;
}

function area(all: readonly Answer[]): number {
  return mean(all.map((_, k) => riskOf(all, (k + 1) / all.length)))!;
}

/** Families of retrieving tools that show an id, in the mean over the first ten recommended. */
function agreementOf({ extraction }: Raw): number {
  const first = [...new Set(extraction!.ranked_ids)].slice(0, 10);
  const retrieving = extraction!.tool_calls.filter(
    ({ status, family }) =>
      status === "success" && !["schema", "knowledge_base", "artifact", "delegation"].includes(family),
  );
  const families = (id: string) =>
    new Set(retrieving.filter(({ result, preview }) => (result ?? preview).includes(id)).map(({ family }) => family))
      .size;
  return total(first.map(families)) / first.length;
}

/** By the functional verdict, or as the judge's own rule has its ids, entities and alignment, at another share of entities. */
function passesAt(raws: readonly Raw[], percent: number, claim: Claim): number {
  if (metricsOf(claim)[0] === "functional_pass") return raws.filter((raw) => functionalAt(raw, percent) === 1).length;
  return raws.filter(({ scenario, record, verdict }) => {
    if (!scenario.answerable) return record.outcome === "success" && verdict?.judgement?.status === "pass";
    const truth = verdict?.judgement?.ground_truth;
    if (record.outcome !== "success" || !truth) return false;
    const { expected_entities_found: found, expected_entities_missing: missing } = truth;
    const entities = found.length + missing.length;
    const share = entities === 0 ? 1 : found.length / entities;
    return (
      truth.expected_ids_missing.length === 0 &&
      share >= percent / 100 - 1e-9 &&
      truth.reference_answer_alignment >= 0.7
    );
  }).length;
}

/** Both ratings of every execution, cut where the claim says so. */
function pair(raws: readonly Raw[], claim: Claim): [number[], number[]] {
  const cut = (value: number | null) => (claim.at === null ? value! : Number(value! >= Number(claim.at)));
  const [a, b] = metricsOf(claim).map((metric) => values(raws, metric).map(cut));
  return [a!, b!];
}

function kappa(raws: readonly Raw[], claim: Claim): number | null {
  const [a, b] = pair(raws, claim);
  const agreed = mean(a.map((value, at) => Number(value === b[at])))!;
  const [p, q] = [mean(a)!, mean(b)!];
  const chance = p * q + (1 - p) * (1 - q);
  return chance === 1 ? null : (agreed - chance) / (1 - chance);
}

function pearson(a: readonly number[], b: readonly number[]): number | null {
  const [x, y] = [mean(a)!, mean(b)!];
  const product = (one: readonly number[], m: number, two: readonly number[], k: number) =>
    total(one.map((value, at) => (value - m) * (two[at]! - k)));
  const spread = Math.sqrt(product(a, x, a, x) * product(b, y, b, y));
  return spread === 0 ? null : product(a, x, b, y) / spread;
}

function ranks(list: readonly number[]): number[] {
  return list.map((value) => {
    const below = list.filter((other) => other < value).length;
    return below + (list.filter((other) => other === value).length + 1) / 2;
  });
}

function total(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0);
}

function mean(list: readonly number[]): number | null {
  return list.length === 0 ? null : total(list) / list.length;
}

function median(list: readonly number[]): number | null {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0 ? null : mean([sorted[Math.ceil(middle) - 1]!, sorted[Math.floor(middle)]!]);
}
