import { z } from "zod";
import { HIDDEN_FOLDERS } from "./artifact-files.ts";
import { defineTool } from "./tool.ts";

/** Characters of a line that are shown, around the hit. */
const LINE_CHARS = 300;

/** Part of the family `artifact`: lines of stored files. */
export const artifactGrep = defineTool({
  name: "artifact_grep",
  family: "artifact",
  description: "Finds the lines of stored files that hold a text, literally. A result file has one row a line.",
  schema: () =>
    z.strictObject({
      text: z.string().min(1).max(200).describe("literal text, no pattern"),
      glob: z.string().min(1).max(200).optional().describe("only these files, such as /results/*.json"),
      ignore_case: z.boolean().default(true),
      limit: z.number().int().min(1).max(200).default(20),
    }),
  async run({ text, glob, ignore_case, limit }, { files }) {
    const { hits, truncated } = await files.grep(text, {
      glob,
      ignoreCase: ignore_case,
      limit,
      exclude: HIDDEN_FOLDERS,
    });
    const lines = hits.map((hit) => ({ path: hit.path, line: hit.line, text: around(hit.text, text, ignore_case) }));
    return { type: "view", value: { count: lines.length, truncated, lines }, truncated };
  },
});

function around(line: string, text: string, ignoreCase: boolean): string {
  if (line.length <= LINE_CHARS) return line;
  const at = ignoreCase ? line.toLowerCase().indexOf(text.toLowerCase()) : line.indexOf(text);
  const start = Math.max(0, Math.min(at - LINE_CHARS / 3, line.length - LINE_CHARS));
  return `${start > 0 ? "..." : ""}${line.slice(start, start + LINE_CHARS).toWellFormed()}${start + LINE_CHARS < line.length ? "..." : ""}`;
}
