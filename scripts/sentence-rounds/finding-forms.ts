import { metricLabel } from "../../harness/print/format.ts";
import { meanOf, type Pair, type PlainFacts, sumOf, topOf, valueBy, valuesOf } from "./facts.ts";
import type { Form } from "./form.ts";
import { told } from "./lead-forms.ts";

const HEADLINES = ["functional_pass", "ndcg@10"];
const headlineOf = (label: string) => HEADLINES.find((name) => metricLabel(name) === label)!;
const near = (text: string | undefined, value: number, most = 0.005) =>
  text !== undefined && Math.abs(Number(text) - value) <= most + 1e-9;

/** `81.2 %` or `.81`. */
function isValue(text: string, value: number): boolean {
  const share = /^([\d.]+)\s%$/.exec(text);
  return share ? near(share[1], 100 * value, 0.05) : near(text, value);
}

const byName = ({ rows }: PlainFacts, metric: string) =>
  valueBy(
    rows,
    ({ configuration }) => configuration,
    (own) => meanOf(valuesOf(own, metric)),
  );
const nameOf = ({ rows }: PlainFacts, label: string) => rows.find((row) => row.label === label)?.configuration ?? "";

/** A finding's sentence with what stands small below it. */
export const FINDINGS: readonly Form[] = [
  [
    /^No two configurations can be told apart by (.+?) \(highest observed: (.+?)\)\.\n(.*)$/,
    ([, measure, value, small], facts) => {
      const metric = headlineOf(measure!);
      const best = Math.max(...byName(facts, metric).values());
      return told(facts, metric) === 0 && isValue(value!, best) && holdsTests(small!, facts, metric);
    },
  ],
  [
    /^(.+) ha(?:s|ve) the highest observed (.+?) \((.+?)\)(?:, and (?:the other|every other) configuration differs significantly from it|; (\d+) of the other (\d+) cannot be told apart from (.+))\.\n(.*)$/,
    ([, leader, measure, value, undecided, others, from, small], facts) => {
      const metric = headlineOf(measure!);
      const means = byName(facts, metric);
      const tops = topOf(means).map((name) => facts.rows.find((row) => row.configuration === name)!.label);
      const all = new Set(facts.rows.map(({ configuration }) => configuration)).size;
      const best = from === undefined || from === "it" ? tops[0]! : from;
      const apart = told(facts, metric, best);
      const several = /^(\d+) configurations$/.exec(leader!);
      return (
        (several ? Number(several[1]) === tops.length : tops.length === 1 && tops[0] === leader) &&
        tops.includes(best) &&
        isValue(value!, Math.max(...means.values())) &&
        (undecided === undefined
          ? apart === all - 1
          : Number(undecided) === all - 1 - apart && Number(others) === all - 1) &&
        told(facts, metric) > 0 &&
        holdsTests(small!, facts, metric)
      );
    },
  ],
  [
    /^The widest observed difference in NDCG@10 is in the (.+?): ([\d.]+) between (.+) \(([\d.]+)\) and (.+) \(([\d.]+)\)\.\n(.*)$/,
    ([, , size, , , , , small], facts) =>
      isWidest(facts, size) && levels(facts).some(isApart) && holdsCorrection(small!, levels(facts)),
  ],
  [
    /^No two (?:levels of a factor|models, workflows or knowledge modes) can be told apart by NDCG@10\.\nwidest observed: ([\d.]+) between (.*)$/,
    ([, size, small], facts) =>
      isWidest(facts, size) && !levels(facts).some(isApart) && holdsCorrection(small!, levels(facts)),
  ],
  [
    /^(\d+)\s% of the expected ids that answers miss had been retrieved and were not reported\.\n([\d,]+) of ([\d,]+) missed ids? (?:was|were) lost in communication, .* over the ([\d,]+) executions? of /,
    ([, share, lost, missed, known], { rows }) => {
      const [lostNow, never] = ["retrieved_unreported", "unretrieved_unreported"].map((name) => valuesOf(rows, name));
      const sum = sumOf(lostNow!) + sumOf(never!);
      return (
        number(lost!) === sumOf(lostNow!) &&
        number(missed!) === sum &&
        number(known!) === lostNow!.length &&
        near(share, (100 * sumOf(lostNow!)) / sum, 0.5)
      );
    },
  ],
];

const number = (text: string) => Number(text.replaceAll(",", ""));
const isApart = ({ holm_p }: Pair) => holm_p !== null && holm_p < 0.05;
const levels = (facts: PlainFacts) => facts.levels.get("ndcg@10") ?? [];
const isWidest = (facts: PlainFacts, size: string | undefined) =>
  near(size, Math.max(...levels(facts).map(({ difference }) => Math.abs(difference ?? 0))));

/** `3 significantly different from A, and 4 of 12 pairs; ... Holm over 9 pairs ...; against B, the nearest: .03, corrected p = 0.4, 8 scenarios`. */
function holdsTests(small: string, facts: PlainFacts, metric: string): boolean {
  const pairs = facts.pairs.get(metric) ?? [];
  const [, own, label, all, of] = /^(\d+) significantly different from (.+), and (\d+) of (\d+) pairs?; /.exec(small)!;
  const counted =
    Number(own) === told(facts, metric, label) && Number(all) === told(facts, metric) && Number(of) === pairs.length;
  const against =
    /; against (.+?), the nearest(?: of these)?: ([\d.]+)( points)?, corrected (p .*|p not available), \d+ scenarios?$/.exec(
      small,
    );
  if (!counted || !against) return counted && !small.includes("; against ");
  const names = [label!, against[1]!].map((one) => nameOf(facts, one));
  const pair = pairs.find(({ first, second }) => names.includes(first) && names.includes(second));
  const scale = against[3] ? 100 : 1;
  return (
    holdsCorrection(small, pairs) &&
    pair !== undefined &&
    near(against[2], scale * Math.abs(pair.difference!), scale === 1 ? 0.005 : 0.05) &&
    isP(against[4]!, pair.holm_p)
  );
}

/** The family is that of the tests that there are. */
function holdsCorrection(small: string, pairs: readonly Pair[]): boolean {
  const family = /Holm over ([\d,]+) pairs?/.exec(small)?.[1];
  const tested = pairs.filter(({ p }) => p !== null).length;
  return family === undefined ? tested === 0 : number(family) === tested;
}

function isP(text: string, p: number | null): boolean {
  if (text === "p not available") return p === null;
  return p !== null && (text === "p < 0.001" ? p < 0.001 : near(text.replace("p = ", ""), p, 0.0005));
}
