import { resolve } from "node:path";
import type { Command } from "commander";
import { KNOWLEDGE_MODES, TOOL_FAMILIES, WORKFLOWS } from "../../../agent/contract/contract.ts";
import { configurationFrom } from "../../../base/consent/consent.ts";
import { UserError } from "../../../base/user-error.ts";
import { SUITE_NAMES } from "../../../scenarios/set/suite-names.ts";
import type { Io } from "../../print/io.ts";
import { printable } from "../../print/text.ts";
import type { CeilingValues } from "../../record/config/ceilings-schema.ts";
import type { Overrides } from "../../record/config/load.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Need } from "../../record/run-directory/graph.ts";
import type { RecordingState } from "../../record/run-directory/manifest.ts";
import { parseInteger, parseList, parsePositive, parseSeconds } from "./command.ts";

export interface ConfigFlags {
  config?: string;
  corpus?: string;
  database?: string;
  graph?: string;
  bm25?: string;
  models?: string[];
  levels?: string[];
  workflows?: string[];
  knowledge?: string[];
  tools?: string[];
  scenarios?: string[];
  scenarioFile?: string;
  suite?: string;
  limit?: number;
  repeats?: number;
  seed?: number;
  concurrency?: number;
  cutoff?: number;
  /** Of the flags of commands that may spend. */
  ceilings?: CeilingValues | undefined;
  runsDir?: string;
}

/** The flags that override `bench.yaml`, the same on every command that takes a configuration. */
export function addConfigOptions(command: Command): Command {
  return command
    .optionsGroup("Configuration:")
    .option("-c, --config <file>", "configuration file (default: ./bench.yaml, else built in)")
    .option("--corpus <what>", "telecom (synthetic), or a folder with artifacts.jsonl and links.csv")
    .option("--database <which>", "embedded, or postgres (address in SCOPEBENCH_POSTGRES_URL)")
    .option("--graph <which>", "age (embedded), or neo4j (SCOPEBENCH_NEO4J_URL, _USER, _PASSWORD)")
    .option("--bm25 <dialect>", "pg_textsearch or portable; default: the best that is there")
    .option("--runs-dir <folder>", "where runs are written (default: runs_dir of the configuration, else ./runs)")
    .optionsGroup("Matrix:")
    .option("--models <names>", "only these of the configuration's models", parseList)
    .option("--workflows <names>", `of ${wordsOfWorkflows()}`, parseList)
    .option("--knowledge <modes>", `of ${KNOWLEDGE_MODES.join(", ")}`, parseList)
    .option("--levels <factor=levels...>", "only these levels of a factor, such as rerank=none,llm_listwise")
    .option("--tools <families>", `of ${TOOL_FAMILIES.join(", ")}`, parseList)
    .option("--scenarios <patterns>", "ids or patterns such as S003,S01*", parseList)
    .option("--scenario-file <file>", "a scenarios.yaml of your own")
    .option("--suite <name>", `of ${SUITE_NAMES.join(", ")}, instead of the study's scenarios`)
    .option("--limit <n>", "only the first n of the selected scenarios", parsePositive)
    .option("--repeats <k>", "executions per cell", parsePositive)
    .option("--seed <n>", "seed of the run", parseInteger)
    .option("--concurrency <n>", "executions at a time", parsePositive)
    .option("--cutoff <seconds>", "per turn", parseSeconds);
}

/** Those that are no variant of another one; an unknown name lists all of them. */
function wordsOfWorkflows(): string {
  const plain = WORKFLOWS.filter((name) => !/_(?:cross_encoder|llm_listwise|oracle|no_\w+)$/.test(name));
  const variants = WORKFLOWS.length - plain.length;
  return `${plain.join(", ")} (or one of ${variants} variants: an unknown name lists them), or of \`retrievals:\``;
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
  const { config: file, tools: toolFamilies, cutoff: cutoffS, levels, ...rest } = flags;
  const overrides: Overrides = { ...rest, ...(levels && { levels: parseFactorLevels(levels) }), toolFamilies, cutoffS };
  const { environment } = io;
  const warn = (text: string) => io.error(`note: ${printable(text)}`);
  const [{ loadConfig }, { withPolicyTexts }, { preflight }] = await Promise.all([
    import("../../record/config/load.ts"),
    import("../../record/config/policies.ts"),
    import("../../run/preflight/index.ts"),
  ]);
  const config = await withPolicyTexts(
    await loadConfig({ cwd: io.cwd, file, environment, flags: overrides, warn }),
    environment,
  );
  await configurationFrom({ type: "file", path: resolve(io.cwd, file ?? "bench.yaml") });
  const checks = also.map((check) => () => check(config));
  await preflight(needs, { config, environment, mode }, checks);
  return config;
}

/** `rerank=none,llm_listwise`, one of each factor. */
function parseFactorLevels(texts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    texts.map((text) => {
      const [, factor, levels] = /^([^=]+)=(.+)$/.exec(text) ?? [];
      if (factor !== undefined && levels !== undefined) return [factor, parseList(levels)];
      throw new UserError("usage", `--levels: expected factor=level,level, found '${text}'`);
    }),
  );
}
