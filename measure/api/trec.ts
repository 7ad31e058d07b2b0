/** Files of TREC: judgements, rankings, questions, and metrics of a run file. */

export { formatIr } from "../trec/format-ir.ts";
export { decodeTrecId, encodeTrecId } from "../trec/ids.ts";
export { computeIr, type IrOptions, type IrResult } from "../trec/ir.ts";
export {
  type Judged,
  type Rankings,
  readJudged,
  readRankings,
  readTopics,
  writeRankings,
} from "../trec/rankings.ts";
