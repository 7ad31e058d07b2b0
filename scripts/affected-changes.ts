/**
 * Is anything skipped wrongly? Random changes of each kind are made to a configuration; `runs affected` says which executions each can have touched;
 * then all of them are executed, and each that was said to be untouched is held against the baseline's. The models are a stand-in and one over HTTP
 * whose answers are a function of what it is sent. Prints a table: by kind, changes, executions, those that were said to be untouched, and those of them that
 * differ all the same; then by how many changes at most something is skipped wrongly.
 *
 *   node --import tsx scripts/affected-changes.ts [changes of each kind, default 25] [--seed <n>]
 */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TOOL_FAMILIES } from "../agent/contract/contract.ts";
import { readPolicies } from "../agent/knowledge/policies.ts";
import { TOOLS } from "../agent/tools/registry.ts";
import type { ToolDefinition } from "../agent/tools/tool.ts";
import { hashOf } from "../base/hash.ts";
import { makeRandom, pick, type Random, randomInteger } from "../base/random.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import { generateTelecomCorpus } from "../db/corpora/telecom/index.ts";
import { aside, type Io, processIo } from "../harness/print/io.ts";
import { configurationsOf } from "../harness/record/config/matrix.ts";
import { type Config, configSchema } from "../harness/record/config/schema.ts";
import { executionName } from "../harness/record/domain/names.ts";
import { findRun } from "../harness/record/run-directory/find.ts";
import { readRun } from "../harness/record/run-directory/open-run.ts";
import { readRecords } from "../harness/record/run-directory/records.ts";
import { isAffected, lasting } from "../harness/run/affected/effect.ts";
import { findEffects } from "../harness/run/affected/find.ts";
import { startRun } from "../harness/run/start/start-run.ts";
import { writeCorpusFolder } from "../import/folder/write.ts";
import { boundedMeanInterval } from "../measure/statistics/intervals/bounded-mean.ts";
import { startHashModel } from "./affected-changes/model.ts";
import { argumentsOf } from "./arguments.ts";

const { values, positionals } = argumentsOf(import.meta.filename, { seed: { type: "string", default: "1" } });
const each = Number(positionals[0] ?? 25);

/** The configuration with the change; one of code puts itself back. */
type Change = (config: Config, random: Random, folder: string) => Promise<Changed> | Changed;
type Changed = Config | { config: Config; putBack(): void };

/** What teams change; of each kind some changes are felt everywhere, some here and there, some nowhere. */
const CHANGES: Readonly<Record<string, Change>> = {
  "one policy's words": (config, random) => {
    const { policies } = readPolicies();
    const name = pick(random, Object.keys(policies) as (keyof typeof policies)[]);
    return { ...config, policies: { [name]: dropped(policies[name], random) } };
  },
  "a limit": (config, random) => {
    const limit = pick(random, [
      "keyword_max",
      "keyword_default",
      "vector_default",
      "sql_row_cap",
      "preview_rows",
      "max_tool_calls",
      "max_equal_calls",
    ] as const);
    return { ...config, limits: { ...config.limits, [limit]: 1 + randomInteger(random, config.limits[limit] ?? 20) } };
  },
  "one record's text": async (config, random, folder) => {
    const path = join(folder, "corpus");
    await cp(config.corpus.type === "folder" ? config.corpus.path : "", path, { recursive: true });
    const file = join(path, "artifacts.jsonl");
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    const at = randomInteger(random, lines.length);
    const record = JSON.parse(lines[at]!) as { title: string };
    lines[at] = JSON.stringify({ ...record, title: dropped(record.title, random) });
    await writeFile(file, `${lines.join("\n")}\n`);
    return { ...config, corpus: { type: "folder", path } };
  },
  "one tool's description": (config, random) => {
    const tool = pick(random, Object.values<ToolDefinition>(TOOLS));
    return withTool(config, tool, { description: dropped(tool.description, random) });
  },
  "one tool's code": (config, random) => {
    const tool = pick(random, ["keyword_search", "trace_links", "identifier_lookup", "find_entities"] as const);
    const { run }: ToolDefinition = TOOLS[tool];
    // Another order of the rows, of every third question.
    return withTool(config, TOOLS[tool], {
      run: async (input, context) => {
        const output = await run(input, context);
        const isOther = Number.parseInt(hashOf(input).slice(0, 6), 16) % 3 === 0;
        return isOther && output.type === "rows" ? { ...output, rows: output.rows.toReversed() } : output;
      },
    });
  },
  "families of tools": (config, random) => ({
    ...config,
    tool_families: TOOL_FAMILIES.filter((_, at) => at === 0 || random() < 0.8),
  }),
  "judges, which no execution sees": (config) => ({
    ...config,
    judges: { ...config.judges, primary: { type: "rubric", rubric: "second" } },
  }),
  "the report": (config, random) => ({ ...config, plots: { ...config.plots, color_order: [`c${random()}`] } }),
};

