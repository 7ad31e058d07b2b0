/**
 * Is anything skipped wrongly? Random changes of each kind are made to a configuration; `runs affected` says which executions each can have touched;
 * then all of them are executed, and each that was said to be untouched is held against the baseline's. The models are a stand-in and one over HTTP
 * whose answers are a function of what it is sent. Prints a table: by kind, changes, executions, untouched ones, and those that differ all the same.
 *
 *   node --import tsx scripts/affected-changes.ts [changes of each kind, default 25] [--seed <n>]
 */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TOOL_FAMILIES } from "../agent/contract/contract.ts";
import { readPolicies } from "../agent/knowledge/policies.ts";
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
import { startHashModel } from "./affected-changes/model.ts";
import { argumentsOf } from "./arguments.ts";

const { values, positionals } = argumentsOf(import.meta.filename, { seed: { type: "string", default: "1" } });
const each = Number(positionals[0] ?? 25);

type Change = (config: Config, random: Random, folder: string) => Promise<Config> | Config;

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
  "families of tools": (config, random) => ({
    ...config,
    tool_families: TOOL_FAMILIES.filter((_, at) => at === 0 || random() < 0.8),
  }),
  "judges, which no execution sees": (config) => ({
    ...config,
    judges: { ...config.judges, primary: { type: "rubric", rubric: "second" } },
  }),
};

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
    "| kind of change | changes | executions | said untouched | of them different |\n|---|---:|---:|---:|---:|",
  );
  let wrong = 0;
  for (const [kind, change] of Object.entries(CHANGES)) {
    let [executions, untouched, different] = [0, 0, 0];
    for (let nth = 0; nth < each; nth++) {
      const config = await change(base, makeRandom(kind, values.seed, nth), join(folder, `${kind}-${nth}`));
      const { effects } = await findEffects({ baseline: await readRun(baseline.run), config, io });
      const now = await executed(config, { io });
      const skipped = effects.filter((effect) => !isAffected(effect)).map(({ key }) => executionName(key));
      executions += effects.length;
      untouched += skipped.length;
      different += skipped.filter((name) => now.extractions.get(name) !== baseline.extractions.get(name)).length;
    }
    wrong += different;
    console.log(`| ${kind} | ${each} | ${executions} | ${untouched} | ${different} |`);
  }
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
