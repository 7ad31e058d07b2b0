import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compareText } from "../../base/text-order.ts";

/** One numbered SQL file. */
export interface SchemaFile {
  name: string;
  sql: string;
}

const NAME = /^(\d{3})-[a-z0-9-]+\.sql$/;

/** The numbered SQL files of a folder in order. Numbers start at 001 and leave no gap; a second file with a number is an error. */
export async function loadSchema(folder: string = fileURLToPath(new URL(".", import.meta.url))): Promise<SchemaFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort(compareText);
  const problems = names.flatMap((name, index) => problemOf(name, index + 1));
  if (names.length === 0) problems.push("no SQL files");
  if (problems.length > 0) throw new Error(`${folder}: ${problems.join("; ")}`);
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(`${folder}/${name}`, "utf8") })));
}

function problemOf(name: string, expected: number): string[] {
  const number = NAME.exec(name)?.[1];
  if (number === undefined) return [`${name} is not named like 001-what.sql`];
  return Number(number) === expected ? [] : [`expected number ${String(expected).padStart(3, "0")}, found ${name}`];
}
