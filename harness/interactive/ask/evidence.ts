import { parseAnswer } from "../../../agent/answer.ts";
import type { AgentTrace, ToolCallRecord } from "../../../agent/contract.ts";
import { countOf } from "../../../base/counts.ts";
import { printable } from "../../terminal/text.ts";

/**
 * What opens the evidence of an answer: for each source the command that shows its whole result as it was stored, and for the
 * first recommended id the one that says where the record comes from. [] when the answer cites nothing that was retrieved.
 * @param kept name of the conversation for `scopebench files`; null: nothing is stored, so the call is made again
 */
export function evidenceLines(
  { answers, toolCalls }: AgentTrace,
  { flags, kept }: { flags: string; kept: string | null },
): string[] {
  const { sources, ranked } = parseAnswer(answers.at(-1) ?? "");
  const opened = sources.flatMap(({ label, title, target }) => {
    const call = toolCalls.find(({ resultPath }) => resultPath !== undefined && target.endsWith(`path=${resultPath}`));
    return call
      ? [`${label}  ${title}, ${countOf(call.rows ?? 0, "row")}`, `    ${commandOf(call, { flags, kept })}`]
      : [];
  });
  const first = ranked[0];
  const why =
    first === undefined ? [] : [`where \`${first}\` comes from`, `    scopebench corpus why ${quote(first)}${flags}`];
  return (opened.length === 0 ? [] : [...opened, ...why]).map((line) => printable(line, { singleLine: false }));
}

function commandOf(
  { tool, arguments: given, resultPath }: ToolCallRecord,
  { flags, kept }: { flags: string; kept: string | null },
): string {
  if (kept !== null && resultPath !== undefined) return `scopebench files ${kept} ${quote(resultPath)}`;
  return `scopebench tool ${tool} ${quote(JSON.stringify(given))} --full${flags}`;
}

/** One word for a shell, whatever is in it. */
function quote(text: string): string {
  return /^[\w.@/:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
