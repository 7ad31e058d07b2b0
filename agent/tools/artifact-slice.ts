import { z } from "zod";
import { openJson } from "./artifact-files.ts";
import { readJsonPath } from "./json-path.ts";
import { defineTool } from "./tool.ts";

/** Part of the family `artifact`: some of a JSON result. */
export const artifactSlice = defineTool({
  name: "artifact_slice",
  family: "artifact",
  description: [
    "Reads part of a stored JSON result by path, to see more than the preview showed: $.rows[20:40] gives rows 20 to 39, $.rows[*].id all ids, $.rows[3].name one value.",
    "Long answers are cut at the end and say so; ask for fewer rows or columns then.",
  ].join(" "),
  schema: () =>
    z.strictObject({
      path: z.string().min(1).max(512).describe("such as /results/000-<tool name>.json"),
      select: z.string().min(1).max(300).default("$.rows").describe("keys, [n], [from:to] and [*]"),
    }),
  async run({ path, select }, context) {
    const { path: file, value } = await openJson(path, context);
    const found = readJsonPath(value, select);
    const room = context.limits.sqlTextChars;
    const count = Array.isArray(found) ? found.length : undefined;
    const shown = fitted(found, room);
    return {
      type: "view",
      value: {
        path: file,
        select,
        ...(count === undefined ? {} : { count }),
        truncated: shown.truncated,
        value: shown.value,
      },
      truncated: shown.truncated,
    };
  },
});

/** The value, or as many of its first items (characters of a text) as there is room for. */
function fitted(value: unknown, room: number): { value: unknown; truncated: boolean } {
  const text = JSON.stringify(value);
  if (text.length <= room) return { value, truncated: false };
  if (!Array.isArray(value))
    return { value: `${(typeof value === "string" ? value : text).slice(0, room).toWellFormed()}...`, truncated: true };
  let size = 2;
  const items = value.filter((item: unknown) => {
    size += JSON.stringify(item).length + 1;
    return size <= room;
  });
  return { value: items, truncated: true };
}
