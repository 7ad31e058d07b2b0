import { isFailing } from "../gate/rule-result.ts";
import { type GatedComparison, verdictLine } from "../verdict.ts";
import { commandMessage, commandProperty } from "./escape.ts";
import { showCommand } from "./sentences.ts";

/** GitHub's workflow commands: an error for each broken rule and what cannot be compared, a warning for what is inconclusive or accepted. */
export function renderAnnotations(report: GatedComparison): string[] {
  const { comparison, gate } = report;
  return [
    ...comparison.refusals.map(({ code, problem, remedy }) =>
      annotation("error", `scopebench: not comparable (${code})`, `${problem}. ${remedy}`),
    ),
    ...comparison.accepted.map(({ code, problem }) => annotation("warning", `scopebench: accepted (${code})`, problem)),
    ...(gate?.findings ?? []).flatMap((finding) => {
      const { rule, decision, message, executions } = finding;
      const isFailed = isFailing(finding, gate!.rules);
      if ((decision === "pass" || decision === "improvement") && !isFailed) return [];
      const see = executions[0] === undefined ? "" : `; see: ${showCommand(report, executions[0])}`;
      const kind = decision === "inconclusive" && !isFailed ? "warning" : "error";
      return [
        annotation(kind, `scopebench: ${decision === "pass" ? "underpowered" : decision}, ${rule}`, `${message}${see}`),
      ];
    }),
    annotation("notice", "scopebench", verdictLine(report)),
  ];
}

/** One workflow command. */
export function annotation(kind: "error" | "warning" | "notice", title: string, message: string): string {
  return `::${kind} title=${commandProperty(title)}::${commandMessage(message)}`;
}
