import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { Problems } from "../../../../import/folder/problems.ts";
import { memoryFile } from "../../../../import/sources/files.ts";
import { readSgmlTopics } from "../../../../import/sources/retrieval/read-topics.ts";
import { scenariosFromRetrieval } from "../../../../scenarios/from-retrieval.ts";
import { fixture, readPath, tempFile } from "../read-fixture.ts";

/** What is not taken in is said, with its line. */
describe("JSON", () => {
  it("tells of records without an id, and of what is none among records", async () => {
    const list = [{ id: "A-1", title: "one" }, { title: "two" }, { id: "A-3" }, "four", { id: "A-5", title: "five" }];
    const text = `[\n${list.map((entry) => JSON.stringify(entry)).join(",\n")}\n]`;
    const { artifacts, problems } = await readPath(await tempFile("a.json", text), { format: "json" });
    expect(artifacts.map(({ id }) => id)).toEqual(["A-1", "A-5"]);
    expect(problems).toEqual([
      "a.json:3: a record without an id",
      "a.json:4: a record without a title or a text",
      "a.json:5: among records, something that is not a record",
    ]);
  });

  it("tells of those within a record, and reads groups of records", async () => {
    const value = [
      { id: "A-1", title: "one", requirements: [{ id: "R-1", title: "first" }, { title: "second" }] },
      { group: "more", items: [{ id: "A-2", title: "two" }] },
    ];
    const { artifacts, problems } = await readPath(await tempFile("a.json", JSON.stringify(value)), { format: "json" });
    expect(artifacts.map(({ id }) => id).sort()).toEqual(["A-1", "A-2", "R-1"]);
    expect(problems).toEqual(['a.json:1: "requirements" of "A-1": a record without an id']);
  });

  it("tells of a name that one object gives twice, since the last value hides the first", async () => {
    const { notes } = await readPath(await tempFile("a.json", '[{"id":"A-1","id":"A-2","title":"x"}]'), {
      format: "json",
    });
    expect(notes.join("\n")).toContain("a name stands twice in one object, and its last value counts: id");
  });
});

describe("a table", () => {
  it("keeps every line of a title, and every title", async () => {
    const csv = 'ID,Summary,Title,Description\nA-1,"first line\nsecond line",other name,the text\n';
    const { artifacts } = await readPath(await tempFile("a.csv", csv));
    const [{ title, text, meta } = { title: "", text: "", meta: {} }] = artifacts;
    expect(title).toBe("first line");
    for (const part of ["second line", "other name", "the text"])
      expect(`${text} ${JSON.stringify(meta)}`).toContain(part);
  });

  it("tells of a row without an id that has a title of its own; one without a title goes on with the record above", async () => {
    const csv = "ID,Title,Description\nA-1,one,text\n,two,lost before\n,,more text\nA-3,three,text\n";
    const { artifacts, problems } = await readPath(await tempFile("a.csv", csv));
    expect(problems).toEqual([expect.stringMatching(/^a\.csv:3: the row has no id, and a title of its own/)]);
    expect(artifacts.map(({ id, text }) => [id, text])).toEqual([
      ["A-1", "text\nmore text"],
      ["A-3", "text"],
    ]);
  });

  it("tells of a row of work items that has a title, a step and no id, and of cells beyond the header", async () => {
    const csv = [
      "ID,Work Item Type,Title,Test Step,Step Action,Step Expected",
      "1,Test Case,one,,,",
      ",,,1,press,opens",
      ",Test Case,two,1,pull,closes",
      "3,Test Case,three,,,,,extra",
    ];
    const { artifacts, problems } = await readPath(await tempFile("a.csv", `${csv.join("\n")}\n`));
    expect(artifacts[0]?.text).not.toContain("pull");
    expect(problems.map((problem) => problem.split(":").slice(0, 2).join(":"))).toEqual(["a.csv:4", "a.csv:5"]);
  });
});

