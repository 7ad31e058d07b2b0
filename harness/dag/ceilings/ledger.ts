import { asEnvironmentError } from "../../../base/atomic.ts";
import { JsonLinesLog, readJsonLines, repairJsonLines } from "../../../base/json-lines.ts";
import type { SpentRecord } from "../../record/domain/records.ts";
import { runPath } from "../../record/run-directory/paths.ts";

/** What was spent on a run so far. */
export interface Spent {
  tokens: number;
  /** US dollars, where the price is known. */
  costUsd: number;
  /** In which sessions worked on the run. */
  hours: number;
}

/** The run's `spent.jsonl`: a line for whatever cost something, whether or not it left a record. */
export interface Ledger {
  /** Of earlier sessions. `worker`: of those lines that workers of a queue caused. */
  before: Spent & { byWorkers: Pick<Spent, "tokens" | "costUsd"> };
  add(line: Omit<SpentRecord, "at" | "session">): void;
  /** @throws UserError `environment` where a line could not be written */
  close(): Promise<void>;
}

export async function openLedger(runDirectory: string, now: () => Date): Promise<Ledger> {
  const path = runPath(runDirectory, "spent");
  await repairJsonLines(path);
  const lines = await readJsonLines<SpentRecord>(path);
  const session = 1 + Math.max(0, ...lines.map((line) => line.session));
  const log = new JsonLinesLog(path);
  return {
    before: { ...sumOf(lines), hours: hoursOf(lines), byWorkers: sumOf(lines.filter(({ worker }) => worker)) },
    add: (line) => log.add({ at: now().toISOString(), session, ...line } satisfies SpentRecord),
    close: () =>
      log.close().catch((error) => {
        throw asEnvironmentError(error, path);
      }),
  };
}

function sumOf(lines: readonly SpentRecord[]): Pick<Spent, "tokens" | "costUsd"> {
  return {
    tokens: lines.reduce((sum, { tokens }) => sum + tokens, 0),
    costUsd: lines.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0),
  };
}

/** A session lasted until its last line. */
function hoursOf(lines: readonly SpentRecord[]): number {
  const longest = new Map<number, number>();
  for (const { session, elapsed_s } of lines) longest.set(session, Math.max(longest.get(session) ?? 0, elapsed_s));
  return [...longest.values()].reduce((sum, seconds) => sum + seconds, 0) / 3600;
}
