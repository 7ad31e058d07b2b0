import { pick, type Random, randomInteger, shuffle } from "../../base/random.ts";
import { fabricateId } from "../generators/fabricate.ts";

/**
 * An id of valid format that is nobody's and as near as possible to a real one: one digit changed; where that gives no
 * free id, one made from the ids that it should look like. Null when nothing does.
 */
export function nearId(
  id: string,
  { like, taken, random }: { like: readonly string[]; taken: ReadonlySet<string>; random: Random },
): string | null {
  const digits = [...id.matchAll(/\d/g)].map(({ index }) => index);
  for (const at of shuffle(random, digits).slice(0, TRIED)) {
    const other = String((Number(id[at]) + 1 + randomInteger(random, 9)) % 10);
    const made = id.slice(0, at) + other + id.slice(at + 1);
    if (isFree(made, taken)) return made;
  }
  return fabricateId([id, pick(random, like)], { taken, random });
}

/** Digits that are tried. */
const TRIED = 6;

/** True when no id of the corpus is this one, in any case, or its beginning. */
export function isFree(made: string, taken: ReadonlySet<string>): boolean {
  const folded = made.toLowerCase();
  for (const id of taken) if (folded.startsWith(id.toLowerCase())) return false;
  return true;
}
