import { readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRandom, pick, type Random } from "../../../base/random.ts";
import { serveRatingPage } from "../../../harness/judge/ratings/form/page-server.ts";
import { openRatingSession } from "../../../harness/judge/ratings/session.ts";
import { executionName } from "../../../harness/record/domain/names.ts";
import { openRun } from "../../../harness/record/run-directory/open-run.ts";
import { RUN_PATHS, runPath } from "../../../harness/record/run-directory/paths.ts";
import type { HumanRatings } from "../../../harness/results/analyses/human.ts";
import { launchBrowser } from "../../../scripts/browser.ts";
import { itUnless, OUTSIDE } from "../../left-out.ts";
import { nonEmpty } from "../../non-empty.ts";
import { execute, findPython } from "../../oracles/python.ts";
import { type FixtureContext, fixtureContext } from "../run/stages/context.ts";
import { runCli } from "./run-cli.ts";

const SIZE = 18;
const found = findPython();
/** Whatever tells configurations apart, as it stands in records and addresses. */
const TELLING = /explorer|planner|sprinter|plan_execute|skill_meta|__react|__prompt|artifact:\/\/fixture/i;

let context: FixtureContext;
let browser: Browser;
const call = (args: string[], input?: string[]) =>
  runCli(["judge", "rate", ...args], { cwd: context.runDirectory, columns: 100, ...(input && { input }) });

