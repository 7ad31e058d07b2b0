import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { grouped } from "../../../base/grouped.ts";
import type { ExecutionData, ScenarioAnswer } from "./site-data.ts";

/** Longer answers are cut beside others; the execution's own page has all of it. */
const ANSWER_LIMIT = 20_000;

/** `<folder>/answers/<scenario>.jsonl`: all answers to one scenario. Appended a configuration at a time, so that memory does not grow with the run. */
export class AnswerFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, "answers");
  }

  async open(scenarios: readonly string[]): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (const id of scenarios) await writeFile(this.#path(id), "");
  }

  async append(executions: readonly Pick<ExecutionData, "row" | "trace" | "ids">[]): Promise<void> {
    for (const [id, members] of grouped(executions, ({ row }) => row.scenario)) {
      const lines = members.map(({ row, trace, ids }) => {
        const text = trace?.answers.at(-1) ?? "";
        const cut = text.length > ANSWER_LIMIT ? `${text.slice(0, ANSWER_LIMIT)} …` : text;
        return `${JSON.stringify({ name: row.name, text: cut, ids } satisfies ScenarioAnswer)}\n`;
      });
      await appendFile(this.#path(id), lines.join(""));
    }
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.jsonl`);
  }
}
