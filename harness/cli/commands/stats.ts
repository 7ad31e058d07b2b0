import { type Command, InvalidArgumentError, Option } from "commander";
import { roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { fold } from "../../print/text.ts";
import type { PairTestName } from "../../results/significance/compare-two.ts";
import type { ComponentsFlags } from "../../results/significance/components.ts";
import type { PowerFlags } from "../../results/significance/power.ts";
import type { FamilyCorrection } from "../../results/significance/stats-options.ts";
import {
  type CliCommand,
  type CommandContext,
  numberOf,
  parseList,
  parsePositive,
  parseShare,
} from "../flags/command.ts";

interface StatsFlags {
  compare?: string[];
  long?: string[];
  missing?: string[];
  cluster?: string;
  test: string[];
  equivalence?: [number, number];
  correct: FamilyCorrection;
  control?: string;
  range?: [number, number];
  level: number;
  json?: boolean;
}

export const statsCommand: CliCommand = {
  readsOnly: true,
  register(program, context) {
    const command = program
      .command("stats")
      .description(
        "compare systems on the same items: differences, intervals, tests, corrections; or plan a run's power",
      )
      .argument("<csv>", "one row per item, one column per system; blank, NA, N/A, NaN and null mean no value")
      .option("--compare <names>", "the systems' columns (default: all but a first column of names)", parseList)
      .option("--long <names>", "columns of system, item and value, for one row per value", parseList)
      .option("--missing <words>", "words that mean no value, instead of these (blank always does)", parseList)
      .option("--cluster <column>", "items that share a value here are dependent: averaged first")
      .option("--test <names>", "of mean, sign-flip, t, wilcoxon, sign, bootstrap, mcnemar", parseList, [
        "mean",
        "sign-flip",
        "t",
        "wilcoxon",
      ])
      .option(
        "--range <low,high>",
        "smallest and largest possible value, which the mean test needs (default: 0,1 if all values are in that range)",
        parseBounds,
      )
      .option("--equivalence <lower,upper>", "also: does the mean difference lie between these bounds", parseBounds)
      .addOption(
        new Option("--correct <method>", "of p over all pairs")
          .choices(["holm", "bh", "max-t", "tukey", "none"])
          .default("holm"),
      )
      .option("--control <name>", "compare this system with each of the others, and no other pairs")
      .option("--level <share>", "of the intervals", parseShare, 0.95)
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench measure stats scores.csv --compare bm25,agent\n  $ scopebench measure stats scores.csv --compare a,b,c --test wilcoxon\n  $ scopebench measure stats values.csv --long system,item,ndcg \\\n      --equivalence -0.02,0.02\n  $ scopebench measure stats power --effect 0.3",
      );
    command.action((path: string, flags: StatsFlags) => compare(path, flags, context));
    registerPower(command, context);
    registerComponents(command, context);
  },
};

function registerPower(parent: Command, { io }: CommandContext): void {
  parent
    .command("power")
    .description("sample size for an effect, detectable effect for a sample size, or the power of both")
    .addOption(
      new Option(
        "--design <name>",
        "design of the comparison (paired: paired t test; for the mean test see `runs plan`)",
      )
        .choices(["paired", "two-groups", "mcnemar", "proportions", "correlation", "anova", "chi-square"])
        .default("paired"),
    )
    .option("--effect <size>", "in the design's unit, which the output names", parseNumber)
    .option("--n <count>", "scenarios, pairs or observations per group", parsePositive)
    .option("--power <share>", "wanted", parseShare, 0.8)
    .option("--alpha <share>", "two-sided", parseShare, 0.05)
    .option(
      "--base <share>",
      "mcnemar: share that only the weaker system gets right; proportions: its rate",
      parseShare,
      0.1,
    )
    .option("--groups <n>", "anova: groups; chi-square: cells", parsePositive, 2)
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench measure stats power --effect 0.4   scenarios for 80 % power\n  $ scopebench measure stats power --n 52         smallest effect of 52\n  $ scopebench measure stats power --design mcnemar --effect 0.15 --base 0.1",
    )
    .action(async (_own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<PowerFlags & { json?: boolean }>();
      const { planPower, renderPower } = await import("../../results/significance/power.ts");
      const result = planPower(flags);
      io.out(flags.json ? jsonText(result, {}) : fold(renderPower(result), roomOf(io)));
    });
}

