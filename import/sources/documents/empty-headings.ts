import { countOf } from "../../../base/counts.ts";
import { showable } from "../../folder/quote.ts";

interface Headed {
  id: string;
  title: string;
  headings: readonly string[];
  file: string;
  at: string;
}

const MOST_NAMED = 10;

/** Headings that are left out, also of paths: no text follows them. */
export function sayEmpty(parts: readonly Headed[], kept: readonly Headed[]): string[] {
  const pathOf = ({ file }: Headed, titles: readonly string[]) => [file, ...titles].join("\n");
  const paths = new Set(
    kept.flatMap((part) => part.headings.map((_, at) => pathOf(part, part.headings.slice(0, at + 1)))),
  );
  const taken = new Set(kept);
  const empty = parts.filter(
    (part) =>
      !taken.has(part) &&
      part.id !== `${part.file}#` && // What stands above the first heading.
      !paths.has(pathOf(part, [...part.headings, part.title])),
  );
  if (empty.length === 0) return [];
  const named = empty.slice(0, MOST_NAMED).map(({ file, at, title }) => `${file}, ${at}: ${showable(title)}`);
  const more = empty.length > named.length ? `; and ${empty.length - named.length} more` : "";
  return [
    `${countOf(empty.length, "heading has", "headings have")} nothing below, and no id: left out: ${named.join("; ")}${more}`,
  ];
}
