import { fitLsa, type LsaModel, lsaEmbedding } from "../../../db/embeddings/lsa.ts";
import { DEFAULT_ANALYSIS, termReader } from "../../../db/search/terms.ts";
import type { FaultReport } from "./read-reports.ts";

/** As many as the reference's PCA keeps. */
const DIMENSIONS = 300;
/** Characters of a report's text: what follows are logs and stack traces, which would outweigh what a person wrote. */
const MOST_TEXT = 1500;

/** Learns which words keep company from the reports themselves (latent semantic analysis). Equal reports give equal bytes. */
export async function learnWords(reports: readonly FaultReport[], seed: number): Promise<LsaModel> {
  const documents = reports.map(textOf).map(termReader(DEFAULT_ANALYSIS));
  return await fitLsa([documents], { dimensions: DIMENSIONS, seed, analysis: DEFAULT_ANALYSIS });
}

/** A unit vector a report; zeros where it has no word that the model knows. */
export async function vectorsOf(model: LsaModel, reports: readonly FaultReport[]): Promise<Float32Array[]> {
  return await lsaEmbedding(model).embed(reports.map(textOf));
}

/** The title counts twice: people choose its words. */
export function textOf({ title, text }: FaultReport): string {
  return `${title}\n${title}\n${text.slice(0, MOST_TEXT)}`;
}

export function hasDirection(vector: Float32Array): boolean {
  return vector.some((value) => value !== 0);
}
