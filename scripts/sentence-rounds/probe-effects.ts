import type { Judgement, ProbeReading } from "../../harness/record/domain/records.ts";
import { meanOf } from "./facts.ts";

/** What a probe shows, reading by reading, without any code that probes. */
export interface ProbeEffect {
  effect: number | null;
  n: number;
  scenarios: number;
  threshold: number;
  above: string;
  below?: string;
}

type Case = ReadonlyMap<string, ProbeReading>;
type Probe = Pick<ProbeEffect, "threshold" | "above" | "below"> & { of(readings: Case): number | null };

const part = (score: number) => (score - 1) / 4;
const reader = ({ ground_truth, quality }: Judgement) => {
  const scores = Object.values(quality).map(({ score }) => part(score));
  return (ground_truth.reference_answer_alignment + meanOf(scores)!) / 2;
};
const known = ({ ground_truth, quality: { completeness, relevance, evidence_grounding } }: Judgement) =>
  meanOf([
    ground_truth.reference_answer_alignment,
    ...[completeness, relevance, evidence_grounding].map(({ score }) => part(score)),
  ])!;

function both(readings: Case, names: readonly [string, string], of: (a: Judgement, b: Judgement) => number) {
  const [a, b] = names.map((name) => readings.get(name)?.judgement);
  return a && b ? of(a, b) : null;
}

const gain = (edit: string) => (readings: Case) => both(readings, [edit, "half"], (a, b) => reader(a) - reader(b));
const TAKEN: Readonly<Record<string, number>> = { first: 1, tie: 0, second: -1 };

const PROBES: readonly Probe[] = [
  {
    ...{ above: "leniency", below: "harshness", threshold: 0.1 },
    of: (readings) => both(readings, ["gold", "gutted"], (right, wrong) => (known(right) - 1 + known(wrong)) / 2),
  },
  {
    ...{ above: "random", threshold: 0.2 },
    of: (readings) => both(readings, ["gold", "gutted"], (right, wrong) => Number(reader(wrong) > reader(right))),
  },
  {
    ...{ above: "indifferent", threshold: 0.2 },
    of: (readings) => both(readings, ["gold", "gutted"], (right, wrong) => Number(reader(wrong) === reader(right))),
  },
  { above: "verbosity", threshold: 0.05, of: gain("padded") },
  {
    ...{ above: "position", below: "position", threshold: 0.1 },
    of: (readings) => {
      const choices = ["pair", "swapped"].flatMap((name) => readings.get(name)?.choice ?? []);
      return choices.length < 2 ? null : meanOf(choices.map((choice) => TAKEN[choice]!));
    },
  },
  { above: "self_family", threshold: 0.05, of: gain("signed") },
  {
    ...{ above: "truncated_evidence", threshold: 0.5 },
    of: (readings) =>
      both(
        readings,
        ["gold", "buried"],
        (seen, unseen) => seen.quality.evidence_grounding.score - unseen.quality.evidence_grounding.score,
      ),
  },
];

/** Of the random readings no rationale takes a side, so the probe of rationales shows nothing. */
export function effectsOf(probes: readonly ProbeReading[]): ProbeEffect[] {
  const cases = new Map<string, Map<string, ProbeReading>>();
  for (const reading of probes) {
    const own = cases.get(reading.scenario_id) ?? new Map<string, ProbeReading>();
    if (reading.type === "judged") own.set(reading.edit, reading);
    cases.set(reading.scenario_id, own);
  }
  return PROBES.map(({ of, ...probe }) => {
    const values = [...cases.values()].flatMap((readings) => of(readings) ?? []);
    return { ...probe, effect: meanOf(values), n: values.length, scenarios: values.length };
  });
}
