import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Problems } from "../../../import/folder/problems.ts";
import { readLinks } from "../../../import/folder/read-links.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-links-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(...lines: string[]): Promise<{ links: string[]; problems: readonly string[] }> {
  const path = join(folder, "links.csv");
  await writeFile(path, lines.join("\n"));
  const problems = new Problems();
  const { links } = await readLinks(path, { ids: new Set(["A", "B", 'C "1"']), problems });
  return {
    links: links.map(({ sourceId, targetId, kind }) => `${sourceId} ${kind} ${targetId}`),
    problems: problems.list(),
  };
}

const HEADER = "source_id,target_id,kind,remark";

it("takes quoted cells over several lines, quotes in quotes, and lines of other ends", async () => {
  const { links, problems } = await read(
    HEADER,
    'A,B,covers,"one, ""two""',
    "",
    'three"\r',
    'A,"C ""1""",covers,"x"',
    "B,A,refines,",
  );
  expect(problems).toEqual([]);
  expect(links).toEqual(["A covers B", 'A covers C "1"', "B refines A"]);
});

it("names the line of a quote that nothing closes, and reads on after it, near the end and far from it", async () => {
  for (const more of [3, 200]) {
    const { links, problems } = await read(
      HEADER,
      'A,B,covers,"open',
      ...Array(more).fill("B,A,refines,"),
      "A,B,last,",
    );
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^links.csv:2: not CSV: .*[Qq]uote/);
    expect(links).toEqual(["A last B", "B refines A"]);
  }
});

it("names an id or a kind with a line break", async () => {
  const { problems } = await read(HEADER, '"A\nB",B,covers,', 'A,B,"co\nvers",', "A,B");
  expect(problems).toEqual([
    expect.stringMatching(/^links.csv:2: source "A\\nB" is no artifact$/),
    "links.csv:4: the kind has a line break",
    "links.csv:6: 2 columns, expected 4",
  ]);
});

it("tells of a line with NUL characters, of which UTF-16 is full", async () => {
  const { problems } = await read(HEADER, "A\0,B,covers,");
  expect(problems).toEqual([expect.stringContaining("links.csv:2: not UTF-8, or NUL characters in it")]);
});
