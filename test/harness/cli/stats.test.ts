import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { StatsResult } from "../../../harness/results/significance/analyse.ts";
import { runOnCsv } from "./run-on-csv.ts";

// Hollander & Wolfe 1973, p. 29: depression scale before and after.
const DEPRESSION =
  "patient,first,second\n1,1.83,0.878\n2,0.5,0.647\n3,1.62,0.598\n4,2.48,2.05\n5,1.68,1.06\n6,1.88,1.29\n7,1.55,1.06\n8,3.06,3.14\n9,1.3,1.29\n";

test("the depression scale: exact Wilcoxon p .0391, t p .0162, Hodges-Lehmann 0.46 (0.01 to 0.786)", async () => {
  const { code, out } = await runOnCsv(DEPRESSION, [
    "stats",
    "$CSV",
    "--compare",
    "first,second",
    "--test",
    "wilcoxon,t,sign",
    "--json",
  ]);
  const { items, pairs } = JSON.parse(out) as StatsResult;
  expect([code, items]).toEqual([0, 9]);
  expect(pairs[0]!.tests.map(({ p }) => p)).toEqual(
    [0.0390625, 0.0161766274349, 0.1796875].map((p) => expect.closeTo(p, 9)),
  );
  const lehmann = pairs[0]!.estimates.find(({ title }) => title.includes("Hodges"))!;
  expect([lehmann.value, lehmann.low, lehmann.high]).toEqual([0.46, 0.01, 0.786].map((v) => expect.closeTo(v, 3)));
});

test("three systems: all pairs corrected, Friedman with mean ranks, 80 columns", async () => {
  const rows = Array.from({ length: 12 }, (_, i) => `s${i},${i % 5},${(i % 5) + 1 + (i % 2)},${(i * 7) % 5}`);
  const { out } = await runOnCsv(
    `scenario,a,b,one with a longer name\n${rows.join("\n")}\n`,
    ["measure", "stats", "$CSV"],
    {
      COLUMNS: "80",
    },
  );
  expect(out).toContain("a - b");
  expect(out.match(/^b - one with a longer name /gm)).toHaveLength(2);
  expect(out).toMatch(/corrected over \d+ pairs by Holm/);
  expect(out).toContain("Nemenyi");
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("items without a value for a system are left out and counted; clusters are averaged first", async () => {
  const csv = "scenario,a,b\nx,1,2\nx,3,2\ny,1,\ny,2,1\nz,4,1\n";
  const { out } = await runOnCsv(csv, [
    "stats",
    "$CSV",
    "--compare",
    "a,b",
    "--cluster",
    "scenario",
    "--test",
    "t",
    "--json",
  ]);
  expect(JSON.parse(out)).toMatchObject({
    items: 3,
    incomplete: 1,
    pairs: [{ n: 3, estimates: [{ value: 8 / 3 }, { value: 4 / 3 }, {}, {}, {}, {}, {}] }],
  });
});

test("McNemar needs passes and fails; with other values its p is null", async () => {
  const passes = "a,b\n1,0\n1,0\n1,1\n0,0\n1,0\n0,1\n1,0\n";
  const run = async (csv: string) =>
    JSON.parse((await runOnCsv(csv, ["measure", "stats", "$CSV", "--test", "mcnemar", "--json"])).out) as StatsResult;
  expect((await run(passes)).pairs[0]!.tests[0]!.p).toBeCloseTo(0.375 - 5 / 32, 12);
  expect((await run(DEPRESSION)).pairs[0]!.tests[0]!.p).toBeNull();
});

test("power: 52 scenarios for d = 0.4; the smallest effect of 52; every bad flag at once", async () => {
  const run = (...argv: string[]) => runOnCsv("", ["measure", "stats", "power", ...argv]);
  expect((await run("--effect", "0.4")).out).toContain("n       52 scenarios");
  expect((await run("--n", "52")).out).toContain("effect  0.396 ");
  const { out } = await run("--effect", "0.4", "--n", "52");
  expect(out).toContain("power   0.808");
  expect(out).toContain("test    paired t;");
  const bad = await run("--design", "mcnemar", "--effect", "3", "--n", "1");
  expect([bad.code, bad.errors]).toEqual([1, expect.stringMatching(/--effect 3[\s\S]*--n 1/)]);
});

test("what is no number names its item and column", async () => {
  const { code, errors } = await runOnCsv("a,b\n1,x\n2,3\ny,1\n", ["measure", "stats", "$CSV", "--compare", "a,b"]);
  expect([code, errors]).toEqual([1, expect.stringMatching(/item 1: "b" is "x"[\s\S]*item 3: "a" is "y"/)]);
});

test("generalizability: items that order the systems alike do so again, whatever their level", async () => {
  const { out } = await runOnCsv("a,b\n1,2\n2,3\n4,5\n", ["measure", "stats", "$CSV", "--json"]);
  expect(JSON.parse(out)).toMatchObject({ generalizability: { relative: 1, residual: 0 } });
  expect((await runOnCsv("a,b\n1,2\n2,3\n4,5\n", ["measure", "stats", "$CSV"])).out).toContain(
    "of the order, E(rho²) 1",
  );
});

test("components: lme4's published figures, with a missing cell left out; what cannot be fitted is said at once", async () => {
  const read = (file: string) => readFile(`test/input/agreement/variance-components-lme4/${file}`, "utf8");
  const run = async (csv: string, ...flags: string[]) =>
    runOnCsv(csv, ["measure", "stats", "components", "$CSV", ...flags]);
  const penicillin = `${await read("Penicillin.csv")}NA,"a","A"\n`;
  const { out } = await run(penicillin, "--value", "diameter", "--random", "plate,sample", "--json");
  const near = (value: number) => expect.closeTo(value, 3);
  expect(JSON.parse(out)).toMatchObject({
    ...{ observations: 144, incomplete: 1, residual: near(0.3024) },
    components: { plate: { intercept: near(0.7169) }, sample: { intercept: near(3.7309) } },
    fixed: [{ name: "(mean)", estimate: near(22.9722), standard_error: near(0.8086) }],
  });
  const sleep = await run(
    await read("sleepstudy.csv"),
    "--value",
    "Reaction",
    "--random",
    "Days|Subject",
    "--fixed",
    "Days",
  );
  expect(sleep.out).toMatch(/612\.09.*\n.*slope, correlation 0\.0656 +35\.07/);
  const bad = await run(penicillin, "--value", "plate", "--random", "diameter:plate:sample,plate");
  expect([bad.code, bad.errors]).toEqual([1, expect.stringMatching(/"plate" holds "a"/)]);
});
