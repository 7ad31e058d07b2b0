/** An export as its source has it. */
export interface Documented {
  /** From the checkout's root. */
  file: string;
  name: string;
  kind: "function" | "const" | "interface" | "type";
  /** Its comment, without signs. */
  doc: string;
  /** From its name to its body. */
  declaration: string;
  body: string;
}

interface Rule {
  /** What the comment has to say. */
  asks: string;
  appliesTo(one: Documented): boolean;
  isMet(one: Documented): boolean;
}

/** Words by which a comment says in what a number is, or between what it lies. */
const UNIT =
  /\b(?:-?[\d.]+ to [\d.]+|between|shares?|counts?|number of|how (?:many|much|often|likely|large)|probability|p of|p is|seconds|ms|ranks?|degrees of freedom|units? of|in its units|squared|variance|at least|at most|infinity|whole|chance|quantile|odds|distance|estimate|coefficient|correlation|kappa|alpha)\b|%|\[0, 1\]/i;
/** A year of publication, a program whose results are meant, or that there is none. */
const SOURCE = /\b(?:1[89]|20)\d\d\b|arXiv|trec_eval|gensim|scipy|ir_measures|by definition|our own/i;
const ERRORS = /\bthrows?\b/i;
/** Which index of a table, or key of a map, is what. */
const SHAPE =
  /\b(?:rows?|columns?|by|per|each|units?|lists?|groups?|topics?|clusters?|items?|points?|for every)\b|`\w+\[/i;

const RULES: readonly Rule[] = [
  {
    asks: "the unit or range of the number that it gives",
    appliesTo: ({ kind, declaration }) =>
      kind === "function" && /\): (?:Promise<)?(?:readonly )?\(?number\b[^{]*$/.test(declaration),
    isMet: ({ doc }) => UNIT.test(doc),
  },
  {
    asks: "what it throws (`Throws ...` or `@throws`)",
    appliesTo: ({ kind, body }) =>
      kind === "function" && /\bthrow\b|^\s*(?:\w+ = )?(?:check|require)[A-Z]\w*\(/m.test(body),
    isMet: ({ doc }) => ERRORS.test(doc),
  },
  {
    asks: "the source of its formula (a year, or the program whose results it gives)",
    appliesTo: ({ kind, file }) =>
      kind === "function" && /^measure\/(?:statistics|metrics\/ranking|clustering)\//.test(file),
    isMet: ({ doc }) => SOURCE.test(doc),
  },
  {
    asks: "what the members of its nested lists or maps are",
    appliesTo: ({ kind, declaration }) =>
      kind === "function" && /\(readonly \w+(?:<[^>]*>)?\[\]\)\[\]|\[\]\[\]|Map</.test(declaration),
    isMet: ({ doc }) => SHAPE.test(doc),
  },
];

/** What an export's comment leaves out. [] when it says all that its reader needs. */
export function missingWords(one: Documented): string[] {
  return RULES.filter((rule) => rule.appliesTo(one) && !rule.isMet(one)).map(({ asks }) => asks);
}
