import { grouped } from "../../base/grouped.ts";
import { meanOf, type PlainFacts, type PlainRow, topOf, valuesOf } from "./facts.ts";
import { areEqual, type FigureForms, type Form, label, means } from "./form.ts";
import { told } from "./lead-forms.ts";

const METRIC = "ndcg@10";
const pairs = (facts: PlainFacts) => facts.pairs.get(METRIC) ?? [];
const tested = (facts: PlainFacts) => pairs(facts).filter(({ holm_p }) => holm_p !== null).length;

const NONE: Form = [
  /^No two configurations have scores on the same scenarios\.$/,
  (_, facts) => pairs(facts).every(({ difference }) => difference === null),
];

const BEST_DIFFERENCES: Form[] = [
  NONE,
  [/^No difference: .*\.$/, (_, facts) => pairs(facts).every(({ difference }) => Math.abs(difference ?? 0) < 1e-9)],
  [
    /^By NDCG@10 (.+), of the highest mean observed, can be told apart from none of (\d+) others? \(paired tests, Holm over (\d+) pairs?, n = .+\)\.$/,
    ([, name, , family], facts) =>
      topOf(means(facts, METRIC)).includes(name!) &&
      told(facts, METRIC, name) === 0 &&
      Number(family) === tested(facts),
  ],
  [
    /^(.+) is told apart from (\d+) of (\d+) others? by NDCG@10, nearest (.+): /,
    ([, name, apart], facts) =>
      topOf(means(facts, METRIC)).includes(name!) && told(facts, METRIC, name) === Number(apart),
  ],
];

