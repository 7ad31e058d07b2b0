import { resolve } from "node:path";
import { KNOWLEDGE_MODES, TOOL_FAMILIES, WORKFLOWS } from "../../../agent/contract/contract.ts";
import { parseDecimal } from "../../../base/blank.ts";
import { UserError } from "../../../base/user-error.ts";
import { SUITE_NAMES } from "../../../scenarios/set/suite-names.ts";
import { restricted } from "./factors/from-file.ts";
import type { Config } from "./schema.ts";

/** How a flag's text is read, and what it is then. */
interface Reading {
  text: string;
  texts: string[];
  list: string[];
  integer: number;
  positive: number;
  seconds: number;
}

interface Given {
  /** Folder that relative paths start from. */
  cwd: string;
  /** What else is set beside it. */
  beside: Readonly<Record<string, unknown>>;
}

interface Flag<Kind extends keyof Reading> {
  syntax: string;
  about: string;
  reads: Kind;
  /** A variable of the environment that sets the same. */
  environment?: `SCOPEBENCH_${string}`;
  /** It says which corpus, databases and runs are meant: a message shows it with every command that takes it, not only with the same one again. */
  everywhere?: true;
  /** What is wrong is found when the whole configuration is checked. */
  set(config: Config, value: Reading[Kind], given: Given): object;
}

/** The flags that set something of the configuration, in groups: name, help, variable and what it sets stand here alone. */
const GROUPS = {
  "Configuration:": {
    corpus: flag("text", {
      syntax: "--corpus <what>",
      about: "telecom (synthetic), or a folder with artifacts.jsonl and links.csv",
      environment: "SCOPEBENCH_CORPUS",
      everywhere: true,
      set: ({ corpus }, text, { cwd }) => {
        if (text === "telecom") return corpus.type === "telecom" ? {} : { corpus: { type: "telecom" } };
        return { corpus: { type: "folder", path: resolve(cwd, text) } };
      },
    }),
    database: flag("text", {
      syntax: "--database <which>",
      about: "embedded, or postgres (address in SCOPEBENCH_POSTGRES_URL)",
      environment: "SCOPEBENCH_DATABASE",
      everywhere: true,
      set: ({ substrate }, type) => ({ substrate: { ...substrate, database: ofType(substrate.database, type) } }),
    }),
    graph: flag("text", {
      syntax: "--graph <which>",
      about: "age (embedded), or neo4j (SCOPEBENCH_NEO4J_URL, _USER, _PASSWORD)",
      environment: "SCOPEBENCH_GRAPH",
      everywhere: true,
      set: ({ substrate }, type) => ({ substrate: { ...substrate, graph: ofType(substrate.graph, type) } }),
    }),
    bm25: flag("text", {
      syntax: "--bm25 <dialect>",
      about: "pg_textsearch or portable; default: the best that is there",
      environment: "SCOPEBENCH_BM25",
      everywhere: true,
      set: ({ substrate }, bm25) => ({ substrate: { ...substrate, bm25 } }),
    }),
    runsDir: flag("text", {
      syntax: "--runs-dir <folder>",
      about: "where runs are written (default: runs_dir of the configuration, else ./runs)",
      environment: "SCOPEBENCH_RUNS_DIR",
      everywhere: true,
      set: (_, folder, { cwd }) => ({ runs_dir: resolve(cwd, folder) }),
    }),
  },
  "Matrix:": {
    models: flag("list", {
      syntax: "--models <names>",
      about: "only these of the configuration's models",
      set: selectByName,
    }),
    workflows: flag("list", {
      syntax: "--workflows <names>",
      about: `of ${wordsOfWorkflows()}`,
      set: (_, workflows) => ({ workflows }),
    }),
    knowledge: flag("list", {
      syntax: "--knowledge <modes>",
      about: `of ${KNOWLEDGE_MODES.join(", ")}`,
      set: (_, knowledge) => ({ knowledge }),
    }),
    levels: flag("texts", {
      syntax: "--levels <factor=levels...>",
      about: "only these levels of a factor, such as rerank=none,llm_listwise",
      set: (config, texts) => ({ factors: restricted(config, parseFactorLevels(texts)) }),
    }),
    tools: flag("list", {
      syntax: "--tools <families>",
      about: `of ${TOOL_FAMILIES.join(", ")}`,
      set: (_, tool_families) => ({ tool_families }),
    }),
    scenarios: flag("list", {
      syntax: "--scenarios <patterns>",
      about: "ids or patterns such as S003,S01*",
      set: ({ scenarios }, only) => ({ scenarios: { ...scenarios, only } }),
    }),
    // A file or a suite that a flag names takes the place of the configuration's; so does a suite's own total, and patterns are of the configuration's suite.
    scenarioFile: flag("text", {
      syntax: "--scenario-file <file>",
      about: "a scenarios.yaml of your own",
      set: ({ scenarios }, file, { cwd }) => ({
        scenarios: { ...scenarios, suite: undefined, patterns: undefined, file: resolve(cwd, file) },
      }),
    }),
    suite: flag("text", {
      syntax: "--suite <name>",
      about: `of ${SUITE_NAMES.join(", ")}, instead of the study's scenarios; of \`run\`, a published one too`,
      everywhere: true,
      set: ({ scenarios }, suite, { beside: { scenarioFile } }) => {
        const file = scenarioFile === undefined ? undefined : scenarios.file;
        const own = { total: undefined, patterns: undefined };
        return suite === scenarios.suite ? {} : { scenarios: { ...scenarios, suite, ...own, file } };
      },
    }),
    limit: flag("positive", {
      syntax: "--limit <n>",
      about: "only the first n of the selected scenarios",
      set: ({ scenarios }, limit) => ({ scenarios: { ...scenarios, limit } }),
    }),
    repeats: flag("positive", {
      syntax: "--repeats <k>",
      about: "executions per cell",
      set: (_, repeats) => ({ repeats }),
    }),
    seed: flag("integer", {
      syntax: "--seed <n>",
      about: "seed of the run",
      environment: "SCOPEBENCH_SEED",
      everywhere: true,
      set: (_, seed) => ({ seed }),
    }),
    concurrency: flag("positive", {
      syntax: "--concurrency <n>",
      about: "executions at a time",
      environment: "SCOPEBENCH_CONCURRENCY",
      set: (_, concurrency) => ({ concurrency }),
    }),
    threads: flag("positive", {
      syntax: "--threads <n>",
      about: "threads that executions are spread over",
      environment: "SCOPEBENCH_THREADS",
      set: (_, threads) => ({ threads }),
    }),
    cutoff: flag("seconds", {
      syntax: "--cutoff <seconds>",
      about: "per turn",
      set: ({ limits }, turn_cutoff_s) => ({ limits: { ...limits, turn_cutoff_s } }),
    }),
  },
};

