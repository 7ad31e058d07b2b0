import { pick, type Random, randomInteger } from "../../base/random.ts";

const ATTEMPTS = 200;

/**
 * An id that looks like those of the list and is nobody's: a real one with its last run of digits changed, or, where ids
 * carry no digits, the start of one id with the end of another. Null when neither gives a new id.
 */
export function fabricateId(
  like: readonly string[],
  { taken, random }: { taken: ReadonlySet<string>; random: Random },
): string | null {
  if (like.length === 0) return null;
  const known = new Set([...taken].map((id) => id.toLowerCase()));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const id = pick(random, like);
    const made = changeDigits(id, random) ?? crossOver(id, pick(random, like));
    // An id with a real one at its start could be taken for that one with a qualifier.
    const isPrefixed = [...known].some((other) => made.toLowerCase().startsWith(other));
    if (made !== id && !isPrefixed) return made;
  }
  return null;
}

/** The last run of two digits or more becomes another number of the same length, its first digit kept. */
function changeDigits(id: string, random: Random): string | null {
  const match = /^(.*?\d)(\d+)(\D*)$/s.exec(id);
  if (!match) return null;
  const [, start = "", digits = "", end = ""] = match;
  return start + [...digits].map(() => randomInteger(random, 10)).join("") + end;
}

/** All of one id but its last part, and the last part of another. */
function crossOver(a: string, b: string): string {
  const separator = ["::", "/", ":", ".", "_", "-"].find((mark) => a.includes(mark) && b.includes(mark));
  if (separator === undefined) return a;
  return a.slice(0, a.lastIndexOf(separator)) + b.slice(b.lastIndexOf(separator));
}
