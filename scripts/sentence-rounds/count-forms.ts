import { medianOf, type PlainFacts, type PlainRow, sumOf, valueBy, valuesOf } from "./facts.ts";
import { areEqual, type Form, label, means } from "./form.ts";

export const CALLS: Form[] = [
  [/^No execution ran\.$/, (_, { rows }) => valuesOf(rows, "tool_calls").length === 0],
  [/^No execution called a tool\.$/, (_, { rows }) => sumOf(valuesOf(rows, "tool_calls")) === 0],
  [
    /^(?:Observed calls per execution.*|Every .*|All .*); ([\d,]+) of ([\d,]+) calls? .* returned an error\.$/,
    ([, errors, calls], { rows }) =>
      number(calls) === sumOf(valuesOf(rows, "tool_calls")) &&
      number(errors) === sumOf(valuesOf(rows, "tool_errors")) &&
      number(calls) > 0,
  ],
  [/^(?:Every|All) .*\.$/, () => true],
];

export const TOKENS: Form[] = [
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

export const ABSTENTION: Form[] = [
  [
    /^No unanswerable scenario was executed, so abstention cannot be judged\.$/,
    ({ length }, { rows }) => length > 0 && rows.every((row) => !isAbout(row, "unanswerable")),
  ],
  [/^Abstention does not vary: .*\.$/, () => true],
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

/** Of what was executed. Expected ids make a scenario answerable; only those have outcomes of ids. */
function isAbout(row: PlainRow, what: "answerable" | "unanswerable"): boolean {
  return row.outcome !== "missing" && row.answerable === (what === "answerable");
}

export const REPORTED: Form[] = [
  [/^No execution of an answerable scenario left a trace.*\.$/, (_, facts) => ids(facts).of === 0],
  [/^(?:All|Every|Each|The) .*\.$/, () => true],
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

function ids({ rows }: PlainFacts): { reported: number; of: number } {
  const sum = (metric: string) => sumOf(valuesOf(rows, metric));
  const reported = sum("retrieved_reported") + sum("unretrieved_reported");
  return { reported, of: reported + sum("retrieved_unreported") + sum("unretrieved_unreported") };
}

/** `1,036` -> 1036. */
function number(text = ""): number {
  return Number(text.replaceAll(",", ""));
}
