import { seconds as secondsText, workflowLabel } from "../../harness/print/format.ts";
import { meanOf, medianOf, type PlainFacts, type PlainRow, stands, topOf, valueBy, valuesOf } from "./facts.ts";
import { areEqual, type FigureForms, type Form, label } from "./form.ts";

const DIMENSIONS = ["relevance", "completeness", "coherence", "evidence_grounding"];
const DIMENSION_SCORES: Form[] = [
  [
    /^No answer has dimension scores\.$/,
    (_, { rows }) => DIMENSIONS.every((name) => valuesOf(rows, name).length === 0),
  ],
  [
    /^(?:Every mean rating is|Each of \d+ dimensions has|The one dimension has) .*\.$/,
    (_, facts) => areEqual(byDimension(facts)),
  ],
  [
    /^Lowest observed mean: (.+), ([\d.]+) of 5 \(n = \d+\).*\.$/,
    (match, facts) =>
      topOf(byDimension(facts), -1)
        .map((name) => name.replaceAll("_", " "))
        .sort()
        .join(", ") === match[1]!.split(", ").sort().join(", "),
  ],
];

function byDimension({ rows }: PlainFacts): Map<string, number> {
  return new Map(
    DIMENSIONS.flatMap((name) => {
      const mean = meanOf(valuesOf(rows, name));
      return mean === null ? [] : [[name, mean] as const];
    }),
  );
}

const GROUNDING: Form[] = [
  [/^No answer has a grounding score\.$/, (_, facts) => invented(facts).size === 0],
  [/^No configuration named an id .*\.$/, (_, facts) => [...invented(facts).values()].every((value) => value === 0)],
  [/^(?:All|Every) .*\.$/, (_, facts) => areEqual(invented(facts))],
  [
    /^Most invented ids observed: (.+), ([\d.]+) per answer.*; (\d+) of (\d+) configurations? invented none\.$/,
    (match, facts) => {
      const values = [...invented(facts).values()];
      return (
        stands(match[1]!, topOf(invented(facts))) &&
        Number(match[3]) === values.filter((value) => value === 0).length &&
        Number(match[4]) === values.length
      );
    },
  ],
];

/** Of configurations with both numbers. */
function invented({ rows }: PlainFacts): Map<string, number> {
  return valueBy(rows, label, (own) =>
    valuesOf(own, "grounding_coverage").length === 0 ? null : meanOf(valuesOf(own, "hallucinated_ids")),
  );
}

const TIMES: Form[] = [
  [/^No execution has a measured time\.$/, ({ length }, facts) => length > 0 && seconds(facts).size === 0],
  [
    /^The one execution took ([\d.]+ s)\.$/,
    ([, took], { rows }) => {
      const times = rows.flatMap((row) => row.seconds ?? []);
      return times.length === 1 && secondsText(times[0]!) === took;
    },
  ],
  [
    /^The median execution took ([\d.]+ s), as at least half did \(n = ([\d,]+)\)\.$/,
    ([, took, n], { rows }) => {
      const times = rows.flatMap((row) => row.seconds ?? []);
      return times.length === Number(n) && secondsText(medianOf(times)!) === took;
    },
  ],
  [
    /^Median time: ([\d.]+ s) \((.+), n = ([\d,]+)\)\.$/,
    ([, ...one], facts) => seconds(facts).size === 1 && isMedianOf(facts, one),
  ],
  [
    /^The median time is ([\d.]+ s) for each of (\d+) models under workflows\.$/,
    ([, took, n], facts) =>
      seconds(facts).size === Number(n) && [...seconds(facts).values()].every((value) => secondsText(value) === took),
  ],
  [
    /^Observed median times run from ([\d.]+ s) \((.+?), n = ([\d,]+)\) to ([\d.]+ s) \((.+), n = ([\d,]+)\)\.$/,
    ([, ...both], facts) =>
      topOf(seconds(facts), -1).includes(both[1]!) &&
      topOf(seconds(facts)).includes(both[4]!) &&
      isMedianOf(facts, both.slice(0, 3)) &&
      isMedianOf(facts, both.slice(3)),
  ],
];

const groupOf = (row: PlainRow) => `${row.model} under ${workflowLabel(row.workflow)}`;

function isMedianOf(facts: PlainFacts, [took, name, n]: readonly (string | undefined)[]): boolean {
  const own = facts.rows.filter((row) => groupOf(row) === name && row.seconds !== null);
  return own.length === Number(n) && secondsText(seconds(facts).get(name!)!) === took;
}

function seconds({ rows }: PlainFacts): Map<string, number> {
  return valueBy(rows, groupOf, (own) => medianOf(own.flatMap((row) => row.seconds ?? [])));
}

const FACTORS: Form[] = [
  [
    /^No two levels of a factor have scores on the same scenarios\.$/,
    (_, { levels }) => compared(levels).every(({ difference }) => difference === null),
  ],
  [
    /^No difference: .*\.$/,
    (_, { levels }) => compared(levels).every(({ difference }) => Math.abs(difference ?? 0) < 1e-9),
  ],
  [
    /^No two levels of a factor can be told apart by .*\.$/,
    (_, { levels }) => compared(levels).every(({ holm_p }) => holm_p === null || holm_p >= 0.05),
  ],
  [/^Told apart: .*\.$/, (_, { levels }) => compared(levels).some(({ holm_p }) => holm_p !== null && holm_p < 0.05)],
];

function compared(levels: PlainFacts["levels"]) {
  return ["ndcg@10", "pass"].flatMap((metric) => levels.get(metric) ?? []);
}

export const MEAN_FORMS: FigureForms = {
  "dimension-scores": DIMENSION_SCORES,
  "grounding-vs-hallucinated": GROUNDING,
  "time-violin": TIMES,
  "factor-differences": FACTORS,
};
