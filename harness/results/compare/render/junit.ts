import { isFailing, type RuleResult } from "../gate/rule-result.ts";
import { type GatedComparison, verdictLine } from "../verdict.ts";
import { caveats } from "./caveats.ts";
import { type JunitCase, junitXml } from "./junit-xml.ts";
import { showCommand } from "./sentences.ts";

/**
 * JUnit XML, a test case per rule: a regression is a failure, an inconclusive rule is skipped (a failure where the gate
 * fails on it, as on what could have gone unseen), a refusal to compare is an error.
 */
export function renderJunit(report: GatedComparison): string {
  const { comparison, gate } = report;
  const cases = [
    ...comparison.refusals.map(({ code, problem, remedy }) =>
      caseOf(`comparable: ${code}`, { problem: { kind: "error", message: problem, body: `${problem}\n-> ${remedy}` } }),
    ),
    ...(gate?.findings ?? []).map((finding) => caseOf(finding.rule, outcomeOf(report, finding))),
  ];
  const output = [verdictLine(report), ...caveats(report)].join(" ");
  return junitXml("scopebench gate", [{ name: "scopebench gate", cases, output }]);
}

type Outcome = Pick<JunitCase, "problem" | "output">;

function caseOf(name: string, outcome: Outcome): JunitCase {
  return { classname: "scopebench.gate", name, ...outcome };
}

function outcomeOf(report: GatedComparison, finding: RuleResult): Outcome {
  const { decision, message, executions, unseen } = finding;
  const isFailed = report.gate !== null && isFailing(finding, report.gate.rules);
  const body = [message, ...executions.map((name) => showCommand(report, name))].join("\n");
  if (decision === "regression") return { problem: { kind: "failure", message, body } };
  if (unseen && isFailed) return { problem: { kind: "failure", message: `underpowered: ${message}`, body } };
  if (decision !== "inconclusive") return { output: message };
  return { problem: { kind: isFailed ? "failure" : "skipped", message: `inconclusive: ${message}`, body } };
}
