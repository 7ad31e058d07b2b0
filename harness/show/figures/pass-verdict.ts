/** Whose verdict a figure of pass rates shows. Each such figure is there twice: by the functional verdict, and by the judge's beside it. */
export interface PassVerdict {
  metric: "functional_pass" | "pass";
  /** Filter of the executions by it. */
  filter: "functional" | "verdict";
  /** The figure's file name. */
  named(name: string): string;
  titled(title: string): string;
  /** How the rate is called in a sentence. */
  rate: string;
  /** The executions that pass, and those that there is a rate of. */
  rule: string;
}

export const FUNCTIONAL: PassVerdict = {
  metric: "functional_pass",
  filter: "functional",
  named: (name) => name,
  titled: (title) => title,
  rate: "functional pass rate",
  rule: "pass by the functional verdict, which no judge has a part in (ended well; all expected ids in the recommended list, none there that no record has, enough of the expected entities in the answer; says which part of the question nothing supports; abstains exactly where there is nothing to find, without recommending). Executions that failed count as fail; those without a trace are unscored",
};

export const JUDGE: PassVerdict = {
  metric: "pass",
  filter: "verdict",
  named: (name) => `judge-${name}`,
  titled: (title) => `${title}, by the judge`,
  rate: "judge's pass rate",
  rule: "pass by the primary judge (all expected ids found, at least the configured share of entities, alignment at the threshold). Executions that failed count as fail; blocked verdicts are unscored",
};
