import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import type { Config } from "../../record/config/schema.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { isAffected } from "./effect.ts";
import { findEffects } from "./find.ts";
import { printEffects } from "./print.ts";

/** Which executions of a configuration a change since the baseline can have touched, printed. */
export async function listAffected(
  baseline: OpenedRun,
  config: Config,
  { io, json }: { io: Io; json: boolean },
): Promise<void> {
  const found = await findEffects({ baseline, config, io });
  const { run_id } = baseline.manifest;
  if (!json) return printEffects(found, { baseline: run_id, io });
  const { effects, notes } = found;
  const rows = effects.map((effect) => ({ ...effect.key, ...effect, key: undefined, affected: isAffected(effect) }));
  io.out(jsonText({ baseline: run_id, affected: effects.filter(isAffected).length, notes, executions: rows }, {}));
}
