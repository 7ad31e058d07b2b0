import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeRandom, randomInteger } from "../../../../base/random.ts";
import type { Io } from "../../../../harness/print/io.ts";
import { analyseStudy, kpiOf, scaleValue } from "../../../../harness/run/study/analyse.ts";
import { readStudy } from "../../../../harness/run/study/answers.ts";
import { answersPath, assignmentPath, ordersOf, readPlan } from "../../../../harness/run/study/plan.ts";
import { drawStudy } from "../../../../harness/run/study/plot.ts";
import { assignStudy, newStudy, showStudy } from "../../../../harness/run/study/run.ts";
import { nonEmpty } from "../../../non-empty.ts";

function ioIn(cwd: string): { io: Io; lines: string[] } {
  const lines: string[] = [];
  const ignore = () => undefined;
  const { signal } = new AbortController();
  const io = { cwd, environment: {}, out: (text: string) => void lines.push(...text.split("\n")), error: ignore };
  return { io: { ...io, interactive: false, columns: 100, signal } as Io, lines };
}

const answer = (items: readonly (number | null)[], importance: number | null = 4) => ({
  ...{ person: "P1", period: 1 as const, scale: "trust", items, importance },
});

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-study-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

it("UEQ+: a scale is the mean of its items from -3 to 3, the KPI the scales weighted by their share of the importance", () => {
  expect(scaleValue(answer([7, 7, 6, 4]))).toBe(2);
  expect(scaleValue(answer([1, 1, 1, 1]))).toBe(-3);
  expect(scaleValue(answer([7, null, 6, 4]))).toBeNull();
  // (2 x 6 + -1 x 2) / 8
  expect(kpiOf([answer([7, 7, 6, 4], 6), answer([3, 3, 3, 3], 2)])).toBe(1.25);
  expect(kpiOf([answer([7, 7, 6, 4], null)])).toBeNull();
  expect(kpiOf([answer([7, 7, 6, 4]), undefined])).toBeNull();
});

it("UEQ+: gives the KPI that its analysis tool computes, which weighs answers of 1 to 7 and takes 4 away in the end", () => {
  const random = makeRandom("ueq");
  for (let person = 0; person < 200; person++) {
    const answers = Array.from({ length: 13 }, () => {
      const items = Array.from({ length: 4 }, () => 1 + randomInteger(random, 7));
      return answer(items, 1 + randomInteger(random, 7));
    });
    const importances = answers.map(({ importance }) => importance!);
    const all = importances.reduce((sum, one) => sum + one, 0);
    // Worksheets of the tool, one after the other: scale means, relative importance, their products, the sum.
    const means = answers.map(({ items }) => (items as number[]).reduce((sum, item) => sum + item, 0) / 4);
    const products = means.map((mean, scale) => mean * (importances[scale]! / all));
    const kpi = products.reduce((sum, product) => sum + product, 0) - 4;
    expect(kpiOf(answers)).toBeCloseTo(kpi, 12);
  }
});

it("gives either order to half of the people, drawn anew by each seed", () => {
  const draws = nonEmpty(Array.from({ length: 200 }, (_, seed) => ordersOf({ people: 13, seed })));
  for (const orders of draws) {
    const ab = [...orders.values()].filter((order) => order === "AB").length;
    expect([6, 7]).toContain(ab);
  }
  const first = draws.filter((orders) => orders.get("P01") === "AB").length;
  expect(first).toBeGreaterThan(60);
  expect(first).toBeLessThan(140);
});

it("a study from its plan to its results: what is there is kept, and a planted difference is found", async () => {
  const cwd = await ownFolder();
  const { io, lines } = ioIn(cwd);
  await newStudy("pilot", { a: "mine", b: "theirs", people: 12, scales: ["trust", "efficiency"] }, io);
  await assignStudy("pilot", io);
  await expect(assignStudy("pilot", io)).rejects.toThrow("is there already");
  const folder = join(cwd, "pilot");
  const plan = await readPlan(folder);
  const orders = ordersOf(plan);
  const random = makeRandom("answers");
  const filled = (await readFile(answersPath(folder), "utf8")).replace(
    /^(P\d+),([12]),(trust|efficiency),,,,,$/gm,
    (_, person, period, scale) => {
      const isA = (orders.get(person) === "AB") === (period === "1");
      const low = scale === "trust" && isA ? 5 : 3;
      const items = Array.from({ length: 4 }, () => low + randomInteger(random, 3));
      return [person, period, scale, ...items, 5].join(",");
    },
  );
  await writeFile(answersPath(folder), filled.replace(/^P01,1,efficiency,\d/m, "P01,1,efficiency,"));

  const results = analyseStudy(plan, await readStudy(folder, plan));
  const [trust, efficiency] = results.scales;
  expect(trust).toMatchObject({ people: 12, incomplete: 0 });
  expect(trust?.crossover?.treatment.low).toBeGreaterThan(0);
  expect(trust?.p_adjusted).toBeLessThan(0.01);
  expect(efficiency).toMatchObject({ people: 11, incomplete: 1 });
  expect(results.kpi.incomplete).toBe(1);
  expect(await drawStudy(results)).toMatch(/^<svg/);

  await showStudy("pilot", {}, io);
  expect(lines.join("\n")).toContain("efficiency: 1 person left out");
});

it("draws nothing where answers are there already", async () => {
  const cwd = await ownFolder();
  const { io } = ioIn(cwd);
  await newStudy("kept", { a: "mine", b: "theirs", people: 4 }, io);
  await writeFile(answersPath(join(cwd, "kept")), "somebody's work");
  await expect(assignStudy("kept", io)).rejects.toThrow("answers.csv is there already");
  await expect(readFile(assignmentPath(join(cwd, "kept")))).rejects.toThrow("ENOENT");
});

it("names every problem of the answers at once, with its line", async () => {
  const cwd = await ownFolder();
  const { io } = ioIn(cwd);
  await newStudy("bad", { a: "mine", b: "theirs", people: 4, scales: ["trust"] }, io);
  const folder = join(cwd, "bad");
  await writeFile(assignmentPath(folder), "person,order\nP1,AB\nP2,XY\n");
  const header = "person,period,scale,item_1,item_2,item_3,item_4,importance\n";
  await writeFile(
    answersPath(folder),
    `${header}P1,3,trust,1,2,3,4,5\nP9,1,fun,8,x,3,4,5\nP1,1,trust,1,2,3,4,5\nP1,1,trust,1,2,3,4,5\n`,
  );
  const reading = readPlan(folder).then((plan) => readStudy(folder, plan));
  const { problems } = (await reading.catch((error: unknown) => error)) as { problems: string[] };
  expect(problems.map((line) => line.replace(/^.*\//, ""))).toEqual([
    'assignment.csv:3: order is "XY", expected AB or BA',
    'answers.csv:2: period is "3", expected 1 or 2',
    'answers.csv:3: item_1 is "8", expected 1 to 7 or nothing',
    'answers.csv:3: item_2 is "x", expected 1 to 7 or nothing',
    'answers.csv:3: "P9" is not in the assignment',
    'answers.csv:3: "fun" is no scale of the plan (trust)',
    "answers.csv:5: this person, period and scale stand there twice",
  ]);
});
