import { z } from "zod";
import { isHidden } from "./artifact-files.ts";
import { defineTool } from "./tool.ts";

/** Most files that are listed. */
const MAX_FILES = 200;

/** Part of the family `artifact`: which files there are. */
export const artifactGlob = defineTool({
  name: "artifact_glob",
  family: "artifact",
  description: "Lists stored files: full results under /results, documents under /responses, exports under /exports.",
  schema: () =>
    z.strictObject({
      pattern: z.string().min(1).max(200).default("/**").describe("glob, such as /results/*-tool_name.json"),
    }),
  async run({ pattern }, { files }) {
    const found = (await files.glob(pattern)).filter((file) => !isHidden(file.path));
    const listed = found
      .slice(0, MAX_FILES)
      .map((file) => ({ path: file.path, size_bytes: file.sizeBytes, revision: file.revision }));
    const truncated = found.length > listed.length;
    return { type: "view", value: { count: found.length, truncated, files: listed }, truncated };
  },
});
