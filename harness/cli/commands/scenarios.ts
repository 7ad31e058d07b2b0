import { resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import type { Need } from "../../record/run-directory/graph.ts";
import { checkOutputs } from "../../run/preflight/outputs.ts";
import type { ReviewFlags } from "../../run/review/run.ts";
import { type CliCommand, type CommandContext, parseList } from "../flags/command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../flags/config-options.ts";

type Parent = Parameters<CliCommand["register"]>[0];

export const scenariosCommand: CliCommand = {
  register(program, context) {
    const scenarios = program
      .command("scenarios")
      .summary("generate, validate, review, dispute or attack a scenario set")
      .description("generate, validate, review, dispute or attack a scenario set")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench scenarios generate scenarios.yaml\n  $ scopebench scenarios validate scenarios.yaml",
      );
    registerGenerate(scenarios, context);
    registerValidate(scenarios, context);
    registerReview(scenarios, context);
    registerDisputes(scenarios, context);
    registerAttack(scenarios, context);
  },
};

function registerGenerate(scenarios: Parent, { io }: CommandContext): void {
  const command = scenarios
    .command("generate")
    .description("write the scenarios that a run would use")
    .argument("<file>", "scenarios.yaml to write")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench scenarios generate my-scenarios.yaml --corpus ../data/openconfig\n  $ scopebench scenarios generate pairs.yaml --suite abstention",
    );
  addConfigOptions(command).action(async (file: string, flags: ConfigFlags) => {
    const config = await configFrom(flags, io, {
      needs: ["substrate", "scenarios"],
      also: [() => checkOutputs([file], io.cwd)],
    });
    const [{ withServices }, { selectedSet }, { writeGenerated }] = await Promise.all([
      import("../../run/interactive/with-services.ts"),
      import("../../run/stages/generate/selected-set.ts"),
      import("../../../scenarios/set-file.ts"),
    ]);
    const set = await withServices({ config, io }, (services) => selectedSet(services, config));
    await writeGenerated(resolve(io.cwd, file), set);
    for (const note of set.notes) io.error(`note: ${note}`);
    io.out(`${file}: ${countOf(set.scenarios.length, "scenario")}`);
  });
}

function registerValidate(scenarios: Parent, { io }: CommandContext): void {
  const command = scenarios
    .command("validate")
    .description("check a scenario set: its format, and its ground truth against the corpus")
    .argument("<file>", "scenarios.yaml")
    .option("--format-only", "without the corpus")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench scenarios validate my-scenarios.yaml --corpus ../data/openconfig",
    );
  addConfigOptions(command).action(async (file: string, flags: ConfigFlags & { formatOnly?: boolean }) => {
    const path = resolve(io.cwd, file);
    const { checkScenarioFile, validateScenarioSet } = await import("../../../scenarios/validate.ts");
    let found: string[] = [];
    const config = await configFrom(flags, io, {
      needs: flags.formatOnly ? [] : ["substrate"],
      also: [
        async () => {
          found = await checkScenarioFile(path);
        },
      ],
    });
    let said: string | null = null;
    if (!flags.formatOnly) {
      const { withServices } = await import("../../run/interactive/with-services.ts");
      const { sayAsWritten } = await import("../../../scenarios/review.ts");
      await withServices({ config, io }, async (services) => {
        const options = { substrate: await services.substrate(), redactor: await services.redactor() };
        said = sayAsWritten(await validateScenarioSet(path, options));
      });
    }
    io.out(`${file}: ${countOf(found.length, "scenario")}, no problems${said === null ? "" : `; ${said}`}`);
  });
}

