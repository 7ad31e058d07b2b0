import { join } from "node:path";
import { z } from "zod";
import { makeRandom, shuffle } from "../../../base/random.ts";
import { readYaml } from "../../../base/yaml.ts";

/** Scales of the UEQ+ (Schrepp and Thomaschewski 2019) that say something about an assistant for test scopes. */
const SCALES = [
  "attractiveness",
  "efficiency",
  "perspicuity",
  "dependability",
  "stimulation",
  "novelty",
  "trust",
  "adaptability",
  "usefulness",
  "value",
  "intuitive use",
  "quality of content",
  "trustworthiness of content",
] as const;

/** Below two people in each order nothing can be said. */
const FEWEST = 4;
const MOST = 10_000;

const name = z.string().trim().min(1).max(200);

/** `study.yaml`: two configurations that the same people use one after the other, half of them in either order. */
export const planSchema = z.strictObject({
  a: name.describe("the first configuration, as the assistant names it"),
  b: name.describe("the second one"),
  people: z.int().min(FEWEST).max(MOST).describe("how many take part; half of them begin with each"),
  seed: z.int().default(1).describe("decides who begins with which"),
  scales: z
    .array(name)
    .min(1)
    .refine((scales) => new Set(scales).size === scales.length, "a scale stands there twice")
    .default([...SCALES])
    .describe("scales of the UEQ+ form, four items each"),
});

export type StudyPlan = z.output<typeof planSchema>;

export const planPath = (folder: string) => join(folder, "study.yaml");
export const assignmentPath = (folder: string) => join(folder, "assignment.csv");
export const answersPath = (folder: string) => join(folder, "answers.csv");

/** @throws UserError with every problem of the file and its line */
export function readPlan(folder: string): Promise<StudyPlan> {
  return readYaml(planPath(folder), planSchema, "input");
}

export type UseOrder = "AB" | "BA";

/** Who uses which first: each of the ways to give half of the people either order is as likely as any other; of an odd number one more begins with A or B. */
export function ordersOf({ people, seed }: Pick<StudyPlan, "people" | "seed">): ReadonlyMap<string, UseOrder> {
  const random = makeRandom("study", seed);
  const extra = people % 2 === 1 && random() < 0.5 ? 1 : 0;
  const ab = Math.floor(people / 2) + extra;
  const drawn = shuffle(
    random,
    Array.from({ length: people }, (_, index): UseOrder => (index < ab ? "AB" : "BA")),
  );
  const width = String(people).length;
  return new Map(drawn.map((order, index) => [`P${String(index + 1).padStart(width, "0")}`, order]));
}
