import { type PlainFacts, type PlainRow, stands, sumOf, topOf, valuesOf } from "./facts.ts";
import { areEqual, type FigureForms, type Form, means } from "./form.ts";

const passes = (rows: readonly PlainRow[], metric: string) =>
  `${sumOf(valuesOf(rows, metric))} of ${valuesOf(rows, metric).length}`;

function familyForms(metric: string): Form[] {
  const rates = (facts: PlainFacts) => means(facts, metric, (row) => row.family);
  return [
    [/^No execution has a verdict\.$/, (_, { rows }) => valuesOf(rows, metric).length === 0],
    [
      /^The .* is the same in every cell: (\d+ of \d+) .*\.$/,
      (match, facts) =>
        match[1] === passes(facts.rows, metric) &&
        areEqual(means(facts, metric, (row) => `${row.family} ${row.model}`)),
    ],
    [/^Observed .* of the one kind, (\w+): .*\.$/, (match, facts) => [...rates(facts).keys()].join() === match[1]],
    [
      /^Observed .* is .* % for each kind of question.*\.$/,
      (_, facts) => rates(facts).size > 1 && areEqual(rates(facts)),
    ],
    [
      /^Lowest observed .* by kind of question: ([^;]+)(?:; .*)?\.$/,
      (match, facts) => {
        const named = [...match[1]!.matchAll(/(\w+), (\d+ of \d+) \(/g)];
        const lowest = topOf(rates(facts), -1);
        return (
          lowest.length < rates(facts).size &&
          named
            .map((one) => one[1])
            .sort()
            .join() === [...lowest].sort().join() &&
          named.every(
            (one) =>
              one[2] ===
              passes(
                facts.rows.filter(({ family }) => family === one[1]),
                metric,
              ),
          )
        );
      },
    ],
  ];
}

function heatmapForms(metric: string): Form[] {
  const cells = (facts: PlainFacts) => means(facts, metric, (row) => `${row.model} ${row.workflow}`);
  return [
    [/^No execution has a verdict\.$/, (_, facts) => cells(facts).size === 0],
    [/^.+ passes \d+ of \d+ .*\.$/, (_, facts) => cells(facts).size === 1],
    [/^(?:Every observed|The) .*\.$/, (_, facts) => areEqual(cells(facts))],
    [
      /^Observed .* run from (\d+) of (\d+) .*, to (\d+) of (\d+) .*\.$/,
      ([, a, b, c, d], facts) => {
        const values = [...cells(facts).values()];
        const [low, high] = [Number(a) / Number(b), Number(c) / Number(d)];
        return low < high && Math.abs(low - Math.min(...values)) < 1e-9 && Math.abs(high - Math.max(...values)) < 1e-9;
      },
    ],
  ];
}

function facetForms(metric: string): Form[] {
  const modes = ({ rows }: PlainFacts) => {
    const seen = means({ rows } as PlainFacts, metric, (row) => `${row.model} ${row.workflow} ${row.knowledge}`);
    const groups = [...seen.keys()].map((name) => name.slice(0, name.lastIndexOf(" ")));
    return new Set(groups).size < groups.length;
  };
  return [
    [/^No execution has a verdict\.$/, (_, facts) => means(facts, metric).size === 0],
    [/^All \d+ configurations have the same .*\.$/, (_, facts) => areEqual(means(facts, metric))],
    [
      /^(.+) has the (?:functional|judge's) pass rate .*\.$/,
      (match, facts) => [...means(facts, metric).keys()].join() === match[1],
    ],
    [
      /^Without a second knowledge mode: (.+) (?:has|have) the highest observed .*\.$/,
      (match, facts) => !modes(facts) && stands(match[1]!, topOf(means(facts, metric))),
    ],
    [
      /^(?:No two|\d+ of \d+ pairs? of) knowledge modes (?:can be|are|is) told apart .*Holm over .*\.$/,
      (_, facts) => modes(facts),
    ],
    [/^No two knowledge modes can be told apart .* \(not tested, .*\)\.$/, (_, facts) => modes(facts)],
  ];
}

export const RATE_FORMS: FigureForms = {
  "pass-rate-by-family": familyForms("functional_pass"),
  "judge-pass-rate-by-family": familyForms("pass"),
  "pass-rate-heatmap": heatmapForms("functional_pass"),
  "judge-pass-rate-heatmap": heatmapForms("pass"),
  "pass-rate-facets": facetForms("functional_pass"),
  "judge-pass-rate-facets": facetForms("pass"),
};
