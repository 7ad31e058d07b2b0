import { parseDecimal } from "../../base/blank.ts";
import { power } from "../../base/power.ts";
import { Faults, type FieldLine, fieldIs, fieldOf, type ScanOptions, scanFields } from "./scan.ts";

/** One query's part of a run file, in the file's order; ids byte for byte as in the file. */
export interface RunQuery {
  query: string;
  documents: string[];
  scores: number[];
}

export interface RunVisitor {
  query(part: RunQuery): void;
  /** Forget everything visited so far: the file is read again, because the lines of some query do not stand together. */
  restart(): void;
}

/** Places of the fields. */
const [QUERY, DOCUMENT, RANK, SCORE, TAG] = [0, 2, 3, 4, 5];
const FIELDS = 6;

const EXPECTED = "`query Q0 document rank score tag`, each document once per query";

/**
 * Reads a run file query by query; the rank column is ignored, as in trec_eval. Memory stays at one query while the lines
 * of each query stand together; a file in which a query comes back is read a second time and gathered whole.
 * @returns the tag of the last line, "" for an empty file.
 * @throws UserError `input` with line numbers for malformed lines, scores that are no finite decimal number and duplicate documents.
 */
export async function readRun(path: string, visitor: RunVisitor, options: ScanOptions = {}): Promise<string> {
  const closed = new Set<string>();
  const open = (query: string): RunQuery => {
    if (closed.has(query)) throw new Scattered();
    return { query, documents: [], scores: [] };
  };
  const close = (part: RunQuery): void => {
    closed.add(part.query);
    visitor.query(part);
  };
  try {
    return await readParts(path, { open, close }, options);
  } catch (error) {
    if (!(error instanceof Scattered)) throw error;
  }
  visitor.restart();
  return gatherRun(path, visitor, options);
}

/** Lines of one query are apart, which only `gatherRun` can read. */
class Scattered extends Error {}

async function gatherRun(path: string, visitor: RunVisitor, options: ScanOptions): Promise<string> {
  const parts = new Map<string, RunQuery>();
  const open = (query: string): RunQuery => {
    const part = parts.get(query) ?? { query, documents: [], scores: [] };
    parts.set(query, part);
    return part;
  };
  const tag = await readParts(path, { open, close: () => undefined }, options);
  for (const part of parts.values()) visitor.query(part);
  return tag;
}

/** `open` gives the part for a query when its lines begin, `close` gets it when they end. */
interface Parts {
  open(query: string): RunQuery;
  close(part: RunQuery): void;
}

async function readParts(path: string, { open, close }: Parts, options: ScanOptions): Promise<string> {
  const faults = new Faults(path);
  const seen = new WeakMap<RunQuery, Set<string>>();
  let part: RunQuery | null = null;
  let documents = new Set<string>();
  let tag = "";
  await scanFields(path, { fields: FIELDS, exact: false, faults, ...options }, (line) => {
    if (part === null || !fieldIs(line, QUERY, part.query)) {
      if (part !== null) close(part);
      part = open(fieldOf(line, QUERY));
      documents = seen.get(part) ?? new Set();
      seen.set(part, documents);
    }
    const document = fieldOf(line, DOCUMENT);
    const score = parseNumber(line, SCORE);
    const surplus = line.count > FIELDS ? surplusOf(line) : null;
    if (surplus !== null) faults.add(line.number, `${line.count} fields: ${surplus}`);
    else if (Number.isNaN(score))
      faults.add(line.number, `score ${JSON.stringify(fieldOf(line, SCORE))} is not a finite decimal number`);
    else if (documents.size === documents.add(document).size)
      faults.add(line.number, `document ${document} is returned twice for query ${part.query}`);
    else {
      part.documents.push(document);
      part.scores.push(score);
    }
    if (!fieldIs(line, TAG, tag)) tag = fieldOf(line, TAG);
  });
  faults.throwIfAny(EXPECTED);
  if (part !== null) close(part);
  return tag;
}

/**
 * What is wrong with a line of more than six fields. A tag may go on with words, which trec_eval passes over, too; a line
 * that was joined to this one, or a field that has come between, may not be passed over with them.
 */
function surplusOf(line: FieldLine): string | null {
  if (Number.isNaN(parseNumber(line, RANK))) return `the rank ${JSON.stringify(fieldOf(line, RANK))} is no number`;
  const end = line.text.indexOf("\n", line.bounds[2 * TAG]);
  const words = line.text
    .slice(line.bounds[2 * TAG], end < 0 ? undefined : end)
    .trim()
    .split(/\s+/);
  const isNumber = (at: number) => parseDecimal(words[at] ?? "") !== null;
  // Of a second record at least `iteration document rank score` stand behind the tag.
  return words.some((_, at) => at >= 3 && isNumber(at) && isNumber(at + 1)) ? "it holds a second record" : null;
}

/** Powers of ten that a double holds exactly. */
const POWERS = Array.from({ length: 16 }, (_, exponent) => power(10, exponent));
const DIGITS = 15;
const MINUS = 45;
const POINT = 46;

/**
 * The number in a field, NaN when it is not a number (`parseDecimal`: no `inf`, no `0x10`, no `1e400`). Plain decimals of up to 15 digits are read in place, exactly as `Number`
 * would: digits and power of ten are both exact, so their quotient is rounded once.
 */
function parseNumber({ bytes, text, bounds }: FieldLine, field: number): number {
  const start = bounds[2 * field]!;
  const end = bounds[2 * field + 1]!;
  const negative = bytes[start] === MINUS;
  let digits = 0;
  let point = -1;
  for (let at = negative ? start + 1 : start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= 48 && byte <= 57) digits = digits * 10 + (byte - 48);
    else if (byte === POINT && point < 0) point = at;
    else return parseDecimal(text.slice(start, end)) ?? Number.NaN;
  }
  const count = end - start - (negative ? 1 : 0) - (point < 0 ? 0 : 1);
  if (count < 1 || count > DIGITS) return parseDecimal(text.slice(start, end)) ?? Number.NaN;
  const size = point < 0 ? digits : digits / POWERS[end - point - 1]!;
  return negative ? -size : size;
}
