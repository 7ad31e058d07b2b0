import { access } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isRecorded } from "../../../agent/contract/contract.ts";
import { parsePlainly, problemsOf } from "../../../base/plain-issues.ts";
import { UserError } from "../../../base/user-error.ts";
import { readYaml } from "../../../base/yaml.ts";
import { allowedModelProblems } from "./allowed-models.ts";
import { ceilingProblems } from "./ceiling-problems.ts";
import type { CeilingValues } from "./ceilings-schema.ts";
import { credentialProblems } from "./check-credentials.ts";
import type { ExternalAgentEntry } from "./external-agent-schema.ts";
import { withGenerators } from "./factors/fraction.ts";
import { factorFrom } from "./factors/from-file.ts";
import { factorProblems } from "./factors/problems.ts";
import { withBases } from "./factors/values.ts";
import { flagsOf, type SettingFlags, withFlags } from "./flags.ts";
import { colorOrder } from "./matrix.ts";
import { policyProblems, workflowProblems } from "./matrix-problems.ts";
import { withPrices } from "./prices.ts";
import { type Config, configFileSchema, configSchema } from "./schema.ts";

/** What flags may set. Absent = as the file or the default says. */
export type Overrides = SettingFlags & { ceilings?: CeilingValues | undefined };

export interface ConfigSource {
  /** Folder that relative paths of flags and environment start from. */
  cwd: string;
  /** `--config`; default: `bench.yaml` in `cwd` if there is one, else the built-in defaults. */
  file?: string;
  environment: Readonly<Record<string, string | undefined>>;
  flags: Overrides;
  /** Told what is odd and not wrong. */
  warn?(text: string): void;
}

/**
 * The resolved configuration: defaults < file < environment < flags.
 * @throws UserError `config` with every problem found.
 */
export async function loadConfig(source: ConfigSource): Promise<Config> {
  const fromFile = withGenerators(withBases(withColorOrder(await readConfigFile(source))));
  const { ceilings, ...flags } = source.flags;
  const merged = withFlags(withFlags(fromFile, flagsOf(source.environment), source.cwd), flags, source.cwd);
  return checkedConfig({ ...merged, ...(ceilings && { ceilings: { ...merged.ceilings, ...ceilings } }) }, source);
}

/** Frozen before flags choose among the models: one that runs alone keeps its colour. */
function withColorOrder(config: Config): Config {
  return { ...config, plots: { ...config.plots, color_order: colorOrder(config) } };
}

async function readConfigFile({ cwd, file, warn }: ConfigSource): Promise<Config> {
  const path = resolve(cwd, file ?? "bench.yaml");
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (!exists && file === undefined) return { ...configSchema.parse({}), runs_dir: resolve(cwd, "runs") };
  if (!exists)
    throw new UserError("config", `there is no configuration ${path}`, {
      hint: "scopebench init writes a bench.yaml; without --config the built-in configuration runs",
    });
  const { runs_dir, ...config } = await readYaml(path, configFileSchema, "config", () =>
    warn?.(`${path} sets nothing: everything is as built in; scopebench init writes one that is commented`),
  );
  const folder = dirname(path);
  return {
    ...withAbsolutePaths(config, folder),
    // Who takes an example's configuration looks for its runs where the others are, not beside the example.
    runs_dir: runs_dir === undefined ? resolve(cwd, "runs") : resolve(folder, runs_dir),
  };
}