beforeAll(async () => {
  [context, browser] = await Promise.all([fixtureContext([]), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await context?.[Symbol.asyncDispose]();
});

/** One simulated rater's answers to the six questions of an item. */
function opinion(random: Random): string[] {
  return [
    pick(random, ["pass", "fail"]),
    pick(random, ["1", "0.8", "0.5", "0.2", "0"]),
    ...[1, 2, 3, 4].map(() => pick(random, ["1", "2", "3", "4", "5"])),
  ];
}

const sessionOf = async (rater: string) => {
  const run = await openRun(context.runDirectory, { io: { cwd: context.runDirectory, environment: {} } });
  return openRatingSession(run, { rater });
};

describe("rating", { tags: [OUTSIDE] }, () => {
  it("on the terminal: interrupted within an answer and gone on with, nothing lost, nothing that tells whose answer it is", async () => {
    const random = makeRandom("ada");
    const rest = [context.runDirectory, "--rater", "ada"];
    const typed = Array.from({ length: 10 }, () => opinion(random)).flat();
    const first = await call([...rest, "--sample", String(SIZE)], [...typed, "nonsense", "pass", "1", "q"]);
    expect(first.code, first.errors).toBe(0);
    expect(first.out).toContain("expected pass, fail");
    expect(first.out).toContain(`10 rated, ${SIZE - 10} left`);
    const more = Array.from({ length: SIZE - 11 }, () => opinion(random)).flat();
    const second = await call(rest, ["s", "pass", "b", ...more]);
    expect(second.out).toContain("All are rated");
    expect(first.out + second.out).not.toMatch(TELLING);
    expect(first.out + second.out).not.toContain("\u001b");
    const lines = (await readFile(runPath(context.runDirectory, "ratings", "ada.jsonl"), "utf8")).trim().split("\n");
    expect(new Set(lines.map((line) => executionName(JSON.parse(line)))).size).toBe(SIZE);
    expect(lines).toHaveLength(SIZE);
    expect(lines.filter((line) => line.includes('"opinion":null'))).toHaveLength(1);
  });

  it("on the page: closed, reloaded and gone on with; the form needs an answer to each question; hostile text is text", async () => {
    const random = makeRandom("ben");
    const complaints: string[] = [];
    for (const [until, restart] of [
      [7, true],
      [SIZE, false],
    ] as const) {
      const session = await sessionOf("ben");
      await using served = await serveRatingPage(session);
      const page = await browser.newPage();
      page.on("dialog", (dialog) => void complaints.push(dialog.message()));
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => request.url().startsWith(served.url) || complaints.push(request.url()));
      await page.goto(served.url);
      if (restart) {
        // Not as a script tag: the page's policy lets no script in.
        await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
        const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string }[] };
        expect(violations.map(({ id }) => id)).toEqual([]);
        await page.getByRole("button", { name: "Keep and go on" }).click();
        expect(session.done(), "without an answer nothing is kept").toBe(0);
      }
      while (session.done() < until) {
        expect(await page.content()).not.toMatch(TELLING);
        await fill(page, opinion(random));
      }
      if (!restart) await page.getByText("All are rated").waitFor();
      await page.close();
    }
    expect(complaints).toEqual([]);
  });

  it("is in each rater's own order, of the same executions, and neither order is that of the matrix", async () => {
    const [ada, ben] = await Promise.all([sessionOf("ada"), sessionOf("ben")]);
    const orders = [ada, ben].map(({ items }) => items.map(({ key }) => executionName(key)));
    expect([...orders[0]!].sort()).toEqual([...orders[1]!].sort());
    expect(orders[0]).not.toEqual(orders[1]);
    for (const order of orders) expect(order).not.toEqual([...order].sort());
    const codes = [ada, ben].flatMap(({ items }) => items.map(({ code }) => code));
    expect(new Set(codes).size).toBe(2 * SIZE);
    expect((await call([context.runDirectory, "--rater", "cy", "--sample", "12"], [])).errors).toContain("rate 18");
  });

  it("gives agreement figures that `measure agreement` recomputes from the exported CSV", async () => {
    const results = await resultsOf();
    const rows = await exported();
    expect(rows).toHaveLength(3 * SIZE);
    for (const on of ["status", "completeness", "coherence"]) {
      const statistic = on === "status" ? "alpha-nominal" : "alpha-ordinal";
      for (const raters of [
        ["ada", "ben"],
        ["ada", "judge"],
        ["ben", "judge"],
      ]) {
        const between = raters.includes("judge") ? `judge and ${raters[0]}` : "people";
        const [alpha] = await recompute(rows, { raters, on, statistic });
        expect(valueIn(results, { between, on, measure: "alpha" })).toBeCloseTo(alpha!, 10);
        if (on !== "status" || between === "people") continue;
        const [kappa, percent] = await recompute(rows, { raters, on, statistic: "kappa,percent" });
        expect(valueIn(results, { between, on, measure: "kappa" })).toBeCloseTo(kappa!, 10);
        expect(valueIn(results, { between, on, measure: "percent" })).toBeCloseTo(percent!, 10);
      }
    }
  });

  itUnless(
    found.missing,
    "gives agreement figures that scikit-learn and krippendorff recompute from the exported CSV",
    async () => {
      const results = await resultsOf();
      const path = join(context.runDirectory, "export.csv");
      await writeFile(path, (await call(["export", context.runDirectory, "--judge"])).out);
      const theirs = JSON.parse(execute(found.python!, ["-c", RECOMPUTE, path])) as Record<string, number>;
      for (const [name, value] of nonEmpty(Object.entries(theirs))) {
        const [between, on, measure] = name.split("/") as [string, string, string];
        expect(valueIn(results, { between, on, measure }), name).toBeCloseTo(value, 10);
      }
    },
  );

  it("comes back from the CSV: all lines or none, and not twice", async () => {
    const csv = join(context.runDirectory, "ratings.csv");
    const folder = join(context.runDirectory, RUN_PATHS.ratings);
    const before = (await call(["export", context.runDirectory])).out;
    await rm(folder, { recursive: true });
    const lines = before.split("\n");
    const spoilt = [
      lines[0],
      ...lines.slice(1, 4).map((line) => line.replace(/,(pass|fail),/, ",maybe,")),
      ...lines.slice(4),
    ];
    await writeFile(csv, spoilt.join("\n"));
    const refused = await call(["import", context.runDirectory, csv]);
    expect(refused.code).toBe(1);
    expect(refused.errors.match(/ratings\.csv:[234]: status: /g)).toHaveLength(3);
    expect((await call(["export", context.runDirectory])).out.split("\n")).toHaveLength(1);
    // Of executions that somebody chose nothing follows for the others: the first of the run are not what its seed draws.
    const [header = "", example = ""] = lines;
    const [, scenario = ""] = /(S\d+)/.exec(example) ?? [];
    const chosen = Array.from({ length: 12 }, (_, at) =>
      example.replaceAll(scenario, `S${String(at + 1).padStart(3, "0")}`),
    );
    await writeFile(csv, [header, ...chosen].join("\n"));
    const convenient = await call(["import", context.runDirectory, csv]);
    expect([convenient.code, convenient.errors]).toEqual([1, expect.stringContaining("that were drawn for rating")]);
    expect((await call(["export", context.runDirectory])).out.split("\n")).toHaveLength(1);
    await writeFile(csv, before.replace(",note", ",notes"));
    const misspelt = await call(["import", context.runDirectory, csv]);
    expect([misspelt.code, misspelt.errors]).toEqual([1, expect.stringContaining('column "notes" is not one of')]);
    await writeFile(csv, before);
    expect((await call(["import", context.runDirectory, csv])).out).toBe(`${2 * SIZE} ratings taken, 0 known already`);
    expect((await call(["import", context.runDirectory, csv])).out).toBe(`0 ratings taken, ${2 * SIZE} known already`);
    expect((await call(["export", context.runDirectory])).out).toBe(before);
  });
});

