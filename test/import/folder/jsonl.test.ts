import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { UserError } from "../../../base/user-error.ts";
import { mapCorpus } from "../../../db/ports/corpus-rows.ts";
import { describeCorpus } from "../../../import/describe.ts";
import { readCorpusFolder } from "../../../import/folder/jsonl.ts";
import { corpusFolder, LINK_ROWS, REQUIREMENT_LINE, TEST_LINE } from "../corpus-folder.ts";

async function problemsOf(folder: string): Promise<readonly string[]> {
  const error = await readCorpusFolder(folder).then(
    () => expect.fail("the corpus was accepted"),
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).code).toBe("corpus");
  expect((error as UserError).exitCode).toBe(1);
  return (error as UserError).problems.length > 0 ? (error as UserError).problems : [(error as UserError).message];
}

const GOOD = [TEST_LINE, REQUIREMENT_LINE];

describe("reading a corpus folder", () => {
  it("reads artifacts and links, and guesses the mapping with a note for each guess", async () => {
    const corpus = await readCorpusFolder(await corpusFolder({ artifacts: GOOD, links: LINK_ROWS }));
    expect(corpus.artifacts.map(({ id }) => id)).toEqual(["R-1", "T-1"]);
    expect(corpus.mapping.artifactTypes).toEqual({
      requirement: { role: "backlog_item", subtype: "requirement" },
      test_case: { role: "test_case" },
    });
    expect(corpus.mapping.linkKinds).toEqual({ "verified-by": { role: "reference", inverse: true } });
    expect(corpus.mapping.synthetic).toBe(false);
    expect(corpus.notes.filter((note) => note.startsWith("guessed"))).toHaveLength(5);
  });

  it("has the same hash whatever the order of lines and rows, with or without byte order mark and CRLF", async () => {
    const links = "source_id,target_id,kind\nR-1,T-1,verified-by\nR-1,T-2,verified-by\n";
    const second = { ...TEST_LINE, id: "T-2" };
    const mapping = "name: x\n";
    const one = await readCorpusFolder(await corpusFolder({ artifacts: [...GOOD, second], links, mapping }));
    const lines = [second, ...[...GOOD].reverse()].map((line) => `${JSON.stringify(line)}\r\n`).join("");
    const other = await readCorpusFolder(
      await corpusFolder({
        artifacts: `\ufeff${lines}\r\n`,
        links: "\ufeffkind,target_id,source_id,comment\r\nverified-by,T-2,R-1,\r\nverified-by,T-1,R-1,why\r\n",
        mapping,
      }),
    );
    expect(other.hash).toBe(one.hash);
  });

  it("takes ids with blanks, slashes, commas and quotes", async () => {
    const odd = { ...TEST_LINE, id: 'a/b: c, "d"' };
    const corpus = await readCorpusFolder(
      await corpusFolder({
        artifacts: [odd, REQUIREMENT_LINE],
        links: 'source_id,target_id,kind\nR-1,"a/b: c, ""d""",verified-by\n',
      }),
    );
    expect(corpus.links).toEqual([{ sourceId: "R-1", targetId: 'a/b: c, "d"', kind: "verified-by" }]);
  });

  it("puts U+FFFD where a text holds what no database stores, and says so", async () => {
    const odd =
      '{"id":"T-2","type":"test_case","title":"a\\u0000b","text":"\\ud83d\\ude00 \\ud800","meta":{"k":["\\udc00"]}}\n';
    const corpus = await readCorpusFolder(await corpusFolder({ artifacts: `${JSON.stringify(TEST_LINE)}\n${odd}` }));
    expect(corpus.artifacts[1]).toMatchObject({ title: "a\ufffdb", text: "\u{1f600} \ufffd", meta: { k: ["\ufffd"] } });
    expect(corpus.notes.join("\n")).toContain("1 artifact holds NUL characters");
  });

  it("is not misled by types and kinds named like members of every object", async () => {
    const artifacts = [
      TEST_LINE,
      { ...REQUIREMENT_LINE, type: "__proto__" },
      { ...REQUIREMENT_LINE, id: "R-2", type: "constructor" },
    ];
    const links = "source_id,target_id,kind\nR-1,T-1,constructor\nR-2,T-1,__proto__\nT-1,R-1,toString\n";
    const corpus = await readCorpusFolder(await corpusFolder({ artifacts, links }));
    expect(Object.keys(corpus.mapping.artifactTypes)).toEqual(["__proto__", "constructor", "test_case"]);
    expect(corpus.links).toHaveLength(3);
    expect(corpus.mapping.linkKinds).toEqual({});
    expect(mapCorpus(corpus).links).toEqual([]);
  });

  it("counts repeated rows and leaves them out", async () => {
    const corpus = await readCorpusFolder(
      await corpusFolder({ artifacts: GOOD, links: `${LINK_ROWS}R-1,T-1,verified-by\n` }),
    );
    expect(corpus.links).toHaveLength(1);
    expect(corpus.notes.join("\n")).toMatch(/1 row .* repeats an earlier one/);
  });

  it("keeps links of a kind without a role, and says that they take no part", async () => {
    const code = { ...TEST_LINE, id: "a.c", type: "source_code" };
    const corpus = await readCorpusFolder(
      await corpusFolder({ artifacts: [...GOOD, code], links: `${LINK_ROWS}T-1,a.c,test-code\n` }),
    );
    expect(corpus.links).toHaveLength(2);
    expect(mapCorpus(corpus).links).toHaveLength(1);
    expect(corpus.notes.join("\n")).toContain("link kind test-code (1 link) has no role");
  });

  it("takes a corpus without links.csv and says so", async () => {
    const corpus = await readCorpusFolder(await corpusFolder({ artifacts: GOOD }));
    expect(corpus.links).toEqual([]);
    expect(corpus.notes.join("\n")).toContain("no links.csv");
  });

  it("follows corpus.yaml: types that it does not name are other, link kinds that it does not name take no part", async () => {
    const mapping = "name: mine\nartifactTypes:\n  test_case: { role: test_case }\nlinkKinds: {}\nidPatterns: []\n";
    const corpus = await readCorpusFolder(await corpusFolder({ artifacts: GOOD, links: LINK_ROWS, mapping }));
    expect(corpus.mapping).toEqual({
      name: "mine",
      synthetic: false,
      artifactTypes: { test_case: { role: "test_case" }, requirement: { role: "other" } },
      linkKinds: {},
      idPatterns: [],
    });
    expect(mapCorpus(corpus).links).toEqual([]);
  });

  it("gives a kind its role by the commonest ends that have one", async () => {
    const requirements = ["R-1", "R-2", "R-3"].map((id) => ({ ...REQUIREMENT_LINE, id }));
    const links = "source_id,target_id,kind\nR-1,R-2,relates\nR-2,R-3,relates\nR-1,T-1,relates\n";
    const { mapping } = await readCorpusFolder(await corpusFolder({ artifacts: [TEST_LINE, ...requirements], links }));
    expect(mapping.linkKinds).toEqual({ relates: { role: "reference", inverse: true } });
  });

  it("keeps links whose ends do not fit their kind's role, and says how many take no part", async () => {
    const rows = "source_id,target_id,kind\nR-1,T-1,covers\nR-1,R-2,covers\nT-1,T-1,covers\n";
    const corpus = await readCorpusFolder(
      await corpusFolder({
        artifacts: [...GOOD, { ...REQUIREMENT_LINE, id: "R-2" }],
        links: rows,
        mapping: "linkKinds:\n  covers: { role: reference, inverse: true }\n",
      }),
    );
    expect(corpus.links).toHaveLength(3);
    expect(describeCorpus(corpus).linksByRole).toEqual({ reference: 1 });
    expect(corpus.notes.join("\n")).toContain("2 of 3 links of kind covers take no part");
  });
});

