import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-votes-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function preferences(rows: readonly string[], ...flags: string[]) {
  const path = join(cwd, "votes.csv");
  await writeFile(path, `first,second,third,preferred,rater,query\n${rows.join("\n")}\n`);
  return runCli(["measure", "preferences", path, ...flags], { cwd, environment: { COLUMNS: "80" } });
}

/** Ten queries by three raters, of whom the last prefers what the others do not; each order as often as the other. */
const VOTES = Array.from({ length: 10 }, (_, query) =>
  ["ada", "bo", "cy"].map((rater) => {
    const shown = query % 2 === 0 ? ["with", "without"] : ["without", "with"];
    const preferred = query === 9 ? "tie" : (rater === "cy") === query < 6 ? "without" : "with";
    return `${shown.join(",")},,${preferred},${rater},q${query}`;
  }),
).flat();

it("strengths, shares, the place shown and agreement, over raters and queries", async () => {
  const { code, out } = await preferences(VOTES, "--json");
  const found = JSON.parse(out);
  expect(code).toBe(0);
  expect(found).toMatchObject({ votes: 30, ties: 3, raters: 3, queries: 10, clusters: ["rater", "query"] });
  const [pair] = found.pairs;
  const preferred = found.counts.map((one: { preferred: number }) => one.preferred);
  expect(pair.value).toBeCloseTo(preferred[0] / 27, 1);
  expect([pair.low < pair.value, pair.value < pair.high, found.alpha.low < found.alpha.value]).toEqual([
    true,
    true,
    true,
  ]);
  expect([found.alpha.units, found.alpha.high <= 1, found.balanced]).toEqual([10, true, true]);
  expect(found.counts.map(({ shown_first }: { shown_first: number }) => shown_first)).toEqual([15, 15]);
});

it("is told in 80 columns, with what the intervals are over", async () => {
  const { out } = await preferences(VOTES);
  expect(out).toContain("30 votes, 3 ties, 3 raters, 10 queries");
  expect(out.replace(/\s+/g, " ")).toContain("95 % intervals over raters and queries");
  expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  const nobody = VOTES.map((row) => row.split(",").toSpliced(4, 2, "", "").join(","));
  expect((await preferences(nobody)).out.replace(/\s+/g, " ")).toContain("as if every vote stood for itself");
});

it("of an order that is always the same, or that decided all, strengths alone, and that the order stays in them", async () => {
  const same = VOTES.map((row) => row.replace("without,with,", "with,without,"));
  const { out } = await preferences(same);
  expect(out.replace(/\s+/g, " ")).toContain("What the order shown did cannot be told apart");
  expect(out).not.toContain("NaN");
  const { strengths, shown_first } = JSON.parse((await preferences(same, "--json")).out);
  expect([strengths[0].system, strengths[0].low < strengths[0].high, shown_first]).toEqual(["with", true, null]);
});

it("says whether places are balanced, of two and of three systems apart", async () => {
  const three = ["a,b,c,a,r,q1", "b,c,a,c,r,q2", "c,a,b,b,r,q3"];
  const balanced = async (rows: string[]) => JSON.parse((await preferences(rows, "--json")).out).balanced;
  expect(await balanced([...three, "a,b,,a,r,q4", "b,a,,a,r,q5"])).toBe(true);
  expect(await balanced([...three, "a,b,c,a,r,q4", "a,b,c,b,r,q5"])).toBe(false);
  expect(await balanced([...three, "a,b,,b,r,q4", "a,b,,a,r,q5", "a,b,,tie,r,q6"])).toBe(false);
});

it("says every row that is no vote, with its line", async () => {
  const { code, errors } = await preferences(["a,b,,c,r,q", "a,,,a,r,q", "a,a,,a,r,q", "a,b,,,r,q", "a,tie,,a,r,q"]);
  expect(code).toBe(1);
  for (const line of nonEmpty([2, 3, 4, 5, 6])) expect(errors).toContain(`votes.csv:${line}:`);
  expect((await preferences(["a,b,,a,r,q"])).errors).toContain("no finite estimate");
});
