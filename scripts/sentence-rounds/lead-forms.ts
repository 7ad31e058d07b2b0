import { percent } from "../../harness/print/format.ts";
import { meanOf, medianOf, type PlainFacts, stands, sumOf, topOf, valueBy, valuesOf } from "./facts.ts";
import { areEqual, type FigureForms, type Form, label, means } from "./form.ts";

/** Sentences about the highest of a metric. */
function leadForms(metric: string): Form[] {
  const noScore: Form = [/^No execution has a .*\.$/, (_, facts) => means(facts, metric).size === 0];
  return [
    noScore,
    [
      /^(.+) (?:reaches|finds) .+n = \d+\)?\.$/,
      (match, facts) => means(facts, metric).size === 1 && means(facts, metric).has(match[1]!),
    ],
    [/^(?:All \d+ configurations have the same|Recall is) .+\.$/, (_, facts) => areEqual(means(facts, metric))],
    [
      /^By .+ no two of (\d+) configurations can be told apart .*; highest observed: (.+), [\d.]+(?: %)?\.$/,
      (match, facts) =>
        told(facts, metric) === 0 &&
        stands(match[2]!, topOf(means(facts, metric))) &&
        testedOf(facts, metric) === Number(match[1]),
    ],
    [
      /^(.+) (?:has|have) the highest observed .+?, [\d.]+(?: %)?(?:; no pair is tested|(?:, and|;).* (?:is|can be) told apart from (none|\d+|the other).*)\.$/,
      (match, facts) => {
        const tops = topOf(means(facts, metric));
        if (!stands(match[1]!, tops)) return false;
        if (match[2] === undefined) return (facts.pairs.get(metric) ?? []).every(({ holm_p }) => holm_p === null);
        const own = Math.max(...tops.map((name) => told(facts, metric, name)));
        return match[2] === "none" ? own === 0 : Number.isNaN(Number(match[2])) || own >= Number(match[2]);
      },
    ],
  ];
}

/** Configurations of which some pair is tested. */
function testedOf({ pairs }: PlainFacts, metric: string): number {
  const tested = (pairs.get(metric) ?? []).filter(({ p }) => p !== null);
  return new Set(tested.flatMap(({ first, second }) => [first, second])).size;
}

/** Pairs that corrected tests tell apart, of all or of one configuration. */
export function told({ pairs, rows }: PlainFacts, metric: string, of?: string): number {
  const name = rows.find((row) => row.label === of)?.configuration;
  let count = 0;
  for (const { first, second, holm_p } of pairs.get(metric) ?? [])
    if (holm_p !== null && holm_p < 0.05 && (of === undefined || first === name || second === name)) count++;
  return count;
}

const paid = ({ rows }: PlainFacts) => {
  const tokens = valueBy(rows, label, (own) => {
    const [read, written] = [valuesOf(own, "tokens_in"), valuesOf(own, "tokens_out")];
    const known = meanOf(valuesOf(own, "functional_pass")) !== null && read.length > 0 && written.length > 0;
    return known && sumOf(read) + sumOf(written) > 0 ? meanOf(read)! + meanOf(written)! : null;
  });
  if (tokens.size > 0) return tokens;
  return valueBy(rows, label, (own) => {
    const seconds = own.flatMap((row) => row.seconds ?? []);
    return meanOf(valuesOf(own, "functional_pass")) === null ? null : medianOf(seconds);
  });
};

const QUALITY: Form[] = [
  [/^No configuration has both .*\.$/, (_, facts) => paid(facts).size === 0],
  [
    /^(.+) has the functional pass rate ([\d.]+) % for ([\d.,]+ \w+) \(n = (\d+)\)\.$/,
    ([, name, rate, , n], facts) => {
      const own = valuesOf(
        facts.rows.filter((row) => label(row) === name),
        "functional_pass",
      );
      return (
        paid(facts).size === 1 &&
        paid(facts).has(name!) &&
        own.length === Number(n) &&
        percent(meanOf(own)).replace("\u00a0", " ") === `${rate} %`
      );
    },
  ],
  [
    /^All (\d+) configurations have the same functional pass rate, ([\d.]+) %; the (cheapest|fastest) is (.+), [\d.,]+ \w+ \(n = .+\)\.$/,
    ([, all, rate, , name], facts) => {
      const rates = new Map([...means(facts, "functional_pass")].filter(([own]) => paid(facts).has(own)));
      return (
        rates.size === Number(all) &&
        areEqual(rates) &&
        percent(rates.get(name!)!).replace("\u00a0", " ") === `${rate} %` &&
        paid(facts).get(name!)! <= Math.min(...paid(facts).values())
      );
    },
  ],
  [/^Every configuration passes .* for the same price .*\.$/, (_, facts) => areEqual(means(facts, "functional_pass"))],
  [
    /^(?:(\d+) configurations share|(.+) has) the highest observed functional pass rate, ([\d.]+) %(?:, the (?:cheapest|fastest) of them (.+?))? for ([\d.,]+ \w+)(.*)\.$/,
    ([, shared, alone, rate, cheapest, , rest], facts) => {
      const prices = paid(facts);
      const rates = new Map([...means(facts, "functional_pass")].filter(([name]) => prices.has(name)));
      const tops = topOf(rates);
      const best = alone ?? cheapest!;
      const price = prices.get(best)!;
      const cheaper = [...prices].filter(([, other]) => other < price).map(([name]) => name);
      const cheap = tops.every((name) => prices.get(name)! >= price);
      if (percent(rates.get(best)!) !== `${rate} %`.replace(" ", "\u00a0") && percent(rates.get(best)!) !== `${rate} %`)
        return false;
      if (!tops.includes(best) || !cheap || tops.length !== Number(shared ?? 1)) return false;
      if (/none is (?:cheaper|faster)/.test(rest!)) return cheaper.length === 0;
      const apart = cheaper.filter((name) => areApart(facts, best, name));
      if (/told apart from it \(/.test(rest!) && !/not told/.test(rest!))
        return (
          cheaper.length > 0 &&
          apart.length === cheaper.length &&
          (!/all (\d+)/.test(rest!) || Number(/all (\d+)/.exec(rest!)![1]) === cheaper.length)
        );
      const named = /not told apart from it, (.+) takes/.exec(rest!)?.[1];
      if (named !== undefined) return cheaper.includes(named) && !apart.includes(named);
      return cheaper.length > 0;
    },
  ],
];

function areApart({ pairs, rows }: PlainFacts, a: string, b: string): boolean {
  const names = [a, b].map((one) => rows.find((row) => row.label === one)!.configuration);
  return (pairs.get("functional_pass") ?? []).some(
    ({ first, second, holm_p }) => names.includes(first) && names.includes(second) && holm_p !== null && holm_p < 0.05,
  );
}

export const LEAD_FORMS: FigureForms = {
  "quality-cost": QUALITY,
  "ndcg10-by-configuration": leadForms("ndcg@10"),
  "mrr10-by-configuration": leadForms("mrr@10"),
  "recall-curve": leadForms("recall@10"),
};
