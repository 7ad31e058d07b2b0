import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SaxesParser } from "saxes";
import stringWidth from "string-width";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { itUnless } from "../../../../left-out.ts";
import { nonEmpty } from "../../../../non-empty.ts";
import { execute, findPython } from "../../../../oracles/python.ts";
import { runCli } from "../../../cli/run-cli.ts";
import { HOSTILE } from "../hostile.ts";
import { makeScoredRun } from "../scored-run.ts";

const found = findPython("interchange.txt");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-outputs-"));
  const models = ["explorer", "planner"];
  await makeScoredRun(join(folder, "a"), { models });
  const score = ({ metric, index, value }: { metric: string; index: number; value: number }) =>
    metric === "ndcg@10" ? value - 0.2 - (index % 5) / 100 : undefined;
  await makeScoredRun(join(folder, "b"), { models, score });
  await makeScoredRun(join(folder, "other"), { manifest: { substrate: null } });
});
afterAll(() => rm(folder, { recursive: true }));

const text = (name: string) => readFile(join(folder, name), "utf8");

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
}

/** The elements of a document; throws on anything that is not well-formed XML. */
function parseXml(source: string): Element {
  const root: Element = { name: "", attributes: {}, children: [] };
  const path = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, children: [] };
    path.at(-1)!.children.push(element);
    path.push(element);
  });
  parser.on("closetag", () => path.pop());
  parser.write(source).close();
  return root.children[0]!;
}

/** Jenkins' and GitLab's reading of JUnit: what must be there, what may be, and counts that agree. */
function checkJunit(root: Element): Element[] {
  expect(root.name).toBe("testsuites");
  const [suite] = root.children;
  expect(Object.keys(suite!.attributes)).toEqual(["name", "tests", "failures", "errors", "skipped", "time"]);
  const cases = suite!.children.filter(({ name }) => name === "testcase");
  expect(suite!.children.slice(cases.length).map(({ name }) => name)).toEqual(["system-out"]);
  const kinds = ["failure", "error", "skipped", "system-out"];
  expect(cases.filter(({ attributes }) => Object.keys(attributes).join() !== "classname,name,time")).toEqual([]);
  expect(cases.filter(({ children }) => !kinds.includes(children[0]!.name))).toEqual([]);
  const count = (kind: string) => cases.filter(({ children }) => children[0]!.name === kind).length;
  expect(suite!.attributes).toMatchObject({
    tests: String(cases.length),
    failures: String(count("failure")),
    errors: String(count("error")),
    skipped: String(count("skipped")),
  });
  return cases;
}

