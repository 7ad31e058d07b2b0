import { join } from "node:path";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import type { Config } from "../../record/config/schema.ts";
import { readRun } from "../../record/run-directory/open-run.ts";
import { BENCHMARKS } from "../../results/benchmarks/registry.ts";
import { SCENARIO_FILE } from "../ingest/names.ts";
import { startRun } from "../start/start-run.ts";
import { getBenchmark } from "./get.ts";
import type { PreparedBenchmark } from "./prepared.ts";
import { reportBenchmark } from "./report.ts";

interface OwnFlags {
  config?: string;
  corpus?: string;
  scenarioFile?: string;
  suite?: string;
  workflows?: string[];
  knowledge?: string[];
}

/**
 * The flags of a run on a benchmark's corpus and questions.
 * @throws UserError `usage` where they name others.
 */
export function withBenchmark<T extends OwnFlags>({ folder }: PreparedBenchmark, flags: T): T {
  const { corpus, scenarioFile, suite } = flags;
  if ([corpus, scenarioFile, suite].some((flag) => flag !== undefined))
    throw new UserError("usage", "a benchmark brings its corpus and its questions", {
      hint: "leave out --corpus, --scenario-file and --suite; --limit and --scenarios choose among its questions",
    });
  return { ...flags, corpus: folder, scenarioFile: join(folder, SCENARIO_FILE) };
}

/**
 * The flags of `run --suite NAME FOLDER`, where the suite is one that others published: as the benchmark of that name, excerpts and other
 * versions too, since nothing published is printed beside it.
 * @throws UserError `usage` where a folder is named for another suite
 */
export async function withPublishedSuite<T extends OwnFlags>(
  flags: T,
  folder: string | undefined,
  io: Pick<Io, "cwd" | "environment">,
): Promise<T> {
  const { suite, ...others } = flags;
  const name = BENCHMARKS.find((benchmark) => benchmark.name === suite)?.name;
  if (name !== undefined)
    return withBenchmark(await getBenchmark(name, { from: folder, other: true }, io), others as T);
  if (folder === undefined) return flags;
  throw new UserError("usage", `expected a published suite for ${folder}, found ${suite ?? "no --suite"}`, {
    hint: `--suite ${BENCHMARKS.map((benchmark) => benchmark.name).join(", ")}; a corpus of your own is named by --corpus`,
  });
}

/**
 * The matrix that is run: of a configuration that nobody named, the first workflow and knowledge mode of each model. A benchmark asks
 * what an agent adds to a search, not which of 18 adds most.
 */
export function matrixOf(config: Config, flags: OwnFlags): Config {
  if (flags.config !== undefined) return config;
  return {
    ...config,
    workflows: flags.workflows ? config.workflows : config.workflows.slice(0, 1),
    knowledge: flags.knowledge ? config.knowledge : config.knowledge.slice(0, 1),
  };
}

/** A run as any other, to its scores; then the rankers' whole rankings and the table. Gives the exit code. */
export function runBenchmark(config: Config, { io, json }: { io: Io; json: boolean }): Promise<number> {
  return startRun(config, {
    ...{ io, json, until: "score" },
    show: async ({ runDirectory }) => reportBenchmark(await readRun(runDirectory), { io, json }),
  });
}
