/**
 * Kills an ingest with SIGKILL at random moments, half of them in one from nothing, half in one that goes on from a
 * snapshot. After each: the last snapshot still answers, the next ingest completes, and its database has the same
 * content, table by table, as that of an ingest that nobody disturbed. Exits with 1 when any differs.
 *
 *   node --import tsx scripts/kill-ingest.ts [moments] [scale of the telecom corpus]
 */
import { join } from "node:path";
import { $, fs, type ProcessPromise, sleep } from "zx";
import { makeRandom } from "../base/random.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import { makeCorpus } from "../db/corpora/make-corpus.ts";
import { generateTelecomCorpus } from "../db/corpora/telecom/index.ts";
import { substrateOptionsSchema } from "../db/options/substrate-options.ts";
import type { Corpus } from "../db/ports/corpus.ts";
import { contentDigest } from "../db/snapshots/content-digest.ts";
import { findSnapshot, ingestCorpus, openSubstrate } from "../db/substrate.ts";
import { argumentsOf } from "./arguments.ts";

const KINDS = ["fresh", "incremental"] as const;
type Kind = (typeof KINDS)[number];

const [first = "20", second = "0.02", kind, cacheDirectory] = argumentsOf(import.meta.filename, {}).positionals;
const corpora = corporaOf(Number(second));
if (first === "child") await ingestAs(kind as Kind, cacheDirectory!);
else process.exitCode = (await withScratchFolder("kill-ingest", (root) => killAll(Number(first), root))) === 0 ? 0 : 1;

function corporaOf(scale: number): Record<Kind, Corpus> {
  const fresh = generateTelecomCorpus({ seed: 7, scale });
  const [gone, ...kept] = fresh.artifacts;
  const artifacts = kept.map((artifact, at) =>
    at % 50 === 0 ? { ...artifact, text: `${artifact.text} Changed.` } : artifact,
  );
  const links = fresh.links.filter(({ sourceId, targetId }) => sourceId !== gone!.id && targetId !== gone!.id);
  return { fresh, incremental: makeCorpus({ ...fresh, artifacts, links }) };
}

function optionsIn(folder: string) {
  return substrateOptionsSchema.parse({ cacheDirectory: folder, embedding: { type: "lsa", dimensions: 32 } });
}

/** What the killed process does: says when it starts to write. */
async function ingestAs(which: Kind, folder: string): Promise<void> {
  console.log("start");
  await ingestCorpus(corpora[which], optionsIn(folder));
}

async function killAll(moments: number, root: string): Promise<number> {
  const random = makeRandom("kill-ingest", moments);
  let different = 0;
  for (const [at, which] of KINDS.entries()) {
    const before = join(root, `${which}-before`);
    if (which === "incremental") await ingestCorpus(corpora.fresh, optionsIn(before));
    const undisturbed = join(root, `${which}-undisturbed`);
    await prepare(which, { before, folder: undisturbed });
    const durationMs = await timed(which, undisturbed);
    const expected = await digestIn(undisturbed, which);
    for (let moment = at; moment < moments; moment += KINDS.length) {
      const folder = join(root, String(moment));
      await prepare(which, { before, folder });
      let waitMs = random() * durationMs;
      // Other programs make an ingest slower or faster: what was over too soon is tried again, earlier.
      for (let attempt = 0; attempt < 5 && !(await killed(which, folder, waitMs)); attempt++) {
        waitMs /= 2;
        await prepare(which, { before, folder });
      }
      const answer = which === "fresh" ? "nothing half-built" : await answerIn(folder);
      await child(which, folder);
      const same = (await digestIn(folder, which)) === expected;
      if (!same || answer === "NO ANSWER") different++;
      const when = `${which.padEnd(11)} killed ${waitMs.toFixed(0).padStart(6)} ms in`;
      console.log(`${when}: ${answer}, ${same ? "same content" : "DIFFERENT"}`);
      await fs.remove(folder);
    }
  }
  console.log(different === 0 ? `${moments} kills, the same content after each` : `${different} differ`);
  return different;
}

/** The cache folder as it is before the ingest: empty, or with the snapshot to go on from. */
async function prepare(which: Kind, { before, folder }: { before: string; folder: string }): Promise<void> {
  await fs.remove(folder);
  if (which === "incremental") await fs.copy(before, folder);
}

/** Rejects when it fails or is killed. */
function child(which: Kind, folder: string): ProcessPromise {
  const script = [import.meta.filename, "child", second, which, folder];
  return $({ quiet: true })`${process.execPath} --import ${import.meta.resolve("tsx")} ${script}`;
}

/** Milliseconds that an undisturbed ingest takes from its start. */
async function timed(which: Kind, folder: string): Promise<number> {
  const ingest = child(which, folder);
  await started(ingest);
  const startedAt = performance.now();
  await ingest;
  return performance.now() - startedAt;
}

async function started(ingest: ProcessPromise): Promise<void> {
  for await (const line of ingest) if (line === "start") return;
}

/** True when the process was still at work. */
async function killed(which: Kind, folder: string, waitMs: number): Promise<boolean> {
  const ingest = child(which, folder).nothrow();
  await started(ingest);
  await sleep(waitMs);
  await ingest.kill("SIGKILL");
  return !(await ingest).ok;
}

/** The snapshot from before the killed ingest, through each port. */
async function answerIn(folder: string): Promise<string> {
  const manifest = await findSnapshot(corpora.fresh, optionsIn(folder));
  if (!manifest) return "NO ANSWER";
  const { sql, search, graph, close } = await openSubstrate(manifest.snapshot_hash, optionsIn(folder));
  try {
    const { rows } = await sql.query<{ id: string }>(
      "SELECT test_case_id AS id FROM core.trace_link ORDER BY 1 LIMIT 1",
    );
    const near = await graph.neighbourhood(rows[0]!.id, { depth: 1, limit: 5 });
    const hits = [await search.keyword("handover", { limit: 5 }), await search.vector("handover", { limit: 5 })];
    const all = near.length > 0 && hits.every((list) => list.length > 0);
    return all ? "the last snapshot answers" : "NO ANSWER";
  } finally {
    await close();
  }
}

async function digestIn(folder: string, which: Kind): Promise<string> {
  const manifest = await findSnapshot(corpora[which], optionsIn(folder));
  if (!manifest) return "no snapshot";
  const { sql, close } = await openSubstrate(manifest.snapshot_hash, optionsIn(folder));
  try {
    return `${manifest.snapshot_hash} ${(await contentDigest(sql)).hash}`;
  } finally {
    await close();
  }
}
