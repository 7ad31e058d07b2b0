import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { executionName } from "../../../../harness/record/domain/names.ts";
import type { Verdict } from "../../../../harness/record/domain/records.ts";
import {
  type RecordFile,
  readRecords,
  recordPath,
  recordsOf,
} from "../../../../harness/record/run-directory/records.ts";

const configuration = { model: "m", workflow: "react", knowledge: "prompt" } as const;
let file: RecordFile<"verdicts">;

beforeEach(async () => {
  const runDirectory = await mkdtemp(join(tmpdir(), "scopebench-records-"));
  file = { runDirectory, part: "verdicts", configuration };
});
afterEach(() => rm(file.runDirectory, { recursive: true, force: true }));

function verdict(scenario_id: string, reason = "because"): Verdict {
  return {
    ...{ scenario_id, ...configuration, repeat: 0 },
    type: "blocked",
    evaluator: "e",
    stand_in: true,
    judgement: null,
    reason,
    claims_disagree: [],
    attempts: [],
  };
}

describe("readRecords", () => {
  it("gives [] when the file is not there", async () => {
    expect(await readRecords(file)).toEqual([]);
  });

  it("passes over a half-written last line, and over nothing else", async () => {
    const writer = await recordsOf(file).open();
    await writer.append(verdict("S001"));
    await appendFile(recordPath(file), '{"scenario_id":"S0');
    expect((await readRecords(file)).map((record) => record.scenario_id)).toEqual(["S001"]);
  });

  it("names every damaged line in one error", async () => {
    const writer = await recordsOf(file).open();
    await writer.append(verdict("S001"));
    await appendFile(recordPath(file), 'not json\n{"scenario_id":"S002"}\n');
    await expect(readRecords(file)).rejects.toMatchObject({
      code: "run-directory",
      problems: [expect.stringContaining("line 2"), expect.stringContaining("line 3")],
    });
  });
});

describe("a record store, opened", () => {
  it("writes any text so that it reads back equal, line separators included", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        await rm(recordPath(file), { force: true });
        const writer = await recordsOf(file).open();
        await writer.append(verdict("S001", `${text}\u2028\n`));
        expect(await readRecords(file)).toEqual([verdict("S001", `${text}\u2028\n`)]);
      }),
      { numRuns: 50 },
    );
  });

  it("cuts a half-written last line and appends after it", async () => {
    await (await recordsOf(file).open()).append(verdict("S001"));
    await appendFile(recordPath(file), '{"half');
    const writer = await recordsOf(file).open();
    expect(writer.has(verdict("S001"))).toBe(true);
    await writer.append(verdict("S002"));
    expect((await readRecords(file)).map((record) => record.scenario_id)).toEqual(["S001", "S002"]);
  });

  it("keeps long records whole when appends are concurrent", async () => {
    const writer = await recordsOf(file).open();
    const long = "x".repeat(1_500_000);
    await Promise.all(["S001", "S002", "S003"].map((id) => writer.append(verdict(id, long))));
    expect((await readRecords(file)).map((record) => record.scenario_id)).toEqual(["S001", "S002", "S003"]);
  });

  it("drops what `keep` refuses, so that it can be computed again", async () => {
    const before = await recordsOf(file).open();
    await before.append(verdict("S001", "final"));
    await before.append(verdict("S002", "transient"));
    const writer = await recordsOf(file).open({ keep: (record) => record.reason === "final" });
    expect(writer.has(verdict("S002"))).toBe(false);
    expect((await readRecords(file)).map((record) => record.scenario_id)).toEqual(["S001"]);
  });

  it("finish puts records into matrix order, each once, whatever the order of completion", async () => {
    const ids = ["S010", "S002", "S007", "S001", "S003"];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(ids), fc.array(fc.constantFrom(...ids)), async (done, again) => {
        await rm(recordPath(file), { force: true });
        const writer = await recordsOf(file).open();
        for (const id of [...done, ...again]) await writer.append(verdict(id));
        await writer.finish(ids.map((id) => verdict(id)));
        const expected = ids.filter((id) => done.includes(id) || again.includes(id));
        expect((await readRecords(file)).map((record) => record.scenario_id)).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it("reads each record where it stands, whatever its letters, the first of two", async () => {
    const texts = fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(texts, async (reasons) => {
        await rm(recordPath(file), { force: true });
        const records = reasons.map((reason, index) => verdict(`S${index}`, `${reason}ä`));
        const writer = await recordsOf(file).open();
        for (const record of [...records, verdict("S0", "a second one"), verdict("S9", "dropped")])
          await writer.append(record);
        await recordsOf(file).open({ keep: ({ scenario_id }) => scenario_id !== "S9" });
        const index = await recordsOf(file).index();
        expect(await Promise.all(records.map((record) => index.read(record)))).toEqual(records);
        expect([index.has(verdict("S9")), await index.read(verdict("S9"))]).toEqual([false, null]);
      }),
      { numRuns: 30 },
    );
  });

  it("finish leaves a file alone that is in order already", async () => {
    const writer = await recordsOf(file).open();
    await writer.append(verdict("S001"));
    await writeFile(recordPath(file), `${JSON.stringify(verdict("S001"))}\n\n`); // a blank line that a rewrite would lose
    await writer.finish([verdict("S001")]);
    expect(await readFile(recordPath(file), "utf8")).toMatch(/\n\n$/);
  });

  it("keeps records that the order does not know, last, by name", async () => {
    const writer = await recordsOf(file).open();
    for (const id of ["S009", "S008", "S001"]) await writer.append(verdict(id));
    await writer.finish([verdict("S001")]);
    expect((await readRecords(file)).map(executionName)).toEqual(
      ["S001", "S008", "S009"].map((id) => executionName(verdict(id))),
    );
  });
});
