import { metricLabel } from "../../harness/print/format.ts";
import { meanOf, type PlainFacts, type PlainRow } from "./facts.ts";
import { type FigureForms, type Form, label } from "./form.ts";

const near = (text: string | undefined, value: number, most = 0.05) => Math.abs(Number(text) - value) <= most + 1e-9;
const number = (text = "") => Number(text.replaceAll(",", ""));

/** Of executions whose trace is known, their expected ids. */
function idsOf({ rows }: PlainFacts): PlainRow["ids"] {
  return rows.flatMap(({ answerable, scores, ids }) =>
    answerable && (scores.retrieved_unreported ?? null) !== null ? ids : [],
  );
}

type Id = PlainRow["ids"][number];
const KINDS: readonly (readonly [name: string, is: (id: Id) => boolean])[] = [
  ["rank 1", ({ rank }) => rank === 1],
  ["rank 2-3", ({ rank }) => rank === 2 || rank === 3],
  ["rank 4-10", ({ rank }) => rank !== null && rank >= 4 && rank <= 10],
  ["rank 11 and on", ({ rank }) => rank !== null && rank > 10],
  ["named without a rank", ({ rank, reported }) => rank === null && reported],
  ["retrieved, not reported", ({ retrieved, reported }) => retrieved && !reported],
  ["never retrieved", ({ retrieved, reported }) => !retrieved && !reported],
];

const PLACES: Form[] = [
  [
    /^No trace of an answerable scenario: nothing is known about the ranks of expected ids\.$/,
    ({ length }, facts) => length > 0 && idsOf(facts).length === 0,
  ],
  [
    /^Every expected id of every configuration has one outcome: (.+)\.$/,
    ([, outcome], facts) =>
      KINDS.some(([name, is]) => name === outcome && idsOf(facts).length > 0 && idsOf(facts).every(is)),
  ],
  [
    /^Of ([\d,]+) expected ids ([\d.]+) % stand at rank 1 and ([\d.]+) % among the first ten; ([\d.]+) % were retrieved and not reported, ([\d.]+) % never retrieved\.$/,
    ([, all, first, ten, lost, never], facts) => {
      const ids = idsOf(facts);
      const share = (is: (id: Id) => boolean) => (100 * ids.filter(is).length) / ids.length;
      return (
        number(all) === ids.length &&
        near(
          first,
          share(({ rank }) => rank === 1),
        ) &&
        near(
          ten,
          share(({ rank }) => rank !== null && rank <= 10),
        ) &&
        near(lost, share(KINDS[5]![1])) &&
        near(never, share(KINDS[6]![1]))
      );
    },
  ],
];

/** Passes of executions that expect entities, with a share of them required. */
function passesAt({ rows }: PlainFacts, least: number): { passes: number; of: number } {
  const asked = rows.filter(
    ({ answerable, expectsEntities, scores }) =>
      answerable && expectsEntities && (scores.functional_pass ?? null) !== null,
  );
  const passes = asked.filter(({ outcome, scores, unmet }) => {
    if (outcome !== "success") return scores.functional_pass === 1;
    return unmet.every((name) => name === "entities_in_answer") && (scores.entity_coverage ?? 1) >= least / 100;
  });
  return { passes: passes.length, of: asked.length };
}

const THRESHOLD: Form[] = [
  [
    /^No execution of a scenario that expects entities has a functional verdict\.$/,
    (_, facts) => passesAt(facts, 80).of === 0,
  ],
  [
    /^The threshold makes no difference: (\d+) or (\d+) % of the entities required, (\d+) of (\d+) executions? pass(?:es)? \(([\d.]+) %\)\.$/,
    ([, from, to, passes, n, rate], facts) => {
      const [first, last] = [passesAt(facts, Number(from)), passesAt(facts, Number(to))];
      const same = first.passes === last.passes && first.passes === Number(passes) && first.of === Number(n);
      return same && near(rate, (100 * first.passes) / first.of);
    },
  ],
  [
    /^The threshold hardly matters: (\d+) or (\d+) % of the entities required, (\d+) of (\d+) executions? no longer pass /,
    ([, from, to, moved, n], facts) => {
      const [first, last] = [passesAt(facts, Number(from)), passesAt(facts, Number(to))];
      return first.of === Number(n) && first.passes - last.passes === Number(moved);
    },
  ],
  [
    /^From (\d+) to (\d+) % of the entities required, the functional pass rate stays at ([\d.]+) % \(n = (\d+)\)\.$/,
    ([, from, to, rate, n], facts) => {
      const [first, last] = [passesAt(facts, Number(from)), passesAt(facts, Number(to))];
      return first.of === Number(n) && first.passes === last.passes && near(rate, (100 * first.passes) / first.of);
    },
  ],
  [
    /^From (\d+) to (\d+) % of the entities required, the functional pass rate falls from ([\d.]+) % to ([\d.]+) %: (\d+) of (\d+) executions?\.$/,
    ([, from, to, high, low, moved, n], facts) => {
      const [first, last] = [passesAt(facts, Number(from)), passesAt(facts, Number(to))];
      return (
        first.of === Number(n) &&
        first.passes - last.passes === Number(moved) &&
        near(high, (100 * first.passes) / first.of) &&
        near(low, (100 * last.passes) / last.of)
      );
    },
  ],
];

