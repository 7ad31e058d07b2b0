import { InvalidArgumentError } from "commander";
import { namesOfOne } from "../../../agent/contract/contract.ts";
import { count, countOf } from "../../../base/counts.ts";
import { roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { right, table, wrap } from "../../print/text.ts";
import { repeatsText } from "../../record/config/factors/repeats.ts";
import { configurationsOf, countExecutions } from "../../record/config/matrix.ts";
import type { BudgetFlags } from "../../run/budget/run.ts";
import type { DetectableRow, EstimateRow } from "../../run/start/estimate.ts";
import type { FactorCost, FactorPlan } from "../../run/start/factor-costs.ts";
import { type CliCommand, numberOf } from "../flags/command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../flags/config-options.ts";

export const planCommand: CliCommand = {
  register(program, { io }) {
    const command = program
      .command("plan")
      .description("show what would run: cells, calls, tokens, cost and detectable differences; runs nothing")
      .option("--json", "as JSON")
      .option("--budget <amount>", "what to run for so much, such as 20usd; needs --from", parseDollars)
      .option("--from <runs...>", "with --budget: earlier runs, whose scores and prices it goes by")
      .option("--metric <name>", "with --budget: what is to be found in it (default: the gate's first rule)")
      .option("--effect <size>", "with --budget: loss of which the power is told (default: the rule's)", parseEffect)
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench runs plan\n  $ scopebench runs plan -c examples/study.yaml --limit 10\n  $ scopebench runs plan --budget 20usd --from latest --metric pass",
      );
    addConfigOptions(command).action(async (flags: ConfigFlags & { json?: boolean } & Partial<BudgetFlags>) => {
      const config = await configFrom(flags, io, { needs: ["scenarios"] });
      const { budget } = flags;
      if (budget !== undefined) {
        const { runBudget } = await import("../../run/budget/run.ts");
        return runBudget(config, { ...flags, budget }, io);
      }
      const [{ selectedScenarios }, { detectable, estimate }, { planFactors }, { beyondAgreedSize }, { contextNotes }] =
        await Promise.all([
          import("../../run/preflight/scenarios.ts"),
          import("../../run/start/estimate.ts"),
          import("../../run/start/factor-costs.ts"),
          import("../../run/start/agreed-size.ts"),
          import("../../run/start/context-note.ts"),
        ]);
      const scenarios = await selectedScenarios(config.scenarios);
      const rows = estimate(config, scenarios);
      const differences = detectable(config, scenarios);
      const design = planFactors(config, scenarios);
      const beyond = await beyondAgreedSize(config);
      const notes = [...(beyond === null ? [] : [`run refuses ${beyond}`]), ...(await contextNotes(config))];
      const configurations = configurationsOf(config).length;
      const executions = countExecutions(config, scenarios);
      if (flags.json)
        return io.out(
          jsonText(
            {
              ...{ configurations, scenarios, repeats: config.repeats, executions },
              ...(design && { design }),
              ...{ estimate: rows, detectable: differences },
              ...(notes.length > 0 && { notes }),
            },
            { tokensIn: "tokens_in", tokensOut: "tokens_out", onePair: "one_pair", allPairs: "all_pairs" },
          ),
        );
      const say = (text: string) => io.out(wrap(text, io.columns, ""));
      say(
        `${countOf(configurations, "configuration")} × ${countOf(scenarios, "scenario")} × ${repeatsText(config)} = ${countOf(executions, "execution")}`,
      );
      for (const names of namesOfOne(config.workflows).filter(({ length }) => length > 1))
        say(`${names.join(", ")}: these names mean the same configuration, and each is run`);
      if (design) {
        for (const line of designLines(design)) say(line);
        io.out("");
        io.out(factorTable(design.factors, roomOf(io)));
      }
      io.out("");
      io.out(planTable(rows, roomOf(io)));
      io.out("");
      say(
        "Calls and tokens are medians that the reference study published for its own models and corpus: a rough guess for yours.",
      );
      for (const note of notes) say(note);
      io.out("");
      io.out(detectableTable(differences, roomOf(io)));
      io.out("");
      say(
        "Smallest differences found with 80 % power at 5 %, if pairs of configurations differ as much from scenario to scenario as in the default run (standard deviation 0.48 for either pass rate, 0.35 for ndcg@10). More repeats help only against run-to-run noise; more scenarios always help.",
      );
    });
  },
};

