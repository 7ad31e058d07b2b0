import { withoutBlanks } from "../../base/blank.ts";
import { countOf } from "../../base/counts.ts";

/** An id that is not judged beside a judged one that differs from it in case or blanks alone. */
export interface NearMiss {
  found: string;
  judged: string;
}

const SHOWN = 5;

/**
 * Counts ids that would be judged but for their case or their blanks. They stay what they are, unjudged: whether `a-1` is `A-1`
 * only their owner knows, and a score of 0 that comes from their spelling must be seen as such.
 */
export class NearMisses {
  readonly #textOf: (id: string) => string;
  readonly #judged = new WeakMap<ReadonlyMap<string, unknown>, ReadonlyMap<string, string>>();
  #shown: NearMiss[] = [];
  #count = 0;

  /** `textOf` gives the text of an id, where ids are kept as bytes. */
  constructor(textOf: (id: string) => string = (id) => id) {
    this.#textOf = textOf;
  }

  /** `id` is no key of `judged`. */
  look(id: string, judged: ReadonlyMap<string, unknown>): void {
    const found = this.#textOf(id);
    const near = this.#foldedKeys(judged).get(folded(found));
    if (near === undefined) return;
    this.#count++;
    if (this.#shown.length < SHOWN) this.#shown.push({ found, judged: near });
  }

  clear(): void {
    this.#shown = [];
    this.#count = 0;
  }

  get count(): number {
    return this.#count;
  }

  /** One sentence; none where there is nothing to say. */
  notes(): string[] {
    if (this.#count === 0) return [];
    const shown = this.#shown.map(({ found, judged }) => `${quoted(found)} for ${quoted(judged)}`);
    const more = this.#count > SHOWN ? `, and ${this.#count - SHOWN} more` : "";
    return [
      `${countOf(this.#count, "id differs from a judged one in case or blanks alone and counts", "ids differ from judged ones in case or blanks alone and count")} as not judged: ${shown.join(", ")}${more}`,
    ];
  }

  #foldedKeys(judged: ReadonlyMap<string, unknown>): ReadonlyMap<string, string> {
    const known = this.#judged.get(judged) ?? new Map([...judged.keys()].map((id) => this.#pair(id)));
    this.#judged.set(judged, known);
    return known;
  }

  #pair(id: string): [folded: string, text: string] {
    const text = this.#textOf(id);
    return [folded(text), text];
  }
}

const folded = (id: string) => withoutBlanks(id.normalize("NFKC")).toLowerCase();

/** Blanks are what tells the two apart, so each but the plain space is shown by its number. */
function quoted(id: string): string {
  const escaped = (sign: string) => `\\u{${sign.codePointAt(0)!.toString(16)}}`;
  return JSON.stringify(id).replace(/[^ \p{L}\p{M}\p{N}\p{P}\p{S}]/gu, escaped);
}
