import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeCorpus } from "../../../import/describe.ts";
import { readCorpusFolder } from "../../../import/folder/jsonl.ts";
import { roleGaps } from "../../../import/folder/role-gaps.ts";
import { corpusFolder, LINK_ROWS, REQUIREMENT_LINE, TEST_LINE } from "../corpus-folder.ts";

const walrus = { ...REQUIREMENT_LINE, id: "W: 1", type: "walrus: old" };

it("proposes lines for corpus.yaml that give the links their roles, without another import", async () => {
  const links = "source_id,target_id,kind\nT-1,W: 1,checks # it\nW: 1,R-1,blocks\nR-1,R-1,blocks\n";
  const folder = await corpusFolder({ artifacts: [TEST_LINE, REQUIREMENT_LINE, walrus], links });
  const before = await readCorpusFolder(folder);
  expect(describeCorpus(before)).toMatchObject({ links: 3, linksByRole: {}, traceLinks: 0 });
  const gaps = roleGaps(before);
  expect(gaps?.reasons).toEqual([
    "3 of 3 links (100 %) take no part: no role fits them",
    "no backlog item is linked with a test case",
  ]);
  expect(gaps?.lines.filter((line) => line.includes("proposed"))).toHaveLength(2);
  await writeFile(join(folder, "corpus.yaml"), (gaps?.lines ?? []).join("\n"));
  const after = await readCorpusFolder(folder);
  expect(describeCorpus(after)).toMatchObject({ links: 3, linksByRole: { reference: 1 }, traceLinks: 1 });
  expect(after.links).toEqual(before.links);
});

it("takes what tests are linked with beside traced backlog items for what they exercise", async () => {
  const links = `${LINK_ROWS}T-1,W: 1,runs\n`;
  const corpus = await readCorpusFolder(
    await corpusFolder({ artifacts: [TEST_LINE, REQUIREMENT_LINE, walrus], links }),
  );
  expect(roleGaps(corpus)?.lines).toContainEqual(expect.stringContaining('"walrus: old": { role: message }'));
});

it("warns where nothing is a backlog item, unless there is nothing but tests", async () => {
  const unmapped = await readCorpusFolder(await corpusFolder({ artifacts: [TEST_LINE, walrus] }));
  expect(roleGaps(unmapped)?.reasons).toEqual(["no artifact is a backlog item: nothing can be traced to a test"]);
  expect(roleGaps(await readCorpusFolder(await corpusFolder({ artifacts: [TEST_LINE] })))).toBeNull();
});

it("is silent where four of five links take part", async () => {
  const artifacts = [TEST_LINE, ...[1, 2, 3, 4].map((n) => ({ ...REQUIREMENT_LINE, id: `R-${n}` }))];
  const links = `${LINK_ROWS}R-2,T-1,verified-by\nR-3,T-1,verified-by\nR-4,T-1,verified-by\nT-1,T-1,self\n`;
  expect(roleGaps(await readCorpusFolder(await corpusFolder({ artifacts, links })))).toBeNull();
});