describe("a broken corpus folder is refused with every problem at once", () => {
  it("names file and line of each faulty artifact", async () => {
    const lines = [
      JSON.stringify(TEST_LINE),
      "{broken",
      '{"id": "X", "type": "test_case"}',
      JSON.stringify(TEST_LINE),
      '["a list"]',
      JSON.stringify({ ...TEST_LINE, id: " T-9" }),
      JSON.stringify({ ...TEST_LINE, id: "T-8", colour: "red" }),
      JSON.stringify({ ...TEST_LINE, id: "T-\u0000" }),
      '{"id":"T-6","type":"\\ud800","title":"","text":""}',
    ];
    const problems = await problemsOf(
      await corpusFolder({ artifacts: lines.join("\n"), links: "source_id,target_id,kind\nT-1,NOPE,x\nT-6,T-8,x\n" }),
    );
    const at = (line: number) => problems.filter((problem) => problem.startsWith(`artifacts.jsonl:${line}: `));
    expect(at(1)).toHaveLength(0);
    expect(at(2)[0]).toContain("not JSON");
    expect(at(3).map((problem) => /"(title|text)" is missing/.test(problem))).toEqual([true, true]);
    expect(at(4)[0]).toContain('id "T-1" is taken by line 1');
    for (const line of [5, 6, 7, 8, 9]) expect(at(line), `line ${line}`).toHaveLength(1);
    expect(problems.at(-1)).toBe('links.csv:2: target "NOPE" is no artifact');
  });

  it("names the line of bytes that are not UTF-8, in either file", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${JSON.stringify(TEST_LINE)}\n{"id":"`),
      Buffer.from([0xe9]),
      Buffer.from('"}\n'),
    ]);
    const problems = await problemsOf(
      await corpusFolder({
        artifacts: bytes,
        links: Buffer.from([...Buffer.from("source_id,target_id,kind\nT-1,T-1,"), 0xff, 10]),
      }),
    );
    expect(problems[0]).toMatch(/^artifacts\.jsonl:2: not UTF-8/);
    expect(problems[1]).toMatch(/^links\.csv:2: not UTF-8/);
  });

  it("names rows with a missing end, a wrong number of columns, an empty kind, a stray or an open quote", async () => {
    const links = 'source_id,target_id,kind\nR-1,T-2,x\nR-1,T-1\nR-1,T-1, \nR-1,"T"-1,x\nR-9,T-9,x\nR-1,"T-1,x\n';
    const problems = await problemsOf(await corpusFolder({ artifacts: GOOD, links }));
    expect(problems.map((problem) => Number(/^links\.csv:(\d+): /.exec(problem)?.[1])).sort()).toEqual([
      2, 3, 4, 5, 6, 6, 7,
    ]);
  });

  it("names a missing column once, not once a row", async () => {
    const problems = await problemsOf(
      await corpusFolder({ artifacts: GOOD, links: "from,to,kind\nR-1,T-1,x\nR-1,T-1,y\n" }),
    );
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("no column source_id, target_id");
  });

  it.each([
    ["no line at all", ""],
    ["blank lines only", "\n  \n"],
  ])("says that a corpus with %s is empty", async (_, artifacts) => {
    expect((await problemsOf(await corpusFolder({ artifacts }))).join("\n")).toContain("empty");
  });

  it("names an unknown role, an unknown key and a broken pattern in corpus.yaml with their lines", async () => {
    const mapping =
      "artifactTypes:\n  test_case: { role: testcase }\ncolour: red\nidPatterns:\n  - { role: test_case, pattern: 'T-(', example: T-1 }\n";
    const problems = await problemsOf(await corpusFolder({ artifacts: GOOD, links: LINK_ROWS, mapping }));
    for (const line of [2, 3, 5])
      expect(
        problems.filter((problem) => problem.startsWith(`corpus.yaml:${line}: `)),
        `line ${line}`,
      ).toHaveLength(1);
  });

  it("reports faults of all three files together", async () => {
    const problems = await problemsOf(await corpusFolder({ artifacts: "{\n", links: "a\n", mapping: "name: 3\n" }));
    for (const file of ["artifacts.jsonl", "links.csv", "corpus.yaml"])
      expect(
        problems.some((problem) => problem.startsWith(file)),
        file,
      ).toBe(true);
  });

  it("says which mapping would be right when no link of a kind fits", async () => {
    const problems = await problemsOf(
      await corpusFolder({
        artifacts: GOOD,
        links: LINK_ROWS,
        mapping: "linkKinds:\n  verified-by: { role: reference }\n",
      }),
    );
    expect(problems[0]).toContain("inverse: true");
  });

  it("asks for a test case type when there is none", async () => {
    expect((await problemsOf(await corpusFolder({ artifacts: [REQUIREMENT_LINE] }))).join("\n")).toContain(
      "no artifact type is a test case",
    );
  });

  it("says what a corpus folder holds when it is not there or holds no artifacts.jsonl", async () => {
    expect((await problemsOf("/nowhere/at/all"))[0]).toContain("there is no folder /nowhere/at/all");
    expect((await problemsOf(await corpusFolder({ links: LINK_ROWS })))[0]).toContain("holds no artifacts.jsonl");
  });

  it("escapes signs of the corpus that would steer a terminal", async () => {
    const problems = await problemsOf(
      await corpusFolder({ artifacts: GOOD, links: "source_id,target_id,kind\nT-1,\u001b[31mred\u202e,x\n" }),
    );
    expect(problems.join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("stops listing at a thousand problems but counts on", async () => {
    const problems = await problemsOf(await corpusFolder({ artifacts: "x\n".repeat(1_200) }));
    expect(problems).toHaveLength(1_001);
    expect(problems.at(-1)).toContain("201 more");
  });

  it("writes nothing into the folder", async () => {
    const folder = await corpusFolder({ artifacts: "x\n", links: LINK_ROWS });
    await problemsOf(folder);
    expect((await readdir(folder)).sort()).toEqual(["artifacts.jsonl", "links.csv"]);
  });
});