function withTool(config: Config, tool: ToolDefinition, change: Partial<ToolDefinition>): Changed {
  const before = { ...tool };
  Object.assign(tool, change);
  return { config, putBack: () => void Object.assign(tool, before) };
}

/** Without one of its words. */
function dropped(text: string, random: Random): string {
  const words = text.split(" ");
  return words.length < 2 ? `${text}.` : words.toSpliced(randomInteger(random, words.length), 1).join(" ");
}

const model = await startHashModel();
try {
  await withScratchFolder("affected", measure);
} finally {
  model.close();
}

async function measure(folder: string): Promise<void> {
  const corpus = join(folder, "baseline-corpus");
  await writeCorpusFolder(generateTelecomCorpus({ seed: 7, scale: 0.02 }), corpus);
  const base = configSchema.parse({
    corpus: { type: "folder", path: corpus },
    scenarios: { total: 10, seed: 3 },
    models: [
      { name: "explorer", provider: "policy", model: "explorer" },
      { name: "hash", provider: "openai", model: "hash-1", base_url: model.url },
    ],
    ...{ workflows: ["react", "keyword_rag"], knowledge: ["prompt"], repeats: 2, seed: 1 },
    runs_dir: join(folder, "runs"),
  });
  const io: Io = { ...aside(processIo()), cwd: folder, error: () => undefined };
  const baseline = await executed(base, { io, recorded: join(folder, "main.recording") });
  console.log(
    "| kind of change | changes | executions | said untouched | spared, % | of them different |\n|---|---:|---:|---:|---:|---:|",
  );
  let [wrong, changes] = [0, 0];
  for (const [kind, change] of Object.entries(CHANGES)) {
    let [executions, untouched, different] = [0, 0, 0];
    for (let nth = 0; nth < each; nth++) {
      const made = await change(base, makeRandom(kind, values.seed, nth), join(folder, `${kind}-${nth}`));
      const { config, putBack } = "putBack" in made ? made : { config: made, putBack: () => undefined };
      const { effects } = await findEffects({ baseline: await readRun(baseline.run), config, io });
      const now = await executed(config, { io });
      putBack();
      const skipped = effects.filter((effect) => !isAffected(effect)).map(({ key }) => executionName(key));
      executions += effects.length;
      untouched += skipped.length;
      const own = skipped.filter((name) => now.extractions.get(name) !== baseline.extractions.get(name)).length;
      different += own;
      wrong += Number(own > 0);
      changes++;
    }
    const spared = ((100 * untouched) / executions).toFixed(1);
    console.log(`| ${kind} | ${each} | ${executions} | ${untouched} | ${spared} | ${different} |`);
  }
  const most = boundedMeanInterval(
    Array.from({ length: changes }, (_, at) => Number(at < wrong)),
    { range: { low: 0, high: 1 }, level: 0.9, coverage: "at least" },
  ).high!;
  console.log(
    `${wrong} of ${changes} changes with a wrong skip: with 95 % confidence at most ${(100 * most).toFixed(1)} % of such changes`,
  );
  process.exitCode = wrong > 0 ? 1 : 0;
}

/** Executes everything, and gives hashes of what came of each execution. */
async function executed(config: Config, { io, recorded }: { io: Io; recorded?: string }) {
  await startRun(config, {
    ...{ io, json: false, until: "extract" },
    ...(recorded !== undefined && { recorded: { mode: "record", path: recorded } as const }),
  });
  const run = await findRun("latest", { cwd: io.cwd, runsDirectory: config.runs_dir });
  const records = await Promise.all(
    configurationsOf(config).map((configuration) =>
      readRecords({ runDirectory: run, part: "extractions", configuration }),
    ),
  );
  return { run, extractions: new Map(records.flat().map((one) => [executionName(one), hashOf(lasting(one))])) };
}
