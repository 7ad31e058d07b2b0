import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { badgeOf } from "../../conform/badge.ts";
import { readCases } from "../../conform/case.ts";
import { conform } from "../../conform/conform.ts";
import { hold } from "../../conform/hold.ts";
import type { SubjectReply } from "../../conform/reply.ts";
import { JUDGE_RULES, RANKING_RULES } from "../../conform/rules.ts";
import { runCli } from "../harness/cli/run-cli.ts";

const cases = readCases();
const judgeCases = readCases("judge");
const rightReplies = () =>
  new Map(
    cases.map(({ id, answer }): [string, SubjectReply] => [
      id,
      answer === null ? { type: "refused", why: "" } : { type: "values", values: answer },
    ]),
  );

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-conform-test-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** An adapter in Node that answers each case by an expression over `ask`. */
async function adapter(expression: string, head = '{"program":"mine","version":"1.2"}'): Promise<string[]> {
  const path = join(cwd, `adapter-${Math.abs(hash(expression))}.mjs`);
  await writeFile(
    path,
    `import { readFileSync } from "node:fs";
console.log(${JSON.stringify(head)});
for (const line of readFileSync(0, "utf8").trim().split("\\n")) {
  const ask = JSON.parse(line);
  console.log(JSON.stringify(${expression}));
}`,
  );
  return ["measure", "conform", "--", process.execPath, path];
}

function hash(text: string): number {
  return [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) | 0, 7);
}

it("200 cases with ids of their own, in every class, each with its source", () => {
  expect(cases).toHaveLength(200);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(200);
  expect([...new Set(cases.map(({ about }) => about))]).toEqual(Object.keys(RANKING_RULES));
  expect(cases.filter(({ source }) => !/pytrec_eval-terrier \d|^read: trec_eval 10$/.test(source))).toEqual([]);
  expect(cases.filter(({ answer }) => answer === null).map(({ about }) => about)).toEqual(Array(10).fill("duplicates"));
});

it("the guide's table has every class with its number of cases and its rule", async () => {
  const guide = await readFile("docs/guides/conform.md", "utf8");
  const rows = [...guide.matchAll(/^\| ([a-z ]+) \| (\d+) \| (.+) \|$/gm)].map(([, ...cells]) => cells);
  const counted = Object.entries({ ...JUDGE_RULES, ...RANKING_RULES }).map(([about, rule]) => [
    about,
    String([...cases, ...judgeCases].filter((item) => item.about === about).length),
    rule,
  ]);
  expect(rows).toEqual(counted);
});

it("60 cases of a judge's outputs, in every class, each with its programs; ours agrees in all", async () => {
  expect(judgeCases).toHaveLength(60);
  expect([...new Set(judgeCases.map(({ about }) => about))]).toEqual(Object.keys(JUDGE_RULES));
  expect(judgeCases.filter(({ source }) => !/^inspect_ai \d\S+(, scikit-learn \d\S+)?$/.test(source))).toEqual([]);
  const signal = new AbortController().signal;
  const { conformity } = await conform({ kind: "judge", command: [], cwd, environment: {}, signal, version: "0" });
  expect(conformity).toMatchObject({ differences: [], agree: 60, notOffered: 0 });
  expect(conformity.metrics.map(({ metric, cases: asked }) => [metric, asked])).toEqual([
    ["mean", 60],
    ["unscored", 60],
    ["accuracy", 11],
    ["kappa", 11],
  ]);
});

