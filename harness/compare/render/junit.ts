import type { Finding } from "../gate/finding.ts";
import { xmlText } from "./escape.ts";
import { caveats, type Report, showCommand, verdictLine } from "./report.ts";

/**
 * JUnit XML, a test case per rule: a regression is a failure, an inconclusive rule is skipped (a failure where the gate
 * fails on it), what cannot be compared is an error.
 */
export function renderJunit(report: Report): string {
  const { comparison, gate } = report;
  const failing = gate?.exitCode === 3;
  const cases = [
    ...comparison.refusals.map(({ code, problem, remedy }) =>
      testCase(`comparable: ${code}`, element("error", problem, `${problem}\n-> ${remedy}`)),
    ),
    ...(gate?.findings ?? []).map((finding) => testCase(finding.rule, outcomeOf(report, finding, failing))),
  ];
  const counts = ["failure", "error", "skipped"].map(
    (kind) => cases.filter((text) => text.includes(`<${kind} `)).length,
  );
  const attributes = `name="scopebench gate" tests="${cases.length}" failures="${counts[0]}" errors="${counts[1]}" skipped="${counts[2]}" time="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes.replace(/ skipped="\d+"/, "")}>`,
    `  <testsuite ${attributes}>`,
    ...cases.map((text) => `    ${text}`),
    `    <system-out>${xmlText([verdictLine(report), ...caveats(report)].join(" "))}</system-out>`,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function testCase(name: string, content: string): string {
  return `<testcase classname="scopebench.gate" name="${xmlText(name)}" time="0">${content}</testcase>`;
}

function element(kind: "failure" | "error" | "skipped", message: string, body: string): string {
  const lines = body.split("\n").map(xmlText).join("\n");
  return `<${kind} message="${xmlText(message)}">${lines}</${kind}>`;
}

function outcomeOf(report: Report, { decision, message, executions }: Finding, failing: boolean): string {
  const body = [message, ...executions.map((name) => showCommand(report, name))].join("\n");
  if (decision === "regression") return element("failure", message, body);
  if (decision === "not-comparable") return element("error", message, body);
  if (decision !== "inconclusive") return `<system-out>${xmlText(message)}</system-out>`;
  return element(
    failing && report.gate?.decision === "inconclusive" ? "failure" : "skipped",
    `inconclusive: ${message}`,
    body,
  );
}
