import { plainLine } from "../../print/text.ts";
import { OUTCOME_WORDS, shortened, spentLine, titleOf, troubleLines } from "./print-tried.ts";
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
    ...troubleLines(tried).map((line) => `- ${cell(line)}`),
    "",
    spentLine(tried.spent),
    "",
  ].join("\n");
}

/** One line, in which nothing is markup. */
function cell(text: string): string {
  return plainLine(shortened(text)).replace(/[\\|`*_[\]<>#&!]/g, (sign) => `\\${sign}`);
}
