import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "../../base/hash.ts";
import { makeRandom, type Random, randomInteger } from "../../base/random.ts";
import { damage } from "./damages.ts";
import { findInputs } from "./found-inputs.ts";
import { MADE_INPUTS } from "./made-inputs/index.ts";
import { mutate } from "./mutations.ts";
import { type OpenInput, openInput } from "./open-input.ts";
import { isFault, outcomeOf, type ReadingOutcome, type Silence } from "./outcome.ts";

export interface MutationResult extends ReadingOutcome {
  reader: string;
  /** The file that was changed. */
  file: string;
  change: string;
  number: number;
  /** The changed file, where something was lost in it. */
  lost: Buffer | null;
}

type Made = Pick<MutationResult, "change" | "record" | "outcome"> & { hash: string; bytes: Buffer };

/** Of each reader so many inputs, no two alike: changes to one record, or damage to the file, in turn over the files it is for. */
export async function runMutations(options: {
  folders: readonly string[];
  /** Of every reader. */
  count: number;
  seed: number;
  only?: string | undefined;
}): Promise<MutationResult[]> {
  const place = await mkdtemp(join(tmpdir(), "scopebench-mutations-"));
  const results: MutationResult[] = [];
  try {
    const inputs = [...(await findInputs(options.folders)), ...MADE_INPUTS];
    const readers = [...new Set(inputs.map(({ reader }) => reader))];
    for (const reader of options.only === undefined ? readers : [options.only]) {
      const random = makeRandom(`reader-mutations ${reader}`, options.seed);
      const own = inputs
        .filter((input) => input.reader === reader)
        .map((input, at) => openInput(input, join(place, `${readers.indexOf(reader)}-${at}`)));
      results.push(...(await mutationsOf(reader, own, { count: options.count, random })));
    }
  } finally {
    await rm(place, { recursive: true });
  }
  return results;
}

async function mutationsOf(
  reader: string,
  inputs: readonly OpenInput[],
  { count, random }: { count: number; random: Random },
): Promise<MutationResult[]> {
  const seen = new Set<string>();
  const results: MutationResult[] = [];
  let usable = [...inputs];
  for (let turn = 0; results.length < count && usable.length > 0 && turn < 20 * count; turn++) {
    const input = usable[turn % usable.length] as OpenInput;
    // What is refused as it is, or read without a mark, shows nothing.
    if ((await input.marked()).known.size === 0) usable = usable.filter((other) => other !== input);
    else {
      const isDamaged = randomInteger(random, 2) === 1;
      const made = await (isDamaged ? damageFile(input, random) : changeRecord(input, { random, number: turn }));
      if (!made || seen.size === seen.add(`${input.file} ${made.hash}`).size) continue;
      const { hash: _, bytes, ...result } = made;
      results.push({ reader, file: input.file, number: turn, ...result, lost: isFault(result) ? bytes : null });
    }
  }
  return results;
}

async function changeRecord(input: OpenInput, options: { random: Random; number: number }): Promise<Made | null> {
  const changed = mutate(input.text, input.layout, { ...options, known: (await input.marked()).known });
  if (!changed) return null;
  const bytes = await input.pack(Buffer.from(changed.text));
  const { said } = await input.before();
  const result = await outcomeOf(() => input.read(bytes), { said, marks: [changed.mark], places: 0 });
  const record = result.outcome === "crashed" ? result.record : changed.record;
  return { ...result, change: changed.change, record, bytes, hash: sha256(changed.text) };
}

/** Every mark that still stands in the file and that was read before must be read, or what is said must differ or count it. */
async function damageFile(input: OpenInput, random: Random): Promise<Made | null> {
  const { text, reading, known } = await input.marked();
  const {
    damage: change,
    bytes,
    marks,
    packed,
  } = await damage(text, { random, pack: input.isPacked ? input.pack : null });
  const left = marks.filter((mark) => known.has(mark) && !input.hiddenIn(bytes).includes(mark));
  if (left.length === 0) return null;
  const places = packed ? 0 : input.placesOf(bytes, left);
  const file = packed ? bytes : await input.pack(bytes);
  const isCounted = input.isPacked ? undefined : (silence: Silence) => isCountedIn(input, file, silence);
  const result = await outcomeOf(() => input.read(file), { said: reading.said, marks: left, places, isCounted });
  return { ...result, change, bytes: file, hash: sha256(bytes.toString("latin1")) };
}

/** A line that a note counts, among as many as before, is told: with that line empty something else is said. */
async function isCountedIn(input: OpenInput, bytes: Buffer, { missing, said }: Silence): Promise<boolean> {
  const isMissing = (line: string) => missing.some((mark) => line.includes(mark));
  const lines = bytes.toString("latin1").split("\n");
  if (!lines.some(isMissing)) return false;
  const without = lines.map((line) => (isMissing(line) ? "" : line)).join("\n");
  const less = await input.read(Buffer.from(without, "latin1"));
  return !less.refused && less.said !== said;
}
