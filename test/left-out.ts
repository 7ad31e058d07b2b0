import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, it } from "vitest";

/**
 * Of every suite and test that needs more than a fresh machine has, and of what makes something for one: `vitest run --tags-filter=outside`
 * runs these alone (`.ci/run`).
 */
export const OUTSIDE = "outside";

/**
 * `describe` for what needs something from outside. Where that is missing the title says why, and nothing of the suite is run, not even to
 * collect its tests: a suite may rely on what it needs.
 * @param missing why it is left out here; null where it runs
 */
export function describeUnless(missing: string | null, title: string, suite: () => void): void {
  if (missing === null) describe(title, { tags: [OUTSIDE] }, suite);
  else itUnless(missing, title, () => undefined);
}

/** `it` for what needs something from outside, as `describeUnless`. */
export function itUnless(missing: string | null, title: string, test: () => void | Promise<void>): void {
  if (missing === null) it(title, { tags: [OUTSIDE] }, test);
  else it.skip(`${title} (LEFT OUT: ${missing})`, { tags: [OUTSIDE] }, () => undefined);
}

/** Why no DokuWiki is started here; null where it is: Debian's package, served by PHP. */
export function missingDokuWiki(): string | null {
  if (process.env.SCOPEBENCH_DOKUWIKI_REQUIRED !== undefined) return null;
  if (!existsSync("/usr/share/dokuwiki")) return "Debian's package dokuwiki";
  return spawnSync("php", ["--version"]).status === 0 ? null : "php";
}

/** Why no Redmine is asked here; null where one is named, with an administrator's key: in CI, where Debian's package is. */
export function missingRedmine(): string | null {
  const named = process.env.SCOPEBENCH_TEST_REDMINE_URL && process.env.SCOPEBENCH_TEST_REDMINE_KEY;
  return named ? null : "SCOPEBENCH_TEST_REDMINE_URL and _KEY not set; scripts/services.ts start redmine";
}

/** Why no LaTeX document is compiled here; null where it is. */
export function missingLatex(): string | null {
  if (process.env.SCOPEBENCH_LATEX_REQUIRED !== undefined) return null;
  return spawnSync("pdflatex", ["--version"]).status === 0 ? null : "pdflatex";
}
