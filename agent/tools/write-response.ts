import { z } from "zod";
import { RESPONSES_FOLDER } from "./artifact-files.ts";
import { defineTool } from "./tool.ts";

/** Part of the family `artifact`: a document for the user. */
export const writeResponse = defineTool({
  name: "write_response",
  family: "artifact",
  description: `Writes a Markdown document for the user to ${RESPONSES_FOLDER}/<name>.md, for answers too long for a message. Writing the same name again adds a revision. The final message still needs the recommendation and its sources.`,
  schema: () =>
    z.strictObject({
      name: z
        .string()
        .regex(/^[a-z0-9][a-z0-9_-]{0,60}$/, "lower-case letters, digits, - and _")
        .describe("without extension"),
      markdown: z.string().min(1).max(200_000),
    }),
  async run({ name, markdown }, { files }) {
    const { path, revision } = await files.write(`${RESPONSES_FOLDER}/${name}.md`, markdown);
    return { type: "view", value: { path, revision, characters: markdown.length }, truncated: false };
  },
});
