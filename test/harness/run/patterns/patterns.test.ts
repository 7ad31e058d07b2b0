import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { makeRandom, shuffle } from "../../../../base/random.ts";
import { checkDuplicates } from "../../../../harness/run/patterns/known-duplicates.ts";
import { minePatterns } from "../../../../harness/run/patterns/mine.ts";
import type { PatternFile } from "../../../../harness/run/patterns/pattern-file.ts";
import type { FaultReport } from "../../../../harness/run/patterns/read-reports.ts";
import { learnWords } from "../../../../harness/run/patterns/report-vectors.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";
import { plantReports } from "./planted.ts";

const OPTIONS = { pipeline: "linkage" as const, pairShare: 0.35, groups: null, onStep: () => undefined };
const mine = async (reports: readonly FaultReport[], pairShare = OPTIONS.pairShare) =>
  minePatterns(reports, await learnWords(reports, 7), { ...OPTIONS, pairShare });

describe("patterns of planted faults", () => {
  const { reports, faultOf } = plantReports(12, 6);

  it("each fault is a pattern of its own, strays are in none", async () => {
    const { patterns } = await mine(reports);
    const faults = patterns.map(({ members }) => [...new Set(members.map((id) => faultOf.get(id) ?? "stray"))]);
    expect(faults.map((names) => names.join()).sort()).toEqual(["clock", "licence", "timer"]);
    expect(patterns.flatMap(({ members }) => members)).toHaveLength(36);
  });

  it("names, terms, extracts and typical reports are of the pattern's own reports", async () => {
    const { patterns } = await mine(reports);
    const textOf = new Map(reports.map(({ id, title, text }) => [id, `${title}\n${text}`]));
    for (const { members, typical, terms, summary, name, agreement } of nonEmpty(patterns)) {
      const texts = members.map((id) => textOf.get(id)!.toLowerCase());
      expect(typical.filter((id) => !members.includes(id))).toEqual([]);
      expect(
        terms.filter((term) => !texts.some((text) => term.split(" ").every((word) => text.includes(word)))),
      ).toEqual([]);
      expect(summary.filter((sentence) => !texts.some((text) => text.includes(sentence.toLowerCase())))).toEqual([]);
      expect([name.length > 0, agreement! > 0.75]).toEqual([true, true]);
    }
  });

  it("a coarser share puts more together, never less", async () => {
    const pairs = await Promise.all(
      [0.05, 0.2, 0.5].map(async (share) =>
        (await mine(reports, share)).patterns.reduce((sum, { members: { length } }) => sum + length * (length - 1), 0),
      ),
    );
    expect(pairs).toEqual(pairs.toSorted((a, b) => a - b));
    const all = reports.length * (reports.length - 1);
    expect(pairs.map((found, at) => found / all <= [0.05, 0.2, 0.5][at]!)).toEqual([true, true, true]);
  });

  it("duplicates are counted beside chance and the nearest report by BM25", async () => {
    const twice: FaultReport = { ...reports[0]!, id: "timer-999" };
    const more = [...reports, twice];
    const { labels } = await mine(more);
    const check = checkDuplicates(
      {
        reports: more,
        duplicates: [
          ["timer-100", "timer-999"],
          ["timer-100", "S-0"],
        ],
      },
      labels,
    )!;
    expect(check).toMatchObject({ pairs: 2, together: 1, nearest: 1 });
    expect(check.chance).toBeCloseTo((13 * 12 + 2 * 12 * 11) / (43 * 42), 12);
    expect(checkDuplicates({ reports: more, duplicates: [] }, labels)).toBeNull();
  });
});

