import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { type FixtureContext, scoredContext } from "../stages/context.ts";

let context: FixtureContext;
let cwd: string;
beforeAll(async () => {
  context = await scoredContext();
  cwd = await mkdtemp(join(tmpdir(), "scopebench-figures-"));
});
afterAll(async () => {
  await context?.[Symbol.asyncDispose]();
  if (cwd) await rm(cwd, { recursive: true });
});

const stage = (...args: string[]) => runCli(["runs", "stage", ...args], { cwd });
const WIDTH = /^<svg[^>]* width="([\d.]+)"/;

it("stage plots with a width draws the chosen figures so wide into a folder of their own and leaves the run alone", async () => {
  const before = await readdir(context.runDirectory);
  const style = ["--width-mm", "85", "--font-pt", "7", "--dpi", "300", "--greyscale"];
  const chosen = ["--only", "pass-rate-facets,tokens", "--out", "paper/figures"];
  const { code, out } = await stage("plots", context.runDirectory, ...style, ...chosen);
  expect([code, out]).toEqual([0, "2 figures in paper/figures, 85 mm wide"]);
  const folder = join(cwd, "paper", "figures");
  expect((await readdir(folder)).filter((name) => name.endsWith(".pdf"))).toEqual([
    "pass-rate-facets.pdf",
    "tokens.pdf",
  ]);
  for (const name of ["pass-rate-facets", "tokens"]) {
    const svg = await readFile(join(folder, `${name}.svg`), "utf8");
    const width = Number(WIDTH.exec(svg)?.[1]);
    // 96 pixels an inch.
    expect((width / 96) * 25.4).toBeCloseTo(85, 3);
    expect(Number(/^<svg[^>]* viewBox="0 0 ([\d.]+) /.exec(svg)?.[1])).toBe(width);
    const png = await readFile(join(folder, `${name}.png`));
    expect(png.readUInt32BE(16) / width).toBeCloseTo(300 / 96, 1);
    const colors = new Set(svg.replace(/<style>.*?<\/style>/s, "").match(/#[0-9a-f]{6}/gi));
    expect([...colors].filter((color) => new Set(color.slice(1).match(/../g)).size > 1)).toEqual([]);
  }
  expect(await readdir(context.runDirectory)).toEqual(before);
});

it("--no-title leaves the sentence out, and no notice", async () => {
  const flags = ["--only", "tokens", "--width-mm", "85"];
  await stage("plots", context.runDirectory, ...flags, "--out", "titled");
  await stage("plots", context.runDirectory, ...flags, "--out", "untitled", "--no-title");
  const [titled, untitled] = await Promise.all(
    ["titled", "untitled"].map(async (folder) =>
      (await readFile(join(cwd, folder, "tokens.svg"), "utf8")).replace(/<[^>]*>/g, " ").replace(/\s+/g, " "),
    ),
  );
  expect([titled, untitled].map((text) => text!.includes("Observed medians"))).toEqual([true, false]);
  expect([titled, untitled].map((text) => text!.includes("says nothing about any language model"))).toEqual([
    true,
    true,
  ]);
});

it("of a selection, each file says what was selected", async () => {
  const flags = ["--where", "model=explorer", "--where", "family=lookup,search", "--only", "tokens", "--out", "part"];
  expect((await stage("plots", context.runDirectory, ...flags)).code).toBe(0);
  const said = /A selection: model explorer, family lookup or search; \d+ executions/;
  const { notice } = JSON.parse(await readFile(join(cwd, "part", "tokens.json"), "utf8"));
  expect(notice[0]).toMatch(said);
  const svg = await readFile(join(cwd, "part", "tokens.svg"), "utf8");
  expect(svg.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")).toMatch(said);
});

it("refuses an unknown figure, an impossible width and a stage that draws nothing, each by what is possible", async () => {
  const unknown = await stage("plots", context.runDirectory, "--only", "nonsense");
  expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining("ndcg10-by-configuration")]);
  const narrow = await stage("plots", context.runDirectory, "--width-mm", "5");
  expect([narrow.code, narrow.errors]).toEqual([1, expect.stringContaining("60 to 400")]);
  const other = await stage("score", context.runDirectory, "--greyscale");
  expect([other.code, other.errors]).toEqual([1, expect.stringContaining("plots")]);
});
