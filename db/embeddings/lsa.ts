import { sha256 } from "../../base/hash.ts";
import { ownText } from "../../base/own-text.ts";
import { compareText } from "../../base/text-order.ts";
import type { EmbeddingPort } from "../ports/ports.ts";
import type { TextAnalysis } from "../ports/substrate-manifest.ts";
import { termReader } from "../search/terms.ts";
import { type SparseMatrix, sparseMatrix } from "./sparse-matrix.ts";
import { rightSingularVectors } from "./truncated-svd.ts";

/** What is learned from a corpus: enough to fold any text in. `projection` holds a row of `dimensions` numbers a term. */
export interface LsaModel {
  dimensions: number;
  seed: number;
  /** How texts became terms; queries go the same way. */
  analysis: TextAnalysis;
  terms: readonly string[];
  /** Inverse document frequency a term. */
  weights: Float32Array;
  projection: Float32Array;
}

/** Terms in fewer texts than this say nothing about other texts. */
const MIN_TEXTS = 2;
/** Terms kept, most frequent first: bounds time and memory on any corpus. */
const MAX_TERMS = 30_000;

/**
 * Latent semantic analysis (Deerwester et al. 1990) of texts' terms, given some texts at a time: TF-IDF with 1 + log(tf), unit rows,
 * truncated SVD. Equal texts, dimensions and seed give equal bytes. A corpus with fewer directions than `dimensions` leaves the rest 0.
 */
export async function fitLsa(
  pages: TermPages,
  options: { dimensions: number; seed: number; analysis: TextAnalysis },
): Promise<LsaModel> {
  const { dimensions, seed, analysis } = options;
  const { matrix, terms, weights } = await weightedTerms(pages);
  const vectors = rightSingularVectors(matrix, options);
  const projection = new Float32Array(terms.length * options.dimensions);
  for (let row = 0; row < vectors.rows; row++) {
    for (let column = 0; column < vectors.columns; column++) {
      projection[row * options.dimensions + column] = vectors.values[row * vectors.columns + column]!;
    }
  }
  return { dimensions, seed, analysis, terms, weights, projection };
}

/** The terms of some texts at a time, in order. */
export type TermPages = AsyncIterable<readonly (readonly string[])[]> | Iterable<readonly (readonly string[])[]>;

/** Of the texts nothing else is left when it returns. */
async function weightedTerms(
  pages: TermPages,
): Promise<{ matrix: SparseMatrix; terms: string[]; weights: Float32Array }> {
  const documents = await packed(pages);
  const { terms, weights, columns } = vocabularyOf(documents);
  return { matrix: sparseMatrix(rowsOf(documents, columns, weights), terms.length), terms, weights };
}

/** The port over a learned model, whose id names what was learned. A text without a known term gives a vector of zeros. */
export function lsaEmbedding(model: LsaModel): EmbeddingPort {
  const index = new Map(model.terms.map((term, at) => [term, at]));
  const termsOf = termReader(model.analysis);
  const embedTerms = (documents: readonly (readonly string[])[]) =>
    documents.map((terms) => folded(model, weighted(columnsOf(terms, index), model.weights)));
  return {
    id: `lsa-${model.dimensions}@${sha256(encodeLsa(model)).slice(0, 12)}`,
    dimensions: model.dimensions,
    async embed(texts) {
      return embedTerms(texts.map(termsOf));
    },
    embedTerms,
  };
}

/** One value: a JSON line with the vocabulary, then weights and projection as little-endian 32-bit floats. */
export function encodeLsa({ dimensions, seed, analysis, terms, weights, projection }: LsaModel): Buffer {
  const header = Buffer.from(`${JSON.stringify({ version: 1, dimensions, seed, analysis, terms })}\n`);
  return Buffer.concat([header, bytesOf(weights), bytesOf(projection)]);
}

