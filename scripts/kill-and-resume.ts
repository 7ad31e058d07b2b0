/**
 * Kills a run at moments of all its stages, resumes it, verifies it and compares its metrics with those of a run that
 * nobody disturbed; first the same of a second run of equal seed, and of one that replays the first one's recording.
 * Prints a line each; exits with 1 when any fails.
 *
 * One run is stopped and copied at each change of its manifest and of its checksums (the boundaries of the stages) and at
 * random times between. A copy is what a kill in that moment leaves. Some copies are killed again, up to twice, while
 * they are resumed.
 *
 *   node --import tsx scripts/kill-and-resume.ts [random moments, default 20] [--copies 60: no more of them] [--at-once 1] [--until score: the last stage, default report] [--keep <folder>: for those that fail] [-- flags of `scopebench run`, default --limit 4]
 */
import { join } from "node:path";
import { fs } from "zx";
import { makeRandom, randomInteger, shuffle } from "../base/random.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import { stageNamed } from "../harness/run/start/stage-named.ts";
import { argumentsOf } from "./arguments.ts";
import { type Copy, copiesOf } from "./kill-and-resume/copies.ts";
import { faultsOf, metricsOf } from "./kill-and-resume/outcome.ts";
import { finished, killed, scopebench } from "./kill-and-resume/processes.ts";

const separator = process.argv.indexOf("--");
const flags = separator < 0 ? ["--limit", "4"] : process.argv.slice(separator + 1);
const { values, positionals } = argumentsOf(
  import.meta.filename,
  {
    copies: { type: "string" },
    keep: { type: "string" },
    "at-once": { type: "string", default: "1" },
    until: { type: "string", default: "report" },
  },
  separator < 0 ? undefined : process.argv.slice(2, separator),
);
const until = stageNamed(values.until);
flags.push("--until", until);
const moments = Number(positionals[0]) || 20;
const random = makeRandom("kill-and-resume", moments);

process.exitCode = await withScratchFolder("kill", async (folder) => {
  const reference = join(folder, "reference");
  const recording = join(folder, "reference.recording");
  const begun = Date.now();
  await finished(scopebench("run", ...flags, "--runs-dir", reference, "--record", recording));
  const durationMs = Date.now() - begun;
  const metrics = await metricsOf(reference);
  let runs = 0;
  let failed = 0;
  const check = async (what: string, place: string, made: Promise<void>) => {
    const faults = await made.then(
      () => faultsOf(place, { metrics, until }),
      (error: Error) => [error.message],
    );
    runs++;
    if (faults.length > 0) failed++;
    console.log(`${what}: ${faults.length === 0 ? "same metrics, verified" : `FAILED: ${faults.join("; ")}`}`);
    if (faults.length > 0 && values.keep !== undefined) await fs.copy(place, join(values.keep, `${failed}`));
  };
  await check("undisturbed", reference, Promise.resolve());
  for (const [what, more] of [
    ["again", []],
    ["replayed", ["--replay", recording]],
  ] as const) {
    const place = join(folder, what);
    await check(what, place, finished(scopebench("run", ...flags, "--runs-dir", place, ...more)));
  }
  const stopped = join(folder, "stopped");
  const copies = await copiesOf(stopped, {
    folder: join(folder, "copies"),
    flags,
    gapMs: durationMs / moments,
    random,
  });
  await check("stopped and continued", stopped, Promise.resolve());
  console.log(`${copies.length} copies`);
  const killAgain = async ({ place, moment }: Copy) => {
    const resume = () => scopebench("resume", "latest", "--until", until, "--runs-dir", place);
    const kills: number[] = [];
    for (let more = randomInteger(random, 3); more > 0; more--) {
      const afterMs = 500 + randomInteger(random, durationMs / 2);
      if (await killed(resume(), afterMs)) kills.push(afterMs);
    }
    const again = kills.length > 0 ? `, its resume after ${kills.join(" and ")} ms` : "";
    await check(`killed ${moment}${again}`, place, finished(resume()));
    await fs.remove(place);
  };
  const left = shuffle(random, copies)
    .slice(0, Number(values.copies ?? copies.length))
    .values();
  const work = async () => {
    for (const copy of left) await killAgain(copy);
  };
  await Promise.all(Array.from({ length: Number(values["at-once"]) }, work));
  console.log(failed === 0 ? `${runs} runs, each verified, with the same metrics` : `${failed} of ${runs} runs failed`);
  return failed === 0 ? 0 : 1;
});
