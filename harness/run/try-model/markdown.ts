import { plainLine } from "../../print/text.ts";
import { closingLines, OUTCOME_WORDS, shortened, titleOf, WORKFLOW_TITLES, workflowCells } from "./print-tried.ts";
import type { Tried } from "./tried.ts";

/** The same table as a Markdown file. What servers said cannot leave its cell. */
export function markdownOf(tried: Tried): string {
  return [
    `## ${cell(titleOf(tried))}`,
    "",
    `scopebench ${tried.version}, ${tried.at}`,
    "",
    "| the endpoint ... | | measured |",
    "| --- | --- | --- |",
    ...tried.probes.map(
      ({ question, outcome, found }) => `| ${question} | ${OUTCOME_WORDS[outcome]} | ${cell(found)} |`,
    ),
    "",
    ...workflowLines(tried),
    ...tried.troubles.map((line) => `- ${cell(line)}`),
    "",
    ...closingLines(tried).flatMap((line) => [cell(line), ""]),
  ].join("\n");
}

function workflowLines({ workflows }: Tried): string[] {
  if (workflows === null) return [];
  const row = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [
    row(WORKFLOW_TITLES),
    row(WORKFLOW_TITLES.map(() => "---")),
    ...workflows.map((tried) => row(workflowCells(tried))),
    "",
  ];
}

/** One line, in which nothing is markup. */
function cell(text: string): string {
  return plainLine(shortened(text)).replace(/[\\|`*_[\]<>#&!]/g, (sign) => `\\${sign}`);
}
