import {
  type PairedComponents,
  type Replication,
  spreadWith,
  worthOfMoney,
} from "../../../measure/statistics/power/paired-components.ts";
import { detectableChange, powerOfChange } from "../../results/compare/test-of-change.ts";
import type { KnownComponents } from "./components.ts";

export interface BudgetInput {
  /** US dollars. */
  budget: number;
  components: PairedComponents;
  /** US dollars of an execution without its judge, and of one judging. */
  price: { execution: number; judging: number };
  /** Systems that are executed. */
  configurations: number;
  /** Scenarios that there are, and those of them that are independent. */
  available: number;
  distinct: number;
  /** The gate's test of the metric. */
  test: Parameters<typeof detectableChange>[0]["test"];
  largestChange: number | null;
  binary: boolean;
  /** Two-sided. */
  alpha: number;
  /** A loss that matters, of which the power is told. */
  effect: number;
}

export interface Study extends Replication {
  scenarios: number;
  executions: number;
  /** US dollars. */
  cost: number;
  /** Smallest difference found 4 times in 5; null: none. */
  detectable: number | null;
  /** Probability that a loss of the size that matters is called. */
  power: number;
}

export interface BudgetPlan {
  /** The study that finds the smallest difference for the money; null: not two scenarios can be paid. */
  best: Study | null;
  /** The same if as many scenarios as wanted were there; null where they are. */
  unlimited: Study | null;
  curve: readonly { budget: number; study: Study | null }[];
  worth: ReturnType<typeof worthOfMoney> | null;
}

/** What a budget buys by the components and prices of earlier runs. */
export interface PlannedBudget extends BudgetPlan {
  metric: string;
  components: KnownComponents;
  input: BudgetInput;
  /** Earlier runs whose executions told the price; empty where it is the estimate's. */
  pricedBy: readonly string[];
}

const MOST_REPEATS = 20;
const MOST_JUDGINGS = 5;
/** Of the budget: what less and more of it would find. */
const PARTS = [0.25, 0.5, 1, 2, 4];

/**
 * What to spend a budget on. An answer is judged more than once only where it is known what that brings: a mean of judgings varies by the root of their
 * number less, the majority of passes and fails by less than that.
 */
export function planBudget(input: BudgetInput): BudgetPlan {
  const best = bestStudy(input);
  const free = bestStudy({ ...input, ...unlimited(input) });
  const isCapped = best !== null && free !== null && free.scenarios > input.available;
  return {
    best,
    unlimited: isCapped ? free : null,
    curve: PARTS.map((part) => ({
      budget: part * input.budget,
      study: bestStudy({ ...input, budget: part * input.budget }),
    })),
    worth: best && worthOfMoney(plannedFor(input), best, input.price),
  };
}

/** Where judging again is not planned for, what it would take off is the repeats'. */
function plannedFor({ components, binary }: BudgetInput): PairedComponents {
  const { judge, repeat } = components;
  return binary && repeat !== null && judge !== null
    ? { ...components, repeat: repeat + judge, judge: null }
    : components;
}

/** More than this nobody writes for one study, and the test's theory takes seconds. */
const MOST_SCENARIOS = 1000;

function unlimited({ available, distinct, budget, price, configurations }: BudgetInput) {
  const paid = Math.floor(budget / (configurations * (price.execution + price.judging)));
  const most = Math.max(available, Math.min(MOST_SCENARIOS, paid));
  return { available: most, distinct: (most * distinct) / available };
}

/** Variances are alike within this share: then more scenarios, on which the test counts, and then less money. */
const ALIKE = 0.02;

function bestStudy(input: BudgetInput): Study | null {
  const designs = designsWithin(input).map((design) => ({
    ...design,
    variance: spreadWith(input.components, design) ** 2 / design.scenarios,
  }));
  const least = Math.min(...designs.map(({ variance }) => variance));
  const good = designs.filter(({ variance }) => variance <= least * (1 + ALIKE));
  const [best] = good.sort((a, b) => b.scenarios - a.scenarios || a.cost - b.cost);
  return best === undefined ? null : studyOf(best, input);
}

/** For each number of repeats and judgings as many scenarios as the money pays. */
function designsWithin({ budget, components, price, configurations, available, binary }: BudgetInput) {
  const repeated = components.repeat === null ? 1 : MOST_REPEATS;
  const judged = components.judge === null || components.judge === 0 || binary ? 1 : MOST_JUDGINGS;
  return oneTo(repeated).flatMap((repeats) =>
    oneTo(judged)
      .filter(isOdd)
      .flatMap((judgings) => {
        const each = configurations * repeats * (price.execution + judgings * price.judging);
        const scenarios = Math.min(available, Math.floor(budget / each + 1e-9));
        return scenarios < 2 ? [] : [{ repeats, judgings, scenarios, cost: scenarios * each }];
      }),
  );
}

/** A majority needs an odd number. */
function isOdd(judgings: number): boolean {
  return judgings % 2 === 1;
}

function oneTo(most: number): number[] {
  return Array.from({ length: most }, (_, at) => at + 1);
}

function studyOf(
  { repeats, judgings, scenarios, cost }: Replication & { scenarios: number; cost: number },
  input: BudgetInput,
): Study {
  const { components, configurations, available, distinct, test, largestChange, binary, alpha, effect } = input;
  const sampled = {
    ...{ test, alpha, largest_change: largestChange },
    spread: spreadWith(components, { repeats, judgings }),
    scenarios: Math.max(2, Math.floor((scenarios * distinct) / available)),
    passOrFail: binary && repeats === 1,
  };
  return {
    ...{ repeats, judgings, scenarios, cost },
    executions: configurations * scenarios * repeats,
    detectable: detectableChange(sampled),
    power: powerOfChange(effect, sampled),
  };
}
