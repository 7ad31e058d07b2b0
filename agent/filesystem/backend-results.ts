import type { FileInfo, GrepMatch, ReadResult } from "deepagents";
import { compareText } from "../../base/text-order.ts";
import { isTextMimeType } from "./paths.ts";

/** What deepagents' tools get, built from plain paths and texts; shared by both backends. */

/** A folder's direct children: files as they are, subfolders once, with a slash at the end; by path. */
export function directChildren(folder: string, files: readonly FileInfo[]): FileInfo[] {
  const prefix = folder === "/" ? "/" : `${folder}/`;
  const children = new Map<string, FileInfo>();
  for (const file of files) {
    if (!file.path.startsWith(prefix)) continue;
    const [head, ...rest] = file.path.slice(prefix.length).split("/");
    const path = `${prefix}${head}`;
    if (rest.length === 0) children.set(path, file);
    else children.set(`${path}/`, { path: `${path}/`, is_dir: true, size: 0, modified_at: "" });
  }
  return [...children.values()].sort((a, b) => compareText(a.path, b.path));
}

/** A window of lines from `offset` (0-based), with where it lies in the whole. Binary content comes whole. */
export function readWindow(
  content: string | Uint8Array,
  mimeType: string,
  window: { offset: number; limit: number },
): ReadResult {
  if (typeof content !== "string" || !isTextMimeType(mimeType)) return { content, mimeType };
  const lines = content.split("\n");
  const totalLines = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  const start = wholeNumber(window.offset);
  const end = Math.min(start + wholeNumber(window.limit), totalLines);
  if (end <= start) return { content: "", mimeType };
  return {
    content: lines.slice(start, end).join("\n"),
    mimeType,
    totalLines,
    startLine: start + 1,
    endLine: end,
    nextOffset: end < totalLines ? end : undefined,
  };
}

function wholeNumber(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.floor(value)) : 0;
}

/** The text with `before` replaced by `after`, or why not. One occurrence is expected unless `all`. */
export function replaceText(
  text: string,
  edit: { before: string; after: string; all: boolean },
): { text: string; occurrences: number } | { error: string } {
  if (edit.before === "")
    return text === "" ? { text: edit.after, occurrences: 0 } : { error: "Error: the text to replace is empty" };
  const parts = text.split(edit.before);
  const occurrences = parts.length - 1;
  if (occurrences === 0) return { error: "Error: the text to replace is not in the file" };
  if (occurrences > 1 && !edit.all)
    return {
      error: `Error: the text to replace is there ${occurrences} times; give more of its surroundings, or replace all`,
    };
  return { text: parts.join(edit.after), occurrences };
}

/** Lines of a text that hold a literal, as matches. */
export function matchLines(path: string, content: string, literal: string): GrepMatch[] {
  return content
    .split("\n")
    .flatMap((text, index) => (text.includes(literal) ? [{ path, line: index + 1, text }] : []));
}
