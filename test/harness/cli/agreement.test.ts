import { expect, test } from "vitest";
import { nonEmpty } from "../../non-empty.ts";
import { runOnCsv } from "./run-on-csv.ts";

// Gwet, Handbook of Inter-Rater Reliability (2014): four raters, seven ratings missing.
const GWET =
  "unit,r1,r2,r3,r4\na,1,1,,1\nb,2,2,3,2\nc,3,3,3,3\nd,3,3,3,3\ne,2,2,2,2\nf,1,2,3,4\ng,4,4,4,4\nh,1,1,2,1\ni,2,2,2,2\nj,,5,5,5\nk,,,1,1\nl,,,3,\n";

interface Json {
  raters: string[];
  statistics: { name: string; value: number; low: number; high: number; interval: string; reason: string | null }[];
}

test("Gwet's example: AC1 .77544, Fleiss .76117, alpha .74342, with the intervals that he prints", async () => {
  const { code, out } = await runOnCsv(GWET, ["measure", "agreement", "$CSV", "--json"]);
  const { raters, statistics } = JSON.parse(out) as Json;
  const of = (name: string) => statistics.find((row) => row.name === name)!;
  expect(code).toBe(0);
  expect(raters).toEqual(["r1", "r2", "r3", "r4"]);
  expect([of("ac").value, of("fleiss").value, of("alpha-nominal").value]).toEqual(
    [0.77544, 0.76117, 0.74342].map((v) => expect.closeTo(v, 5)),
  );
  expect([of("ac").low, of("fleiss").low]).toEqual([expect.closeTo(0.461, 3), expect.closeTo(0.424, 3)]);
  expect(of("alpha-nominal").interval).toBe("bootstrap");
});

test.each([" ", '" "', '"\u00a0"', "\u200b", "NA", "n/a", "NaN", "null", '"\t"', "\ufeff"])(
  "a cell of %j has no rating: Gwet's Fleiss is .76117 with it as with nothing",
  async (cell) => {
    const holes = GWET.replaceAll(/,(?=[,\n])/g, `,${cell}`);
    const { out } = await runOnCsv(holes, ["measure", "agreement", "$CSV", "--statistic", "fleiss", "--json"]);
    const { statistics, ...rest } = JSON.parse(out) as Json & { categories: string[] };
    expect([statistics[0]!.value, rest.categories]).toEqual([expect.closeTo(0.76117, 5), ["1", "2", "3", "4", "5"]]);
  },
);

test("words among numbers are said, and --missing names what means no rating", async () => {
  const dashes = GWET.replaceAll(/,(?=[,\n])/g, ",-");
  const args = ["agreement", "$CSV", "--statistic", "fleiss"];
  expect((await runOnCsv(dashes, args)).out).toContain('note: "-" among numbers: every rating is taken for a word');
  const { out } = await runOnCsv(dashes, [...args, "--missing", "-", "--json"]);
  expect(JSON.parse(out)).toMatchObject({ notes: [], statistics: [{ value: expect.closeTo(0.76117, 5) }] });
});

test("control characters are damage, not a category; an item without a cluster belongs to none", async () => {
  const damaged = await runOnCsv("a,b\n1,1\n\u0001,2\n", ["measure", "agreement", "$CSV"]);
  expect([damaged.code, damaged.errors]).toEqual([
    1,
    expect.stringMatching(/control characters in 1 row[\s\S]*table.csv:3/),
  ]);
  const apart = await runOnCsv("s,a,b\nx,1,1\n ,2,2\n\ny,1,2\n,1,2\n", [
    "measure",
    "agreement",
    "$CSV",
    "--cluster",
    "s",
  ]);
  expect([apart.code, apart.errors]).toEqual([1, expect.stringMatching(/table.csv:3: "s" is empty[\s\S]*table.csv:6/)]);
});

