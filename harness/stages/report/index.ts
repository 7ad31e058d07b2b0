import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIGURES } from "../../charts/registry.ts";
import type { Stage, StageContext } from "../../dag/stage.ts";
import { RUN_PATHS, runPath } from "../../run-directory/paths.ts";
import { bundleSite } from "./bundle.ts";
import { writeExecutions } from "./executions.ts";
import { clear, finishSite } from "./finish.ts";
import { buildWithFramework } from "./framework.ts";
import {
  makeAbout,
  makeFactorsData,
  makeJudgeData,
  makeMethodData,
  makeOverviewData,
  makeRetrievalData,
  makeScenariosData,
} from "./pages-data.ts";
import { readSite, type Site } from "./read-site.ts";
import { REPORTS } from "./sources.ts";
import { makeTrustItems } from "./trust.ts";

/** Builds the notebook of the run into `report/`: a static site that works from any host, without a network. */
export const reportStage: Stage = {
  name: "report",
  version: 2,
  needs: ["plots"],
  writes: [RUN_PATHS.report],
  configKeys: () => null,
  async run(context) {
    await clearLeftovers(context.runDirectory);
    const workspace = await mkdtemp(join(tmpdir(), "scopebench-report-"));
    // Built beside its place and moved there whole: a report is complete or absent.
    const output = `${runPath(context.runDirectory, "report")}.${randomUUID().slice(0, 8)}.tmp`;
    try {
      return await buildReport(context, { workspace, output });
    } finally {
      await Promise.all([clear(workspace), clear(output)]);
    }
  },
};

async function buildReport(context: StageContext, folders: { workspace: string; output: string }): Promise<string> {
  const { runDirectory, config, signal, progress } = context;
  const { workspace, output } = folders;
  const site = await readSite(runDirectory, config);
  const source = join(workspace, "src");
  const { cells } = site.results.summary;
  await prepareWorkspace(workspace, site);
  const { executions, totals } = await writeExecutions(site, join(output, "data"), (done) =>
    progress({ done, total: cells }),
  );
  await writeFile(join(source, "data", "trust.json"), JSON.stringify(makeTrustItems(site, totals)));
  await writeFile(join(output, "data", "executions.json"), JSON.stringify(executions));
  if (signal.aborted) return "interrupted";
  await settleTimes(join(source, "data"), site.manifest.created_at);
  await buildWithFramework(workspace, signal);
  if (signal.aborted) return "interrupted";
  await cp(join(workspace, "dist"), output, { recursive: true });
  await cp(runPath(runDirectory, "plots"), join(output, "plots"), { recursive: true });
  await cp(runPath(runDirectory, "tables"), join(output, "tables"), { recursive: true });
  await finishSite(output, source);
  await clear(runPath(runDirectory, "report"));
  await rename(output, runPath(runDirectory, "report"));
  return `${cells} executions, ${FIGURES.length} figures`;
}

/** A build that was killed leaves its half-made folder; the run's lock says that no other build of this run is going on. */
async function clearLeftovers(runDirectory: string): Promise<void> {
  const leftovers = (await readdir(runDirectory)).filter((name) => /^report\.[0-9a-f]{8}\.tmp$/.test(name));
  await Promise.all(leftovers.map((name) => clear(join(runDirectory, name))));
}

/** Framework writes file times into the pages; the run's own time makes equal runs give equal pages. */
async function settleTimes(folder: string, at: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(names.map((name) => utimes(join(folder, name), new Date(at), new Date(at))));
}

/** Pages, configuration, bundled components and the small data files, in a folder of their own. */
async function prepareWorkspace(workspace: string, site: Site): Promise<void> {
  const source = join(workspace, "src");
  const data = join(source, "data");
  await mkdir(join(data, "figures"), { recursive: true });
  await cp(join(REPORTS, "observablehq.config.ts"), join(workspace, "observablehq.config.ts"));
  await writeFile(join(workspace, "package.json"), '{"type": "module"}\n');
  await cp(join(REPORTS, "src"), source, { recursive: true, filter: (path) => !/\.(ts|css)$/.test(path) });
  await copyOwnPages(site.runDirectory, source);
  await bundleSite(join(REPORTS, "src"), source);
  const files = {
    "overview.json": makeOverviewData(site),
    "judge.json": makeJudgeData(site),
    "method.json": makeMethodData(site),
    "factors.json": makeFactorsData(site),
    "retrieval.json": makeRetrievalData(site),
    "scenarios.json": makeScenariosData(site),
    "about.json": makeAbout(site),
    "compare.json": site.comparison,
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(data, name), JSON.stringify(content));
  await cp(runPath(site.runDirectory, "tables"), join(data, "tables"), { recursive: true });
  for (const { name } of FIGURES)
    await cp(runPath(site.runDirectory, "plots", `${name}.json`), join(data, "figures", `${name}.json`));
  await fillGaps(source);
}

/** Pages that a reader put into the run; none takes the place of ours. */
async function copyOwnPages(runDirectory: string, source: string): Promise<void> {
  const folder = runPath(runDirectory, "pages");
  const names = existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith(".md")) : [];
  for (const name of names) await cp(join(folder, name), join(source, name), { force: false });
}

/** A page may ask for a table or figure that only some runs have: it gets null. */
async function fillGaps(source: string): Promise<void> {
  const pages = (await readdir(source)).filter((name) => name.endsWith(".md"));
  const texts = await Promise.all(pages.map((name) => readFile(join(source, name), "utf8")));
  const asked = texts.flatMap((text) => [...text.matchAll(/"\.\/(data\/(?:tables|figures)\/[\w-]+\.json)"/g)]);
  for (const [, name] of asked) if (!existsSync(join(source, name!))) await writeFile(join(source, name!), "null");
}
