import { makeEffects } from "../session.ts";
import { makeStages } from "../stages/index.ts";
import { openServices } from "../stages/open-services.ts";
import { type Finding, verifyRun } from "../verify.ts";
import type { Io } from "./io.ts";
import type { OpenedRun } from "./open-run.ts";

/** Checks an opened run against itself. The services stay unopened: only the stages' declarations are read. */
export async function verifyOpenedRun(run: OpenedRun, io: Io): Promise<Finding[]> {
  const services = openServices({
    config: run.config,
    effects: makeEffects({ ...io, log: io.error }),
    signal: io.signal,
  });
  return verifyRun({ ...run, stages: makeStages(services) });
}
