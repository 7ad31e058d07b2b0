import { join } from "node:path";
import { grouped } from "../../../base/grouped.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { appendFile, writeFile } from "../../../base/write-file.ts";
import type { ExecutionRow, NamedIdOutcome, ScenarioAnswer } from "./site-data.ts";

/** Longer answers are cut beside others; the execution's own page has all of it. */
const ANSWER_LIMIT = 20_000;

/** Characters that are collected before they are appended. */
const WAITING = 8_000_000;

/** `<folder>/answers/<scenario>.jsonl`: all answers to one scenario. Appended many at a time, so that memory does not grow with the run. */
export class AnswerFiles {
  readonly #folder: string;
  #waiting: { id: string; line: string }[] = [];
  #characters = 0;

  constructor(folder: string) {
    this.#folder = join(folder, "answers");
  }

  async open(scenarios: readonly string[]): Promise<void> {
    await makeFolder(this.#folder);
    for (const id of scenarios) await writeFile(this.#path(id), "");
  }

  async add({
    row,
    text,
    ids,
  }: {
    row: ExecutionRow;
    text: string;
    ids: Record<string, NamedIdOutcome>;
  }): Promise<void> {
    const cut = text.length > ANSWER_LIMIT ? `${text.slice(0, ANSWER_LIMIT)} …` : text;
    const line = `${JSON.stringify({ name: row.name, text: cut, ids } satisfies ScenarioAnswer)}\n`;
    this.#waiting.push({ id: row.scenario, line });
    this.#characters += line.length;
    if (this.#characters > WAITING) await this.flush();
  }

  async flush(): Promise<void> {
    for (const [id, members] of grouped(this.#waiting, ({ id: scenario }) => scenario))
      await appendFile(this.#path(id), members.map(({ line }) => line).join(""));
    [this.#waiting, this.#characters] = [[], 0];
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.jsonl`);
  }
}
