import { marksIn } from "./marks.ts";
import type { Reading } from "./readers/reading.ts";

/** `told`: what was not read was said; `refused`: nothing was read, and it said why. */
export interface ReadingOutcome {
  outcome: "read" | "told" | "refused" | "silent" | "crashed";
  /** What was not read, or how it crashed. */
  record: string;
}

/** Where nothing told of what was not read: its marks, and what was said. */
export interface Silence {
  missing: readonly string[];
  said: string;
}

interface Expected {
  /** Asked where nothing new is said: a note may count what is missing, and as much as before. */
  isCounted?: ((silence: Silence) => Promise<boolean>) | undefined;
  /** What was said of the file before it was changed. */
  said: string;
  /** Stand in the changed file. */
  marks: readonly string[];
  /** In so many records. */
  places: number;
}

/** What became of an input: every mark must be read, in as many records, or be told of by something that was not said before. */
export async function outcomeOf(
  open: () => Promise<Reading>,
  { said, marks, places, isCounted }: Expected,
): Promise<ReadingOutcome> {
  try {
    const after = await open();
    if (after.refused) return { outcome: "refused", record: "" };
    const [read, wanted] = [new Set(marksIn(after.read)), new Set(marks)];
    const missing = marks.filter((mark) => !read.has(mark));
    const holding = after.units.filter((unit) => marksIn(unit).some((mark) => wanted.has(mark))).length;
    if (missing.length === 0 && holding >= places) return { outcome: "read", record: "" };
    const isSaid =
      after.said !== said ||
      (missing.length > 0 && missing.every((mark) => after.said.includes(mark))) ||
      (await isCounted?.({ missing, said: after.said })) === true;
    const record = `${missing.length} of ${marks.length} (${missing.slice(0, 3)}), ${places} records as ${holding}`;
    return { outcome: isSaid ? "told" : "silent", record };
  } catch (error) {
    return { outcome: "crashed", record: (error as Error).stack ?? String(error) };
  }
}

export function isFault({ outcome }: Pick<ReadingOutcome, "outcome">): boolean {
  return outcome === "crashed" || outcome === "silent";
}
