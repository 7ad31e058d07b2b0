import type { RuleResult } from "../gate/rule-result.ts";
import { type GatedComparison, verdictLine } from "../verdict.ts";
import { caveats } from "./caveats.ts";
import { type JunitCase, type JunitProblem, junitXml } from "./junit-xml.ts";
import { showCommand } from "./sentences.ts";

/**
 * JUnit XML, a test case per rule: a regression is a failure, an inconclusive rule is skipped (a failure where the gate
 * fails on it), a refusal to compare is an error.
 */
export function renderJunit(report: GatedComparison): string {
  const { comparison, gate } = report;
  const failing = gate?.exit_code === 3;
  const cases = [
    ...comparison.refusals.map(({ code, problem, remedy }) =>
      caseOf(`comparable: ${code}`, { problem: { kind: "error", message: problem, body: `${problem}\n-> ${remedy}` } }),
    ),
    ...(gate?.findings ?? []).map((finding) => caseOf(finding.rule, outcomeOf(report, finding, failing))),
  ];
  const output = [verdictLine(report), ...caveats(report)].join(" ");
  return junitXml("scopebench gate", [{ name: "scopebench gate", cases, output }]);
}

type Outcome = Pick<JunitCase, "problem" | "output">;

function caseOf(name: string, outcome: Outcome): JunitCase {
  return { classname: "scopebench.gate", name, ...outcome };
}

function outcomeOf(report: GatedComparison, { decision, message, executions }: RuleResult, failing: boolean): Outcome {
  const body = [message, ...executions.map((name) => showCommand(report, name))].join("\n");
  if (decision === "regression") return { problem: { kind: "failure", message, body } };
  if (decision !== "inconclusive") return { output: message };
  const kind: JunitProblem["kind"] = failing && report.gate?.decision === "inconclusive" ? "failure" : "skipped";
  return { problem: { kind, message: `inconclusive: ${message}`, body } };
}