test("the table fits 80 columns and says how much is missing", async () => {
  const { out } = await runOnCsv(GWET, [
    "agreement",
    "$CSV",
    "--statistic",
    "ac,alpha-ordinal,icc-2-1",
    "--resamples",
    "50",
  ]);
  expect(out).toContain("4 raters, 12 items, 41 ratings, 7 missing\nraters: ");
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("one line a rating gives the same as one column a rater", async () => {
  const long = "who,item,score\nx,1,a\ny,1,a\nx,2,b\ny,2,a\nx,3,b\ny,3,b\n";
  const wide = "x,y\na,a\nb,a\nb,b\n";
  const [first, second] = await Promise.all([
    runOnCsv(long, ["measure", "agreement", "$CSV", "--long", "who,item,score", "--statistic", "kappa", "--json"]),
    runOnCsv(wide, ["measure", "agreement", "$CSV", "--columns", "x,y", "--statistic", "kappa", "--json"]),
  ]);
  expect(JSON.parse(first.out)).toEqual(JSON.parse(second.out));
});

test("what does not fit says why: words have no ICC, and their order has to be given", async () => {
  const { out } = await runOnCsv("x,y\nlow,low\nhigh,low\nhigh,high\n", [
    "agreement",
    "$CSV",
    "--statistic",
    "icc-2-1,alpha-ordinal",
  ]);
  expect(out).toContain("the ratings are words");
  expect(out).toContain("give --categories");
});

test("every problem at once: absent columns, ratings that stand there twice, unknown statistics", async () => {
  const absent = await runOnCsv(GWET, ["measure", "agreement", "$CSV", "--columns", "r1,r8,r9"]);
  expect([absent.code, absent.errors]).toEqual([1, expect.stringMatching(/"r8"[\s\S]*"r9"/)]);
  const twice = await runOnCsv("w,i,v\nx,1,a\nx,1,b\ny,,a\n", ["measure", "agreement", "$CSV", "--long", "w,i,v"]);
  expect(twice.errors).toMatch(/table.csv:3: "1" by "x" stands there twice[\s\S]*table.csv:4: "i" is empty/);
  const unknown = await runOnCsv(GWET, ["measure", "agreement", "$CSV", "--statistic", "kapa"]);
  expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining("alpha-ordinal")]);
});

test("with clusters every interval is bootstrapped over them", async () => {
  const rows = Array.from({ length: 24 }, (_, i) => `s${i % 8},${i % 3},${(i + Number(i % 5 === 0)) % 3}`);
  const { out } = await runOnCsv(`scenario,a,b\n${rows.join("\n")}\n`, [
    "agreement",
    "$CSV",
    "--columns",
    "a,b",
    "--cluster",
    "scenario",
    "--statistic",
    "kappa",
    "--resamples",
    "200",
    "--json",
  ]);
  expect((JSON.parse(out) as Json).statistics[0]).toMatchObject({ interval: "bootstrap" });
});

test("by name only: precision with Wilson's interval, equal margins (McNemar's chi-square for two categories), tau-AP", async () => {
  const times = (count: number, line: string) => `${line}\n`.repeat(count);
  const decisions = `truth,said\n${times(8, "1,1")}${times(6, "1,0")}${times(2, "0,1")}${times(8, "0,0")}`;
  const run = async (csv: string, names: string) =>
    (JSON.parse((await runOnCsv(csv, ["measure", "agreement", "$CSV", "--statistic", names, "--json"])).out) as Json)
      .statistics;
  expect(await run(decisions, "precision,recall,stuart-maxwell,bhapkar,kappa-z,alpha")).toMatchObject([
    { value: 0.8, low: expect.closeTo(0.4902, 4), high: expect.closeTo(0.9433, 4) },
    { value: expect.closeTo(8 / 14, 12) },
    { value: expect.closeTo((6 - 2) ** 2 / (6 + 2), 12) },
    { value: expect.closeTo(2 / (1 - 2 / 24), 12) },
    { value: expect.closeTo((Math.sqrt(24) * (8 * 8 - 6 * 2)) / 140, 12) }, // Root of Pearson's chi-square.
    { value: expect.closeTo(1 - 8 / 24 / ((2 * 24 * 24) / (48 * 47)), 12) },
  ]);
  expect(await run("a,b\n1,1\n2,2\n3,3\n", "tau-ap,tau-ap-symmetric")).toMatchObject([{ value: 1 }, { value: 1 }]);
  expect(await run("a,b\n1,1\n1,2\n3,3\n", "tau-ap")).toMatchObject([{ value: null }]);
  expect((await runOnCsv(decisions, ["measure", "agreement", "$CSV"])).out).not.toContain("precision");
});

test.each([
  ["two items that both raters rate the other way round", "i,a,b\nx,1,2\ny,2,1\n"],
  ["ten items on which all agree", `i,a,b\n${[..."abcdefghij"].map((name) => `${name},1,1`).join("\n")}\n`],
  [
    "a rater who always says the same",
    `i,a,b\n${[..."abcdefghij"].map((name, at) => `${name},1,${1 + (at % 2)}`).join("\n")}\n`,
  ],
])("of %s no interval has no width, no 0 is left of rounding, and what has no value says why", async (_what, csv) => {
  const { out } = await runOnCsv(csv, ["measure", "agreement", "$CSV", "--json"]);
  const { statistics } = JSON.parse(out) as Json;
  expect(statistics.length).toBeGreaterThan(10);
  for (const { name, value, low, high, reason } of nonEmpty(statistics)) {
    if (low !== null) expect([name, high - low > 1e-9]).toEqual([name, true]);
    if (value === null) expect([name, reason]).toEqual([name, expect.stringContaining("undefined")]);
    else expect([name, value === 0 || Math.abs(value) > 1e-9]).toEqual([name, true]);
  }
});
