import { sha256 } from "@noble/hashes/sha2";
import { utf8ToBytes } from "@noble/hashes/utils";

/** A source of uniform numbers in [0, 1). Every random choice in the project draws from one that its caller seeded. */
export type Random = () => number;

/** sfc32 (Chris Doty-Humphrey, PractRand): small, fast, passes BigCrush. Seeded by a hash of the parts, so streams do not overlap by accident. */
export function makeRandom(...seedParts: readonly (string | number)[]): Random {
  const digest = new DataView(sha256(utf8ToBytes(seedParts.join("\u0000"))).buffer);
  let a = digest.getUint32(0, true);
  let b = digest.getUint32(4, true);
  let c = digest.getUint32(8, true);
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let warmUp = 0; warmUp < 12; warmUp++) next();
  return next;
}

/** A whole number in [0, bound). */
export function randomInteger(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}

/** One element; throws a RangeError on an empty list. */
export function pick<T>(random: Random, items: readonly T[]): T {
  if (items.length === 0) throw new RangeError("pick needs at least one item");
  return items[randomInteger(random, items.length)] as T;
}

/** A new array in random order (Fisher-Yates). */
export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = randomInteger(random, i + 1);
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}
