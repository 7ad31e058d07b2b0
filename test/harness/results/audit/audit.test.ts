import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { auditResults } from "../../../../harness/results/audit/audit.ts";
import { AUDIT_READERS } from "../../../../harness/results/audit/readers/registry.ts";
import { AUDIT_RULES } from "../../../../harness/results/audit/rules.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";

const INPUT = resolve("test/input/audit");
let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-audit-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

interface Sample {
  id: string;
  epoch: number;
  scores: Record<string, { value: unknown; explanation?: string }>;
  error?: { message: string };
}
interface Log {
  version: number;
  samples: Sample[];
}

const rulesOf = async (...names: string[]) =>
  (await auditResults(names, INPUT)).findings.map(({ rule, rows }) => [rule, rows]);

/** The clean log with a fault. */
async function planted(plant: (log: Log) => void): Promise<string> {
  const log = JSON.parse(await readFile(join(INPUT, "inspect-clean.json"), "utf8")) as Log;
  plant(log);
  const path = join(cwd, "planted.json");
  await writeFile(path, JSON.stringify(log));
  return path;
}

it.each(["inspect-clean.json", "promptfoo-good.json"])(
  "%s, which the tool itself wrote and where nothing is wrong, has no finding",
  async (name) => expect(await rulesOf(name)).toEqual([]),
);

it.each([
  ["inspect-failed.json", [["left out after a failure", ["s3 epoch 1"]]]],
  ["inspect-unparsed.json", [["unscored beside others", ["s1 epoch 1", "s3 epoch 1", "s5 epoch 1"]]]],
  ["inspect-flips.json", [["repeats flip", ["s0"]]]],
  ["inspect-twice.json", [["one question, two targets", ["s1 epoch 1", "s9 epoch 1"]]]],
  [
    "promptfoo-bad.json",
    [
      ["zero for a failure", ["result 1"]],
      ["judge not understood", ["result 2"]],
    ],
  ],
])("%s: the fault that was made is found, and no other", async (name, found) => {
  expect(await rulesOf(name)).toEqual(found);
});

const first = (log: Log) => log.samples[0]!;

it("a log without samples is no success", async () => {
  const path = await planted((log) => log.samples.splice(0));
  expect((await rulesOf(path)).map(([rule]) => rule)).toEqual(["no results", "never ran"]);
});

it("the guide's table has every rule with its severity", async () => {
  const guide = await readFile("docs/guides/audit.md", "utf8");
  const rows = [...guide.matchAll(/^\| ([a-z, ]+) \| (error|warning) \|/gm)].map(([, rule, severity]) => [
    rule,
    severity,
  ]);
  const rules = Object.entries(AUDIT_RULES).map(([rule, { severity }]) => [rule, severity]);
  expect(rows).toEqual([...rules, ["leaks between splits", "error"], ["not told apart", "warning"]]);
});

it("the guide's table has every tool with its file and versions", async () => {
  const guide = await readFile("docs/guides/audit.md", "utf8");
  for (const { tool, file, versions } of nonEmpty(AUDIT_READERS))
    expect(guide).toContain(`| ${tool} | ${file} | ${versions} |`);
});

it("a folder may hold files of no tool, which are named; such a file that is named itself is refused", async () => {
  const folder = join(cwd, "mixed");
  await mkdir(folder);
  await copyFile(join(INPUT, "inspect-clean.json"), join(folder, "log.json"));
  await writeFile(join(folder, "package.json"), "{}");
  expect(await auditResults([folder], cwd)).toMatchObject({ files: [{}], passed_over: ["mixed/package.json"] });
  await expect(auditResults([join(folder, "log.json"), join(folder, "package.json")], cwd)).rejects.toThrow("no tool");
});

it("clusters are one piece of evidence each: 40 executions of two documents tell nothing apart", async () => {
  const path = join(cwd, "clusters.csv");
  const rows = Array.from({ length: 20 }, (_, at) => `i${at},a,doc${at % 2},1\ni${at},b,doc${at % 2},0\n`);
  await writeFile(path, `item,system,cluster,exact\n${rows.join("")}`);
  expect(await auditResults([path], cwd)).toMatchObject({
    comparisons: [{ first: "a", second: "b", items: 2, difference: 1 }],
    findings: [{ rule: "not told apart" }],
  });
  await writeFile(path, `item,system,exact\n${rows.join("").replaceAll(/,doc./g, "")}`);
  expect(await auditResults([path], cwd)).toMatchObject({ comparisons: [{ items: 20 }], findings: [] });
});

it("two systems that five items do not tell apart are named; a file beside itself with other values is", async () => {
  const found = await rulesOf("inspect-clean.json", "inspect-failed.json");
  expect(found.at(-1)).toEqual(["not told apart", ["inspect-clean.json", "inspect-failed.json"]]);
  const many = (value: string) => (log: Log) => {
    log.samples = Array.from({ length: 40 }, (_, at) => ({
      ...first(log),
      ...{ id: `s${at}`, input: `question ${at}`, scores: { graded: { value } } },
    }));
  };
  const [good, bad] = [join(cwd, "good.json"), join(cwd, "bad.json")];
  await writeFile(good, await readFile(await planted(many("C"))));
  await writeFile(bad, await readFile(await planted(many("I"))));
  expect(await rulesOf(good, bad)).toEqual([]);
});

it("exit codes: 0 without findings, 2 with, 1 for what cannot be read; a version that is not known is named", async () => {
  const audit = (...names: string[]) => runCli(["measure", "audit", ...names], { cwd: INPUT });
  expect(await audit("inspect-clean.json")).toMatchObject({ code: 0, out: "1 file, 6 executions: 0 findings" });
  const found = await audit("promptfoo-bad.json", "--json");
  expect(found.code).toBe(2);
  expect(JSON.parse(found.out)).toMatchObject({ findings: [{ rule: "zero for a failure", severity: "error" }, {}] });
  const newer = await audit(await planted((log) => Object.assign(log, { version: 7 })));
  expect([newer.code, newer.errors]).toEqual([
    1,
    expect.stringContaining("version 7 of Inspect AI's logs is not known"),
  ]);
  expect((await audit("nowhere.json")).code).toBe(1);
  await writeFile(join(cwd, "other.json"), "{}");
  expect((await audit(join(cwd, "other.json"))).errors).toContain("is of no tool that is known");
});