/** Share without a pass of all answers of a configuration, and of the half whose signal is stronger; ties share theirs. */
function risksOf({ rows }: PlainFacts): { all: number; half: number; n: number }[] {
  const names = [...new Set(rows.map(label))];
  return names.flatMap((name) => {
    const own = rows.flatMap((row) => {
      const [signal, pass] = [row.scores.evidence_agreement ?? null, row.scores.pass ?? null];
      return label(row) !== name || signal === null || pass === null ? [] : [{ signal, error: 1 - pass }];
    });
    if (own.length === 0) return [];
    const shared = own.map(({ signal }) => ({
      signal,
      error: meanOf(own.filter((other) => other.signal === signal).map(({ error }) => error))!,
    }));
    const sure = shared.sort((a, b) => b.signal - a.signal).slice(0, Math.ceil(own.length / 2));
    const errors = own.map(({ error }) => error);
    return [{ all: meanOf(errors)!, half: meanOf(sure.map(({ error }) => error))!, n: own.length }];
  });
}

const LONGEST = (facts: PlainFacts) => Math.max(...risksOf(facts).map(({ n }) => n));

const RISK: Form[] = [
  [/^No execution recommends something and has a verdict\.$/, (_, facts) => risksOf(facts).length === 0],
  [
    /^(Every|No) answer that recommends something passes, .* \(up to (\d+) answers? a configuration\)\.$/,
    ([, which, n], facts) =>
      LONGEST(facts) === Number(n) && risksOf(facts).every(({ all }) => all === (which === "Every" ? 0 : 1)),
  ],
  [
    /^Giving only the more confident half of the answers lowers the observed risk of (\d+) of (\d+) configurations? \(up to (\d+) answers? each\); no difference is tested\.$/,
    ([, lower, of, n], facts) => {
      const risks = risksOf(facts);
      return (
        risks.length === Number(of) &&
        LONGEST(facts) === Number(n) &&
        risks.filter(({ all, half }) => all - half >= 0.005 - 1e-12).length === Number(lower)
      );
    },
  ],
];

/** How much of it is whose is taken as it is; that there is any is not. */
const VARIANCE: Form[] = [
  [
    /^No variance can be decomposed: every factor has one level, or no scenario has all its values\.$/,
    ({ length }, facts) =>
      length > 0 && (configurationsOf(facts).length === 1 || VARIED.every((metric) => completeOf(facts, metric) < 2)),
  ],
  // What a component is estimated at is taken as it is.
  [
    /^No source has a share: every estimated component of the variance is 0 or below\.$/,
    (_, facts) => configurationsOf(facts).length > 1,
  ],
  [
    /^Of the variance of (.+?) ([\d.]+) % is the configuration's.*, ([\d.]+) % the scenario's and ([\d.]+) % of both together \((\d+) scenarios?\)\..*$/,
    ([, metric, ...numbers], facts) => {
      const [own, scenarios, both, n] = numbers.map(Number) as [number, number, number, number];
      const name = VARIED.find((one) => metricLabel(one) === metric);
      return name !== undefined && n === completeOf(facts, name) && Math.abs(own + scenarios + both - 100) <= 2;
    },
  ],
];

const VARIED = ["ndcg@10", "functional_pass", "pass"] as const;
const configurationsOf = ({ rows }: PlainFacts) => [...new Set(rows.map(({ configuration }) => configuration))];

/** Scenarios for which every configuration has a value. */
function completeOf(facts: PlainFacts, metric: string): number {
  const scenarios = [...new Set(facts.rows.map(({ scenario }) => scenario))];
  return scenarios.filter(
    (scenario) =>
      facts.rows.every((row) => row.scenario !== scenario || (row.scores[metric] ?? null) !== null) &&
      new Set(facts.rows.filter((row) => row.scenario === scenario).map((row) => row.configuration)).size ===
        configurationsOf(facts).length,
  ).length;
}

export const ID_FORMS: FigureForms = {
  "entity-threshold": THRESHOLD,
  "rank-positions": PLACES,
  "risk-coverage": RISK,
  "variance-decomposition": VARIANCE,
};
