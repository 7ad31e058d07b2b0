import { parseAnswer } from "../../../../agent/answer/answer.ts";
import type { AgentTrace, ToolCallRecord } from "../../../../agent/contract/contract.ts";
import { countOf } from "../../../../base/counts.ts";
import { shellWord } from "../../../print/shell-word.ts";
import { printable } from "../../../print/text.ts";

/**
 * What opens the evidence of an answer: for each source the command that shows its whole result as it was stored, and for the
 * first recommended id the one that says where the record comes from. [] when the answer cites nothing that was retrieved.
 * @param kept name of the conversation for `scopebench runs files`; null: nothing is stored, so the call is made again
 */
export function evidenceLines({ answers, toolCalls }: AgentTrace, kept: string | null): string[] {
  const { sources, ranked } = parseAnswer(answers.at(-1) ?? "");
  const opened = sources.flatMap(({ label, title, target }) => {
    const call = toolCalls.find(({ resultPath }) => resultPath !== undefined && target.endsWith(`path=${resultPath}`));
    return call ? [`${label}  ${title}, ${countOf(call.rows ?? 0, "row")}`, `    ${commandOf(call, kept)}`] : [];
  });
  const first = ranked[0];
  const why =
    first === undefined ? [] : [`where \`${first}\` comes from`, `    scopebench corpus why ${shellWord(first)}`];
  return (opened.length === 0 ? [] : [...opened, ...why]).map((line) => printable(line, { singleLine: false }));
}

function commandOf({ tool, arguments: given, resultPath }: ToolCallRecord, kept: string | null): string {
  if (kept !== null && resultPath !== undefined) return `scopebench runs files ${kept} ${shellWord(resultPath)}`;
  return `scopebench assistant tool ${tool} ${shellWord(JSON.stringify(given))} --full`;
}