function registerReview(scenarios: Parent, { io }: CommandContext): void {
  const command = scenarios
    .command("review")
    .description("review ground truths one by one, with their derivation: accept, reject or correct")
    .argument("<file>", "scenarios.yaml, in which decisions are kept")
    .argument("[scenario]", "its id (default: the next undecided one of the random sample)")
    .option("--reviewer <name>", "who decides")
    .option("--accept", "the truth is right")
    .option("--reject", "exclude the question from runs: it has no fair answer")
    .option("--ids <list>", "corrected test case ids", parseList)
    .option("--entities <list>", "corrected entities that a complete answer names", parseList)
    .option("--note <text>", "why")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench scenarios review set.yaml\n  $ scopebench scenarios review set.yaml S003 --accept --reviewer ada\n  $ scopebench scenarios review set.yaml S007 --ids TC-1,TC-2 --reviewer ada",
    );
  addConfigOptions(command).action(async (file: string, id: string | undefined, flags: ConfigFlags & ReviewFlags) => {
    const { decide, isDecision, showNext } = await import("../../run/review/run.ts");
    const { reviewer, accept, reject, ids, entities, note, ...rest } = flags;
    const decision = { reviewer, accept, reject, ids, entities, note };
    if (isDecision(decision)) return decide(file, id, { ...decision, io });
    const config = await configFrom(rest, io, { needs: ["substrate"] });
    return showNext(file, id, { config, io });
  });
}

interface DisputesFlags {
  readers?: string[];
  results?: boolean;
  runsDir?: string;
  json?: boolean;
}

function registerDisputes(scenarios: Parent, { io }: CommandContext): void {
  scenarios
    .command("disputes")
    .summary("truths that systems contradict in one and the same way")
    .description(
      "list the truths against which the answers of runs agree with each other, most evidence first and without saying whose answers they are; and the share of wrong truths by what people decided",
    )
    .argument("<file>", "scenarios.yaml, in which `scenarios review` keeps decisions")
    .argument("<run...>", "scored runs of this set")
    .option("--readers <files>", "copies of the set that others decided on, each alone: how far all agree", parseList)
    .option("--results", "results of the runs before and after what was decided; names systems")
    .option("--runs-dir <path>", "where runs are (default: runs)")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench scenarios disputes set.yaml latest\n  $ scopebench scenarios disputes set.yaml latest --readers ben.yaml --results\n  $ scopebench scenarios review set.yaml S003 --ids TC-1,TC-2 --reviewer ada",
    )
    .action(async (file: string, runs: string[], flags: DisputesFlags) => {
      const { showDisputes } = await import("../../run/disputes/run.ts");
      await showDisputes(file, runs, { io, ...flags });
    });
}

function registerAttack(scenarios: Parent, { io }: CommandContext): void {
  const command = scenarios
    .command("attack")
    .summary("find scenarios and verdicts that can be had without looking for anything")
    .description(
      "answer every scenario without searching (always abstain, repeat the question, list everything, ...) and show which verdicts that earns: the functional one, and the rubric's or your judge's",
    )
    .argument("<file>", "scenarios.yaml")
    .option(
      "--judge",
      "ask the configuration's own judge (judges.primary) in place of the rubric; its price is said first",
    )
    .option("--price", "say what --judge would take, and ask nobody")
    .option("--json", "as JSON, a line each scenario and strategy")
    .addHelpText(
      "after",
      "\nExamples:\n  $ scopebench scenarios attack my-scenarios.yaml --corpus ../data/openconfig\n  $ scopebench scenarios attack my-scenarios.yaml --json\n  $ scopebench scenarios attack my-scenarios.yaml --judge --price\n\nWithout --judge no model is asked, and it costs nothing.",
    );
  addConfigOptions(command).action(async (file: string, flags: ConfigFlags & AttackFlags) => {
    const { json = false, judge = false, price = false, ...rest } = flags;
    const needs: Need[] = judge && !price ? ["substrate", "primary"] : ["substrate"];
    const config = await configFrom(rest, io, { needs });
    const { attackScenarios } = await import("../../run/attack/run.ts");
    await attackScenarios(file, { config, io, json, judge, price });
  });
}

interface AttackFlags {
  json?: boolean;
  judge?: boolean;
  price?: boolean;
}
