import { medianOf, type PlainFacts, type PlainRow, sumOf, valueBy, valuesOf } from "./facts.ts";
import { areEqual, type FigureForms, type Form, label, means } from "./form.ts";

const CALLS: Form[] = [
  [/^No execution ran\.$/, (_, { rows }) => valuesOf(rows, "tool_calls").length === 0],
  [/^No execution called a tool\.$/, (_, { rows }) => sumOf(valuesOf(rows, "tool_calls")) === 0],
  [
    /^(?:Observed calls per execution.*|Every .*|All .*); ([\d,]+) of ([\d,]+) calls? .* returned an error\.$/,
    ([, errors, calls], { rows }) =>
      number(calls) === sumOf(valuesOf(rows, "tool_calls")) &&
      number(errors) === sumOf(valuesOf(rows, "tool_errors")) &&
      number(calls) > 0,
  ],
  [
    /^Every configuration makes ([\d.]+) tool calls per execution \(.+ each\)\.$/,
    ([, each], { rows }) => {
      const own = valueBy(executed(rows), label, (some) =>
        valuesOf(some, "tool_calls").length === 0 ? null : sumOf(valuesOf(some, "tool_calls")) / some.length,
      );
      return own.size > 0 && [...own.values()].every((value) => Math.abs(value - Number(each)) <= 0.05 + 1e-9);
    },
  ],
];

const executed = (rows: readonly PlainRow[]) => rows.filter(({ outcome }) => outcome !== "missing");

const TOKENS: Form[] = [
  [/^No execution has a token count\.$/, (_, { rows }) => valuesOf(rows, "tokens_in").length === 0],
  [
    /^Observed median of tokens read: (.+) \((.+), n = (\d+)\).*\.$/,
    (match, facts) => [...means(facts, "tokens_in").keys()].join() === match[2],
  ],
  [
    /^(?:The median of tokens read is|Every|All) .*\.$/,
    (_, { rows }) => areEqual(valueBy(rows, label, (own) => medianOf(valuesOf(own, "tokens_in")))),
  ],
  [
    /^Observed medians of tokens read run from ([\d,]+) \((.+), n = (\d+)\) to ([\d,]+) \((.+), n = (\d+)\).*\.$/,
    ([, low, one, n, high, other, m], { rows }) => {
      const medians = valueBy(rows, label, (own) => medianOf(valuesOf(own, "tokens_in")));
      const size = (name: string) =>
        valuesOf(
          rows.filter((row) => row.label === name),
          "tokens_in",
        ).length;
      const near = (text: string, value: number) => Math.abs(Number(text.replaceAll(",", "")) - value) <= 0.5;
      return (
        near(low!, Math.min(...medians.values())) &&
        near(high!, Math.max(...medians.values())) &&
        size(one!) === Number(n) &&
        size(other!) === Number(m)
      );
    },
  ],
];

const ABSTENTION: Form[] = [
  [
    /^No scored execution of an unanswerable scenario: abstention cannot be judged\.$/,
    ({ length }, { rows }) => length > 0 && rows.every((row) => !isAbout(row, "unanswerable")),
  ],
  [
    /^Abstention does not vary: (.*)\.$/,
    ([, said], { rows }) => {
      const parts = said!.split("; ").map((part) => KIND_OF_ONE.exec(part)?.slice(1) ?? []);
      const known = KINDS_ASKED.filter((kind) => rows.some((row) => isAbout(row, kind)));
      return (
        parts.length === known.length &&
        parts.every(([n = "1", kind, state]) => {
          const own = rows.filter((row) => isAbout(row, kind as (typeof KINDS_ASKED)[number]));
          return number(n) === own.length && own.every((row) => stateOf(row) === state);
        })
      );
    },
  ],
  [
    /^Where there was nothing to find, (\d+) of (\d+) executions? \(.*\) recommended something(?:; where there was, (\d+) of (\d+) \(.*\) gave up)?\.$/,
    ([, missed, unanswerable, wrong, answerable], { rows }) => {
      const without = rows.filter((row) => isAbout(row, "unanswerable"));
      const others = rows.filter((row) => isAbout(row, "answerable"));
      return (
        Number(missed) === sumOf(valuesOf(rows, "abstention_missed")) &&
        Number(unanswerable) === without.length &&
        Number(wrong ?? 0) === sumOf(valuesOf(rows, "abstention_false")) &&
        Number(answerable ?? 0) === others.length
      );
    },
  ],
];

const KINDS_ASKED = ["unanswerable", "answerable"] as const;
const KIND_OF_ONE = /^(?:the one execution|all ([\d,]+) executions) of (\w+) scenarios \((.+)\)$/;

/** What an execution did where there was something to find, or nothing. */
function stateOf({ outcome, answerable, scores }: PlainRow): string {
  if (outcome !== "success") return "no answer";
  if (answerable) return scores.abstention_false === 1 ? "abstained, wrongly" : "did not abstain";
  return scores.abstention_correct === 1 ? "abstained, rightly" : "answered anyway";
}

/** Of what was executed. Expected ids make a scenario answerable; only those have outcomes of ids. */
function isAbout(row: PlainRow, what: "answerable" | "unanswerable"): boolean {
  const scored = [row.scores.abstention_correct, row.scores.abstention_false].some(
    (value) => typeof value === "number",
  );
  const isKnown = row.outcome === "success" ? scored : row.outcome !== "missing";
  return isKnown && row.answerable === (what === "answerable");
}

const REPORTED: Form[] = [
  [
    /^No trace of an answerable scenario: nothing is known about expected ids\.$/,
    ({ length }, facts) => length > 0 && ids(facts).of === 0,
  ],
  [
    /^Every expected id of every configuration has one outcome: (.+)\.$/,
    ([, outcome], facts) => {
      const of = ids(facts).of;
      return of > 0 && sumOf(valuesOf(facts.rows, OUTCOMES[outcome!] ?? "none")) === of;
    },
  ],
  [
    /^([\d,]+) of ([\d,]+) expected ids \(.*\) are reported(: none is lost|; of the ([\d,]+) missed, ([\d.]+) % no tool returned and ([\d.]+) % were retrieved and not reported)\.$/,
    ([, reported, of, rest, missed], facts) => {
      const known = ids(facts);
      const lost = known.of - known.reported;
      return (
        number(reported) === known.reported &&
        number(of) === known.of &&
        (/none/.test(rest!) ? lost === 0 : number(missed) === lost && lost > 0)
      );
    },
  ],
];

const OUTCOMES: Readonly<Record<string, string>> = {
  "retrieved and reported": "retrieved_reported",
  "reported, never retrieved": "unretrieved_reported",
  "retrieved, lost in communication": "retrieved_unreported",
  "lost in retrieval": "unretrieved_unreported",
};

function ids({ rows }: PlainFacts): { reported: number; of: number } {
  const sum = (metric: string) => sumOf(valuesOf(rows, metric));
  const reported = sum("retrieved_reported") + sum("unretrieved_reported");
  return { reported, of: reported + sum("retrieved_unreported") + sum("unretrieved_unreported") };
}

/** `1,036` -> 1036. */
function number(text = ""): number {
  return Number(text.replaceAll(",", ""));
}

export const COUNT_FORMS: FigureForms = {
  "tool-calls": CALLS,
  tokens: TOKENS,
  abstention: ABSTENTION,
  "retrieved-reported": REPORTED,
};
