import { countOf } from "../../../base/counts.ts";
import type { RuleResult } from "../../../harness/results/compare/gate/rule-result.ts";
import { caveats } from "../../../harness/results/compare/render/caveats.ts";
import { PATH_TITLES, pathRows, seriesSentence } from "../../../harness/results/compare/sequential/sentences.ts";
import { type VerdictState, verdictOf } from "../../../harness/results/compare/verdict.ts";
import type { CompareData } from "../../../harness/show/report/site-data.ts";
import { unseenSentence } from "./compare-limits.ts";
import { h } from "./dom.ts";
import { executionsLink } from "./links.ts";
import { pairs } from "./verdicts.ts";

type Comparison = NonNullable<CompareData>;

const WORDS: Record<VerdictState, string> = {
  passed: "Passed",
  unseen: "Passed, but could not have seen a loss that matters",
  undecided: "Undecided",
  failed: "Failed",
  "not-comparable": "Not comparable",
  "no-gate": "No verdict",
};

/** With `on_unseen: fail` it is no pass. */
function wordOf(state: VerdictState, exitCode: number | undefined): string {
  return state === "unseen" && exitCode !== 0 ? "Could not have seen a loss that matters" : WORDS[state];
}

/** What came out, the rule that decided, and who was compared: all that a red job's reader needs at first. */
export function verdictBlock(data: Comparison): HTMLElement {
  const { report, no_gate } = data;
  const { state, line, deciding, others } = verdictOf(report);
  const { refusals, accepted } = report.comparison;
  const unseen = state === "passed" || state === "unseen" ? unseenSentence(data) : null;
  return h(
    "section",
    { class: `gate ${state}`, "aria-label": "Verdict of the gate" },
    h("p", { class: "gate-word" }, wordOf(state, report.gate?.exit_code), exitCode(report.gate?.exit_code)),
    h("p", {}, sentence(line.replace(/^passed: /, ""))),
    unseen === null ? null : h("p", {}, unseen),
    no_gate === null ? null : h("p", {}, no_gate),
    refusals.length === 0 ? null : h("p", {}, "A difference could not be attributed to the candidate:"),
    refusals.length === 0 ? null : refusalList(refusals),
    ruleList(deciding),
    ...(report.series ? looksOf(report.series) : []),
    accepted.length === 0 ? null : h("p", {}, h("b", {}, "Interpret with care: "), "accepted for this comparison:"),
    accepted.length === 0 ? null : refusalList(accepted),
    others.length === 0
      ? null
      : h(
          "details",
          {},
          h("summary", {}, `${countOf(others.length, "other rule")}: ${tally(others)}`),
          ruleList(others),
        ),
  );
}

/** The looks that led there: what was planned and taken, and each rule's path beside its bounds. */
function looksOf(series: NonNullable<Comparison["report"]["series"]>): HTMLElement[] {
  const planned = series.planned.looks.map(({ scenarios }) => scenarios).join(", ");
  const row = (cells: readonly string[]) =>
    h("tr", {}, h("th", { scope: "row" }, cells[0]!), ...cells.slice(1).map((cell) => h("td", {}, cell)));
  const head = ["metric", ...PATH_TITLES].map((title) => h("th", { scope: "col" }, title));
  return [
    h("p", {}, [seriesSentence(series), ...(series.told ?? [])].join(" ")),
    h(
      "p",
      {},
      `Looks were planned after ${planned} scenarios. A series goes no further without a loss where z is below its bound in every rule; a loss is called where p is at most what is needed.`,
    ),
    h(
      "table",
      { class: "compact looks", "aria-label": "Path of the looks" },
      h("thead", {}, h("tr", {}, ...head)),
      h("tbody", {}, ...pathRows(series).map(row)),
    ),
  ];
}

function sentence(line: string): string {
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}

function exitCode(code: number | undefined): HTMLElement | null {
  return code === undefined ? null : h("small", { title: "of scopebench compare --gate" }, ` exit code ${code}`);
}

function refusalList(list: Comparison["report"]["comparison"]["refusals"]): HTMLElement {
  return h(
    "ul",
    {},
    ...list.map(({ code, problem, remedy }) =>
      h("li", {}, h("b", {}, code), `: ${problem}.`, h("div", {}, `→ ${remedy}.`)),
    ),
  );
}

const SHOWN = 5;

function ruleList(findings: readonly RuleResult[]): HTMLElement | null {
  if (findings.length === 0) return null;
  const row = ({ rule, decision, message, executions }: RuleResult) =>
    h(
      "li",
      {},
      h("b", {}, rule),
      decision === "pass" ? ": " : `: ${decision.replace("-", " ")}, `,
      message,
      ...see(executions),
    );
  const rest = findings.slice(SHOWN);
  return h(
    "ul",
    {},
    ...findings.slice(0, SHOWN).map(row),
    rest.length === 0
      ? null
      : h("li", {}, `and ${countOf(rest.length, "more rule")}: ${rest.map(({ rule }) => rule).join(", ")}`),
  );
}

/** The executions that a rule names, in this run. */
function see(executions: readonly string[]): (HTMLElement | string)[] {
  if (executions.length === 0) return [];
  return [
    "; see ",
    ...executions.flatMap((id, at) => [
      at > 0 ? ", " : "",
      h("a", { href: executionsLink({ id }), title: id }, String(at + 1)),
    ]),
  ];
}

function tally(findings: readonly RuleResult[]): string {
  const decisions = [...new Set(findings.map(({ decision }) => decision))];
  return decisions
    .map((one) => `${findings.filter(({ decision }) => decision === one).length} ${one.replace("-", " ")}`)
    .join(", ");
}

/** Who was compared, and what has to be read with it. */
export function sides({ report }: Comparison): HTMLElement {
  const { baseline, candidate, pairs: paired, expected, excluded } = report.comparison;
  const left = Object.entries(excluded).map(([reason, n]) => `${reason} ${n}`);
  const describe = ({ label, kind, provenance }: typeof baseline) =>
    `${label} (${kind}, made ${provenance.created_at?.slice(0, 16).replace("T", " ") ?? "at an unknown time"}, commit ${commitText(provenance.commit)})`;
  return h(
    "div",
    { class: "narrow" },
    pairs([
      ["baseline", describe(baseline)],
      ["candidate: this run", describe(candidate)],
      ["executions in both", `${paired} of ${expected}${left.length > 0 ? `; left out: ${left.join(", ")}` : ""}`],
      ...caveats(report).map((note) => ["note", note] as const),
    ]),
  );
}

function commitText(commit: string | null): string {
  if (commit === null) return "unknown";
  return commit.slice(0, 12) + (commit.endsWith("+changes") ? " with changes" : "");
}
