import { countOf } from "../../../base/counts.ts";
import type { Problems } from "../../folder/problems.ts";
import { quote } from "../../folder/quote.ts";
import { childrenOf, descendantsOf, type XmlElement } from "./xml.ts";

interface Taken {
  file: string;
  /** Where those stand that were taken, as `file:line`. */
  places: readonly string[];
  problems: Problems;
}

/**
 * Tells of elements of a name that nobody took, and of text around those elements: readers go by the structure that a tool writes, and
 * these stand elsewhere.
 */
export function tellUntaken(root: XmlElement, name: string, { file, places, problems }: Taken): void {
  const left = new Map<string, number>();
  for (const place of places) left.set(place, (left.get(place) ?? 0) + 1);
  for (const { line } of descendantsOf(root, name)) {
    const place = `${file}:${line}`;
    const count = left.get(place) ?? 0;
    left.set(place, count - 1);
    if (count < 1) problems.add(`${place}: <${name}> stands where none is expected, and is left out`);
  }
  for (const { line, text, within } of textAround(root, name)) problems.add(sayStray(`${file}:${line}`, within, text));
}

/** Text that stands between elements, at `file:line` of the element around it. */
export function sayStray(place: string, within: string, text: string): string {
  return `${place}: text stands between the elements of <${within}>, and is left out: ${quote(text)}`;
}

/** The text of an element itself, without that of elements in it. */
export function ownTextOf({ children }: XmlElement): string {
  return children
    .filter((child) => typeof child === "string")
    .join("")
    .trim();
}

function textAround(root: XmlElement, name: string): { line: number; text: string; within: string }[] {
  const found: ReturnType<typeof textAround> = [];
  const holds = (element: XmlElement): boolean => {
    const inside = childrenOf(element).map((child) => holds(child) || child.name === name);
    const isAround = inside.includes(true);
    const text = isAround ? ownTextOf(element) : "";
    if (text !== "") found.push({ line: element.line, text, within: element.name });
    return isAround;
  };
  holds(root);
  return found;
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
