import { resolve } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { checkOutputs } from "../../run/preflight/outputs.ts";
import { addCeilingOptions, type CeilingFlags, ceilingsOf } from "../flags/ceiling-options.ts";
import { type CliCommand, numberOf, parsePositive } from "../flags/command.ts";

interface TryFlags extends CeilingFlags {
  scenarios: number;
  config?: string;
  address?: string;
  provider?: "openai" | "anthropic" | "google";
  id?: string;
  apiKeyEnv?: string;
  contextTokens: number;
  price?: boolean;
  json?: boolean;
  to?: string;
}

export const modelTryCommand: CliCommand = {
  register(program, { io, setExitCode }) {
    const command = program
      .command("try")
      .summary("measure what a model's endpoint can do, before a run")
      .description(
        "test a model's endpoint with the kinds of request that a run sends (tool calls, forms, streams, context, ...); say what would fail and what a run would cost",
      )
      .argument("[model]", "its name in the configuration; default: all that are no stand-ins")
      .option("-c, --config <file>", "configuration file (default: ./bench.yaml)")
      .option("--address <url>", "an endpoint that is in no configuration, such as http://127.0.0.1:8080/v1")
      .addOption(
        new Option("--provider <protocol>", "with --address or --id: which").choices(["openai", "anthropic", "google"]),
      )
      .option("--id <model>", "with --address or --provider: the provider's id of the model")
      .option("--api-key-env <name>", "with --id: the variable that holds the key")
      .option("--context-tokens <n>", "longest prompt that is sent to measure the context", parsePositive, 16_000)
      .option("--scenarios <n>", "so many scenarios through four workflows, after the probes; 0 = none", parseCount, 2)
      .option("--price", "say how much would be asked, and what it costs; ask nothing")
      .option("--to <file>", "write the table as Markdown, too")
      .option("--json", "as JSON")
      .addHelpText("after", EXAMPLES);
    addCeilingOptions(command).action(async (name: string | undefined, flags: TryFlags) => {
      const { config: file, contextTokens, scenarios, price = false, json = false, to, ...rest } = flags;
      const { maxCost, maxTokens, maxHours, ...endpoint } = rest;
      const ceilings = ceilingsOf({ maxCost, maxTokens, maxHours });
      const [{ loadConfig }, { tryModels }, { triedModels }, { configurationFrom }] = await Promise.all([
        import("../../record/config/load.ts"),
        import("../../run/try-model/run.ts"),
        import("../../run/try-model/models.ts"),
        import("../../../base/consent/consent.ts"),
      ]);
      await checkOutputs([to], io.cwd);
      const config = await loadConfig({ cwd: io.cwd, file, environment: io.environment, flags: { ceilings } });
      const models = triedModels(config, name, endpoint);
      await configurationFrom({ type: "file", path: resolve(io.cwd, file ?? "bench.yaml") });
      setExitCode(await tryModels(models, { io, config, scenarios, contextTokens, priceOnly: price, json, to }));
    });
  },
};

/** For `--scenarios 0`. */
function parseCount(text: string): number {
  const value = numberOf(text);
  if (!Number.isInteger(value) || value < 0) throw new InvalidArgumentError("expected a whole number of 0 or more");
  return value;
}

const EXAMPLES = `
Examples:
  $ scopebench setup model try my-model                 of ./bench.yaml
  $ scopebench setup model try my-model --price         how much it would ask
  $ scopebench setup model try --to my-model.md         a table to share
  $ scopebench setup model try --address http://127.0.0.1:8080/v1 --id qwen3

yes, no: measured. not said: the endpoint does not tell. failed: it did not
answer as asked, so nothing is known.`;
