import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { idReader } from "../../../../base/ids/id-reader.ts";
import { ResultPool } from "../../../../harness/show/report/result-pool.ts";
import type { ExecutionData } from "../../../../harness/show/report/site-data.ts";

it("a tool's result, which browsers show as a text file, turns no direction of writing; all else stays", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-results-"));
  const pool = new ResultPool(idReader([]));
  const text = "TC-1 \u202egnitset\u202c \u2066x\u2069 \u0645\u0631\u062d\u0628\u0627 \u200b<b>\n";
  const { hash } = pool.put(text);
  await pool.flush(folder, { tool_calls: [{ result: hash }], messages: [] } as unknown as ExecutionData["trace"]);
  const [name] = await readdir(folder);
  expect(await readFile(join(folder, name!), "utf8")).toBe(
    "TC-1 \\u{202e}gnitset\\u{202c} \\u{2066}x\\u{2069} \u0645\u0631\u062d\u0628\u0627 \u200b<b>\n",
  );
  await rm(folder, { recursive: true });
});
