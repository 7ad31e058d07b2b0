import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { stringify } from "yaml";
import { asEnvironmentError } from "../../../base/atomic.ts";
import { countOf } from "../../../base/counts.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { requirePart } from "../../../base/parts.ts";
import { parsePlainly, problemsOf } from "../../../base/plain-issues.ts";
import { UserError } from "../../../base/user-error.ts";
import { writeFile } from "../../../base/write-file.ts";
import { toCsv } from "../../print/csv.ts";
import type { Io } from "../../print/io.ts";
import { roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { analyseStudy } from "./analyse.ts";
import { ANSWER_COLUMNS, ASSIGNMENT_COLUMNS, readStudy } from "./answers.ts";
import { answersPath, assignmentPath, ordersOf, planPath, planSchema, readPlan } from "./plan.ts";

export interface NewStudyFlags {
  a: string;
  b: string;
  people: number;
  seed?: number;
  scales?: readonly string[];
}

/** Writes the plan of a study into a folder. @throws UserError where there is one, or for what the format does not take */
export async function newStudy(folder: string, flags: NewStudyFlags, io: Io): Promise<void> {
  const checked = parsePlainly(planSchema, flags);
  if (!checked.success)
    throw new UserError("usage", "such a study cannot be made", { problems: problemsOf(checked.error) });
  const path = resolve(io.cwd, folder);
  await makeFolder(path);
  await writeNew(planPath(path), stringify(checked.data));
  io.out(`${planPath(folder)}: change it as you like, then: scopebench assistant study assign ${folder}`);
}

/** Draws who begins with which configuration, and writes an empty line for every answer. */
export async function assignStudy(folder: string, io: Io): Promise<void> {
  const path = resolve(io.cwd, folder);
  const plan = await readPlan(path);
  const orders = ordersOf(plan);
  const rows = [...orders].map(([person, order]) =>
    order === "AB" ? [person, order, plan.a, plan.b] : [person, order, plan.b, plan.a],
  );
  const answers = [...orders.keys()].flatMap((person) =>
    ["1", "2"].flatMap((period) => plan.scales.map((scale) => [person, period, scale, ...Array(5).fill(null)])),
  );
  for (const taken of [assignmentPath(path), answersPath(path)].filter(existsSync)) throw isThere(taken);
  await writeNew(assignmentPath(path), toCsv(ASSIGNMENT_COLUMNS, rows));
  await writeNew(answersPath(path), toCsv(ANSWER_COLUMNS, answers));
  const ab = [...orders.values()].filter((order) => order === "AB").length;
  io.out(
    `${countOf(orders.size, "person", "people")}: ${ab} begin with A, ${orders.size - ab} with B: ${assignmentPath(folder)}`,
  );
  io.out(
    `Fill in ${answersPath(folder)} (1 to 7, from the UEQ+ form in your language), then: scopebench assistant study results ${folder}`,
  );
}

/** What the answers say, as a table or JSON, and as boxplots where asked for. */
export async function showStudy(folder: string, flags: { json?: boolean; plot?: string }, io: Io): Promise<void> {
  if (flags.plot) requirePart("report");
  const path = resolve(io.cwd, folder);
  const plan = await readPlan(path);
  const results = analyseStudy(plan, await readStudy(path, plan));
  if (flags.plot) {
    const { drawStudy } = await import("./plot.ts");
    await write(resolve(io.cwd, flags.plot), await drawStudy(results));
  }
  const { renderStudy } = await import("./render.ts");
  io.out(flags.json ? jsonText(results, { degreesOfFreedom: "degrees_of_freedom" }) : renderStudy(results, roomOf(io)));
}

/** What is there is somebody's work. */
async function writeNew(path: string, text: string): Promise<void> {
  await write(path, text, "wx");
}

async function write(path: string, text: string, flag: "w" | "wx" = "w"): Promise<void> {
  try {
    await writeFile(path, text, { flag });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw isThere(path);
    throw asEnvironmentError(error, path);
  }
}

function isThere(path: string): UserError {
  return new UserError("usage", `${path} is there already`, { hint: "take another folder, or move it away" });
}
