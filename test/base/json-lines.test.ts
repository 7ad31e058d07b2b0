import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { JsonLinesLog, type NumberedLine, readJsonLines, readLines } from "../../base/json-lines.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-lines-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function linesOf(content: string): Promise<NumberedLine[]> {
  const path = join(folder, "lines.jsonl");
  await writeFile(path, content);
  const lines: NumberedLine[] = [];
  for await (const line of readLines(path)) lines.push(line);
  return lines;
}

it("ends a line at \\n and \\r\\n only, not at a U+2028 inside a JSON string", async () => {
  expect(await linesOf('{"a":"x\u2028y"}\r\n\n{"b":1}')).toEqual([
    { number: 1, text: '{"a":"x\u2028y"}' },
    { number: 3, text: '{"b":1}' },
  ]);
});

it("reads lines longer than a read block whole", async () => {
  const long = "é".repeat(200_000);
  expect(await linesOf(`${long}\n${long}\n`)).toEqual([
    { number: 1, text: long },
    { number: 2, text: long },
  ]);
});

it("appends behind who gives the records, in their order; what cannot be written is told at the end", async () => {
  const path = join(folder, "log.jsonl");
  for (const half of [[0, 1, 2], [3]]) {
    const log = new JsonLinesLog(path);
    for (const n of half) log.add({ n });
    await log.close();
  }
  expect(await readJsonLines(path)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }]);
  const patient = new JsonLinesLog(join(folder, "patient.jsonl"), { delayMs: 60_000 });
  patient.add({ n: 0 });
  patient.add({ n: 1 });
  await patient.close();
  expect(await readJsonLines(join(folder, "patient.jsonl"))).toEqual([{ n: 0 }, { n: 1 }]);
  const vain = new JsonLinesLog(join(folder, "missing", "log.jsonl"));
  vain.add({});
  await new Promise((resolve) => setTimeout(resolve, 20));
  vain.add({});
  await expect(vain.close()).rejects.toMatchObject({ code: "ENOENT" });
});
