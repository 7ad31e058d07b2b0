import { constants } from "node:fs";
import { copyFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { asEnvironmentError } from "../../../base/atomic.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { packageRoot } from "../../../base/own-package.ts";
import { type Io, roomOf } from "../../print/io.ts";
import { shellWord } from "../../print/shell-word.ts";
import { printable, wrap } from "../../print/text.ts";

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
    io.out(`${written ? "wrote" : "kept "}  ${path}: ${written ? about : "it was there before"}`);
  }
  io.out(`\nNext:\n${firstCommands(root, io.cwd).join("\n")}`);
  for (const hint of HINTS) io.out(`\n${wrap(hint, roomOf(io), "")}`);
}

const HINTS = [
  "The workflow runs `npm ci`: commit package.json, package-lock.json and, since scopebench is on no registry, the file that `npm pack` makes of its checkout; leave node_modules/ and runs/ out.",
  "The gate decides from 9 answerable questions on. scenarios.yaml has 2, to show how one is written; without that line of bench.yaml they are generated.",
];

/** From a checkout the project installs it by its path; an installed package is there already. */
function firstCommands(root: string, cwd: string): string[] {
  const own = packageRoot();
  const isInstalled = own.split(sep).includes("node_modules");
  return [
    ...(root === resolve(cwd) ? [] : [`  cd ${shellWord(relative(cwd, root))}`]),
    ...(isInstalled || own === root ? [] : [`  npm install --save-dev ${shellWord(relative(root, own))}`]),
    "  npx scopebench runs plan",
    "  npx scopebench run --quick",
  ];
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
