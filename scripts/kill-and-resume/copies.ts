import { watch } from "node:fs";
import { join } from "node:path";
import { fs, glob, type ProcessPromise, sleep } from "zx";
import type { Random } from "../../base/random.ts";
import { CHECKSUMS } from "../../harness/record/run-directory/checksums.ts";
import type { Manifest } from "../../harness/record/run-directory/manifest.ts";
import { RUN_PATHS } from "../../harness/record/run-directory/paths.ts";
import { finished, scopebench, signalAll } from "./processes.ts";

/** A folder with one run, as it was in a moment. */
export interface Copy {
  place: string;
  /** For people: when that was. */
  moment: string;
}

interface CopyOptions {
  /** Where the copies go. */
  folder: string;
  /** Of the run. */
  flags: readonly string[];
  /** Mean time between two random moments. */
  gapMs: number;
  random: Random;
}

const BOUNDARIES: readonly string[] = [RUN_PATHS.manifest, CHECKSUMS];

/** Makes a run in `runs`, and stops and copies it at each boundary and at random times. It has ended when they are given: no process has their locks. */
export async function copiesOf(runs: string, { folder, flags, gapMs, random }: CopyOptions): Promise<Copy[]> {
  const copies: Copy[] = [];
  const begun = Date.now();
  const run = scopebench("run", ...flags, "--runs-dir", runs);
  const ended = run.then(() => "ended" as const);
  const boundaries = await boundariesOf(runs, run);
  for (let due = Date.now(); run.stage === "running"; ) {
    if (Date.now() >= due) due = Date.now() + 2 * gapMs * random();
    const wake = sleep(due - Date.now()).then(() => "at random" as const);
    const why = await Promise.race([ended, boundaries.next(), wake]);
    if (why === "ended") break;
    signalAll(run, "SIGSTOP");
    const place = join(folder, `${copies.length}`);
    await fs.copy(runs, place);
    const moment = `${why} ${await stateOf(place)}, ${Date.now() - begun} ms in`;
    copies.push({ place, moment });
    signalAll(run, "SIGCONT");
  }
  boundaries.close();
  await finished(run);
  return copies;
}

/** Waits for the run's folder; `next` then gives the name of a file of `BOUNDARIES` when it has changed. */
async function boundariesOf(runs: string, run: ProcessPromise) {
  const manifest = async () => (await glob(`${runs}/*/${RUN_PATHS.manifest}`))[0];
  while ((await manifest()) === undefined && run.stage === "running") await sleep(2);
  let heard: (name: string) => void = () => undefined;
  const watcher = watch(join((await manifest()) ?? runs, ".."), (_event, name) => {
    if (name !== null && BOUNDARIES.includes(name)) heard(`after ${name}`);
  });
  const next = () => new Promise<string>((resolve) => (heard = resolve));
  return { next, close: () => watcher.close() };
}

/** The stages that were not over, or the last that was. */
async function stateOf(runs: string): Promise<string> {
  const [path = ""] = await glob(`${runs}/*/${RUN_PATHS.manifest}`);
  const { stages } = (await fs.readJson(path)) as Manifest;
  const names = Object.entries(stages).map(([name, state]) => `${name} ${state?.status}`);
  return names.at(-1) ?? "before the first stage";
}