const SLOPE: Form[] = [
  [
    /^No configuration has scores on the same scenarios as the one with the highest mean\.$/,
    (_, facts) => {
      const tops = topOf(means(facts, METRIC)).map(
        (name) => facts.rows.find((row) => row.label === name)!.configuration,
      );
      const own = tops.map((top) => pairs(facts).filter(({ first, second }) => [first, second].includes(top)));
      return tops.length === 0 || own.some((some) => some.every(({ difference }) => difference === null));
    },
  ],
  [/^(.+) and (.+), the highest and the last by NDCG@10, are equal on each of (\d+) scenarios?\.$/, holdsSlope],
  [
    /^(.+) (?:is|can't be) told apart from (.+) \(.+\): higher on (\d+), equal on (\d+), lower on (\d+) of (\d+) scenarios?\.$/,
    holdsSlope,
  ],
];

function holdsSlope([, first, second, ...numbers]: RegExpExecArray, facts: PlainFacts): boolean {
  const of = (name: string, scenario: string) =>
    meanOf(
      valuesOf(
        facts.rows.filter((row) => label(row) === name && row.scenario === scenario),
        METRIC,
      ),
    );
  const changes = [...new Set(facts.rows.map(({ scenario }) => scenario))].flatMap((scenario) => {
    const [a, b] = [of(first!, scenario), of(second!, scenario)];
    return a === null || b === null ? [] : [a - b];
  });
  const [higher, lower] = [changes.filter((one) => one > 1e-9).length, changes.filter((one) => one < -1e-9).length];
  const equal = changes.length - higher - lower;
  const said = numbers.map(Number);
  if (said.length === 1) return equal === changes.length && said[0] === equal;
  return [higher, equal, lower, changes.length].every((value, at) => value === said[at]);
}

const seconds = ({ rows }: PlainFacts) => rows.flatMap((row) => row.seconds ?? []);

const CUMULATED: Form[] = [
  [/^No execution (?:ran|has a measured time)\.$/, (_, facts) => seconds(facts).length === 0],
  [/^(?:Every|The one) execution took /, (_, facts) => new Set(seconds(facts)).size === 1],
  [
    /^Half of (\d+) executions took at most ([\d.]+) s, nine in ten at most ([\d.]+) s, the longest ([\d.]+) s\.$/,
    ([, n, half, most, longest], facts) => {
      const values = seconds(facts);
      // Said with three digits.
      const within = (text = "") => values.filter((one) => one <= Number(text) * 1.005 + 1e-9).length / values.length;
      return (
        Number(n) === values.length &&
        values.length > 1 &&
        within(half) >= 0.5 &&
        within(most) >= 0.9 &&
        within(longest) === 1
      );
    },
  ],
];

const WITHIN_600: Form[] = [
  [
    /^No execution (?:took longer than 600 s|has a measured time)/,
    (_, facts) => seconds(facts).every((one) => one <= 600),
  ],
];

/** By the product's definition; by the study's, of one workflow. */
const NAMED = namedForms(({ rows }) => rows, "");
const NAMED_STUDY = namedForms(
  ({ rows }) => rows.filter(({ workflow }) => workflow === "plan_execute"),
  "(view=study)",
);

function namedForms(of: (facts: PlainFacts) => readonly PlainRow[], view: string): Form[] {
  const [coverage, invented] = [`grounding_coverage${view}`, `hallucinated_ids${view}`];
  const answers = (facts: PlainFacts) =>
    of(facts).filter(({ scores }) => (scores[coverage] ?? null) !== null && (scores[invented] ?? null) !== null);
  return [
    [/^No answer has both .*\.$/, (_, facts) => answers(facts).length === 0],
    [
      /^(\d+) of (\d+) answers? \(.+\) names? an id that appears in no tool result/,
      ([, naming, all], facts) =>
        Number(all) === answers(facts).length &&
        Number(naming) === answers(facts).filter(({ scores }) => scores[invented]! > 0).length,
    ],
  ];
}

const FRONTIER: Form[] = [
  [
    /^Every strategy with an NDCG@10 has ([\d.]+)\.$/,
    ([, value], facts) =>
      [...means(facts, METRIC).values()].every((one) => Math.abs(one - Number(value)) <= 0.0005 + 1e-9),
  ],
  [
    /^There is one strategy, and none beside it\.$/,
    ({ length }, facts) => length > 0 && means(facts, METRIC).size <= 1,
  ],
  [
    /^No strategy has both an NDCG@10 and a known (?:cost: nothing to draw|number of tokens)\.$/,
    ({ length }, facts) => length > 0 && strategiesOf(facts).every(({ tokens }) => tokens === null),
  ],
  [
    /^No kind has 5 answerable questions: too few to say what a strategy adds\.$/,
    (_, facts) => strategiesOf(facts).every(({ n, tokens }) => n < 5 || tokens === null),
  ],
  [
    /^On no kind's frontier does a second strategy reach more for more tokens\.$/,
    (_, facts) => {
      const frontier = frontierOf(facts).filter(({ n }) => n >= 5);
      return frontier.every(
        (one) => !frontier.some((other) => other.type === one.type && other.quality > one.quality + 1e-9),
      );
    },
  ],
  [
    /^The widest observed gain of the most expensive strategy on the frontier is on (.+) questions: NDCG@10 ([\d.]+) to ([\d.]+), from (.+) with ([\d,]+) tokens to (.+) with ([\d,]+) tokens \(.+, observed\)\.$/,
    ([, type, low, high, first, less, second, more], facts) => {
      const sideOf = (name: string) => strategiesOf(facts).find((one) => one.type === type && one.name === name)!;
      const [a, b] = [sideOf(first!), sideOf(second!)];
      const is = (one: Strategy, [quality, tokens]: readonly [string, string]) =>
        Math.abs(one.quality - Number(quality)) <= 0.005 + 1e-9 &&
        Math.abs(one.tokens! - Number(tokens.replaceAll(",", ""))) <= 0.5 + 1e-6;
      return is(a, [low!, less!]) && is(b, [high!, more!]) && a.quality < b.quality && a.tokens! < b.tokens!;
    },
  ],
];

interface Strategy {
  name: string;
  type: string;
  quality: number;
  /** Mean of what was read and of what was written, together; null where an execution tells none. */
  tokens: number | null;
  n: number;
}

/** Of each configuration and kind of question. */
function strategiesOf({ rows }: PlainFacts): Strategy[] {
  return [...grouped(rows, (row) => `${row.type} ${row.label}`).values()].flatMap((own) => {
    const quality = meanOf(valuesOf(own, METRIC));
    const paid = own.flatMap(({ scores: { tokens_in = null, tokens_out = null } }) =>
      tokens_in === null || tokens_out === null ? [] : [tokens_in + tokens_out],
    );
    const { label: name, type } = own[0]!;
    return quality === null ? [] : [{ name, type, quality, tokens: meanOf(paid), n: valuesOf(own, METRIC).length }];
  });
}

/** What no other of the kind reaches for as few tokens; what finds nothing is on none. */
function frontierOf(facts: PlainFacts): Strategy[] {
  const known = strategiesOf(facts).filter(({ quality, tokens }) => quality > 0 && tokens !== null && tokens > 0);
  return known.filter(
    (one) =>
      !known.some(
        ({ type, quality, tokens }) =>
          type === one.type &&
          quality >= one.quality &&
          tokens! <= one.tokens! &&
          (quality > one.quality || tokens! < one.tokens!),
      ),
  );
}

/** The tests are of the metric's mean, not of ranks. */
const RANKS: Form[] = [
  [
    /^No mean ranks: they take two configurations that differ, and two scenarios for which all have a value\.$/,
    ({ length }, facts) => length > 0 && areEqual(meanRanksOf(facts)?.ranks ?? new Map()),
  ],
  [/^By NDCG@10 no two of (\d+) configurations can be told apart /, (_, facts) => told(facts, METRIC) === 0],
  [
    /^.+ (?:has|have) the best observed mean rank by NDCG@10, [\d.]+ of \d+; no pair is tested\.$/,
    (_, facts) => tested(facts) === 0,
  ],
  [
    /^.+ (?:has|have) the best observed mean rank by NDCG@10, [\d.]+ of \d+.* told apart by NDCG@10 from /,
    (_, facts) => told(facts, METRIC) > 0,
  ],
  [
    /^All (\d+) configurations share the mean rank ([\d.]+) by NDCG@10 \(n = (\d+)\)\.$/,
    ([, of, rank, n], facts) => {
      const { ranks, scenarios } = meanRanksOf(facts) ?? { ranks: new Map<string, number>(), scenarios: 0 };
      return (
        ranks.size === Number(of) &&
        scenarios === Number(n) &&
        [...ranks.values()].every((own) => Math.abs(own - Number(rank)) <= 0.005 + 1e-9)
      );
    },
  ],
];

/** 1 is the highest, equal ones share the mean; over scenarios for which all configurations have a value. */
function meanRanksOf(facts: PlainFacts): { ranks: Map<string, number>; scenarios: number } | null {
  const names = [...new Set(facts.rows.map(label))];
  const complete = [...grouped(facts.rows, ({ scenario }) => scenario).values()].flatMap((own) => {
    const values = means({ ...facts, rows: own }, METRIC);
    return values.size === names.length ? [values] : [];
  });
  if (names.length < 2 || complete.length < 2) return null;
  const rankIn = (values: ReadonlyMap<string, number>, name: string) => {
    const others = [...values.values()];
    const own = values.get(name)!;
    const above = others.filter((value) => value > own + 1e-12).length;
    return above + (others.filter((value) => Math.abs(value - own) <= 1e-12).length + 1) / 2;
  };
  const ranks = new Map(names.map((name) => [name, meanOf(complete.map((values) => rankIn(values, name)))!]));
  return { ranks, scenarios: complete.length };
}

export const PAIR_FORMS: FigureForms = {
  "best-differences-ndcg10": BEST_DIFFERENCES,
  "critical-difference-ndcg10": RANKS,
  "slope-ndcg10": SLOPE,
  "time-cdf": CUMULATED,
  "time-cdf-whole": CUMULATED,
  "time-violin-600": WITHIN_600,
  "grounding-by-execution": NAMED,
  "grounding-by-execution-study": NAMED_STUDY,
  "strategy-frontier": FRONTIER,
};
