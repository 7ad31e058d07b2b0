import { canonicalPath, isWithin } from "../filesystem/paths.ts";
import type { StoredFile } from "../filesystem/rows.ts";
import { CALLS_FOLDER, TURNS_FOLDER } from "../turns/call-log.ts";
import type { ToolContext } from "../turns/tool-context.ts";
import { ToolFailure } from "./tool-failure.ts";

/** Folders of what an agent makes itself. */
export const RESPONSES_FOLDER = "/responses";
export const EXPORTS_FOLDER = "/exports";
/** Not shown to agents. */
export const HIDDEN_FOLDERS = [CALLS_FOLDER, TURNS_FOLDER];

export function isHidden(path: string): boolean {
  return HIDDEN_FOLDERS.some((folder) => isWithin(path, folder));
}

/** A text file. @throws ToolFailure `not_found` */
export async function openText(path: string, { files }: ToolContext): Promise<StoredFile & { content: string }> {
  const canonical = canonicalPath(path);
  const file = isHidden(canonical) ? null : await files.read(canonical);
  if (file === null)
    throw new ToolFailure("not_found", `There is no file ${canonical}.`, "artifact_glob lists the files there are.");
  if (typeof file.content !== "string")
    throw new ToolFailure("not_found", `${canonical} is not a text file.`, "Only text can be read.");
  return { ...file, content: file.content };
}

/** A file's JSON value. @throws ToolFailure `not_found` when there is none or it holds no JSON */
export async function openJson(path: string, context: ToolContext): Promise<{ path: string; value: unknown }> {
  const file = await openText(path, context);
  try {
    return { path: file.path, value: JSON.parse(file.content) as unknown };
  } catch (cause) {
    throw new ToolFailure("not_found", `${file.path} holds no JSON.`, "artifact_grep searches any text file.", {
      cause,
    });
  }
}
