import { makeRandom, type Random } from "../../../base/random.ts";
import { type Changes, type Rule, stateOf } from "../decision.ts";

/** Scores by configuration, one a scenario; null: unscored. */
export type Scores = Readonly<Record<string, readonly (number | null)[]>>;

/** Two sides as files, and what the gate must say of them. */
export interface DirectoryCase {
  name: string;
  kind: "baseline files" | "run directories" | "TREC files";
  baseline: Scores;
  candidate: Scores;
  families: readonly string[];
  rule: Rule;
  /** Both sides say that nothing which the answers of these follow from changed. */
  declared?: readonly string[];
  /** Scenarios at the end that the candidate did not run, that the baseline does not have, a line that is cut off. */
  missing?: number;
  extra?: number;
  damaged?: true;
  /** Where no test decides: by the rules on what is absent in docs/method/gate.md. Null: no verdict at all. */
  stated?: { state: string | null; exit: number };
}

interface Shape {
  scenarios: number;
  configurations?: readonly string[];
  kind?: DirectoryCase["kind"];
  by?: Rule["by"];
  /** Noise of a score on either side; 0: the same scores unless something is lost. */
  noise?: number;
  passOrFail?: boolean;
  /** What the candidate loses in the mean. */
  loss?(at: { configuration: number; family: number; scenario: number }): number;
}

export function makeCase(name: string, shape: Shape, more: Partial<DirectoryCase> = {}): DirectoryCase {
  const { scenarios, configurations = ["a"], kind = "baseline files", by = null, loss = () => 0 } = shape;
  const random = makeRandom("gate-directories", name);
  const ids = Array.from({ length: scenarios }, (_, scenario) => scenario);
  const levels = ids.map(() => 0.4 + 0.2 * random());
  const side = (lost: typeof loss): Scores =>
    Object.fromEntries(
      configurations.map((key, configuration) => [
        key,
        ids.map((scenario) =>
          scoreOf(shape, levels[scenario]! - lost({ configuration, family: scenario % 4, scenario }), random),
        ),
      ]),
    );
  const baseline = side(() => 0);
  return {
    ...{ name, kind, baseline, candidate: side(loss), families: ids.map((scenario) => `family ${scenario % 4}`) },
    ...{ rule: { by, min_effect: 0.05, level: 0.05 }, ...more },
  };
}

/** With the six decimals that files hold. */
function scoreOf({ noise = 0, passOrFail }: Shape, level: number, random: Random): number {
  if (passOrFail) return Number(random() < level);
  const value = level + noise * (random() + random() + random() - 1.5);
  return Number(Math.max(0, Math.min(1, value)).toFixed(6));
}

/** What the simulation's decision makes of the same numbers, with the exit code that belongs to it. */
export function expectedOf({ stated, ...one }: DirectoryCase): { state: string | null; exit: number } {
  if (stated) return stated;
  const { baseline, candidate, declared = [], missing = 0, families, rule } = one;
  const changes: Changes = {
    configurations: Object.keys(baseline)
      .filter((name) => !declared.includes(name) || String(baseline[name]) !== String(candidate[name]))
      .map((name) => changesOf(baseline[name]!, candidate[name]!, families.length - missing)),
    families: families.slice(0, families.length - missing),
  };
  const state = changes.configurations.length === 0 ? "passed" : stateOf(changes, rule);
  return { state, exit: { failed: 3, "not-comparable": 4 }[state as string] ?? 0 };
}

function changesOf(a: Scores[string], b: Scores[string], kept: number): number[] {
  return a.slice(0, kept).map((before, at) => {
    const after = b[at] ?? null;
    return before === null || after === null ? Number.NaN : after - before;
  });
}
