import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { failureReason } from "../../../agent/contract/failure-reasons.ts";
import { grouped } from "../../../base/grouped.ts";
import { readLinesFrom } from "../../dag/progress/growing-file.ts";
import type { LiveStep } from "../../dag/progress/steps.ts";
import { configurationName, executionName, parseExecutionName } from "../../record/domain/names.ts";
import type { ExecutionRecord, Verdict } from "../../record/domain/records.ts";
import { type RunPath, runPath } from "../../record/run-directory/paths.ts";
import type { LiveExecution, LivePartial, LiveRunning } from "./live-data.ts";

/** Of executions listed: the latest, and of those that failed. */
const LISTED = { running: 50, latest: 12, failed: 50 };

/** What has come of a run so far. Its record files only grow, so that each look reads what is new in them. */
export class PartialResults {
  readonly #runDirectory: string;
  readonly #read = new Map<string, number>();
  readonly #executions = new Map<string, LiveExecution>();
  readonly #judged = new Map<string, boolean>();
  /** Begun, and not yet recorded. */
  readonly #running = new Map<string, LiveRunning>();
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
    const running = [...this.#running.values()];
    return {
      running: running.slice(-LISTED.running).reverse(),
      inFlight: running.length,
      configurations: byConfiguration(all),
      latest: all.slice(-LISTED.latest).reverse(),
      failed: failed.slice(-LISTED.failed).reverse(),
      failures: failed.length,
    };
  }

  has(name: string): boolean {
    return this.#executions.has(name) || this.#running.has(name);
  }

  async #readNew(): Promise<void> {
    // Steps first: what they tell of an execution is over when its record is there.
    await this.#readPart<LiveStep>("live", (step) => this.#takeStep(step));
    await this.#readPart<ExecutionRecord>("rawOutput", (record) => {
      const name = executionName(record);
      this.#running.delete(name);
      // One that was made again stands where it ended last.
      this.#executions.delete(name);
      this.#executions.set(name, toExecution(name, record));
    });
    await this.#readPart<Verdict>("verdicts", (record) => {
      const name = executionName(record);
      if (record.judgement !== null) this.#judged.set(name, record.judgement.status === "pass");
    });
  }

  #takeStep(step: LiveStep): void {
    const { execution: name } = step;
    if (step.type === "begin") this.#running.set(name, beginning(name, step.at));
    const running = this.#running.get(name);
    if (running === undefined) return;
    if (step.type === "call") Object.assign(running, { calls: running.calls + 1, last: step.tool });
    if (step.type === "answer") running.answers += 1;
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

function toExecution(name: string, record: ExecutionRecord): LiveExecution {
  const { outcome, error, duration_ms: durationMs, scenario_id: scenario } = record;
  const configuration = configurationName(record);
  return {
    name,
    scenario,
    configuration,
    outcome,
    error: failureReason(outcome, error),
    seconds: durationMs / 1000,
    judge: null,
  };
}

function beginning(name: string, since: string): LiveRunning {
  const key = parseExecutionName(name);
  const [scenario, configuration] = key ? [key.scenario_id, configurationName(key)] : [name, ""];
  return { name, scenario, configuration, since, calls: 0, last: null, answers: 0 };
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
