import { constants } from "node:fs";
import { copyFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { asEnvironmentError } from "../../../base/atomic.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import type { Io } from "../../print/io.ts";
import { printable } from "../../print/text.ts";

/** What is written, with where it comes from in this package. */
const FILES = [
  { to: "bench.yaml", from: "./template/bench.yaml", about: "what is run, commented" },
  { to: "scenarios.yaml", from: "../../../scenarios/sets/telecom-example.yaml", about: "questions with their truth" },
  { to: "agent.mjs", from: "./template/agent.mjs", about: "an agent of your own, to begin with" },
  { to: "strategy.mjs", from: "./template/strategy.mjs", about: "a retrieval strategy of your own, to begin with" },
  { to: ".github/workflows/scopebench.yml", from: "./template/workflow.yml", about: "each pull request measured" },
] as const;

/** Writes a project to begin with. A file that is there stays as it is. */
export async function init(folder: string, io: Io): Promise<void> {
  const root = resolve(io.cwd, folder);
  for (const { to, from, about } of FILES) {
    const written = await copyNew(fileURLToPath(new URL(from, import.meta.url)), join(root, to));
    const path = printable(join(relative(io.cwd, root), to));
    io.out(written ? `wrote  ${path.padEnd(34)} ${about}` : `kept   ${path.padEnd(34)} it was there before`);
  }
  const where = root === resolve(io.cwd) ? "" : `cd ${printable(relative(io.cwd, root))} && `;
  io.out(
    `\nNext: ${where}npx scopebench runs plan, then npx scopebench run --quick\nFor the workflow: npm install --save-dev scopebench, commit package.json and package-lock.json, leave node_modules/ and runs/ out.\nThe gate decides from 9 answerable questions on. scenarios.yaml has 2, to show how one is written; without that line of bench.yaml they are generated.`,
  );
}

async function copyNew(from: string, to: string): Promise<boolean> {
  try {
    await makeFolder(dirname(to));
    await copyFile(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw asEnvironmentError(error, to);
  }
}
