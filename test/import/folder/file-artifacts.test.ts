import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Artifact } from "../../../db/ports/corpus.ts";
import { Problems } from "../../../import/folder/problems.ts";
import { readArtifacts } from "../../../import/folder/read-artifacts.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-artifacts-"));
  path = join(folder, "artifacts.jsonl");
});
afterEach(() => rm(folder, { recursive: true }));

/** Of more than one block, with characters of one to four bytes. */
const ARTIFACTS = Array.from(
  { length: 900 },
  (_value, at): Artifact => ({
    id: `T-${1000 + at}`,
    type: at % 3 === 0 ? "test" : "requirement",
    title: `\u00e4\u20ac ${at}`,
    text: `${"\u{1f600} text ".repeat(1 + (at % 70))}`,
    meta: at % 2 === 0 ? {} : { at },
  }),
);

it.each([
  ["in order", ARTIFACTS, "\n"],
  ["in the other order", [...ARTIFACTS].reverse(), "\n"],
  [
    "in no order, with line ends of Windows and a byte order mark",
    [...ARTIFACTS.slice(300), ...ARTIFACTS.slice(0, 300)],
    "\r\n",
  ],
])("gives the artifacts of a file by id, as often as wanted: %s", async (_what, lines, end) => {
  const text = lines.map((artifact) => JSON.stringify(artifact)).join(end);
  await writeFile(path, end === "\r\n" ? `\ufeff${text}` : text);
  const { artifacts } = await readArtifacts(path, { problems: new Problems() });
  expect([...artifacts]).toEqual(ARTIFACTS);
  expect([...artifacts]).toEqual(ARTIFACTS);
  expect([artifacts.length, artifacts.heads[1]]).toEqual([900, { id: "T-1001", type: "requirement" }]);
});

it("refuses a file that was changed since it was checked", async () => {
  await writeFile(path, JSON.stringify(ARTIFACTS[0]));
  const { artifacts } = await readArtifacts(path, { problems: new Problems() });
  await appendFile(path, "\n");
  expect(() => [...artifacts]).toThrow("was changed while it was read");
});