type ValuesOf<Group> = {
  [Name in keyof Group]?: Group[Name] extends Flag<infer Kind> ? Reading[Kind] | undefined : never;
};
export type SettingFlags = ValuesOf<(typeof GROUPS)["Configuration:"] & (typeof GROUPS)["Matrix:"]>;

export const FLAG_GROUPS = Object.entries(GROUPS) as [title: string, flags: Record<string, AnyFlag>][];
const FLAGS = FLAG_GROUPS.flatMap(([, flags]) => Object.entries(flags));

/** Names of the flags that messages show in commands (`harness/cli/complete-commands.ts`). */
export const SHOWN_EVERYWHERE: readonly string[] = FLAGS.flatMap(([name, flag]) => (flag.everywhere ? [name] : []));
export const SHOWN_AGAIN: readonly string[] = FLAGS.flatMap(([name, flag]) => (flag.everywhere ? [] : [name]));

/** The configuration with what these flags set, not yet checked. */
export function withFlags(config: Config, flags: SettingFlags, cwd: string): Config {
  const given: Readonly<Record<string, unknown>> = flags;
  let changed = config;
  for (const [name, { set }] of FLAGS) {
    const value = given[name];
    if (value !== undefined) changed = { ...changed, ...set(changed, value as never, { cwd, beside: given }) };
  }
  return changed;
}

/** What variables of the environment set. @throws UserError `config` where one should be a number and is not */
export function flagsOf(environment: Readonly<Record<string, string | undefined>>): SettingFlags {
  const set = FLAGS.flatMap(([name, { environment: variable, reads }]) => {
    const text = variable && environment[variable];
    if (!variable || !text) return [];
    const value = reads === "text" ? text : parseDecimal(text.trim());
    if (value === null) throw new UserError("config", `${variable} is '${text}', expected a number`);
    return [[name, value]];
  });
  return Object.fromEntries(set);
}

type AnyFlag = { [Kind in keyof Reading]: Flag<Kind> }[keyof Reading];

function flag<Kind extends keyof Reading>(reads: Kind, rest: Omit<Flag<Kind>, "reads">): Flag<Kind> {
  return { reads, ...rest };
}

/** A kind that the file already describes keeps the file's description. */
function ofType(described: { type: string }, type: string): { type: string } {
  return type === described.type ? described : { type };
}

/** Models and external agents alike. */
function selectByName(config: Config, names: readonly string[]): Pick<Config, "models" | "external_agents"> {
  const known = [...config.models, ...config.external_agents].map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new UserError("config", `no model named ${unknown.join(", ")}`, { hint: `models here: ${known.join(", ")}` });
  const chosen = ({ name }: { name: string }) => names.includes(name);
  return { models: config.models.filter(chosen), external_agents: config.external_agents.filter(chosen) };
}

/** Those that are no variant of another one; an unknown name lists all of them. */
function wordsOfWorkflows(): string {
  const plain = WORKFLOWS.filter((name) => !/_(?:cross_encoder|llm_listwise|oracle|no_\w+)$/.test(name));
  const variants = WORKFLOWS.length - plain.length;
  return `${plain.join(", ")} (or one of ${variants} variants: an unknown name lists them), or of \`retrievals:\``;
}

/** `rerank=none,llm_listwise`, one of each factor. */
function parseFactorLevels(texts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    texts.map((text) => {
      const [, factor, list = ""] = /^([^=]+)=(.+)$/.exec(text) ?? [];
      const levels = list.split(",").flatMap((level) => level.trim() || []);
      if (factor !== undefined && levels.length > 0) return [factor, levels];
      throw new UserError("usage", `--levels: expected factor=level,level, found '${text}'`);
    }),
  );
}