function registerComponents(parent: Command, { io }: CommandContext): void {
  parent
    .command("components")
    .description("estimate variance components and fixed effects with a linear mixed model (REML), balanced or not")
    .argument("<csv>", "one line a value")
    .requiredOption("--value <column>", "the values")
    .requiredOption(
      "--random <terms>",
      "columns of random effects; a:b for an interaction, x|a for a slope on x by a",
      parseList,
    )
    .option(
      "--fixed <columns>",
      "columns of fixed effects; text columns are compared with their first level",
      parseList,
    )
    .option("--ml", "maximum likelihood instead of REML")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  $ scopebench measure stats components scores.csv --value ndcg \\\n      --random scenario,scenario:model --fixed model",
    )
    .action(async (path: string, _own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<ComponentsFlags & { json?: boolean; missing?: string[] }>();
      const { renderComponents, varianceComponents } = await import("../../results/significance/components.ts");
      const { readCsv } = await import("../../print/tabular/read-csv.ts");
      const result = varianceComponents(await readCsv(path, flags.missing), flags);
      io.out(flags.json ? jsonText(result, { standardError: "standard_error" }) : renderComponents(result, roomOf(io)));
    });
}

async function compare(path: string, flags: StatsFlags, { io }: CommandContext): Promise<void> {
  const [{ readCsv }, { selectColumns }, { analyseStats }, { renderStats }, { PAIR_TESTS }, { UserError }] =
    await Promise.all([
      import("../../print/tabular/read-csv.ts"),
      import("../../print/tabular/select-columns.ts"),
      import("../../results/significance/analyse.ts"),
      import("../../results/significance/render.ts"),
      import("../../results/significance/compare-two.ts"),
      import("../../../base/user-error.ts"),
    ]);
  const unknown = flags.test.filter((name) => !PAIR_TESTS.includes(name as PairTestName));
  if (unknown.length > 0)
    throw new UserError("usage", "no such test", { problems: unknown, hint: `tests: ${PAIR_TESTS.join(", ")}` });
  const table = selectColumns(await readCsv(path, flags.missing), {
    columns: flags.compare,
    long: flags.long,
    cluster: flags.cluster,
  });
  if ((flags.correct === "max-t" || flags.correct === "tukey") && flags.test.some((name) => name !== "sign-flip"))
    throw new UserError("usage", `${flags.correct} corrects sign flips alone`, {
      hint: `--test sign-flip --correct ${flags.correct}`,
    });
  if (flags.correct === "tukey" && flags.control !== undefined)
    throw new UserError("usage", "tukey is of all pairs", { hint: "--control with --correct max-t or holm" });
  if (table.columns.length < 2)
    throw new UserError("usage", "a comparison needs two columns", { hint: "--compare a,b" });
  const options = { ...flags, tests: flags.test as PairTestName[], bounds: flags.equivalence };
  const result = analyseStats(table, options);
  io.out(
    flags.json
      ? jsonText(result, {
          chiSquare: "chi_square",
          criticalDifference: "critical_difference",
          degreesOfFreedom: "degrees_of_freedom",
          meanRanks: "mean_ranks",
          smallestPermutationP: "smallest_permutation_p",
        })
      : renderStats(result, { ...options, width: roomOf(io) }),
  );
}

function parseBounds(text: string): [number, number] {
  const [lower, upper, ...rest] = text.split(",").map(numberOf);
  if (rest.length > 0 || !(lower! < upper!))
    throw new InvalidArgumentError("expected two numbers, the lower first: -0.02,0.02");
  return [lower!, upper!];
}

function parseNumber(text: string): number {
  const value = numberOf(text);
  if (Number.isNaN(value)) throw new InvalidArgumentError("expected a number");
  return value;
}
