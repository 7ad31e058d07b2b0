/** Files of TREC: judgements, rankings, questions, and metrics of a run file. */

export { formatIr } from "../../measure/trec/format-ir.ts";
export { decodeTrecId, encodeTrecId } from "../../measure/trec/ids.ts";
export { computeIr, type IrOptions, type IrResult } from "../../measure/trec/ir.ts";
export {
  type Judged,
  type Rankings,
  readJudged,
  readRankings,
  readTopics,
  writeRankings,
} from "../../measure/trec/rankings.ts";
