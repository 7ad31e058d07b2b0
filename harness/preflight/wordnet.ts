import type { Config } from "../config/schema.ts";
import { readWordNet } from "../metrics/text/wordnet.ts";

/** @throws UserError `config` when the folder that answers are scored by lacks files. */
export function checkWordNet({ wordnet }: Config): void {
  if (wordnet !== undefined) readWordNet(wordnet);
}