it("a judge's output without a grade that is counted as 0 differs, and so does a kappa where there is none", async () => {
  const careless =
    "{ id: ask.id, values: { mean: ask.outputs.filter((text) => text.includes('GRADE: C')).length / ask.outputs.length, kappa: 0 } }";
  const [measure, command, ...rest] = await adapter(careless);
  const { code, out } = await runCli([measure!, command!, "--judge", ...rest], { cwd });
  expect(code).toBe(2);
  expect(out).toMatch(/^mine 1\.2 agrees with Inspect AI and scikit-learn in \d+ of 60 cases; differs in \d+ \(/);
  expect(out).toContain(
    'expected mean without a value (inspect_ai 0.3.285), got mean 0.000000\n  judge  ""\n  people none',
  );
  expect(out).toMatch(/one-label-\d\d: .*\n {2}expected kappa without a value/);
});

it("our own metrics agree in every case", async () => {
  const signal = new AbortController().signal;
  const { conformity } = await conform({ kind: "ranking", command: [], cwd, environment: {}, signal, version: "0" });
  expect(conformity.differences).toEqual([]);
  expect(conformity).toMatchObject({ agree: 200, differ: 0, notOffered: 0 });
});

it("a value that is off, a refusal, a value where none may be, and silence differ; what is not offered does not", () => {
  const replies = rightReplies();
  replies.set("ties-01", { type: "values", values: { map: 0.5 + 2e-5 } });
  replies.set("ties-02", { type: "values", values: { map: null } });
  replies.set("plain-01", { type: "refused", why: "no" });
  replies.set("duplicates-01", { type: "values", values: { map: 1 } });
  replies.set("ids-01", { type: "not-offered", why: "no ids" });
  replies.set("ids-02", { type: "values", values: {} });
  replies.delete("grades-01");
  const held = hold(cases, replies);
  expect(held.differences.map((item) => [item.case, item.metric, item.got, item.said])).toEqual([
    ["plain-01", null, null, "no"],
    ["ties-01", "map", 0.5 + 2e-5, null],
    ["ties-02", "map", null, null],
    ["grades-01", null, null, "no answer"],
    ["duplicates-01", "map", 1, null],
  ]);
  expect(held).toMatchObject({ cases: 200, agree: 193, differ: 5, notOffered: 2 });
  expect(held.metrics.find(({ metric }) => metric === "map")).toMatchObject({ differ: 2, agree: 184, notOffered: 4 });
});

it("a value within 1e-5 agrees, and so does a refusal of what is no number", () => {
  const replies = rightReplies();
  replies.set("ties-01", { type: "values", values: { map: 0.5 + 9e-6 } });
  replies.set("not-a-number-01", { type: "refused", why: "NaN" });
  expect(hold(cases, replies)).toMatchObject({ agree: 200, differ: 0 });
});

it("a command that differs: exit code 2, its name and version, the smallest input", async () => {
  const { code, out } = await runCli(await adapter("{ id: ask.id, values: { mrr: 1 } }"), { cwd });
  expect(code).toBe(2);
  expect(out).toMatch(/^mine 1\.2 agrees with trec_eval in \d+ of 200 cases; differs in \d+ \(plain \d+/);
  expect(out).toContain(
    "expected mrr 0.000000 (pytrec_eval-terrier 0.5.11), got mrr 1.000000\n  qrels  q1 d1 1\n  run    q1 d2 1",
  );
});

it("what a command says of a case cannot write into the terminal", async () => {
  const { out } = await runCli(await adapter('{ id: ask.id, error: "\\u001b[2J" }', '{"program":"\\u001b[2Jx"}'), {
    cwd,
  });
  expect(out).not.toContain("\u001b");
});

it("a command that offers nothing agrees in nothing: exit code 0, and it says so", async () => {
  const { code, out } = await runCli(await adapter('{ id: ask.id, not_offered: "no" }'), { cwd });
  expect([code, out.split("\n")[0]]).toEqual([0, "mine 1.2 agrees with trec_eval in 0 of 200 cases; 200 not offered"]);
});

it.each([
  ["is not there", ["./no-such-program"], "ENOENT"],
  ["fails", [process.execPath, "-e", "console.error('out of order'); process.exit(3)"], "exit code 3: out of order"],
  ["is no adapter", [process.execPath, "-e", "console.log('hello')"], 'line 1 is no answer: "hello"'],
  ["says nothing", [process.execPath, "-e", ""], "it answered none of the cases"],
  ["answers what was not asked", [process.execPath, "-e", 'console.log(\'{"id":"x","values":{}}\')'], "was not asked"],
])("a command that %s: exit code 1 and what is wrong", async (_what, command, said) => {
  const { code, errors } = await runCli(["measure", "conform", "--", ...command], { cwd });
  expect(code).toBe(1);
  expect(errors).toContain(said);
});

it("a badge tells agreement and turns colour at a difference", async () => {
  await runCli(["measure", "conform", "--badge", "own.svg"], { cwd });
  const green = await readFile(join(cwd, "own.svg"), "utf8");
  expect(green).toContain(">200 of 200</text>");
  const held = { program: "<x>", version: null, ...hold(cases, new Map()) };
  expect(badgeOf(held)).toContain(">0 of 200</text>");
  expect(badgeOf(held).match(/fill="#\w{6}"/)).not.toEqual(green.match(/fill="#\w{6}"/));
});
