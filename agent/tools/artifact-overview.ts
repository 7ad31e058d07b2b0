import { z } from "zod";
import type { Row } from "../../db/ports/ports.ts";
import { openText } from "./artifact-files.ts";
import { shorten } from "./preview.ts";
import { defineTool } from "./tool.ts";

/** Characters of each text of the first row that are shown. */
const FIRST_ROW_CHARS = 300;

/** The family `artifact`: what is in a result file. */
export const artifactOverview = defineTool({
  name: "artifact_overview",
  family: "artifact",
  description:
    "Says what a stored file holds without reading it all: size, lines, and for a JSON result the tool and arguments it came from, the number of rows, its columns and the first row.",
  schema: () => z.strictObject({ path: z.string().min(1).max(512).describe("such as /results/000-<tool name>.json") }),
  async run({ path }, context) {
    const file = await openText(path, context);
    const basics = {
      path: file.path,
      mime_type: file.mimeType,
      size_bytes: file.sizeBytes,
      revision: file.revision,
      lines: file.content.split("\n").length,
    };
    return { type: "view", value: { ...basics, ...describeJson(file.content) }, truncated: false };
  },
});

function describeJson(content: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return { json: false };
  }
  if (value === null || typeof value !== "object" || Array.isArray(value))
    return { json: true, kind: Array.isArray(value) ? "array" : typeof value };
  const { rows, ...head } = value as Record<string, unknown>;
  if (!Array.isArray(rows)) return { json: true, keys: Object.keys(value) };
  const columns = [
    ...new Set(rows.flatMap((row: unknown) => (row !== null && typeof row === "object" ? Object.keys(row) : []))),
  ];
  return {
    json: true,
    ...head,
    rows: rows.length,
    columns,
    first_row: rows[0] === undefined ? null : shorten([rows[0] as Row], FIRST_ROW_CHARS).rows[0],
  };
}
