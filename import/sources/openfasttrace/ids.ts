import { countOf } from "../../../base/counts.ts";
import type { ReadContext } from "../source.ts";

/** `req~login.form~2`: artifact type, name, revision. */
export const OFT_ID = String.raw`\p{L}+~\p{L}[\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*~\d+`;

export const EXPECTED = "type~name~revision, such as req~login~1";

/** A specification item, or what a tag in a program says. */
export interface OftItem {
  id: string;
  type: string;
  title: string;
  text: string;
  meta: Record<string, string>;
  covers: string[];
  depends: string[];
  needs: string[];
  tags: string[];
  place: string;
}

/** What is said of a file: faulty items, and lines that only look like references (OpenFastTrace skips those). */
export type OftFindings = Pick<ReadContext, "problems"> & { notes: string[] };

export function makeOftItem(id: string, place: string): OftItem {
  const [type = ""] = id.split("~");
  return { id, type, title: "", text: "", meta: {}, covers: [], depends: [], needs: [], tags: [], place };
}

/** Words of a list in a line: `impl, utest`. */
export function wordsOf(list: string): string[] {
  return list
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** Of lines of text that belong to no item. */
export function sayBetween(file: string, lines: number): string[] {
  return lines > 0 ? [`${file}: ${countOf(lines, "line")} between items left out`] : [];
}
