import { makeRandom, type Random } from "../../base/random.ts";
import { balancedFactorial, type Factorial } from "../../measure/statistics/factorial/balanced.ts";
import { levelsOf } from "../../measure/statistics/factorial/cells.ts";
import { many, normal } from "./draw.ts";

const FACTORS = [
  { name: "model", levels: 3 },
  { name: "workflow", levels: 2 },
  { name: "knowledge", levels: 3 },
];
const MODEL = [-0.3, 0, 0.3];
const WORKFLOW = [-0.2, 0.2];
/** Model x workflow: the strongest model gains by workflow, the weakest loses. Knowledge does nothing. */
const BOTH = [0.15, -0.15, 0, 0, -0.15, 0.15];
/** Variances: between scenarios, of the model's effect between scenarios (of each level), from run to run. */
const SCENARIO = 1;
const BY_MODEL = 0.2;
const NOISE = 0.5;

/** 52 scenarios x 18 configurations x 2 repeats with known effects. */
function plantedRun(random: Random): Factorial {
  const values = many(52, () => {
    const scenario = Math.sqrt(SCENARIO) * normal(random);
    const taste = many(3, () => Math.sqrt(BY_MODEL * 1.5) * normal(random)); // Centring takes a third away.
    const centre = (taste[0]! + taste[1]! + taste[2]!) / 3;
    return many(18, (cell) => {
      const [model, workflow] = levelsOf(cell, FACTORS);
      const fixed = MODEL[model!]! + WORKFLOW[workflow!]! + BOTH[model! * 2 + workflow!]!;
      return many(2, () => fixed + scenario + taste[model!]! - centre + Math.sqrt(NOISE) * normal(random));
    });
  });
  return balancedFactorial({ factors: FACTORS, values, random, permutations: 199 })!;
}

const meanSquare = (values: readonly number[]) => values.reduce((sum, value) => sum + value ** 2, 0) / values.length;

interface Limits {
  low: number;
  high: number;
}

/** What was planted, what estimates it, and its interval. */
const PLANTED: readonly { name: string; truth: number; of: (run: Factorial) => { value: number } & Limits }[] = [
  ...MODEL.map((truth, i) => ({
    name: `model ${i + 1}`,
    truth,
    of: (run: Factorial) => run.effects[0]!.deviations[i]!,
  })),
  { name: "workflow 2", truth: WORKFLOW[1]!, of: (run) => run.effects[1]!.deviations[1]! },
  { name: "model 3 x workflow 2", truth: BOTH[5]!, of: (run) => run.effects[3]!.deviations[5]! },
  { name: "variance: model", truth: meanSquare(MODEL), of: (run) => named(run.effects[0]!) },
  { name: "variance: workflow", truth: meanSquare(WORKFLOW), of: (run) => named(run.effects[1]!) },
  { name: "variance: model x workflow", truth: meanSquare(BOTH), of: (run) => named(run.effects[3]!) },
  { name: "variance: scenario", truth: SCENARIO, of: (run) => named(run.blocks) },
  { name: "variance: model x scenario", truth: BY_MODEL, of: (run) => named(run.byBlock[0]!) },
  { name: "variance: run to run", truth: NOISE, of: (run) => named(run.noise!) },
];

function named({ variance, low, high }: { variance: number } & Limits) {
  return { value: variance, low, high };
}

export interface PlantedResult {
  name: string;
  truth: number;
  mean: number;
  coverage: number;
}

/** Mean estimate and coverage of each planted quantity; and how often effects are found that are, and are not, there. */
export function simulatePlanted(runs: number): { rows: PlantedResult[]; found: number; invented: number } {
  const random = makeRandom("planted");
  const results = many(runs, () => plantedRun(random));
  const rows = PLANTED.map(({ name, truth, of }) => {
    const estimates = results.map(of);
    return {
      name,
      truth,
      mean: estimates.reduce((sum, { value }) => sum + value, 0) / runs,
      coverage: estimates.filter(({ low, high }) => low <= truth && truth <= high).length / runs,
    };
  });
  const rejected = (place: number) => results.filter(({ effects }) => effects[place]!.p <= 0.05).length / runs;
  return { rows, found: rejected(3), invented: rejected(2) };
}
