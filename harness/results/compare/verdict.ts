import { countOf } from "../../../base/counts.ts";
import type { Comparison } from "./compare.ts";
import type { GateResult } from "./gate/decide.ts";
import { failingBy, type RuleResult } from "./gate/rule-result.ts";
import { showValue } from "./render/format.ts";
import type { Series } from "./sequential/decide-in-looks.ts";
import { stopText } from "./sequential/sentences.ts";

/** A comparison with the gate's decision, null where no gate was asked for. What every output is made from. */
export interface GatedComparison {
  comparison: Comparison;
  gate: GateResult | null;
  /** How to name the candidate's run to `scopebench show`. Null for TREC files. */
  candidate_run: string | null;
  /** The looks that led to the verdict, where it is that of a series; absent for one test at the end. */
  series?: Series;
  /** What a self-test of this gate says, in a line; absent where none was given. */
  self_test?: string;
}

/**
 * What came out. `unseen`: no rule is broken, but a loss of the size that matters is not ruled out. `undecided`:
 * there is a loss of that size, and it may be chance.
 */
export type VerdictState = "passed" | "unseen" | "undecided" | "failed" | "not-comparable" | "no-gate";

/** What the gate says of a comparison: its state, one line, and the rules behind it. */
export interface GateVerdict {
  state: VerdictState;
  /** One line, the same in every output. */
  line: string;
  /** What the tests behind it do not promise; null where none was made, or where another run would give the same. */
  reserve: string | null;
  /** The rules that decided, and the rest. */
  deciding: readonly RuleResult[];
  others: readonly RuleResult[];
}

/** The one place where terminal, JSON, JUnit, Markdown, annotations and page have their verdict from. */
export function verdictOf({ comparison, gate, self_test, series }: GatedComparison): GateVerdict {
  const { refusals, pairs, expected } = comparison;
  const silent = { reserve: null, deciding: [], others: [] };
  const looked = series ? `; ${stopText(series)}` : "";
  if (refusals.length > 0)
    return {
      state: "not-comparable",
      line: `not comparable: ${refusals.map(({ code }) => code).join(", ")}${looked}`,
      ...silent,
    };
  if (!gate)
    return {
      state: "no-gate",
      line: `compared ${pairs} of ${countOf(expected, "execution")}; no gate was asked for`,
      ...silent,
    };
  const { state, decides } = STATES[gate.decision](gate.findings);
  const deciding = gate.findings.filter(decides);
  const others = gate.findings.filter((finding) => !decides(finding));
  const reserve = comparison.identical || comparison.stand_ins_only ? null : (self_test ?? reserveOf(comparison));
  return { state, line: `${LINES[state](gate, deciding, comparison)}${looked}`, reserve, deciding, others };
}

/** Scenarios vary within a run; how much runs vary no single one tells (docs/method/gate.md, "One run of each side"). */
const ONE_RUN =
  "One run of each side: p and intervals are about other scenarios like these, not about another run. What moves a whole run (a provider's day, a seed, a load) looks like the candidate's doing.";

function reserveOf({ baseline: { provenance } }: Comparison): string {
  const { runs } = provenance;
  if (!runs) return ONE_RUN;
  return `The baseline is the mean of ${countOf(runs.length, "run")}, the candidate one run: what moves a whole run (a provider's day, a seed, a load) hardly moves the baseline any more, and looks like the candidate's doing.`;
}

/** What is about a metric whose rule decided, before the rest. */
export function decidingFirst<Row extends { metric: string }>(
  rows: readonly Row[],
  deciding: GateVerdict["deciding"],
): readonly Row[] {
  const decides = ({ metric }: Row) => deciding.some((finding) => finding.metric === metric);
  return [...rows.filter(decides), ...rows.filter((row) => !decides(row))];
}

type Decides = (finding: RuleResult) => boolean;
const by =
  (decision: RuleResult["decision"]): Decides =>
  (finding) =>
    finding.decision === decision;

const STATES: Record<
  GateResult["decision"],
  (findings: readonly RuleResult[]) => { state: Exclude<VerdictState, "no-gate">; decides: Decides }
> = {
  regression: () => ({ state: "failed", decides: by("regression") }),
  "not-comparable": () => ({ state: "not-comparable", decides: by("not-comparable") }),
  inconclusive: () => ({ state: "undecided", decides: by("inconclusive") }),
  pass: (findings) =>
    findings.some(({ unseen }) => unseen)
      ? { state: "unseen", decides: ({ unseen }) => unseen !== undefined }
      : { state: "passed", decides: ({ metric }) => metric !== undefined },
};

const LINES: Record<
  Exclude<VerdictState, "no-gate">,
  (gate: GateResult, deciding: readonly RuleResult[], comparison: Comparison) => string
> = {
  failed: ({ findings }, deciding) =>
    `regression: ${deciding.length} of ${countOf(findings.length, "rule")} broken (${named(deciding)})`,
  "not-comparable": ({ findings }, deciding) =>
    `not comparable: too few scenarios or scores for ${deciding.length} of ${countOf(findings.length, "rule")}`,
  undecided: (gate, deciding) =>
    `inconclusive: no rule broken, but the data cannot tell for ${deciding.length} of ${gate.findings.length} (${named(deciding)})${failing(gate)}`,
  passed: ({ findings }, _, { identical, unchanged }) =>
    `passed: none of ${countOf(findings.length, "rule")} broken${identical ? `; identical: nothing that the answers of ${countOf(unchanged.length, "configuration")} follow from changed, and no score did` : ""}`,
  unseen: (gate, deciding, { metrics }) => {
    const losses = deciding.map(({ rule, metric, unseen }) => {
      const unit = metrics.find((row) => row.metric === metric)!.unit;
      return `${rule} ${showValue(unseen!.loss, unit)}`;
    });
    const word = gate.exit_code === 0 ? "passed" : "underpowered";
    return `${word}: none of ${countOf(gate.findings.length, "rule")} broken, but a loss that matters could have gone unseen (${some(losses)})${failing(gate)}`;
  },
};

function failing(gate: GateResult): string {
  return failingBy(gate)
    .map((setting) => `; ${setting} is fail`)
    .join("");
}

/** The gate's verdict as one line, the same in every output. */
export function verdictLine(report: GatedComparison): string {
  return verdictOf(report).line;
}

const NAMED = 3;

function named(findings: readonly RuleResult[]): string {
  return some(findings.map(({ rule }) => rule));
}

function some(names: readonly string[]): string {
  return names.slice(0, NAMED).join(", ") + (names.length > NAMED ? ` and ${names.length - NAMED} more` : "");
}
