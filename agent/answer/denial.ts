/** In a list's place. */
const NONE =
  /^[\s>*_+`(-]*(?:none|nothing|n\/a|not applicable|keine?|aucune?|ningun[oa]?|无|没有|なし)(?![\p{L}\p{N}])/iu;
/** A sentence that says that there is no test: in English, and in the usual words of languages near it. */
const DENIES = new RegExp(
  [
    "\\b(?:no|none of|unable to find|(?:could|can|did|do)(?: ?not|n['’]t) (?:find|recommend|support))(?! (?:other|further|more|additional|new)\\b)(?: [\\p{L}-]+){0,3} (?:tests?|recommendations?|records?)\\b",
    "\\bnothing to recommend\\b",
    "\\bkeine?n?(?: \\p{L}+){0,2} (?:empfehlung|test)|\\baucune? (?:recommandation|cas de test|test)\\b|\\bnessun[oa]? (?:raccomandazione|test|caso)",
    "\\b(?:ninguna?|ningún|nenhuma?) (?:recomendación|recomendação|caso|prueba|teste)\\b",
  ].join("|"),
  "iu",
);

/** What takes it back: tests that are recommended all the same. */
const EXCEPT = /\b(?:other than|except|besides|apart from)\b/i;
const TAKES_BACK = /\b(?:however|but|instead|nevertheless)\b/i;

/**
 * Whether an answer without a list abstains in other words than it was asked to: `None.` stands where the list would, or its first sentence says
 * that there is no test. Which ids it names decides nothing: they may be those of the question.
 */
export function deniesAny(listed: readonly string[], prose: string): boolean {
  const place = listed.find((line) => line.trim() !== "");
  if (place !== undefined) return NONE.test(place) || DENIES.test(place);
  const first = /^.*?(?:[.!?](?=\s)|$)/m.exec(prose)![0];
  return (
    !first.endsWith("?") && DENIES.test(first) && !EXCEPT.test(first) && !TAKES_BACK.test(prose.slice(first.length))
  );
}
