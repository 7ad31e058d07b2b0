import { countOf } from "../../../../base/counts.ts";
import { right, table, wrap } from "../../../print/text.ts";
import { showValue } from "../render/format.ts";
import type { RuleSelfTest, SelfTest } from "./self-test-file.ts";

/** One line: what stands in a verdict and in a pull request. */
export function selfTestLine(test: SelfTest): string {
  const { runs, state, bound, estimate, runs_needed: needed, asked } = test;
  const of = `Self-test on ${countOf(runs.length, "run")} of one system`;
  if (state === "nothing-moved")
    return `${of}: no score moved between them, so it says nothing about this gate's false alarms.`;
  const rate =
    bound === 1
      ? `no bound on how many unchanged builds fail (estimate ${percent(estimate!)})`
      : `at most ${percent(bound!)} of unchanged builds fail (${percent(test.confidence)} confidence; estimate ${percent(estimate!)})`;
  const more = needed === null ? `more than 500 runs` : `some ${needed} runs`;
  const enough = state === "too-few-runs" ? `; not enough runs to say ${percent(asked)}: ${more} like these would` : "";
  return `${of}: ${rate}${enough}; ${foundLine(test)}. It cannot see skewed changes.`;
}

const NAMED = 2;

/** The rules over everything: which loss each would find. */
function foundLine({ rules }: SelfTest): string {
  const whole = rules.filter(({ group }) => group === "all");
  const found = whole.slice(0, NAMED).map((rule) => `${rule.metric} ${foundFrom(rule)}`);
  const more = whole.length > NAMED ? ` and ${whole.length - NAMED} more` : "";
  return `loss found 4 times in 5: ${found.join(", ")}${more}`;
}

function foundFrom({ found_from, unit }: RuleSelfTest): string {
  return found_from === null ? "none" : showValue(found_from, unit);
}

/** `2.5 %`; never rounded down to a smaller promise than was computed. */
export function percent(share: number): string {
  const steps = share < 0.1 ? 10 : 1;
  return `${Math.ceil(share * 100 * steps - 1e-9) / steps} %`;
}

const VERDICTS: Record<SelfTest["state"], (test: SelfTest) => string> = {
  shown: ({ bound, asked }) =>
    `this gate fails at most ${percent(bound!)} of unchanged builds, of ${percent(asked)} allowed`,
  "too-few-runs": ({ bound, asked, runs_needed: needed }) =>
    `not enough runs to say at most ${percent(asked)}: these show ${bound === 1 ? "no bound" : `at most ${percent(bound!)}`}; ${needed === null ? "more than 500 runs" : `some ${needed} runs`} like these would do`,
  more: ({ estimate, bound, asked }) =>
    `this gate would fail more than ${percent(asked)} of unchanged builds: some ${percent(estimate!)}${bound === 1 ? "" : `, at most ${percent(bound!)}`}`,
  "nothing-moved": () => "no score moved between these runs: nothing can be said of what moves one",
};

/** For people: the verdict first, then each rule, then what it rests on and what it cannot see. */
export function renderSelfTest(
  test: SelfTest,
  { columns, notes }: { columns: number; notes: readonly string[] },
): string {
  const width = Math.min(columns, 100);
  const { seen, runs, scenarios, state } = test;
  const sign = state === "shown" ? "✓" : state === "more" ? "✗" : "?";
  const blocks = [
    wrap(`${sign} ${VERDICTS[state](test)}`, width, "  ").trimStart(),
    wrap(
      `  ${countOf(runs.length, "run")}, ${countOf(scenarios, "scenario")}; played through the gate: ${seen.failed} of ${countOf(seen.comparisons, "comparison")} failed (pairs of the same runs: counted, not a sample)`,
      width,
      "  ",
    ),
    ruleTable(test, columns),
    ...[...notes, ...unmoved(test), ...LIMITS].map((text) => wrap(`  ${text}`, width, "  ")),
  ];
  return blocks.join("\n\n");
}

function ruleTable({ rules }: SelfTest, columns: number): string {
  const isGrouped = rules.some(({ group }) => group !== "all");
  const rows = rules.map((rule) => {
    const value = (of: number | null) => showValue(of, rule.unit);
    const rate = (of: number | null) => (of === null ? "-" : percent(of));
    return [
      ...(isGrouped ? [rule.group] : []),
      rule.metric,
      value(rule.run_deviation),
      rate(rule.estimate),
      rate(rule.bound),
      foundFrom(rule),
      value(rule.min_effect),
      value(rule.quiet_from),
    ];
  });
  const titles = ["sd", "alarms", "at most", "finds", "matters", "quiet"].map(right);
  return table([...(isGrouped ? [{ title: "of" }] : []), { title: "metric" }, ...titles], rows, columns - 2).replace(
    /^/gm,
    "  ",
  );
}

function unmoved({ rules, state }: SelfTest): string[] {
  const still = rules.filter(({ bound }) => bound === null).map(({ metric }) => metric);
  if (still.length === 0 || state === "nothing-moved") return [];
  return [`Never moved in these runs, and not in the bound: ${[...new Set(still)].join(", ")}.`];
}

const LIMITS = [
  "sd: of the runs' means. at most: an upper bound by the variance between whole runs (F), which takes what moves a run for normal. finds: loss found 4 times in 5. matters: the rule's min_effect. quiet: the one that keeps a rule's part of what is allowed.",
  "Runs of one system differ symmetrically: a self-test cannot see what skewed changes would do to a test that assumes symmetry, and nothing of hard breaks, worst losses and caps but what was counted.",
];
