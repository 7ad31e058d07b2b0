import { resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { checkScenarioFile, validateScenarioSet } from "../../../scenarios/validate.ts";
import { checkOutputs } from "../../preflight/outputs.ts";
import type { CliCommand, CommandContext } from "../command.ts";
import { addConfigOptions, type ConfigFlags, configFrom } from "../config-options.ts";

type Parent = Parameters<CliCommand["register"]>[0];

export const scenariosCommand: CliCommand = {
  register(program, context) {
    const scenarios = program
      .command("scenarios")
      .description("generate or validate a scenario set")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench scenarios generate scenarios.yaml\n  $ scopebench scenarios validate scenarios.yaml",
      );
    registerGenerate(scenarios, context);
    registerValidate(scenarios, context);
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
    const [{ withServices }, { selectedSet }, { writeScenarioSet }] = await Promise.all([
      import("../../interactive/with-services.ts"),
      import("../../stages/generate/selected-set.ts"),
      import("../../../scenarios/set-file.ts"),
    ]);
    const set = await withServices({ config, io }, (services) => selectedSet(services, config));
    await writeScenarioSet(resolve(io.cwd, file), set);
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
    let found: string[] = [];
    const config = await configFrom(flags, io, {
      needs: flags.formatOnly ? [] : ["substrate"],
      also: [
        async () => {
          found = await checkScenarioFile(path);
        },
      ],
    });
    if (!flags.formatOnly) {
      const { withServices } = await import("../../interactive/with-services.ts");
      await withServices({ config, io }, async (services) => validateScenarioSet(path, await services.substrate()));
    }
    io.out(`${file}: ${countOf(found.length, "scenario")}, no problems`);
  });
}