export function decodeLsa(bytes: Uint8Array): LsaModel {
  const end = bytes.indexOf(10);
  const { dimensions, seed, analysis, terms } = JSON.parse(Buffer.from(bytes.subarray(0, end)).toString()) as LsaModel;
  // A copy, since floats must lie at a multiple of four bytes.
  const floats = new Float32Array(new Uint8Array(bytes.subarray(end + 1)).buffer);
  const weights = floats.slice(0, terms.length);
  return { dimensions, seed, analysis, terms, weights, projection: floats.slice(terms.length) };
}

function bytesOf(floats: Float32Array): Buffer {
  return Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength);
}

/** Texts as numbers: of the terms of a large corpus only each different one is kept as a text. */
interface Documents {
  /** Numbers of the terms of each, in order. */
  documents: readonly Int32Array[];
  /** In the order of their first occurrence, which numbers them. */
  terms: readonly string[];
}

async function packed(pages: TermPages): Promise<Documents> {
  const numbers = new Map<string, number>();
  const documents: Int32Array[] = [];
  const numberOf = (term: string): number => {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    numbers.set(ownText(term), numbers.size);
    return numbers.size - 1;
  };
  for await (const page of pages) for (const terms of page) documents.push(Int32Array.from(terms, numberOf));
  return { documents, terms: [...numbers.keys()] };
}

/** What is kept of the terms, and the column of each, -1 for one that is not. */
function vocabularyOf({ documents, terms }: Documents): {
  terms: string[];
  weights: Float32Array;
  columns: Int32Array;
} {
  const counts = new Int32Array(terms.length);
  for (const document of documents) for (const term of new Set(document)) counts[term]!++;
  const kept = terms
    .map((_term, number) => number)
    .filter((number) => counts[number]! >= MIN_TEXTS)
    .sort((a, b) => counts[b]! - counts[a]! || compareText(terms[a]!, terms[b]!))
    .slice(0, MAX_TERMS);
  const columns = new Int32Array(terms.length).fill(-1);
  for (const [column, number] of kept.entries()) columns[number] = column;
  // Smoothed, so that a term in every text keeps a small weight.
  const weights = Float32Array.from(kept, (number) => Math.log((1 + documents.length) / (1 + counts[number]!)) + 0.1);
  return { terms: kept.map((number) => terms[number]!), weights, columns };
}

function* rowsOf({ documents }: Documents, columns: Int32Array, weights: Float32Array) {
  for (const document of documents)
    yield weighted(
      document.map((term) => columns[term]!).filter((column) => column >= 0),
      weights,
    );
}

function columnsOf(terms: readonly string[], index: ReadonlyMap<string, number>): number[] {
  const columns: number[] = [];
  for (const term of terms) {
    const column = index.get(term);
    if (column !== undefined) columns.push(column);
  }
  return columns;
}

/** @param columns of the terms of a text that are known */
function weighted(columns: Iterable<number>, weights: Float32Array): Map<number, number> {
  const row = new Map<number, number>();
  for (const at of columns) row.set(at, (row.get(at) ?? 0) + 1);
  let squares = 0;
  for (const [at, count] of row) {
    const value = (1 + Math.log(count)) * weights[at]!;
    row.set(at, value);
    squares += value * value;
  }
  const norm = Math.sqrt(squares) || 1;
  for (const [at, value] of row) row.set(at, value / norm);
  return row;
}

function folded({ dimensions, projection }: LsaModel, row: ReadonlyMap<number, number>): Float32Array {
  const sums = new Float64Array(dimensions);
  for (const [at, value] of row) {
    const start = at * dimensions;
    for (let k = 0; k < dimensions; k++) sums[k]! += value * projection[start + k]!;
  }
  let squares = 0;
  for (const value of sums) squares += value * value;
  const norm = Math.sqrt(squares) || 1;
  for (let k = 0; k < dimensions; k++) sums[k]! /= norm;
  return Float32Array.from(sums);
}
