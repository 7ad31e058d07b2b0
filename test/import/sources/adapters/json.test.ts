import { expect, it } from "vitest";
import { fixture, readPath, tempFile } from "../read-fixture.ts";

it("reads an answer of Xray's GraphQL: tests by key, steps, what they cover once each", async () => {
  const { adapter, artifacts, links, problems } = await readPath(fixture("xray-graphql.json"));
  expect(adapter).toBe("json");
  expect(artifacts.map(({ id, type, title }) => [id, type, title])).toEqual([
    ["BANK-201", "getTests", "Transfer above the limit"],
    ["BANK-202", "getTests", "Transfer abroad"],
    ["BANK-1", "coverableIssues", "Daily limit"],
    ["BANK-2", "coverableIssues", "Unknown currency"],
  ]);
  expect(artifacts[0]!.text).toBe(
    "1. Fill in the form\nData: 10,001\nExpected: The limit is told\n2. Confirm\nExpected: Nothing is booked",
  );
  expect(links.map(({ sourceId, kind, targetId }) => [sourceId, kind, targetId])).toEqual([
    ["BANK-201", "verifies", "BANK-1"],
    ["BANK-202", "verifies", "BANK-1"],
    ["BANK-202", "verifies", "BANK-2"],
  ]);
  expect(problems).toEqual([]);
});

it("reads the answer of Zephyr Scale's search, with requirements that are only named", async () => {
  const cases = [1, 2].map((n) => ({
    key: `HOME-T${n}`,
    name: `Alarm ${n}`,
    objective: "The alarm sounds.",
    issueLinks: [`HOME-${n}`],
    testScript: {
      id: n,
      type: "STEP_BY_STEP",
      steps: [{ id: 7, index: 0, description: "Wait", expectedResult: "Noise" }],
    },
  }));
  const { artifacts, links } = await readPath(await tempFile("testcases.json", JSON.stringify(cases)));
  expect(artifacts.map(({ id, meta }) => [id, meta.named_only ?? false])).toEqual([
    ["HOME-T1", false],
    ["HOME-T2", false],
    ["HOME-1", true],
    ["HOME-2", true],
  ]);
  expect(artifacts[0]!.text).toBe("The alarm sounds.\nWait\nExpected: Noise");
  expect(links.map(({ sourceId, targetId }) => `${sourceId} ${targetId}`)).toEqual([
    "HOME-T1 HOME-1",
    "HOME-T2 HOME-2",
  ]);
});

it("links nested records to those that they stand in, by the key", async () => {
  const requirements = [
    {
      id: "REQ.1",
      title: "Dome",
      children: [
        { id: "REQ.1.1", title: "Shutter" },
        { id: "REQ.1.2", title: "Motor" },
      ],
    },
  ];
  const testCases = [{ id: "8f2a", name: "Close it", covers: ["REQ.1.1", "REQ.1.2"] }];
  const { links } = await readPath(await tempFile("p.json", JSON.stringify({ project: "x", requirements, testCases })));
  expect(links.map(({ sourceId, kind, targetId }) => `${sourceId} ${kind} ${targetId}`)).toEqual([
    "REQ.1 children REQ.1.1",
    "REQ.1 children REQ.1.2",
    "8f2a verifies REQ.1.1",
    "8f2a verifies REQ.1.2",
  ]);
});

it("tells of an id that a list holds twice, and takes what is described before what is told of", async () => {
  const value = {
    testCases: [
      { id: "T-1", name: "Close", requirements: [{ id: "R-1", title: "Shutter" }] },
      { id: "T-1", name: "Open", requirements: [] },
      { id: "T-2", name: "Turn", requirements: [{ id: "R-2", title: "Motor" }] },
    ],
    requirements: [{ id: "R-1", title: "Shutter", text: "It closes." }],
  };
  const { artifacts, problems } = await readPath(await tempFile("p.json", JSON.stringify(value)));
  expect(artifacts.filter(({ type }) => type === "requirements").map(({ id, text }) => [id, text])).toEqual([
    ["R-2", "Motor"],
    ["R-1", "It closes."],
  ]);
  expect(artifacts.filter(({ id }) => id === "T-1")).toHaveLength(2);
  expect(problems).toEqual([]);
});

it("says of JSON without records what it looked for", async () => {
  const path = await tempFile("a.json", JSON.stringify({ version: 1, list: [{ id: 4 }] }));
  await expect(readPath(path, { format: "json" })).rejects.toThrow(
    "a.json: expected lists of records with an id and a title or a text, found none",
  );
});

it.each([false, true])("knows the keys of tables in any language it reads, escaped: %s", async (isEscaped) => {
  const text = JSON.stringify({
    要件: [{ 要件ID: "JR-001", 名称: "ログイン", 本文: "番号でログインできること。" }],
    テスト: [{ テストID: "JT-001", テスト名: "正しい番号", 手順: "入力", 対象要件: ["JR-001"] }],
  });
  const escaped = text.replace(/\P{ASCII}/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const { adapter, artifacts, links } = await readPath(await tempFile("export.json", isEscaped ? escaped : text));
  expect([adapter, artifacts.map(({ id, type }) => `${id} ${type}`)]).toEqual([
    "json",
    ["JR-001 要件", "JT-001 テスト"],
  ]);
  expect(links.map(({ sourceId, kind, targetId }) => `${sourceId} ${kind} ${targetId}`)).toEqual([
    "JT-001 verifies JR-001",
  ]);
});
