import type { Io } from "../../print/io.ts";
import type { Config } from "../../record/config/schema.ts";
import type { StageName } from "../../record/run-directory/graph.ts";
import { readManifest } from "../../record/run-directory/manifest.ts";
import { freezeRace, racesOn } from "./in-race.ts";
import { stagesUntil } from "./stage-named.ts";
import { beforeLook, goesOn, requireSameScenarios } from "./until-decided.ts";

interface OfRun {
  runDirectory: string;
  config: Config;
  io: Io;
}

/** What a run that is executed step by step does between the steps. */
interface Steps {
  /** Once, when the scenarios are known. */
  begin(run: OfRun): Promise<void>;
  /** Before each step. */
  before?(run: OfRun): Promise<void>;
  /** After each: whether more may be executed now. */
  goesOn(run: OfRun): Promise<boolean>;
}

/**
 * Works on a run step by step where its manifest says so, by looks or as a race: executes what the next step needs, judges and scores it, and asks what
 * follows. Each step is decided from the records alone, so a run that was killed decides as one that was not. Else, or where nothing is scored, it is worked
 * on as a whole.
 */
export async function stepwise(
  { only, ...run }: OfRun & { only: readonly StageName[] },
  work: (only: readonly StageName[]) => Promise<void>,
): Promise<void> {
  const { series, race } = await readManifest(run.runDirectory);
  const steps: Steps | null = series
    ? { begin: requireSameScenarios, before: beforeLook, goesOn }
    : race
      ? { begin: freezeRace, goesOn: racesOn }
      : null;
  if (!steps || !only.includes("execute")) return work(only);
  const scored = stagesUntil("score").filter((name) => only.includes(name));
  await work(scored.filter((name) => name === "generate"));
  await steps.begin(run);
  if (!only.includes("score")) return work(scored.filter((name) => name !== "generate"));
  do {
    await steps.before?.(run);
    await work(scored);
  } while (await steps.goesOn(run));
  const rest = only.filter((name) => !scored.includes(name));
  if (rest.length > 0) await work(rest);
}