describe("compare writes", () => {
  it("a terminal text of at most 80 columns without colours, with groups and links to executions", async () => {
    const { code, out } = await runCli(["compare", "a", "b", "--gate", "--by", "model"], { cwd: folder });
    expect(code).toBe(3);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: looks for them.
    const lines = out.replace(/\u001b\[\d+m/g, "").split("\n");
    expect(lines.filter((line) => stringWidth(line) > 80)).toEqual([]);
    expect(out).toContain("scopebench show b <execution>");
    expect(out).toContain("\n  planner\n");
  });

  it("JUnit with a case for each rule, and one that is an error for each refusal", async () => {
    await runCli(["compare", "a", "b", "--gate", "--junit", "j.xml"], { cwd: folder });
    const cases = checkJunit(parseXml(await text("j.xml")));
    expect(cases.map(({ attributes, children }) => [attributes.name, children[0]!.name])).toContainEqual([
      "ndcg@10",
      "failure",
    ]);
    await runCli(["compare", "a", "other", "--gate", "--junit", "j.xml"], { cwd: folder });
    const refused = checkJunit(parseXml(await text("j.xml")));
    expect(refused.map(({ attributes }) => attributes.name)).toEqual(["comparable: corpus", "comparable: coverage"]);
  });

  itUnless(found.missing, "JUnit that Jenkins' schema takes", async () => {
    const script = fileURLToPath(new URL("../../../../oracles/junit_schema.py", import.meta.url));
    for (const [candidate, name] of [
      ["b", "regression.xml"],
      ["a", "none.xml"],
      ["other", "refused.xml"],
    ] as const) {
      await runCli(["compare", "a", candidate, "--gate", "--junit", name], { cwd: folder });
      expect(execute(found.python!, [script, join(folder, name)]), name).toBe("");
    }
    await writeFile(join(folder, "wrong.xml"), (await text("none.xml")).replace(/ name="ndcg@10"/, ""));
    expect(execute(found.python!, [script, join(folder, "wrong.xml")])).toContain("name");
  });

  it("JSON and nothing else on stdout, the whole comparison with the gate's findings", async () => {
    const { out } = await runCli(["compare", "a", "b", "--gate", "--json"], { cwd: folder });
    const report = JSON.parse(out);
    expect(report.verdict).toMatchObject({ state: "failed", line: "regression: 1 of 6 rules broken (ndcg@10)" });
    expect(report.gate).toMatchObject({ decision: "regression", exit_code: 3 });
    expect(report.comparison.metrics[1]).toMatchObject({ metric: "ndcg@10", pairs: 80, scenarios: 40 });
  });

  it("on GitHub the job's summary and annotations by itself, on stderr so that stdout stays what it is", async () => {
    const environment = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: join(folder, "summary.md") };
    await writeFile(environment.GITHUB_STEP_SUMMARY, "before\n");
    const { errors, out } = await runCli(["compare", "a", "b", "--gate", "--json"], { cwd: folder, environment });
    JSON.parse(out);
    expect(errors).toMatch(/^::error title=scopebench%3A regression%2C ndcg@10::worse by \.220/m);
    expect(await text("summary.md")).toMatch(/^before\n## scopebench&?#?\d*;?: regression/);
  });

  it("links to the candidate's report in the Markdown; an address that is none is an input error", async () => {
    const flags = (address: string) => ["compare", "a", "b", "--gate", "--markdown", "m.md", "--report-url", address];
    await runCli(flags("https://ci.example/7/report"), { cwd: folder });
    expect(await text("m.md")).toContain("](https://ci.example/7/report/compare.html)");
    for (const wrong of ["javascript:alert(1)", "report"]) {
      const { code, errors } = await runCli(flags(wrong), { cwd: folder });
      expect([code, errors.includes("--report-url: not the address of a report")]).toEqual([1, true]);
    }
  });

  it("an input error where a file cannot be written", async () => {
    const { code, errors } = await runCli(["compare", "a", "b", "--markdown", "no/such/m.md"], { cwd: folder });
    expect([code, errors.includes("cannot write")]).toEqual([1, true]);
  });

  it.each(HOSTILE)("names from a TREC file as they are, inert everywhere: %j", async (hostile) => {
    const id = hostile.replace(/\s|[\p{Cc}\p{Cs}]/gu, "_"); // What parts fields, and what UTF-8 cannot hold.
    const query = id.startsWith("#") ? `q${id}` : id;
    const queries = [query, "q1", "q2", "q3", "q4", "q5"];
    await writeFile(join(folder, "qrels"), queries.map((name) => `${name} 0 d 1\n`).join(""));
    await writeFile(join(folder, "old"), queries.map((name) => `${name} Q0 d 1 1 ${query}\n`).join(""));
    await writeFile(join(folder, "new"), queries.map((name) => `${name} Q0 x 1 1 ${query}\n`).join(""));
    const environment = { GITHUB_ACTIONS: "true" };
    const flags = ["--qrels", "qrels", "--metrics", "ndcg@10", "--markdown", "m.md", "--junit", "j.xml"];
    const { code, out, errors } = await runCli(["compare", "old", "new", ...flags], { cwd: folder, environment });
    expect(code).toBe(0);
    for (const line of nonEmpty(out.split("\n"))) expect(line.trimStart().startsWith("::")).toBe(false);
    expect(out).not.toContain("##[");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: looks for them.
    expect(out + errors).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
    expect(errors.split("\n").every((line) => /^::(error|warning|notice) title=/.test(line))).toBe(true);
    checkJunit(parseXml(await text("j.xml")));
    const markdown = (await text("m.md")).replace(/<\/?(?:code|details|summary)>/g, "");
    expect(markdown).not.toMatch(/[<[\]`]|javascript:|https:|@/);
  });
});