describe("scopebench corpus patterns", () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), "scopebench-patterns-"));
    await writeExport("first.jsonl", plantReports(12, 4).reports);
  });
  afterAll(() => rm(cwd, { recursive: true, force: true }));

  const writeExport = async (name: string, reports: readonly FaultReport[]) => {
    const folder = join(cwd, name.replace(".jsonl", ""));
    await mkdir(folder, { recursive: true });
    const lines = reports.map((report) => JSON.stringify({ ...report, type: "bug_report", meta: {} }));
    await writeFile(join(folder, "artifacts.jsonl"), `${lines.join("\n")}\n`);
    await writeFile(join(folder, "links.csv"), "source_id,target_id,kind\ntimer-100,timer-101,duplicate\n");
  };
  const patterns = (...words: string[]) =>
    runCli(["corpus", "patterns", ...words, "--pair-share", "0.35"], { cwd, environment: { COLUMNS: "80" } });
  const kept = async (): Promise<PatternFile> => parse(await readFile(join(cwd, "kept", "patterns.yaml"), "utf8"));

  it("prints a table in 80 columns, what people linked, and writes nothing unless asked", async () => {
    const { code, out, errors } = await patterns("first");
    expect([code, errors]).toEqual([0, expect.stringContaining("nothing was written")]);
    expect(out).toContain("3 patterns hold 90 % of 40 reports, the largest 30.0 %");
    expect(out).toContain("Of 1 pair linked as duplicates 1 are in one pattern");
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  it("says which records it left out, and reads types named in other languages", async () => {
    const folder = join(cwd, "german");
    await mkdir(folder, { recursive: true });
    const rows = plantReports(12, 0).reports.map(({ id, title, text }) => `${id},Fehlerbericht,${title},${text}`);
    await writeFile(
      join(folder, "export.csv"),
      `id,type,title,text\n${rows.join("\n")}\n,Fehlerbericht,${"no id ".repeat(3)},\n`,
    );
    expect((await patterns("german")).errors).toContain("--max-faulty");
    const { code, out, errors } = await patterns("german", "--max-faulty", "5");
    expect([code, out, errors]).toEqual([
      0,
      expect.stringContaining("36 reports"),
      expect.stringMatching(/left out: .+/),
    ]);
  });

  it("the order of reports decides nothing", async () => {
    const { reports } = plantReports(12, 4);
    await writeExport("shuffled", shuffle(makeRandom("order"), reports));
    const json = async (name: string) => JSON.parse((await patterns(name, "--json")).out).patterns;
    expect(await json("shuffled")).toEqual(await json("first"));
  });

  it("new reports go to known patterns, whose names people may change; the rest stays apart", async () => {
    await patterns("first", "--to", "kept");
    const before = await kept();
    const named = before.patterns.map((pattern) => ({ ...pattern, name: `${pattern.id} as we call it` }));
    await writeFile(join(cwd, "kept", "patterns.yaml"), stringify({ ...before, patterns: named }));
    const { reports, faultOf } = plantReports(16, 5);
    await writeExport("later", reports);
    const found = JSON.parse((await patterns("later", "--known", "kept", "--json")).out);
    const after = await kept();
    expect(after.patterns.map(({ name }) => name)).toEqual(named.map(({ name }) => name));
    expect(Object.keys(found.assigned).length).toBeGreaterThan(0);
    expect(found.apart).toContain("S-4");
    const seen = new Set([...before.patterns.flatMap(({ members }) => members), ...before.apart]);
    expect([...Object.keys(found.assigned), ...found.apart].filter((id) => seen.has(id))).toEqual([]);
    expect(after.reports).toBe(before.reports + Object.keys(found.assigned).length + found.apart.length);
    expect(faultOf.size).toBe(48);
  });

  it("patterns become knowledge of a corpus, which is read as any other", async () => {
    const path = join(cwd, "first", "artifacts.jsonl");
    const test = { id: "TC-1", type: "test_case", title: "handover", text: "", meta: {} };
    await writeFile(path, `${await readFile(path, "utf8")}${JSON.stringify(test)}\n`);
    expect((await patterns("first", "--into", "with")).errors).toContain("corpus with its patterns: with");
    const described = JSON.parse((await runCli(["corpus", "describe", "with", "--json"], { cwd })).out);
    expect(JSON.stringify(described)).toContain("fault_pattern");
    const lines = (await readFile(join(cwd, "with", "artifacts.jsonl"), "utf8")).trim().split("\n");
    const entries = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === "fault_pattern");
    expect(entries.map(({ id }) => id)).toEqual(["FAULT-PATTERN-1", "FAULT-PATTERN-2", "FAULT-PATTERN-3"]);
    await patterns("later", "--into", "tracker");
    const tracker = await runCli(["corpus", "describe", "tracker", "--json"], { cwd });
    expect([tracker.code, tracker.out]).toEqual([0, expect.stringContaining("fault_patterns")]);
    expect((await patterns("first", "--into", "again", "--known", "kept")).errors).toContain("leave one of them out");
  });

  it("says what is wrong: types, folders, files", async () => {
    expect((await patterns("first", "--types", "story")).errors).toContain("bug_report: 40 artifacts");
    expect((await patterns("first", "--known", "nowhere")).errors).toContain("there is no");
    expect((await patterns("first", "--to", "first")).errors).toContain("holds something else: artifacts.jsonl");
    expect((await patterns("first", "--into", "first")).errors).toContain("is there already");
    expect((await patterns("first", "--pair-share", "2")).errors).toContain("between 0 and 1");
    const whole = await kept();
    await writeFile(
      join(cwd, "kept", "patterns.yaml"),
      stringify({ ...whole, apart: [whole.patterns[0]!.members[0]] }),
    );
    expect((await patterns("first", "--known", "kept")).errors).toContain("stands there twice");
    await writeFile(join(cwd, "kept", "patterns.yaml"), "version: 1\n");
    const { code, errors } = await patterns("first", "--known", "kept");
    expect([code, errors]).toEqual([1, expect.stringContaining("pair_share")]);
  });
});
