import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BaseInput } from "./base-input.ts";
import { markEach } from "./damages.ts";
import { marksIn } from "./marks.ts";
import { physicalPlaces } from "./physical-places.ts";
import { readAs } from "./readers/index.ts";
import type { Reading } from "./readers/reading.ts";

type Lazy<T> = () => Promise<T>;

/** A file with a folder of its own, in which it is read as often as it is changed. */
export interface OpenInput extends Pick<BaseInput, "text" | "layout"> {
  file: string;
  /** Marks that stand where no text does: within a comment, within a tag of HTML. */
  hiddenIn(bytes: Buffer): string[];
  isPacked: boolean;
  pack(text: Buffer): Promise<Buffer>;
  read(bytes: Buffer): Promise<Reading>;
  before: Lazy<Reading>;
  /** With a mark in every record; `known` are those that are read, or told of. */
  marked: Lazy<{ text: string; reading: Reading; known: ReadonlySet<string> }>;
  /** How many records hold some of the marks, counted in the file without a reader; 0 where that cannot be told. */
  placesOf(bytes: Buffer, marks: readonly string[]): number;
}

export function openInput(input: BaseInput, folder: string): OpenInput {
  const { reader, path, text, layout, beside, pack = async (content) => content } = input;
  const place = { folder, path: join(folder, path) };
  const prepared = once(async () => {
    await mkdir(dirname(place.path), { recursive: true });
    for (const [name, content] of Object.entries(beside ?? {})) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
  });
  const read = async (bytes: Buffer) => {
    await prepared();
    await writeFile(place.path, bytes);
    return readAs(input, place);
  };
  return {
    ...{ text, layout, pack, read, file: path, isPacked: input.pack !== undefined },
    before: once(async () => read(await pack(Buffer.from(text)))),
    marked: once(async () => {
      const withMarks = markEach(text, layout);
      const reading = await read(await pack(Buffer.from(withMarks)));
      return { text: withMarks, reading, known: new Set(marksIn(reading.read + reading.said)) };
    }),
    hiddenIn: (bytes) => {
      const expression = reader === "html" ? /<!--[\s\S]*?-->|<[^>]*>/g : /<!--[\s\S]*?-->/g;
      return /^\s*</.test(text) ? marksIn((bytes.toString("latin1").match(expression) ?? []).join("")) : [];
    },
    placesOf: (bytes, marks) => physicalPlaces(bytes, { marks, each: layout.each }),
  };
}

function once<T>(make: Lazy<T>): Lazy<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
