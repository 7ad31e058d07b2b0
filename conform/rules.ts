/** What a case of rankings can be about, and the rule of trec_eval 10 that decides it. */
export const RANKING_RULES = {
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

export type RankingClass = keyof typeof RANKING_RULES;

/** What a case of a judge's outputs can be about, and the rule of Inspect AI or of scikit-learn that decides it. */
export const JUDGE_RULES = {
  "one grade": "C counts 1, P .5, I 0",
  "several grades": "the last one counts: the judge was told to end with it",
  "no grade": "an output without a grade is unscored: no 0, and in no mean",
  "no such grade": "a grade that was not offered is unscored; C, P and I in full words are grades",
  "how it is written":
    "case, blanks and invisible signs around the colon make no difference; marks of emphasis within do",
  "part of a word": "downgrade: C gives no grade",
  "beside people": "accuracy and Cohen's kappa are over items that judge and people graded",
  "one label": "kappa has no value where both give one and the same grade to all",
} as const;

export const RULES = { ...RANKING_RULES, ...JUDGE_RULES };

export type CaseClass = keyof typeof RULES;
