/**
 * Is anything skipped wrongly? Random changes of each kind are made to a configuration; `runs affected` says which executions each can have touched;
 * then those that it said to be untouched are executed all the same and held against the baseline's. Ten scenarios, one workflow drawn by lot, two
 * models: a stand-in, and one over HTTP whose answers are a function of what it is sent. Prints a table: by kind, changes, executions, those that were said
 * to be untouched, and those of them that differ all the same; then by how many changes at most something is skipped wrongly.
 *
 *   node --import tsx scripts/affected-changes.ts [changes of each kind, default 25] [--seed <n>] [--record <file>]
 *
 * Of a record (a line a change) what stands there is not measured again.
 */
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { hashOf } from "../base/hash.ts";
import { makeRandom, pick } from "../base/random.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import { generateTelecomCorpus } from "../db/corpora/telecom/index.ts";
import { aside, type Io, processIo } from "../harness/print/io.ts";
import { configurationsOf } from "../harness/record/config/matrix.ts";
import { type Config, configSchema } from "../harness/record/config/schema.ts";
import { executionName } from "../harness/record/domain/names.ts";
import { makeEffects } from "../harness/record/effects.ts";
import { createRun } from "../harness/record/run-directory/create.ts";
import { findRun } from "../harness/record/run-directory/find.ts";
import { readRun } from "../harness/record/run-directory/open-run.ts";
import { runPath } from "../harness/record/run-directory/paths.ts";
import { readRecords } from "../harness/record/run-directory/records.ts";
import { isAffected, lasting } from "../harness/run/affected/effect.ts";
import { findEffects } from "../harness/run/affected/find.ts";
import { REPLAYED_DRY } from "../harness/run/affected/replay-dry.ts";
import { runSession } from "../harness/run/start/session.ts";
import { startRun } from "../harness/run/start/start-run.ts";
import { writeCorpusFolder } from "../import/folder/write.ts";
import { boundedMeanInterval } from "../measure/statistics/intervals/bounded-mean.ts";
import { CHANGES } from "./affected-changes/changes.ts";
import { startHashModel } from "./affected-changes/model.ts";
import { type SharedSubstrates, sharedSubstrates } from "./affected-changes/shared-substrates.ts";
import { argumentsOf } from "./arguments.ts";

const { values, positionals } = argumentsOf(import.meta.filename, {
  seed: { type: "string", default: "1" },
  record: { type: "string" },
});
const each = Number(positionals[0] ?? 25);

/** What came of one change: executions in all, said to be untouched, and different all the same; of each model, those said to be untouched. */
interface Outcome {
  kind: string;
  nth: number;
  seed: string;
  executions: number;
  untouched: number;
  different: number;
  byModel: Record<string, number>;
  cpuS: number;
}

interface Baseline {
  config: Config;
  runDirectory: string;
  /** Hashes of what came of each execution. */
  extractions: ReadonlyMap<string, string>;
}

const known = await readKnown();
await withScratchFolder("affected", async (folder) => {
  const model = await startHashModel();
  const shared = sharedSubstrates();
  try {
    await measure(folder, { url: model.url, shared });
  } finally {
    await shared.close();
    model.close();
  }
});
printOutcomes();

async function readKnown(): Promise<Outcome[]> {
  if (values.record === undefined) return [];
  await mkdir(dirname(resolve(values.record)), { recursive: true });
  await appendFile(values.record, "");
  const lines = (await readFile(values.record, "utf8")).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Outcome).filter(({ seed }) => seed === values.seed);
}

async function measure(folder: string, { url, shared }: { url: string; shared: SharedSubstrates }): Promise<void> {
  const missing = Array.from({ length: each }, (_, nth) => Object.keys(CHANGES).map((kind) => ({ kind, nth })))
    .flat()
    .filter((one) => !known.some(({ kind, nth }) => kind === one.kind && nth === one.nth));
  if (missing.length === 0) return;
  const io: Io = { ...aside(processIo()), cwd: folder, error: () => undefined };
  const baseline = await makeBaseline(folder, { url, io });
  for (const one of missing) {
    const begun = process.cpuUsage();
    const outcome = await outcomeOf(one, { baseline, io, shared, folder: join(folder, `${one.kind}-${one.nth}`) });
    const { user, system } = process.cpuUsage(begun);
    known.push({ ...one, seed: values.seed, ...outcome, cpuS: (user + system) / 1e6 });
    if (values.record !== undefined) await appendFile(values.record, `${JSON.stringify(known.at(-1))}\n`);
  }
}

