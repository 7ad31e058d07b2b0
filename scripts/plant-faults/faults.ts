import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** One line of a file, and what is put in its place. */
export interface Fault {
  path: string;
  line: string;
  planted: string;
  /** Test files from the root, where they are not the one that mirrors the path. */
  tests?: readonly string[];
}

export async function readFaults(): Promise<Fault[]> {
  return JSON.parse(await readFile(join(import.meta.dirname, "faults.json"), "utf8")) as Fault[];
}

export function testsOf({ path, tests }: Fault): readonly string[] {
  return tests ?? [`test/${path.replace(/\.ts$/, ".test.ts")}`];
}
