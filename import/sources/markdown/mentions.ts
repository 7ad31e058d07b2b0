import type { ItemLink } from "../items.ts";
import { MARKDOWN_ID } from "./read-markdown.ts";

/** The ids of a source, and what they look like. */
export class SourceIds {
  readonly #ids: ReadonlySet<string>;
  readonly #types: ReadonlySet<string>;

  constructor(ids: readonly string[]) {
    this.#ids = new Set(ids);
    this.#types = new Set(ids.flatMap(typeOfId));
  }

  /** True of an id that is here, or is spelt as those here are: then it leads to nothing, which is told. */
  has(id: string): boolean {
    return this.#ids.has(id) || typeOfId(id).some((type) => this.#types.has(type));
  }
}

/** `REQ-` of REQ-12: what is spelt so is an id here; none of a word. */
const typeOfId = (id: string) => /^\p{Lu}[\p{L}\p{N}_.-]*?[-_.](?=\p{N}+$)/u.exec(id) ?? [];

const ID = new RegExp(MARKDOWN_ID, "gu");

/** Words with a digit that are no ids here, as `mentionsIn` gives ids: another format of the folder may know them. */
export function mayMentionIn(lines: readonly string[], { own, known }: { own: string; known: SourceIds }): ItemLink[] {
  return mentionsIn(lines, { own, known: { has: (id) => /\p{N}/u.test(id) && !known.has(id) } });
}

/** The ids of others in lines of a text: as the word before them says (`Verifies: REQ-1`), or as mentions. Each once. */
export function mentionsIn(
  lines: readonly string[],
  { own, known, alsoIn = () => [] }: { own: string; known: Pick<SourceIds, "has">; alsoIn?(line: string): string[] },
): ItemLink[] {
  const links = new Map<string, ItemLink>();
  for (const line of lines) {
    const said = /^\W*(\p{L}[\p{L} -]{2,30})\W*:/u.exec(line)?.[1]?.trim().toLowerCase();
    const ids = (line.match(ID) ?? []).filter((other) => known.has(other));
    for (const other of [...ids, ...alsoIn(line)])
      if (other !== own && !links.has(other)) links.set(other, { kind: said ?? "mentions", id: other });
  }
  return [...links.values()];
}