describe("a table's links and steps", () => {
  const told = async (csv: string) => (await readPath(await tempFile("a.csv", csv))).notes.join("\n");

  it("tells of cells that name no other record, and not of dashes", async () => {
    const rows = [
      "A-1,soon",
      "A-2,A-1",
      "A-3,A-2",
      "A-4,A-1",
      "A-5,A-3",
      "A-6,A-2",
      "A-7,-",
      "A-8,A-1",
      "A-9,A-1",
      "A-10,A-2",
    ];
    const notes = await told(`ID,Title,Depends on\n${rows.map((row) => row.replace(",", ",words,")).join("\n")}\n`);
    expect(notes).toContain('"Depends on" is link');
    expect(notes).toContain('1 cell of "Depends on" of a.csv names no other record and is left out: row 2 ("soon")');
    expect(notes).not.toContain("row 8");
  });

  it("tells of values that are not the first of their record, ten of them by name", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `A-1,one,do ${at},data ${at}\n`);
    const notes = await told(`ID,Title,Step,Remark\n${rows.join("")}`);
    expect(notes).toContain(
      '11 values of "Remark" of a.csv are not the first of their record and are left out: row 3 ("data 1")',
    );
    expect(notes).toContain('row 12 ("data 10") and 1 more');
  });
});

