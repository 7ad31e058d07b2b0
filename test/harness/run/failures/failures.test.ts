import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";
import { scoredContext } from "../stages/context.ts";

let cwd: string;
beforeAll(async () => {
  const { runDirectory } = await scoredContext();
  cwd = join(dirname(runDirectory), `${runDirectory.split("/").at(-1)}-cwd`);
  await mkdir(join(cwd, "runs"), { recursive: true });
  await rename(runDirectory, join(cwd, "runs", "fixture"));
});

const failures = (...words: string[]) => runCli(["failures", ...words], { cwd });
const json = async (...words: string[]) => JSON.parse((await failures("fixture", "--json", ...words)).out);

describe("scopebench failures", () => {
  it("groups what failed, says the largest share, and keeps ids beside the runs", async () => {
    const { code, out, errors } = await failures("fixture");
    expect([code, errors]).toEqual([0, expect.stringContaining("failures.yaml")]);
    expect(out).toMatch(/\d+ of 143 executions failed/);
    expect(out).toMatch(/the largest, F1, holds \d+ % of all failures/);
    expect(await readFile(join(cwd, "runs", "failures.yaml"), "utf8")).toContain("id: F1");
  });

  it("lists the groups; those that are asked for are told in full", async () => {
    const { clusters } = await json();
    const { out } = await failures("fixture");
    for (const { id, name } of nonEmpty(clusters as { id: string; name: string }[]))
      expect(out.split("\n").filter((line) => line.startsWith(`${id} `) && line.includes(name))).toHaveLength(1);
    expect(out).not.toContain("look at (");
    const asked = (await failures("fixture", "F2")).out;
    expect([asked.match(/typical/g)?.length, asked]).toEqual([
      1,
      expect.stringContaining(clusters[1].sentence.slice(0, 40)),
    ]);
    expect((await failures("fixture", "--all")).out.match(/typical/g)).toHaveLength(clusters.length);
    expect((await failures("fixture", "F99")).errors).toContain("it has F1, F2");
  });

  it("calls a run that was moved by its folder in the command that it hints at", async () => {
    const [runs, moved] = [join(cwd, "runs"), join(cwd, "runs", "moved")];
    await rename(join(runs, "fixture"), moved);
    const { out } = await failures("moved");
    await rename(moved, join(runs, "fixture"));
    expect(out).toContain("  scopebench failures moved F1");
  });

  it("every failed execution is in one cluster or apart, once", async () => {
    const { failed, clusters, apart } = await json();
    const names = [...clusters.flatMap(({ members }: { members: string[] }) => members), ...apart];
    expect(names).toHaveLength(failed);
    expect(new Set(names).size).toBe(failed);
    for (const { typical, borderline, members } of nonEmpty(
      clusters as { typical: string[]; borderline: string[]; members: string[] }[],
    ))
      expect([...typical, ...borderline].filter((name) => !members.includes(name))).toEqual([]);
  });

  it("fits 80 columns of a terminal", async () => {
    const { out } = await runCli(["failures", "fixture", "--all"], { cwd, environment: { COLUMNS: "80" } });
    // A name of an execution stays whole, so that it can be copied.
    const wide = out.split("\n").filter((line) => line.length > 80 && !/^\s*\S+$/.test(line));
    expect(wide).toEqual([]);
  });

  it("a name and a note stay, and a merge holds; each can be undone", async () => {
    await failures("fixture");
    expect((await failures("name", "F1", "cut off by the clock")).code).toBe(0);
    expect((await failures("note", "F1", "longer limit in PR 12")).code).toBe(0);
    expect((await failures("merge", "F3", "F2")).code).toBe(0);
    const { clusters } = await json();
    expect(clusters[0]).toMatchObject({ id: "F1", name: "cut off by the clock", notes: ["longer limit in PR 12"] });
    expect(clusters.find(({ id }: { id: string }) => id === "F2")).toMatchObject({ merged: ["F3"] });
    expect((await failures("merge", "F2", "F3")).errors).toContain("F3 is merged into F2 already");
    await failures("merge", "F3", "F3");
    await failures("name", "F1", "");
    expect((await json()).clusters[0]).toMatchObject({ named_by: "what separates it" });
  });

  it("a part of the run, or other rules, keep nothing", async () => {
    const path = join(cwd, "runs", "failures.yaml");
    await writeFile(path, "version: 1\n");
    const { executions } = await json("--where", "model=explorer");
    const { by } = await json("--below", "ndcg@10=0.25");
    expect([executions, Object.keys(by)]).toEqual([48, ["below"]]);
    expect((await json("--by", "error")).by).toEqual({ error: expect.any(Number) });
    expect(await readFile(path, "utf8")).toBe("version: 1\n");
  });

  it("shows words of the answers beside what the groups are made of, ids left out", async () => {
    const { clusters } = await json("--words");
    const words = clusters.flatMap((cluster: { words: string[] }) => cluster.words);
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((word: string) => /tc-\d/.test(word))).toEqual([]);
    expect((await failures("fixture", "--all", "--words")).out).toContain("words of its answers");
  });

  it("compares two runs, with a second one of the candidate", async () => {
    await rm(join(cwd, "runs", "failures.yaml"), { force: true });
    for (const name of ["other", "third"])
      await cp(join(cwd, "runs", "fixture"), join(cwd, "runs", name), { recursive: true });
    const { code, out } = await failures("compare", "fixture", "other", "--second", "third");
    expect([code, out]).toEqual([0, expect.stringContaining("0 new failures, 0 gone. No group's share of executions")]);
    const compared = JSON.parse((await failures("compare", "fixture", "other", "--json")).out);
    expect(compared).toMatchObject({ new_failures: 0, gone_failures: 0, second: null });
    expect(compared.groups.length).toBeGreaterThan(2);
    expect(existsSync(join(cwd, "runs", "failures.yaml"))).toBe(false);
  });

  it("says what is wrong with flags, ids and the file", async () => {
    expect((await failures("fixture", "--by", "luck")).errors).toContain("functional");
    expect((await failures("fixture", "--below", "ndcg@10=2")).errors).toContain("between 0 and 1");
    expect((await failures("fixture", "--below", "luck=.1")).errors).toContain("no metric 'luck'");
    expect((await failures("note", "F1", " ")).errors).toContain("says nothing");
    expect((await failures("name", "F77", "x")).errors).toContain("no group of failures F77");
    const twice = "{ id: F1, last_seen: a, mean: {}, merged_into: F9 }";
    await writeFile(join(cwd, "runs", "failures.yaml"), `clusters: [${twice}, ${twice}]\n`);
    const { code, errors } = await failures("fixture");
    expect([code, errors]).toEqual([expect.any(Number), expect.stringContaining("F1 stands there twice")]);
    expect(errors).toContain("F9, which is not there");
  });
});
