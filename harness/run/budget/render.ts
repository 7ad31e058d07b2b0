import { countOf } from "../../../base/counts.ts";
import { spreadWith } from "../../../measure/statistics/power/paired-components.ts";
import { right, table, wrap } from "../../print/text.ts";
import type { BudgetPlan, PlannedBudget, Study } from "./plan-budget.ts";

/** For people: what to run first, then why, then what more money would find. */
export function renderBudget(planned: PlannedBudget, columns: number): string {
  const width = Math.min(columns, 100);
  const blocks = [
    bestLine(planned),
    ...cappedLine(planned),
    componentTable(planned, columns),
    worthLine(planned),
    curveTable(planned, columns),
    limits(planned),
  ];
  return blocks.map((block) => (block.includes("\n") ? block : wrap(block, width, ""))).join("\n\n");
}

function bestLine({ best, input, metric }: PlannedBudget): string {
  if (best === null)
    return `${dollars(input.budget)} pays for less than two scenarios of ${countOf(input.configurations, "configuration")}: nothing can be compared.`;
  const found =
    best.detectable === null ? "finds nothing" : `finds ${points(best.detectable)} of ${metric} 4 times in 5`;
  return `${dollars(best.cost)} of ${dollars(input.budget)}: ${designOf(best)}, ${countOf(best.executions, "execution")}; ${found}.`;
}

function designOf({ scenarios, repeats, judgings }: Study): string {
  const judged = judgings > 1 ? `, each answer judged ${judgings} times` : "";
  return `${countOf(scenarios, "scenario")} x ${countOf(repeats, "repeat")}${judged}`;
}

function cappedLine({ unlimited, input }: PlannedBudget): string[] {
  if (unlimited === null || unlimited.detectable === null) return [];
  return [
    `There are ${countOf(input.available, "scenario")}. With more of them the same money would find ${points(unlimited.detectable)}: ${designOf(unlimited)}.`,
  ];
}

function componentTable({ components, input, best }: PlannedBudget, columns: number): string {
  const design = best ?? { repeats: 1, judgings: 1 };
  const whole = spreadWith(components, design) ** 2;
  const share = (variance: number) => (whole === 0 ? "-" : `${Math.round((100 * variance) / whole)} %`);
  const { repeats, judgings } = design;
  const row = (name: string, variance: number | null, part: number, why: string) => [
    name,
    variance === null ? why : Math.sqrt(variance).toFixed(3),
    variance === null ? "-" : share(part),
  ];
  return table(
    [{ title: "what varies" }, right("sd"), right("of the study's variance")],
    [
      row("difference, by scenario", components.scenario, components.scenario, ""),
      row("score, by repeat", components.repeat, (2 * (components.repeat ?? 0)) / repeats, "not known: no repeats"),
      row(
        "score, by judging",
        components.judge,
        (2 * (components.judge ?? 0)) / (repeats * judgings),
        "not known: nothing judged twice",
      ),
      [`price of an execution`, `$${input.price.execution.toPrecision(3)}`, ""],
      [`price of a judging`, `$${input.price.judging.toPrecision(3)}`, ""],
    ],
    columns,
  );
}

function worthLine({ worth, best, input }: PlannedBudget): string {
  if (worth === null || best === null) return "The next dollar: towards two scenarios.";
  const options = [
    { what: "scenarios", worth: worth.scenarios },
    { what: "repeats", worth: worth.repeats },
    { what: "judging again", worth: worth.judgings },
  ];
  const known = options.filter((one): one is { what: string; worth: number } => one.worth !== null);
  const isCapped = best.scenarios >= input.available;
  const first = known.reduce((most, one) => (one.worth > most.worth + 1e-9 ? one : most));
  const second = known
    .filter(({ what }) => what !== "scenarios")
    .reduce((most, one) => (one.worth > most.worth ? one : most));
  const shares = known.map(({ what, worth: value }) => `${what} ${value.toFixed(2)}`).join(", ");
  return `The next dollar: ${first.what}${isCapped && first.what === "scenarios" ? `, which have to be written first; else ${second.what}` : ""}. A hundredth more money takes so many hundredths off the variance: ${shares}.`;
}

function curveTable({ curve, input }: PlannedBudget, columns: number): string {
  return table(
    [
      right("budget"),
      right("scenarios"),
      right("repeats"),
      right("costs"),
      right("finds"),
      right(`power at ${points(input.effect)}`),
    ],
    curve.map(({ budget, study }: BudgetPlan["curve"][number]) =>
      study === null
        ? [dollars(budget), "-", "-", "-", "-", "-"]
        : [
            dollars(budget),
            String(study.scenarios),
            String(study.repeats),
            dollars(study.cost),
            study.detectable === null ? "nothing" : points(study.detectable),
            `${Math.round(100 * study.power)} %`,
          ],
    ),
    columns,
  );
}

function limits({ components: { pairs, judgedAgain }, pricedBy, input }: PlannedBudget): string {
  const priced =
    pricedBy.length > 0
      ? `the price of an execution is that of ${pricedBy.join(", ")}`
      : "prices are those of the estimate above";
  const judged = judgedAgain > 0 ? `; ${countOf(judgedAgain, "answer")} judged again` : "";
  return `Components are those of the median of ${countOf(pairs, "pair")} of configurations${judged}; ${priced}. Finds: by the gate's own test (${input.test}) at ${input.alpha}, one pair, every configuration executed as often.`;
}

function points(value: number): string {
  return value.toFixed(value < 0.1 ? 3 : 2).replace(/^0\./, ".");
}

function dollars(value: number): string {
  return `$${value.toFixed(2)}`;
}
