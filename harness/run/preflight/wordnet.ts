import { readWordNet } from "../../../measure/metrics/text/wordnet.ts";
import type { Config } from "../../record/config/schema.ts";

/** @throws UserError `config` when the folder that answers are scored by lacks files. */
export function checkWordNet({ wordnet }: Config): void {
  if (wordnet !== undefined) readWordNet(wordnet);
}
