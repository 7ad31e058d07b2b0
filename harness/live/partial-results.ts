import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { grouped } from "../../base/grouped.ts";
import { configurationName, executionName } from "../domain/names.ts";
import type { ExecutionRecord, Verdict } from "../domain/records.ts";
import { type RunPath, runPath } from "../run-directory/paths.ts";
import type { LiveExecution, LivePartial } from "./live-data.ts";

/** Of executions listed: the latest, and of those that failed. */
const LISTED = { latest: 12, failed: 50 };

const CHUNK_BYTES = 4 * 1024 * 1024;

/** What has come of a run so far. Its record files only grow, so that each look reads what is new in them. */
export class PartialResults {
  readonly #runDirectory: string;
  readonly #read = new Map<string, number>();
  readonly #executions = new Map<string, LiveExecution>();
  readonly #judged = new Map<string, boolean>();
  #looking: Promise<void> = Promise.resolve();

  constructor(runDirectory: string) {
    this.#runDirectory = runDirectory;
  }

  async look(): Promise<LivePartial> {
    this.#looking = this.#looking.then(() => this.#readNew());
    await this.#looking;
    const all = [...this.#executions.values()].map((execution) => ({
      ...execution,
      judge: verdictOf(this.#judged.get(execution.name)),
    }));
    const failed = all.filter(({ outcome }) => outcome !== "success");
    return {
      configurations: byConfiguration(all),
      latest: all.slice(-LISTED.latest).reverse(),
      failed: failed.slice(-LISTED.failed).reverse(),
      failures: failed.length,
    };
  }

  has(name: string): boolean {
    return this.#executions.has(name);
  }

  async #readNew(): Promise<void> {
    await this.#readPart<ExecutionRecord>("rawOutput", (record) => {
      const name = executionName(record);
      // One that was made again stands where it ended last.
      this.#executions.delete(name);
      this.#executions.set(name, toExecution(name, record));
    });
    await this.#readPart<Verdict>("verdicts", (record) => {
      const name = executionName(record);
      if (record.judgement !== null) this.#judged.set(name, record.judgement.status === "pass");
    });
  }

  async #readPart<T>(part: RunPath, take: (record: T) => void): Promise<void> {
    const folder = runPath(this.#runDirectory, part);
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".jsonl"));
    for (const name of names.sort()) {
      const path = join(folder, name);
      const from = this.#read.get(path) ?? 0;
      this.#read.set(path, await readLinesFrom(path, from, (line) => take(JSON.parse(line) as T)));
    }
  }
}

/** Gives where to go on: after the last line that is whole. */
async function readLinesFrom(path: string, from: number, take: (line: string) => void): Promise<number> {
  await using file = await open(path);
  const { size } = await file.stat();
  // What is shorter than before was replaced.
  let at = size < from ? 0 : from;
  let rest = Buffer.alloc(0);
  while (at + rest.length < size) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, at + rest.length);
    if (bytesRead === 0) break;
    const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
    const end = bytes.lastIndexOf(10) + 1;
    for (const line of bytes.subarray(0, end).toString("utf8").split("\n")) if (line !== "") take(line);
    at += end;
    rest = bytes.subarray(end);
  }
  return at;
}

function toExecution(name: string, record: ExecutionRecord): LiveExecution {
  const { outcome, error, duration_ms: durationMs, scenario_id: scenario } = record;
  const configuration = configurationName(record);
  return {
    name,
    scenario,
    configuration,
    outcome,
    error: error?.code ?? null,
    seconds: durationMs / 1000,
    judge: null,
  };
}

function verdictOf(passed: boolean | undefined): LiveExecution["judge"] {
  return passed === undefined ? null : passed ? "pass" : "fail";
}

function byConfiguration(all: readonly LiveExecution[]): LivePartial["configurations"] {
  return [...grouped(all, ({ configuration }) => configuration)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([configuration, own]) => ({
      configuration,
      ended: own.length,
      failed: own.filter(({ outcome }) => outcome !== "success").length,
      judged: own.filter(({ judge }) => judge !== null).length,
      passed: own.filter(({ judge }) => judge === "pass").length,
    }));
}
