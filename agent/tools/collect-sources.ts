import { z } from "zod";
import { canonicalPath } from "../filesystem/paths.ts";
import { nameOfThread } from "../turns/thread-name.ts";
import { isHidden } from "./artifact-files.ts";
import { defineTool } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";

/** Part of the family `artifact`: the entries of an answer's Sources section. */
export const collectSources = defineTool({
  name: "collect_sources",
  family: "artifact",
  description:
    "Makes the Sources section of an answer from the stored files it rests on: sequential labels S1, S2, ... in the order given, each with its link, ready to be copied. Use every label in the answer, and no other.",
  schema: () =>
    z.strictObject({
      paths: z.array(z.string().min(1).max(512)).min(1).max(50).describe("such as /results/000-<tool name>.json"),
      titles: z
        .array(z.string().trim().min(1).max(200))
        .max(50)
        .optional()
        .describe("one for each path; default: the file's name"),
    }),
  async run({ paths, titles }, { files }) {
    const wanted = [...new Set(paths.map(canonicalPath))];
    const known = new Set((await files.list()).map((file) => file.path).filter((path) => !isHidden(path)));
    const missing = wanted.filter((path) => !known.has(path));
    if (missing.length > 0)
      throw new ToolFailure(
        "not_found",
        `There is no file ${missing.join(", ")}.`,
        "artifact_glob lists the files there are.",
      );
    const sources = wanted.map((path, index) => {
      const title =
        titles?.[paths.findIndex((given) => canonicalPath(given) === path)] ?? path.slice(path.lastIndexOf("/") + 1);
      return {
        label: `S${index + 1}`,
        title: title.replace(/[[\]\r\n]/g, " "),
        link: artifactLink(nameOfThread(files.scope), path),
      };
    });
    const markdown = ["## Sources", ...sources.map(({ label, title, link }) => `- ${label}: [${title}](${link})`)].join(
      "\n",
    );
    return { type: "view", value: { sources, markdown }, truncated: false };
  },
});

/** The link that an answer gives as a source. */
export function artifactLink(thread: string, path: string): string {
  return `artifact://${encodeURIComponent(thread)}?path=${encodeURI(path)}`;
}
