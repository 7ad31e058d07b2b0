/**
 * Figures in README.md, design/ and docs/: measured by one command a source, kept in design/figures/<source>.json, written into the texts.
 *
 *   node --import tsx scripts/figures.ts                            which sources there are
 *   node --import tsx scripts/figures.ts default-run --run latest   measure one (more: name them), and write the texts anew
 *   node --import tsx scripts/figures.ts --write                    the texts alone, from the files that are kept
 *   node --import tsx scripts/figures.ts --check                    exit 1 where a text differs from its source, or has none
 *
 * --run FOLDER: a finished run, for sources that read one.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { UserError } from "../base/user-error.ts";
import { argumentsOf } from "./arguments.ts";
import { documentationPages, ROOT } from "./figures/pages.ts";
import { SOURCES } from "./figures/registry.ts";
import { type FigureSource, type Figures, pathOf, readFigures } from "./figures/source.ts";
import { fillPage } from "./figures/texts.ts";

const { values: flags, positionals } = argumentsOf(import.meta.filename, {
  run: { type: "string" },
  write: { type: "boolean", default: false },
  check: { type: "boolean", default: false },
});
for (const name of positionals) await keep(findSource(name));
if (flags.check) process.exitCode = check();
else if (flags.write || positionals.length > 0) process.exitCode = write();
else for (const { name, command, about } of SOURCES) console.log(`${name}: ${about}\n    ${command}`);

function findSource(name: string): FigureSource {
  const found = SOURCES.find((source) => source.name === name);
  if (found) return found;
  throw new UserError("usage", `there is no source ${name}`, { hint: SOURCES.map((one) => one.name).join(", ") });
}

async function keep(source: FigureSource): Promise<void> {
  const measured = await source.measure({ run: flags.run });
  const figures: Figures = {
    ...{ source: source.name, command: source.command, about: source.about },
    date: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} cores, Node ${process.versions.node.split(".")[0]}`,
    commit: execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim(),
    ...measured,
  };
  mkdirSync(dirname(pathOf(source.name)), { recursive: true });
  writeFileSync(pathOf(source.name), `${JSON.stringify(figures, null, 2)}\n`);
  console.log(
    `${source.name}: ${Object.keys(measured.values).length} values, ${Object.keys(measured.tables).length} tables, ${Object.keys(measured.screens ?? {}).length} screens`,
  );
}

function write(): number {
  const figures = readFigures();
  const problems = documentationPages().flatMap((page) => {
    const filled = fillPage(page, figures);
    if (filled.text !== page.text) writeFileSync(join(ROOT, page.path), filled.text);
    return filled.problems;
  });
  return say(problems);
}

function check(): number {
  const figures = readFigures();
  return say(
    documentationPages().flatMap((page) => {
      const { text, problems } = fillPage(page, figures);
      return text === page.text ? problems : [...problems, `${page.path} differs from its sources: --write`];
    }),
  );
}

function say(problems: readonly string[]): number {
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}
