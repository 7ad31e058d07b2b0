import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { configurationFrom } from "../../../base/consent/consent.ts";
import type { Io } from "../../print/io.ts";
import { printable } from "../../print/text.ts";
import { FLAG_GROUPS } from "../../record/config/flags.ts";
import type { Overrides } from "../../record/config/load.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Need } from "../../record/run-directory/graph.ts";
import type { RecordingState } from "../../record/run-directory/manifest.ts";
import { parseInteger, parseList, parsePositive, parseSeconds } from "./command.ts";

export interface ConfigFlags extends Overrides {
  config?: string;
}

const PARSERS = {
  text: undefined,
  texts: undefined,
  list: parseList,
  integer: parseInteger,
  positive: parsePositive,
  seconds: parseSeconds,
};

/** The flags that override `bench.yaml`, the same on every command that takes a configuration. */
export function addConfigOptions(command: Command): Command {
  for (const [at, [title, flags]] of FLAG_GROUPS.entries()) {
    command.optionsGroup(title);
    if (at === 0) command.option("-c, --config <file>", "configuration file (default: ./bench.yaml, else built in)");
    for (const { syntax, about, reads } of Object.values(flags)) {
      const option = new Option(syntax, about);
      const parse = PARSERS[reads];
      command.addOption(parse ? option.argParser<unknown>(parse) : option);
    }
  }
  return command;
}

/** What a command is about to take from outside, and what only it can check, before its libraries are loaded. */
interface Ahead {
  needs?: readonly Need[];
  also?: readonly ((config: Config) => void | Promise<void>)[];
  mode?: RecordingState["mode"] | undefined;
}

/** The configuration, and everything that can be said against it in the first second. */
export async function configFrom(
  flags: ConfigFlags,
  io: Io,
  { needs = [], also = [], mode }: Ahead = {},
): Promise<Config> {
  const { config: file, ...overrides } = flags;
  const { environment } = io;
  const warn = (text: string) => io.error(`note: ${printable(text)}`);
  const [{ loadConfig }, { withPolicyTexts }, { withSkillTexts }, { withGlossary }, { preflight }] = await Promise.all([
    import("../../record/config/load.ts"),
    import("../../record/config/policies.ts"),
    import("../../record/config/skills.ts"),
    import("../../record/config/glossary.ts"),
    import("../../run/preflight/index.ts"),
  ]);
  const loaded = await loadConfig({ cwd: io.cwd, file, environment, flags: overrides, warn });
  const config = await withPolicyTexts(await withGlossary(await withSkillTexts(loaded), warn), environment);
  await configurationFrom({ type: "file", path: resolve(io.cwd, file ?? "bench.yaml") });
  const checks = also.map((check) => () => check(config));
  await preflight(needs, { config, environment, mode }, checks);
  return config;
}
