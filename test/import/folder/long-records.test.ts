import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readCsv } from "../../../harness/print/tabular/read-csv.ts";
import { Problems } from "../../../import/folder/problems.ts";
import { readArtifacts } from "../../../import/folder/read-artifacts.ts";
import { linesOf } from "../../../import/folder/utf8-lines.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-long-"));
});
afterAll(() => rm(folder, { recursive: true }));

const LONG = "x".repeat(2 ** 20 + 1);

it("names an artifact whose text no reader of test cases could mean, and takes the others", async () => {
  const lines = ["x".repeat(12 * 2 ** 20 + 1), "short"].map((text, at) =>
    JSON.stringify({ id: `A${at}`, type: "test", title: "", text }),
  );
  await writeFile(join(folder, "artifacts.jsonl"), lines.join("\n"));
  const problems = new Problems();
  const { artifacts } = await readArtifacts(join(folder, "artifacts.jsonl"), { problems });
  expect(artifacts.heads.map(({ id }) => id)).toEqual(["A1"]);
  expect(problems.list()).toEqual(["artifacts.jsonl:1: text has 12582913 characters, more than 12582912"]);
});

it("refuses a line without an end before it has filled the memory", async () => {
  let blocks = 0;
  async function* endless() {
    for (;;) {
      blocks++;
      yield Buffer.alloc(2 ** 20, "x");
    }
  }
  const reading = linesOf(endless()).next();
  await expect(reading).rejects.toMatchObject({ code: "corpus", message: expect.stringContaining("line 1 is longer") });
  expect(blocks).toBe(17);
});

it("refuses a cell that holds a file, in a table of ratings", async () => {
  await writeFile(join(folder, "ratings.csv"), `a,b\n1,2\n1,"${LONG}"\n`);
  await expect(readCsv(join(folder, "ratings.csv"))).rejects.toMatchObject({
    code: "input",
    message: expect.stringContaining("a row has more than 1048576 characters"),
  });
});
