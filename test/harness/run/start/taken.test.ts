import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { judgeSpending } from "../../../../harness/dag/ceilings/judge-spending.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { takenBy } from "../../../../harness/run/start/taken.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-taken-"));
});
afterAll(() => rm(folder, { recursive: true }));

const { judges } = configSchema.parse({});
const paid = { judges: { ...judges, primary: { type: "llm", chain: [] } } } as unknown as Parameters<
  typeof judgeSpending
>[1];

async function ledger(...lines: readonly object[]): Promise<void> {
  const path = runPath(folder, "spent");
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

it("rubrics take nothing, whether there is a ledger or not", async () => {
  expect(await judgeSpending(folder, { judges })).toEqual({ tokens: 0, cost: 0, unreported: false });
});

it("judges' tokens and cost are those of the stages that judge; without a ledger, or a price, they are unknown", async () => {
  expect(await judgeSpending(folder, paid)).toEqual({ tokens: 0, cost: null, unreported: true });
  const execute = { stage: "execute", tokens: 900, cost_usd: 9 };
  await ledger(execute, { stage: "judge", tokens: 10, cost_usd: 0.5 }, { stage: "meta-judge", tokens: 5, cost_usd: 1 });
  expect(await judgeSpending(folder, paid)).toEqual({ tokens: 15, cost: 1.5, unreported: false });
  await ledger({ stage: "judge", tokens: 10, cost_usd: null });
  expect(await judgeSpending(folder, paid)).toEqual({ tokens: 10, cost: null, unreported: false });
});

it("a run takes what its systems and its judges take; one that does not tell leaves the whole unreported", () => {
  const system = (input: number | null, cost: number | null, untold = 0) =>
    ({
      ...{ tokens: { input_total: input, output_total: 1, estimated: false }, cost },
      ...{ metrics: { tokens_in: { unscored: untold + 2 } }, outcomes: { missing: 2 } },
    }) as never;
  const judged = { tokens: 15, cost: 1.5, unreported: false };
  expect(takenBy({ configurations: [system(100, 1), system(50, 1)] }, judged)).toMatchObject({
    ...{ tokens: 167, ofJudges: 15, unreported: false, cost: 3.5 },
  });
  expect(takenBy({ configurations: [system(null, null, 1)] }, judged)).toMatchObject({ unreported: true, cost: null });
  // Nothing of it ran, so that there is nothing to tell.
  expect(takenBy({ configurations: [system(null, 0)] }, judged)).toMatchObject({ unreported: false });
  expect(takenBy({ configurations: [system(100, 1, 1)] }, judged)).toMatchObject({ tokens: 116, unreported: true });
});
