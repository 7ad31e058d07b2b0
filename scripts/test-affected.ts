/**
 * Runs the test files that the changes since a commit can touch: committed, in the working tree, and new files. Says each and why: the
 * way from the test to what changed. Without a commit: since this branch left main.
 *
 *   npm run test:affected -- [commit] [--list]
 *
 * --list only says them.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { $ } from "zx";
import { argumentsOf } from "./arguments.ts";
import { chooseTests, type SourceTree } from "./test-affected/choose-tests.ts";

const { values, positionals } = argumentsOf(import.meta.filename, { list: { type: "boolean" } });
const ROOT = join(import.meta.dirname, "..");
const git = $({ cwd: ROOT, quiet: true });

const since = positionals[0] ?? (await git`git merge-base HEAD main`.nothrow()).stdout.trim();
const changed = [
  ...(await linesOf(git`git diff --name-only --no-renames ${since || "HEAD"} --`)),
  ...(await linesOf(git`git ls-files --others --exclude-standard`)),
];
const tests = chooseTests(await readTree(), changed);
for (const [, way] of tests) console.log(way.join(" <- "));
console.log(`${changed.length} changed files since ${since || "HEAD"}, ${tests.size} test files`);
if (!values.list && tests.size > 0) {
  const run = $({
    cwd: ROOT,
    stdio: "inherit",
  })`${process.execPath} node_modules/vitest/vitest.mjs run ${[...tests.keys()]}`;
  process.exitCode = (await run.nothrow()).exitCode ?? 1;
}

async function linesOf(asked: PromiseLike<{ stdout: string }>): Promise<string[]> {
  return (await asked).stdout.split("\n").filter(Boolean);
}

async function readTree(): Promise<SourceTree> {
  const paths = await linesOf(git`git ls-files --cached --others --exclude-standard`);
  // Pages are programs; other Markdown names files without using them.
  const isCode = (path: string) => /\.(?:[mc]?[jt]sx?|css)$|^reports\/.*\.md$/.test(path);
  return new Map(
    paths
      .filter((path) => existsSync(join(ROOT, path)))
      .map((path) => [path, isCode(path) ? readFileSync(join(ROOT, path), "utf8") : null]),
  );
}