async function fill(page: Page, answers: readonly string[]): Promise<void> {
  const names = ["status", "alignment", "completeness", "relevance", "coherence", "evidence_grounding"];
  const choices = names.map((name, index) => `input[name=${name}][value="${answers[index]}"]`);
  await page.evaluate(`for (const choice of ${JSON.stringify(choices)}) document.querySelector(choice).checked = true`);
  await Promise.all([page.waitForNavigation(), page.getByRole("button", { name: "Keep and go on" }).click()]);
}

let results: HumanRatings | undefined;

/** Scored once: nothing is rated after the first call. */
async function resultsOf(): Promise<HumanRatings> {
  if (results) return results;
  const { out } = await call(["results", context.runDirectory, "--json"]);
  results = JSON.parse(out) as HumanRatings;
  return results;
}

async function exported(): Promise<Record<string, string>[]> {
  return parse((await call(["export", context.runDirectory, "--judge"])).out, { columns: true });
}

function valueIn({ agreement }: HumanRatings, head: { between: string; on: string; measure: string }): number {
  const row = agreement.find(
    ({ between, on, measure }) => between === head.between && on === head.on && measure === head.measure,
  );
  return row!.value!;
}

/** What our `agreement` command, which is checked against outside libraries, makes of two raters' lines. */
async function recompute(
  rows: readonly Record<string, string>[],
  { raters, on, statistic }: { raters: readonly string[]; on: string; statistic: string },
): Promise<number[]> {
  const path = join(context.runDirectory, "pair.csv");
  const rated = rows.filter((row) => raters.includes(row.rater!) && row[on] !== "");
  // The command's kappa counts single ratings in its margins (Gwet); ours leaves out what one of the two left out.
  const mine = rated.filter((row) => rated.filter(({ item }) => item === row.item).length === 2);
  await writeFile(path, ["rater,item,value", ...mine.map((row) => `${row.rater},${row.item},${row[on]}`)].join("\n"));
  const args = [
    "measure",
    "agreement",
    path,
    "--long",
    "rater,item,value",
    "--statistic",
    statistic,
    "--json",
    "--resamples",
    "10",
  ];
  const { out, errors } = await runCli(args, { cwd: context.runDirectory });
  expect(errors).toBe("");
  const { statistics } = JSON.parse(out) as { statistics: { value: number }[] };
  return statistics.map(({ value }) => value);
}

const RECOMPUTE = `
import csv, json, sys
import numpy as np, krippendorff
from sklearn.metrics import cohen_kappa_score
rows = [r for r in csv.DictReader(open(sys.argv[1])) if r["status"]]
items = sorted({r["item"] for r in rows})
out = {}
for pair in (["ada", "ben"], ["ada", "judge"], ["ben", "judge"]):
    name = "judge and " + pair[0] if "judge" in pair else "people"
    for on, level in (("status", "nominal"), ("alignment", "interval"), ("completeness", "ordinal"), ("relevance", "ordinal")):
        value = lambda r: float(r["status"] == "pass") if on == "status" else float(r[on])
        table = np.full((2, len(items)), np.nan)
        for r in rows:
            if r["rater"] in pair: table[pair.index(r["rater"]), items.index(r["item"])] = value(r)
        out[f"{name}/{on}/alpha"] = krippendorff.alpha(reliability_data=table, level_of_measurement=level)
        if on == "status" and name != "people":
            both = table[:, ~np.isnan(table).any(axis=0)]
            out[f"{name}/status/kappa"] = cohen_kappa_score(both[0], both[1])
            out[f"{name}/status/percent"] = float((both[0] == both[1]).mean())
print(json.dumps(out))
`;
