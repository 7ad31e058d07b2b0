import { countOf } from "../../../base/counts.ts";
import type { Problems } from "../../folder/problems.ts";
import { descendantsOf, type XmlElement } from "./xml.ts";

interface Taken {
  file: string;
  /** Where those stand that were taken, as `file:line`. */
  places: readonly string[];
  problems: Problems;
}

/** Tells of elements of a name that nobody took: readers go by the structure that a tool writes, and these stand elsewhere. */
export function tellUntaken(root: XmlElement, name: string, { file, places, problems }: Taken): void {
  const left = new Map<string, number>();
  for (const place of places) left.set(place, (left.get(place) ?? 0) + 1);
  for (const { line } of descendantsOf(root, name)) {
    const place = `${file}:${line}`;
    const count = left.get(place) ?? 0;
    left.set(place, count - 1);
    if (count < 1) problems.add(`${place}: <${name}> stands where none is expected, and is left out`);
  }
}

/** What stands in files above all that is read of them. */
export function sayAbove(files: readonly (readonly [name: string, lines: number])[], first: string): string[] {
  const some = files.filter(([, lines]) => lines > 0);
  if (some.length === 0) return [];
  const lines = some.reduce((sum, [, own]) => sum + own, 0);
  const names = some.slice(0, MOST_FILES).map(([name]) => name);
  const more = some.length > names.length ? ` and ${some.length - names.length} more` : "";
  return [`${countOf(lines, "line")} above the first ${first} left out: ${names.join(", ")}${more}`];
}

const MOST_FILES = 10;