/** Relative paths in a file start from the file's own folder. */
function withAbsolutePaths(config: Omit<Config, "runs_dir">, folder: string): Omit<Config, "runs_dir"> {
  return {
    ...config,
    corpus:
      config.corpus.type === "folder" ? { ...config.corpus, path: resolve(folder, config.corpus.path) } : config.corpus,
    scenarios: { ...config.scenarios, file: config.scenarios.file && resolve(folder, config.scenarios.file) },
    substrate: { ...config.substrate, embedding: embeddingFrom(config.substrate.embedding, folder) },
    ...(config.redaction?.persons_file !== undefined && {
      redaction: { ...config.redaction, persons_file: resolve(folder, config.redaction.persons_file) },
    }),
    external_agents: config.external_agents.map((agent) => externalAgentFrom(agent, folder)),
    ...(config.cross_encoder?.protocol === "onnx" && {
      cross_encoder: { ...config.cross_encoder, path: resolve(folder, config.cross_encoder.path) },
    }),
    ...(config.live_sources && { live_sources: liveSourcesFrom(config.live_sources, folder) }),
    ...(config.wordnet !== undefined && { wordnet: resolve(folder, config.wordnet) }),
    ...(config.agent && {
      agent: { ...config.agent, ...from(config.agent, "skills", folder), ...from(config.agent, "glossary", folder) },
    }),
    ...(typeof config.policies === "string" && { policies: resolve(folder, config.policies) }),
    ...(config.factors && { factors: config.factors.map((factor) => factorFrom(factor, folder)) }),
    ...(config.retrievals && {
      retrievals: config.retrievals.map((own) => ({ ...own, path: resolve(folder, own.path) })),
    }),
  };
}

/** What an entry names by its path. */
function from<K extends string>(entry: Partial<Record<K, unknown>>, name: K, folder: string): { [name in K]?: string } {
  const path = entry[name];
  return typeof path === "string" ? ({ [name]: resolve(folder, path) } as { [name in K]: string }) : {};
}

function liveSourcesFrom(entry: LiveSourcesEntry, folder: string): LiveSourcesEntry {
  const { in_process, sources } = entry;
  return {
    ...entry,
    ...(in_process && { in_process: { ...in_process, path: resolve(folder, in_process.path) } }),
    ...(sources && {
      sources: sources.map((one) => ({ ...one, ...(one.ids !== undefined && { ids: resolve(folder, one.ids) }) })),
    }),
  };
}

type Embedding = Config["substrate"]["embedding"];
type LiveSourcesEntry = NonNullable<Config["live_sources"]>;

function embeddingFrom(embedding: Embedding, folder: string): Embedding {
  return "path" in embedding ? { ...embedding, path: resolve(folder, embedding.path) } : embedding;
}

/** A command runs in a folder of its own, so what it names relative to the file must be absolute by then. */
function externalAgentFrom(agent: ExternalAgentEntry, folder: string): ExternalAgentEntry {
  if (agent.type === "module" || isRecorded(agent)) return { ...agent, path: resolve(folder, agent.path) };
  if (agent.type !== "command") return agent;
  const absolute = (part: string) => (/^\.{1,2}[\\/]/.test(part) ? resolve(folder, part) : part);
  return { ...agent, command: agent.command.map(absolute) };
}

function checkedConfig(config: Config, { environment, flags }: Pick<ConfigSource, "environment" | "flags">): Config {
  const parsed = parsePlainly(configSchema, config);
  const problems = parsed.success ? [] : problemsOf(parsed.error);
  problems.push(...credentialProblems(config, environment));
  for (const model of config.models) problems.push(...policyProblems(model));
  problems.push(...workflowProblems(config));
  if (parsed.success) {
    const ofFactors = factorProblems(parsed.data, { isRestricted: flags.levels !== undefined });
    // What levels would ask is known of levels that are right.
    const asking = ofFactors.length === 0 ? parsed.data : { ...parsed.data, factors: undefined };
    problems.push(...allowedModelProblems(asking), ...ofFactors);
  }
  const names = [...config.models, ...config.external_agents].map(({ name }) => name);
  if (names.length === 0) problems.push("models: expected at least one model or one of `external_agents`, found none");
  const recorded = config.external_agents.filter(isRecorded);
  if (config.repeats > 1)
    for (const { name } of recorded)
      problems.push(`repeats: expected 1, since ${name} is recorded once; found ${config.repeats}`);
  for (const name of names.filter((one, index) => names.indexOf(one) !== index))
    problems.push(`external_agents: the name '${name}' repeats, among models and external agents`);
  if (!parsed.success || problems.length > 0)
    throw new UserError("config", "the configuration is not valid", { problems });
  const priced = withPrices(parsed.data);
  const unkept = ceilingProblems(priced);
  if (unkept.length > 0) throw new UserError("config", "a ceiling could not be kept", { problems: unkept });
  return priced;
}
