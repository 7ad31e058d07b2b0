import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UserError } from "../../../../base/user-error.ts";
import type { GateConfig } from "../../../../harness/record/config/gate-schema.ts";
import type { RunSource } from "../../../../harness/results/compare/sources/run-source.ts";
import { makeHistory } from "../../../../harness/show/history/history.ts";
import { renderHistoryPage } from "../../../../harness/show/history/page.ts";
import { renderHistory, renderHistoryMarkdown } from "../../../../harness/show/history/render.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";
import { HOSTILE } from "../../results/compare/hostile.ts";
import { madeSource } from "../../results/compare/made-source.ts";
import { makeScoredRun } from "../../results/compare/scored-run.ts";
import { BASELINE, CANDIDATES, RULES } from "../../results/compare/six-states.ts";

const dated = (sources: readonly (RunSource | UserError)[]) =>
  sources.map((source, at) => ({
    path: `runs/${at}`,
    created_at: String(at),
    read: async () => {
      if (source instanceof UserError) throw source;
      return source;
    },
  }));
const history = (...sources: readonly (RunSource | UserError)[]) => makeHistory(dated(sources), { gate: RULES });

describe("a history", () => {
  it("has a row a run: the mean over scenarios, the commit, and the gate's verdict against the one before", async () => {
    const { rows, metrics } = await history(BASELINE, CANDIDATES.failed, CANDIDATES.failed, BASELINE);
    expect(metrics).toEqual(["ndcg@10"]);
    expect(rows.map((row) => [row.metrics["ndcg@10"]!.mean, row.verdict?.state])).toEqual([
      [0.5, undefined],
      [expect.closeTo(0.22, 9), "failed"],
      [expect.closeTo(0.22, 9), "unseen"],
      [0.5, "passed"],
    ]);
    expect(rows[1]).toMatchObject({ path: "runs/1", run_id: "made", commit: "0123456789abcdef", break: null });
    expect(rows[1]!.verdict!.line).toBe("regression: 1 of 2 rules broken (ndcg@10)");
  });

  it("tells a drift of ten releases of -.015, none of which is failed, against the first of its line", async () => {
    const sources = Array.from({ length: 11 }, (_, at) => madeSource({ score: () => 0.9 - 0.015 * at }));
    const drifted = await history(...sources);
    expect(nonEmpty(drifted.rows.slice(1)).filter(({ verdict }) => verdict!.state === "failed")).toEqual([]);
    const told =
      /drift: 10 is failed against the first of its line, 0: ndcg@10 -\.150 \(-\.\d+ to -\.\d+\); no step was failed/;
    expect(renderHistory(drifted, 80).replace(/\s+/g, " ")).toMatch(told);
    expect(renderHistoryMarkdown(drifted)).toContain("drift");
    expect(renderHistory(await history(...sources.slice(0, 3)), 80)).not.toContain("drift");
    expect(renderHistory(await history(BASELINE, CANDIDATES.failed), 80)).not.toContain("drift");
  });

  it("holds each against the last that no gate failed and the first of its line, too: small steps add up", async () => {
    const at = (value: number) => madeSource({ label: String(value), score: () => value });
    const { rows } = await history(at(0.9), at(0.5), at(0.45), at(0.85));
    const changes = rows.map(({ last_good, first }) =>
      [last_good, first].map((one) => one && [one.path, one.state, one.metrics["ndcg@10"]!.difference.toFixed(2)]),
    );
    expect(changes).toEqual([
      [null, null],
      [
        ["runs/0", "failed", "-0.40"],
        ["runs/0", "failed", "-0.40"],
      ],
      [
        ["runs/0", "failed", "-0.45"],
        ["runs/0", "failed", "-0.45"],
      ],
      [
        ["runs/0", "undecided", "-0.05"],
        ["runs/0", "undecided", "-0.05"],
      ],
    ]);
    const { mean, scenarios, low, high } = rows[0]!.metrics["ndcg@10"]!;
    expect([mean, scenarios, low! < 0.9, high! > 0.9]).toEqual([expect.closeTo(0.9, 9), 40, true, true]);
    const page = await renderHistoryPage({ metrics: ["ndcg@10"], rows, skipped: [] }, { to: "/x/h.html", cwd: "/x" });
    expect(page).toMatch(/\.900 \(0\.\d+ to 0\.\d+, n 40\)/);
    expect(page).toMatch(/<b>FAILED<\/b> <span class="why">runs\/0: NDCG@10 −0\.450 \(/);
    expect(page.match(/class="interval"/g)).toHaveLength(4);
    expect(page).toContain('<text x="32"');
  });

  it("shows what a setting of the gate fails as failed, and holds nothing against it as a good run", async () => {
    const runs = dated([BASELINE, CANDIDATES.unseen, CANDIDATES.unseen]);
    const states = async (gate: GateConfig) =>
      (await makeHistory(runs, { gate })).rows.map(({ verdict, last_good }) => [verdict?.state, last_good?.path]);
    expect((await states(RULES))[2]).toEqual(["unseen", "runs/1"]);
    expect((await states({ ...RULES, on_unseen: "fail" }))[2]).toEqual(["failed", "runs/0"]);
  });

  it("is broken, with the reason, where two cannot be compared, and goes on from there", async () => {
    const other = CANDIDATES["not-comparable"];
    const { rows } = await history(BASELINE, other, other);
    expect(rows.map(({ verdict, break: broken }) => [verdict?.state ?? null, broken?.slice(0, 18) ?? null])).toEqual([
      [null, null],
      [null, "the corpus differs"],
      ["unseen", null],
    ]);
    expect(renderHistory({ metrics: ["ndcg@10"], rows, skipped: [] }, 80)).toContain(
      "not comparable with the one before",
    );
  });

  it("says nothing where nothing is scored, which is no 0", async () => {
    const { rows } = await history(madeSource({ score: () => ({ value: null, reason: "blocked" }) }));
    expect(rows[0]!.metrics["ndcg@10"]).toBeNull();
    expect(renderHistory({ metrics: ["ndcg@10"], rows, skipped: [] }, 80)).toContain("not scored");
  });

  it("leaves out what cannot be read, with its path and reason; what follows is held against the last that could", async () => {
    const { rows, skipped } = await history(BASELINE, new UserError("run-directory", "damaged"), CANDIDATES.failed);
    expect(skipped).toEqual([{ path: "runs/1", reason: "damaged" }]);
    expect(rows.map(({ verdict }) => verdict?.state)).toEqual([undefined, "failed"]);
  });

  it("of 300 runs reads them one after the other, so that none waits in memory, and has a line each", async () => {
    let [reading, most] = [0, 0];
    const read = async () => {
      most = Math.max(most, ++reading);
      await new Promise((done) => setImmediate(done));
      reading--;
      return madeSource({ scenarios: 8 });
    };
    const runs = Array.from({ length: 300 }, (_, at) => ({ path: `${at}`, created_at: "", read }));
    const { rows } = await makeHistory(runs, { gate: RULES });
    expect([rows.length, most]).toEqual([300, 1]);
    expect(renderHistory({ metrics: ["ndcg@10"], rows, skipped: [] }, 80).split("\n").length).toBe(303);
  });
});

describe("what a history writes", () => {
  const of = async (text: string) => {
    const named = (source: RunSource): RunSource => ({
      ...source,
      provenance: { ...source.provenance, run_id: text, commit: text, corpus: `${text}${source.label}` },
    });
    const made = await history(named(BASELINE), named({ ...BASELINE, label: "after" }));
    const rows = made.rows.map((row) => ({ ...row, path: text }));
    return { ...made, rows, skipped: [{ path: text, reason: text }] };
  };
  const page = async (text: string) =>
    renderHistoryPage(await of(text), { to: "/nowhere/history.html", cwd: "/nowhere" });
  const tags = (html: string) => html.match(/<[^>]*>/g)!.map((tag) => tag.replace(/"[^"]*"/g, ""));

  it.each(HOSTILE)("is inert where a name is %j: page, Markdown and terminal", async (hostile) => {
    expect(tags(await page(hostile))).toEqual(tags(await page("harmless")));
    const found = await of(hostile);
    expect(renderHistoryMarkdown(found).replace(/<\/?code>/g, "")).not.toMatch(/[<[\]`]|javascript:|https:|@\w/);
    expect(renderHistory(found, 80)).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
  });

  it("is a page without a script that fetches nothing", async () => {
    const html = await page("harmless");
    expect(html).toContain("default-src 'none'");
    expect(html.match(/<script|src=|url\((?!data:)|@import/g)).toBeNull();
  });
});

describe("scopebench runs history", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scopebench-history-"));
    for (const [at, name] of ["a", "b"].entries())
      await makeScoredRun(join(folder, "runs", name), {
        scenarios: 10,
        manifest: { created_at: `2026-11-2${at}T00:00:00Z` },
      });
    await mkdir(join(folder, "runs", "damaged"));
    await writeFile(join(folder, "runs", "damaged", "manifest.json"), "{");
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("shows the runs of a folder, names the damaged one, and ends with 2", async () => {
    const { code, out } = await runCli(["runs", "history", "runs", "--json", "--html", "h.html"], { cwd: folder });
    const { rows, skipped } = JSON.parse(out);
    expect([code, rows.map(({ path }: { path: string }) => path)]).toEqual([2, ["runs/a", "runs/b"]]);
    expect(rows[1].verdict.state).toBe("passed");
    expect(skipped).toEqual([{ path: "runs/damaged", reason: expect.stringContaining("manifest.json") }]);
    expect(await readFile(join(folder, "h.html"), "utf8")).toContain("Skipped runs/damaged");
  });

  it("ends with 0 where all could be read, and with 1 where there is nothing", async () => {
    expect((await runCli(["runs", "history", "runs/a", "runs/b"], { cwd: folder })).code).toBe(0);
    expect((await runCli(["runs", "history", "nothing"], { cwd: folder })).code).toBe(1);
  });
});
