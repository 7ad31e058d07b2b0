import type { Case } from "./cases.ts";
import type { Rule } from "./decision.ts";
import type { Population } from "./populations.ts";

export const LEVEL = 0.05;
const MATTERS = 0.05;

export const rule = (by: Rule["by"], min_effect = MATTERS): Rule => ({ by, min_effect, level: LEVEL });
export const WHOLE = { name: "over everything", rule: rule(null) };
const BY_CONFIGURATION = { name: "by configuration", rule: rule("configuration") };
const BY_FAMILY = { name: "by family", rule: rule("family") };
const RULES = [WHOLE, BY_CONFIGURATION, BY_FAMILY];

export interface Table {
  title: string;
  counted: "failed" | "passed";
  /** 2.5 % at most. */
  promised?: true;
  cases: readonly Case[];
}

export const tablesOf = (populations: readonly Population[]): Table[] => [
  {
    ...{ title: "nothing changed: failed, %", counted: "failed", promised: true },
    cases: populations.flatMap((population) => RULES.map((one) => ({ ...one, population }))),
  },
  {
    ...{ title: "a loss of .05, which matters: passed without reserve, %", counted: "passed", promised: true },
    cases: populations.flatMap((population) =>
      [
        { ...WHOLE, of: "everything" as const },
        { ...BY_CONFIGURATION, of: "one configuration" as const },
        { ...BY_FAMILY, of: "one family" as const },
      ].map((one) => ({ ...one, name: `${one.name}, ${one.of} loses`, population, loss: MATTERS })),
    ),
  },
  {
    ...{ title: "a loss of .3: failed, %", counted: "failed" },
    cases: populations
      .filter((_, at) => at % 2 === 0 || at === 3)
      .flatMap((population) =>
        [
          { ...WHOLE, of: "everything" as const },
          { ...WHOLE, of: "one configuration" as const },
          { ...BY_CONFIGURATION, of: "one configuration" as const },
          { ...WHOLE, of: "one family" as const },
          { ...BY_FAMILY, of: "one family" as const },
        ].map((one) => ({ ...one, name: `${one.of} loses, rule ${one.name}`, population, loss: 0.3 })),
      ),
  },
  {
    ...{ title: "nothing changed, whole runs are moved: failed, %", counted: "failed" },
    cases: [0.02, 0.05, 0.1].flatMap((run_sd) =>
      [0.05, 0.1, 0.2].map((min_effect) => ({
        name: `runs' sd ${short(run_sd)}, \`min_effect\` ${short(min_effect)}`,
        ...{ population: populations[0]!, rule: rule(null, min_effect), run_sd },
      })),
    ),
  },
];

function short(value: number): string {
  return String(value).replace(/^0/, "");
}
