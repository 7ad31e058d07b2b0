/** What a case can be about, and the rule of trec_eval 10 that decides it. */
export const RULES = {
  plain: "documents in order of score; a document that is not judged is not relevant",
  ties: "equal scores are ordered by document id, descending, byte by byte",
  "close scores": "scores are compared as 64-bit numbers: what differs in the last bit is no tie",
  grades: "the gain of NDCG is the grade itself; for all else a grade of 1 or more is relevant",
  "negative grades": "a grade below 0 is not relevant and gains nothing",
  "no relevant document": "a query without a relevant document scores 0 and counts in the mean",
  "missing queries": "a judged query without results is left out of the mean",
  "extra queries": "a query that is not judged is left out of the mean",
  "more relevant than k": "recall and the ideal ranking count all relevant documents, retrieved or not",
  "few results": "precision@k divides by k, also where fewer than k were retrieved",
  ids: "ids are opaque bytes: signs, case and Unicode form distinguish them",
  duplicates: "a document that stands twice in a query is an error",
  "not a number": "a score that is no number has no rank: refused, or without effect where order cannot matter",
} as const;

export type CaseClass = keyof typeof RULES;