/** For `--budget 20usd`. */
function parseDollars(text: string): number {
  const value = numberOf(text.trim().replace(/^\$|\s*(usd|\$)$/gi, ""));
  if (!(value > 0)) throw new InvalidArgumentError("expected US dollars such as 20usd");
  return value;
}

function parseEffect(text: string): number {
  const value = numberOf(text);
  if (!(value > 0)) throw new InvalidArgumentError("expected a size above 0, in the metric's own unit");
  return value;
}

function designLines({ combinations, configurations, substrates, factors }: FactorPlan): string[] {
  const aliased = factors.filter(({ aliases }) => aliases.length > 0);
  return [
    ...(aliased.length > 0
      ? [
          `a fraction: what cannot be told apart is ${aliased.map(({ factor, aliases }) => [factor, ...aliases].join(" = ")).join("; ")}`,
        ]
      : []),
    ...(combinations > configurations
      ? [
          `${countOf(combinations, "combination")} of levels make ${countOf(configurations, "configuration")}: where nothing of a factor can act it does not apply, and what differs in it alone runs once`,
        ]
      : []),
    ...(substrates > 1 ? [`${countOf(substrates, "substrate")} to build, one after the other`] : []),
  ];
}

function factorTable(factors: readonly FactorCost[], width: number): string {
  return table(
    [
      { title: "factor" },
      { title: "levels (base)" },
      right("adds"),
      right("tokens in"),
      right("tokens out"),
      right("cost"),
    ],
    factors.map(({ factor, levels, base, executions, tokensIn, tokensOut, cost }) => [
      factor,
      levels.map((level) => (level === base ? `(${level})` : level)).join(", "),
      countOf(executions, "execution"),
      orUnknown(tokensIn),
      orUnknown(tokensOut),
      dollars(cost),
    ]),
    width,
  );
}

function planTable(rows: readonly EstimateRow[], width: number): string {
  const costs = rows.map((row) => row.cost);
  const total = costs.some((cost) => cost === null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  const sum = (of: (row: EstimateRow) => number | null) => {
    const known = count(rows.reduce((value, row) => value + (of(row) ?? 0), 0));
    return rows.some((row) => of(row) === null) ? `${known} +` : known;
  };
  return table(
    [{ title: "what" }, right("calls"), right("tokens in"), right("tokens out"), right("cost")],
    [
      ...rows.map((row) => [
        row.what,
        orUnknown(row.calls),
        orUnknown(row.tokensIn),
        orUnknown(row.tokensOut),
        dollars(row.cost),
      ]),
      ["total", sum((row) => row.calls), sum((row) => row.tokensIn), sum((row) => row.tokensOut), dollars(total)],
    ],
    width,
  );
}

function detectableTable(rows: readonly DetectableRow[], width: number): string {
  return table(
    [{ title: "detectable difference in" }, right("scenarios"), right("one planned pair"), right("all pairs (Holm)")],
    rows.map(({ metric, scenarios, onePair, allPairs }) => [
      metric,
      count(scenarios),
      points(onePair),
      points(allPairs),
    ]),
    width,
  );
}

function points(difference: number | null): string {
  return difference === null ? "too few" : difference > 1 ? "nothing" : difference.toFixed(2);
}

function orUnknown(value: number | null): string {
  return value === null ? "unknown" : count(value);
}

function dollars(cost: number | null): string {
  return cost === null ? "unknown" : `$${cost.toFixed(2)}`;
}