/** Both workflows, each execution twice: only repeats show that a model answers alike. */
async function makeBaseline(folder: string, { url, io }: { url: string; io: Io }): Promise<Baseline> {
  const corpus = join(folder, "baseline-corpus");
  await writeCorpusFolder(generateTelecomCorpus({ seed: 7, scale: 0.02 }), corpus);
  const config = configSchema.parse({
    corpus: { type: "folder", path: corpus },
    scenarios: { total: 10, seed: 3 },
    models: [
      { name: "explorer", provider: "policy", model: "explorer" },
      { name: "hash", provider: "openai", model: "hash-1", base_url: url },
    ],
    ...{ workflows: ["react", "keyword_rag"], knowledge: ["prompt"], repeats: 2, seed: 1 },
    runs_dir: join(folder, "runs"),
  });
  const recorded = { mode: "record", path: join(folder, "main.recording") } as const;
  await startRun(config, { io, json: false, until: "extract", recorded });
  const runDirectory = await findRun("latest", { cwd: folder, runsDirectory: config.runs_dir });
  return { config, runDirectory, extractions: await extractionsOf(runDirectory, config) };
}

interface Around {
  baseline: Baseline;
  io: Io;
  shared: SharedSubstrates;
  folder: string;
}

/** The corpus decides on the scenarios: where it is the baseline's, they are read and not made again. */
async function outcomeOf({ kind, nth }: { kind: string; nth: number }, { baseline, io, shared, folder }: Around) {
  const random = makeRandom(kind, values.seed, nth);
  const workflow = pick(random, baseline.config.workflows);
  const base = { ...baseline.config, workflows: [workflow], repeats: 1 };
  await mkdir(folder);
  const made = await CHANGES[kind]!(base, random, folder);
  const { config: changed, putBack } = "putBack" in made ? made : { config: made, putBack: () => undefined };
  const isOwnCorpus = changed.corpus === baseline.config.corpus;
  const alone = sharedSubstrates();
  const { open } = isOwnCorpus ? shared : alone;
  const file = runPath(baseline.runDirectory, "scenarios");
  const config = isOwnCorpus ? { ...changed, scenarios: { ...changed.scenarios, file } } : changed;
  try {
    const { effects } = await findEffects({ baseline: await readRun(baseline.runDirectory), config, io, open });
    const skipped = effects.filter((effect) => !isAffected(effect)).map(({ key }) => key);
    const models = config.models.filter(({ name }) => skipped.some((key) => key.model === name));
    const now = models.length === 0 ? new Map() : await executed({ ...config, models }, { io, open, folder });
    const names = skipped.map((key) => executionName(key));
    return {
      ...{ executions: effects.length, untouched: skipped.length },
      different: names.filter((name) => now.get(name) !== baseline.extractions.get(name)).length,
      byModel: Object.fromEntries(
        config.models.map(({ name }) => [name, skipped.filter((key) => key.model === name).length]),
      ),
    };
  } finally {
    putBack();
    await alone.close();
  }
}

async function executed(
  config: Config,
  { io, open, folder }: Pick<Around, "io" | "folder"> & Pick<SharedSubstrates, "open">,
) {
  const effects = makeEffects({ environment: io.environment, log: () => undefined });
  const runDirectory = await createRun({ ...config, runs_dir: folder }, effects);
  const session = { runDirectory, config, effects, open, signal: io.signal, only: REPLAYED_DRY };
  await runSession({ ...session, listen: () => undefined });
  return extractionsOf(runDirectory, config);
}

async function extractionsOf(runDirectory: string, config: Config): Promise<Map<string, string>> {
  const records = await Promise.all(
    configurationsOf(config).map((configuration) => readRecords({ runDirectory, part: "extractions", configuration })),
  );
  return new Map(records.flat().map((one) => [executionName(one), hashOf(lasting(one))]));
}

function printOutcomes(): void {
  const asked = known.filter(({ nth }) => nth < each);
  const sum = (all: readonly Outcome[], of: (one: Outcome) => number) => all.reduce((total, one) => total + of(one), 0);
  const share = (part: number, whole: number) => ((100 * part) / whole).toFixed(1);
  console.log(
    "| kind of change | changes | executions | said untouched | spared, % | of the stand-in, % | of the model over HTTP, % | of the untouched different |\n|---|---:|---:|---:|---:|---:|---:|---:|",
  );
  for (const kind of Object.keys(CHANGES)) {
    const own = asked.filter((one) => one.kind === kind);
    const executions = sum(own, (one) => one.executions);
    const untouched = sum(own, (one) => one.untouched);
    const ofModel = (name: string) =>
      share(
        sum(own, ({ byModel }) => byModel[name] ?? 0),
        executions / 2,
      );
    console.log(
      `| ${kind} | ${own.length} | ${executions} | ${untouched} | ${share(untouched, executions)} | ${ofModel("explorer")} | ${ofModel("hash")} | ${sum(own, (one) => one.different)} |`,
    );
  }
  const wrong = asked.filter(({ different }) => different > 0).length;
  const most = boundedMeanInterval(
    asked.map((_, at) => Number(at < wrong)),
    { range: { low: 0, high: 1 }, level: 0.9, coverage: "at least" },
  ).high!;
  console.log(
    `${wrong} of ${asked.length} changes with a wrong skip: with 95 % confidence at most ${share(most, 1)} % of such changes; ${Math.round(sum(asked, ({ cpuS }) => cpuS))} s of processor`,
  );
  process.exitCode = wrong > 0 ? 1 : 0;
}
