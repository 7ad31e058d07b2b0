import type { TruthBaseline } from "./baseline.ts";

export const oracleBaseline: TruthBaseline = {
  name: "oracle",
  label: "Oracle",
  definition: "The ground truth itself, written as an answer: what the scores give to a perfect ranking.",
  knows: "truth",
  async rank({ expected_ids, reference_answer }) {
    return {
      tests: expected_ids.map((id) => ({ id, why: "expected" })),
      sentence: reference_answer,
      calls: [{ tool: "oracle_ranker", family: "unknown", arguments: {}, rows: expected_ids.map((id) => ({ id })) }],
    };
  },
};
