import { type NumberedLine, readLines } from "../../base/json-lines.ts";
import { UserError } from "../../base/user-error.ts";
import { MOST_DIMENSIONS } from "./options.ts";

/** Vectors by word, packed: word number n has `values[n * dimensions ..]`. */
export interface WordVectors {
  dimensions: number;
  index: ReadonlyMap<string, number>;
  values: Float32Array;
}

/** Faulty lines named in an error. */
const MAX_PROBLEMS = 20;
/** Characters: MOST_DIMENSIONS numbers take a twentieth. */
const LONGEST_LINE = 2 ** 20;

/**
 * Reads a file of word vectors: word2vec's or GloVe's text format (a word and its numbers a line, word2vec's first line
 * says how many), or JSON Lines `{"word": "...", "vector": [...]}`. Words are lower-cased, the first of equals stays.
 * @throws UserError `substrate` with the faulty lines, or when there is no vector.
 */
export async function readWordVectors(path: string): Promise<WordVectors> {
  const table = new Table();
  const problems: string[] = [];
  for await (const { number, text } of lines(path)) {
    if (number === 1 && /^\d+ \d+\s*$/.test(text)) continue;
    const problem = table.add(text.startsWith("{") ? fromJson(text) : fromText(text, table.dimensions));
    if (problem !== null) problems.push(`line ${number}: ${problem}`);
    if (problems.length === MAX_PROBLEMS) break;
  }
  if (table.index.size === 0) problems.push("no word with a vector");
  if (problems.length > 0)
    throw new UserError("substrate", `${path}: expected a word and its vector a line`, {
      problems,
      hint: 'word2vec or GloVe text, or JSON Lines {"word": ..., "vector": [...]}',
    });
  return table.packed();
}

async function* lines(path: string): AsyncIterable<NumberedLine> {
  try {
    yield* readLines(path, LONGEST_LINE);
  } catch (error) {
    throw new UserError("substrate", `word vectors: can't read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

interface Entry {
  word: unknown;
  vector: unknown;
}

/** Some words of GloVe's files hold spaces, and some are numbers: the vector is what stands at the end. */
function fromText(line: string, dimensions: number): Entry {
  const parts = line.trim().split(/\s+/);
  const first = dimensions > 0 ? Math.max(1, parts.length - dimensions) : 1;
  return { word: parts.slice(0, first).join(" "), vector: parts.slice(first).map(Number) };
}

function fromJson(line: string): Entry {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return { word: null, vector: null };
  }
}

/** Grows by doubling: a file of a million words fits in one array. */
class Table {
  readonly index = new Map<string, number>();
  #values = new Float32Array(1024);
  /** Of the first vector; 0 before it. */
  dimensions = 0;

  /** Null, or what is wrong with the entry. */
  add({ word, vector }: Entry): string | null {
    if (typeof word !== "string" || word === "") return "there is no word";
    if (!Array.isArray(vector) || vector.length === 0 || !vector.every((value) => Number.isFinite(value)))
      return "the vector is not a list of numbers";
    if (vector.length > MOST_DIMENSIONS) return `expected at most ${MOST_DIMENSIONS} numbers, found ${vector.length}`;
    this.dimensions ||= vector.length;
    if (vector.length !== this.dimensions)
      return `expected ${this.dimensions} numbers as in the first vector, found ${vector.length}`;
    const key = word.normalize("NFKC").toLowerCase();
    if (!this.index.has(key)) this.#append(key, vector as number[]);
    return null;
  }

  #append(key: string, vector: readonly number[]): void {
    const start = this.index.size * this.dimensions;
    if (start + vector.length > this.#values.length) {
      const larger = new Float32Array(Math.max(2 * this.#values.length, start + vector.length));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values.set(vector, start);
    this.index.set(key, this.index.size);
  }

  packed(): WordVectors {
    return { dimensions: this.dimensions, index: this.index, values: this.#values };
  }
}