describe("ReqIF", () => {
  const withParts = async (definition: string, values: string) => {
    const text = (await readFile(fixture("small.reqif"), "utf8"))
      .replace(/(<SPEC-OBJECT-TYPE[^>]*>\s*<SPEC-ATTRIBUTES>)/, `$1${definition}`)
      .replace(/(<SPEC-RELATION [^>]*>)/, `$1${values}`);
    return readPath(await tempFile("a.reqif", text));
  };
  const owner = `<ATTRIBUTE-DEFINITION-STRING IDENTIFIER="d-owner" LONG-NAME="Owner"><DEFAULT-VALUE><ATTRIBUTE-VALUE-STRING THE-VALUE="Anna"/></DEFAULT-VALUE></ATTRIBUTE-DEFINITION-STRING>`;

  it("gives an object the default values of its type, and says how many", async () => {
    const { artifacts, notes } = await withParts(owner, "");
    expect(artifacts.find(({ id }) => id === "REQ-1")?.meta).toMatchObject({ Owner: "Anna" });
    expect(notes.join("\n")).toMatch(/values are the default of an object's type/);
  });

  it("says which values have none where the format asks for one", async () => {
    const text = (await readFile(fixture("small.reqif"), "utf8")).replace("THE-VALUE=", "the-value=");
    const { notes } = await readPath(await tempFile("a.reqif", text));
    expect(notes.join("\n")).toMatch(
      /1 value of a\.reqif has no THE-VALUE and is taken as empty, the first in line \d+/,
    );
  });

  it("says which values of relations are left out, and where", async () => {
    const why = `<VALUES><ATTRIBUTE-VALUE-STRING THE-VALUE="since"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>why</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING></VALUES>`;
    const { notes } = await withParts("", why);
    expect(notes.join("\n")).toMatch(
      /1 value of a relation is left out, since a link has none: "why", the first at a\.reqif:\d+/,
    );
  });
});

describe("JUnit XML", () => {
  const report = (body: string) =>
    tempFile("a.xml", `<testsuite name="s"><testcase classname="c" name="n">${body}</testcase></testsuite>`);

  it("keeps the message of an attempt that failed before a pass", async () => {
    const { artifacts } = await readPath(await report('<flakyFailure message="first try">trace</flakyFailure>'));
    expect(artifacts[0]?.meta).toMatchObject({ last_outcome: "PASS", flaky: true, message: "first try" });
  });

  it("keeps the messages of all failures, and of the entry that decides", async () => {
    const { artifacts } = await readPath(
      await report('<failure message="one"/><failure message="two"/><error message="three"/>'),
    );
    expect(artifacts[0]?.meta.message).toBe("three\none\ntwo");
    const twice =
      '<testsuite name="s"><testcase name="n"><failure message="bad"/></testcase><testcase name="n"/></testsuite>';
    const { artifacts: again } = await readPath(await tempFile("b.xml", twice));
    expect(again[0]?.meta).toMatchObject({ last_outcome: "FAIL", message: "bad" });
  });

  it("tells of text between cases and between suites", async () => {
    const text =
      '<testsuites>over\n<testsuite name="s">\n testcase name="lost"/>\n<testcase name="n"/></testsuite></testsuites>';
    const { problems } = await readPath(await tempFile("c.xml", text));
    expect(problems).toEqual([
      'c.xml:2: text stands between the elements of <testsuite>, and is left out: "testcase name=\\"lost\\"/>"',
      'c.xml:1: text stands between the elements of <testsuites>, and is left out: "over"',
    ]);
  });

  it("keeps all values of a property that repeats", async () => {
    const properties = '<property name="requirement" value="R-1"/><property name="requirement" value="R-2"/>';
    const { artifacts, links } = await readPath(await report(`<properties>${properties}</properties>`));
    expect(artifacts[0]?.meta.properties).toEqual({ requirement: "R-1, R-2" });
    expect(links).toHaveLength(2);
  });
});

describe("XML of a test management tool", () => {
  it.each([
    ["testlink.xml", "testcase"],
    ["testrail.xml", "case"],
  ])("tells of a record that stands where none is expected: %s", async (name, element) => {
    const whole = await readFile(fixture(name), "utf8");
    const moved = whole.replace(
      new RegExp(`<${element}\\b[\\s\\S]*?</${element}>`),
      (found) => `<x>${found}</x>${found}`,
    );
    const { problems } = await readPath(await tempFile(name, moved));
    expect(problems.join("\n")).toContain(`<${element}> stands where none is expected`);
    const broken = whole.replace(new RegExp(`<${element}\\b`), (found) => `lost words ${found}`);
    const told = await readPath(await tempFile(name, broken));
    expect(told.problems.join("\n")).toContain('is left out: "lost words"');
  });
});

describe("work items of Azure DevOps", () => {
  it("tell of fields that are objects and no people", async () => {
    const fields = {
      "System.WorkItemType": "Bug",
      "System.Title": "one",
      "System.AssignedTo": { displayName: "Anna" },
      self: { href: "https://a" },
    };
    const path = await tempFile("a.json", JSON.stringify([{ id: 1, fields, relations: [] }]));
    const { problems } = await readPath(path, { format: "azure-devops" });
    expect(problems).toEqual(['a.json:1: the field "self" is an object, and is left out']);
  });
});

describe("topics of TREC", () => {
  it("tell of tags that begin no known field, and of one that is broken; not of signs in a text", async () => {
    const first = "<top>\n<num> Number: 1\n<title> a < b\n<desc> Description:\nwords\n</top>\n";
    const second = "<top>\n<num> Number: 2\n<desc> words\n<tit\nle> lost\n<note> lost too\n</top>\n";
    const problems = new Problems();
    const context = { problems, broken: [], columns: {} };
    const found = await readSgmlTopics(memoryFile("topics.txt", Buffer.from(first + second)), context);
    expect(found.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(problems.list()).toEqual([
      expect.stringMatching(/^topics\.txt:7: a topic has "<note>", "<tit", which begins no field of topics/),
    ]);
  });
});

describe("judgements", () => {
  const queries = [{ id: "q1", text: "question", answer: null }];
  const judged = (queryId: string, documentId: string, grade: number) => ({
    queryId,
    documentId,
    grade,
    place: "qrels:1",
  });
  const titles = { corpus: "c", titles: new Map([["d1", "one"]]) };

  it("of queries that are not there are told", () => {
    const { notes } = scenariosFromRetrieval(
      { queries, judgements: [judged("q1", "d1", 1), judged("q9", "d1", 1)] },
      titles,
    );
    expect(notes).toEqual(['1 judgement is of a query that is not there and is left out: "q9" (qrels:1)']);
  });

  it("that contradict or repeat another are told", () => {
    const judgements = [judged("q1", "d1", 0), judged("q1", "d1", 2), judged("q1", "d1", 2)];
    const { set, notes } = scenariosFromRetrieval({ queries, judgements }, titles);
    expect(set?.scenarios[0]?.grades).toEqual({ d1: 2 });
    expect(notes).toEqual([
      '1 judgement gives a pair another grade than one before it; the highest counts: "q1" (qrels:1)',
      "1 judgement repeats an earlier one and counts once",
    ]);
  });
});

describe("specification items of OpenFastTrace", () => {
  it.each([
    ["a.adoc", '= Title\n\nlost\n\n[.specitem,oft-sid="req~a~1"]\n--\nkept\n\nkept\n--\n\n----\nlost\n----\n'],
    ["a.md", "# Title\n\nlost\n\n```\nlost\n```\n\n`req~a~1`\n\nkept\n"],
  ])("in %s: lines that belong to none are counted", async (name, text) => {
    const { artifacts, notes } = await readPath(await tempFile(name, text), { format: "openfasttrace" });
    expect(artifacts.map(({ id }) => id)).toEqual(["req~a~1"]);
    expect(notes).toEqual([`${name}: 2 lines between items left out`]);
  });
});
