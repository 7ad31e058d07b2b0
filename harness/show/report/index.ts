import { existsSync, readFileSync } from "node:fs";
import { cp, readdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { UserError } from "../../../base/user-error.ts";
import { withScratchFolder } from "../../../base/whole-folder.ts";
import { appendFile, writeFile } from "../../../base/write-file.ts";
import type { Stage, StageContext } from "../../dag/stage.ts";
import { runWord } from "../../print/shell-word.ts";
import { colorOrder } from "../../record/config/matrix.ts";
import { GRAPH } from "../../record/run-directory/graph.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import type { RunFacts } from "../../results/columns/pack.ts";
import { besideTimes, readTimes } from "../../results/metrics/times.ts";
import { pageTable } from "../../results/tables/registry.ts";
import type { Figure } from "../drawing/figure.ts";
import { FIGURES } from "../figures/registry.ts";
import { missingFigures } from "../plots/missing-figures.ts";
import { makeAbout } from "./about.ts";
import { writeBaselineExecutions } from "./baseline-executions.ts";
import { bundleSite, type PageModules } from "./bundle.ts";
import { writeExecutions } from "./executions.ts";
import { finishSite } from "./finish.ts";
import { buildWithFramework, type RunningFramework, startFramework } from "./framework.ts";
import { IMPORTABLE, placeLibraries } from "./libraries.ts";
import { describeMethod } from "./method.ts";
import type { NotebooksData } from "./notebooks/notebook.ts";
import { readNotebooks } from "./notebooks/store.ts";
import { describeProblem, type OwnPagesData } from "./own-pages/own-page.ts";
import { placeOwnPages } from "./own-pages/place-pages.ts";
import { PAGES } from "./pages/registry.ts";
import { placeQueryEngine } from "./query-engine.ts";
import { readSite, type Site } from "./read-site.ts";
import type { QueryData } from "./site-data.ts";
import { CODE, REPORTS } from "./sources.ts";
import { writeStaticIndexes } from "./static-indexes.ts";
import { makeTrustItems } from "./trust.ts";

/** Builds the notebook of the run into `report/`: a static site that works from any host, without a network. */
export const reportStage = {
  name: "report",
  ...GRAPH.report,
  version: 3,
  derived: true,
  settings: () => ({ pages: pageTexts() }),
  async run(context: StageContext) {
    const output = runPath(context.outputDirectory ?? context.runDirectory, "report");
    return withScratchFolder("report", (workspace) => buildReport(context, { workspace, output }));
  },
} satisfies Stage;

/** A report shows the pages of its day: one that was edited since is made anew. */
function pageTexts(): { title: string; text: string }[] {
  return PAGES.map(({ file, title }) => ({ title, text: readFileSync(join(REPORTS, "src", `${file}.md`), "utf8") }));
}

async function buildReport(context: StageContext, folders: { workspace: string; output: string }): Promise<string> {
  const { runDirectory, config } = context;
  const { workspace, output } = folders;
  const site = await readSite(runDirectory, config);
  const prepared = await prepareWorkspace(workspace, site);
  await placeLibraries(join(workspace, "src"), prepared.own.pages);
  // Both take a second on another core, and neither asks for what the run's records say.
  const engine = placeQueryEngine(output);
  engine.catch(() => undefined); // Told where it is awaited.
  const framework = startFramework(workspace);
  try {
    return await fillReport(context, { ...folders, site, prepared, engine, framework });
  } finally {
    framework.end();
    await engine.catch(() => undefined);
  }
}

interface Beginnings {
  workspace: string;
  output: string;
  site: Site;
  prepared: PreparedSite;
  engine: Promise<boolean>;
  framework: RunningFramework;
}

async function fillReport(context: StageContext, beginnings: Beginnings): Promise<string> {
  const { runDirectory, config, signal, progress } = context;
  const { workspace, output, site, framework, engine } = beginnings;
  const { own, components } = beginnings.prepared;
  const source = join(workspace, "src");
  const { cells } = site.results.summary;
  const { traces, totals, tables, failures, disputes } = await writeExecutions(site, join(output, "data"), {
    progress: (done) => progress({ done, total: cells }),
    say: context.effects.log,
  });
  await writeBaselineExecutions(site, join(output, "data"));
  for (const folder of [source, output])
    await writeFile(join(folder, "data", "trust.json"), JSON.stringify(makeTrustItems(site, totals)));
  for (const [name, found] of Object.entries({ failures, disputes }))
    await writeFile(join(source, "data", `${name}.json`), JSON.stringify(found));
  if (signal.aborted) return "interrupted";
  await settleTimes(join(source, "data"), site.manifest.created_at);
  const building = buildWithFramework(workspace, { own: own.pages, libraries: IMPORTABLE, signal, started: framework });
  building.catch(() => undefined); // Told where it is awaited.
  const query: QueryData = { run: site.manifest.run_id, tables, models: colorOrder(config), engine: await engine };
  await writeFile(join(output, "data/query/tables.json"), JSON.stringify(query));
  await writeSelectionData(site, join(output, "data"));
  const found = await building;
  if (signal.aborted) return "interrupted";
  const problems = [...own.problems, ...found];
  for (const problem of problems) context.effects.log(describeProblem(problem));
  await writeFile(join(output, "data", "own-pages.json"), JSON.stringify({ pages: own.pages, problems }));
  const saved: NotebooksData = { writable: false, notebooks: await readNotebooks(runDirectory) };
  await writeFile(join(output, "data", "notebooks.json"), JSON.stringify(saved));
  await cp(join(workspace, "dist"), output, { recursive: true });
  await cp(runPath(runDirectory, "plots"), join(output, "plots"), { recursive: true });
  await cp(runPath(runDirectory, "tables"), join(output, "tables"), { recursive: true });
  await finishSite(output, workspace, components);
  await writeStaticIndexes(output, site.manifest.run_id, site.tables);
  const troubled = new Set(problems.map(({ file }) => file)).size;
  const trouble = troubled === 0 ? "" : `; ${countOf(troubled, "file")} of pages/ with problems`;
  const sample = traces < cells ? ` (traces of ${traces})` : "";
  return `${countOf(cells, "execution")}${sample}, ${FIGURES.length} figures${trouble}`;
}

/** Framework writes file times into the pages; the run's own time makes equal runs give equal pages. */
async function settleTimes(folder: string, at: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(names.map((name) => utimes(join(folder, name), new Date(at), new Date(at))));
}

interface PreparedSite {
  own: OwnPagesData;
  components: PageModules;
}

/** Pages, configuration, bundled components and the small data files, in a folder of their own. */
export async function prepareWorkspace(workspace: string, site: Site): Promise<PreparedSite> {
  const source = join(workspace, "src");
  const data = join(source, "data");
  await makeFolder(join(data, "figures"));
  await cp(join(REPORTS, `observablehq.config${CODE}`), join(workspace, `observablehq.config${CODE}`));
  await writeFile(join(workspace, "package.json"), '{"type": "module"}\n');
  await cp(join(REPORTS, "src"), source, { recursive: true, filter: (path) => !/\.([jt]s|css)$/.test(path) });
  await placeFigures(FIGURES, source);
  const own = await placeOwnPages(site.runDirectory, source);
  const components = await bundleSite(join(REPORTS, "src"), workspace);
  const whole = { ...site, method: describeMethod(site) };
  const files = [
    ...PAGES.flatMap(({ data: own }) => (own ? [{ name: own.name, content: own.make(whole) }] : [])),
    { name: "about", content: makeAbout(site) },
    { name: "navigation", content: navigationOf(site) },
    { name: "own-pages", content: own },
  ];
  for (const { name, content } of files) await writeFile(join(data, `${name}.json`), JSON.stringify(content));
  await makeFolder(join(data, "tables"));
  for (const table of site.tables)
    await writeFile(join(data, "tables", `${table.name}.json`), JSON.stringify(pageTable(table)));
  await copyFigures(site.runDirectory, join(data, "figures"));
  await fillGaps(source);
  return { own, components };
}

/** Pages that this run has something to say on. */
function navigationOf(site: Site): { file: string; title: string }[] {
  return PAGES.filter(({ isAbout }) => isAbout?.(site) ?? true).map(({ file, title }) => ({ file, title }));
}

/** @throws UserError `run-directory` for figures that an older version drew: it had others */
async function copyFigures(runDirectory: string, target: string): Promise<void> {
  const missing = missingFigures(runDirectory);
  if (missing.length > 0)
    throw new UserError("run-directory", "the figures of the run are missing, or were drawn by another version", {
      problems: missing,
      hint: `scopebench runs stage plots ${runWord(runDirectory)} --again redraws them`,
    });
  for (const { name } of FIGURES)
    await cp(runPath(runDirectory, "plots", `${name}.json`), join(target, `${name}.json`));
}

/** A page may ask for a table or figure that only some runs have: it gets null. */
async function fillGaps(source: string): Promise<void> {
  const pages = (await readdir(source)).filter((name) => name.endsWith(".md"));
  const texts = await Promise.all(pages.map((name) => readFile(join(source, name), "utf8")));
  const asked = texts.flatMap((text) => [...text.matchAll(/"\.\/(data\/(?:tables|figures)\/[\w-]+\.json)"/g)]);
  for (const [, name] of asked) if (!existsSync(join(source, name!))) await writeFile(join(source, name!), "null");
}

/** Adds the figures that name a page to its end, in a section of their own; the others stand where a page asks for them. */
async function placeFigures(figures: readonly Figure[], source: string): Promise<void> {
  for (const [page, own] of grouped(figures, ({ page }) => page))
    if (page) await appendFile(join(source, `${page}.md`), sectionOf(own));
}

function sectionOf(figures: readonly Figure[]): string {
  const drawn = figures.map(({ name }) => `figure(await FileAttachment("./data/figures/${name}.json").json())`);
  return `\n## More\n\n\`\`\`js\ndisplay(row(${drawn.join(", ")}));\n\`\`\`\n`;
}

/** What the pages compute from when filters are set. A run that was scored by an older version has none, and its pages say so. */
async function writeSelectionData({ runDirectory, config, results }: Site, folder: string): Promise<void> {
  const scored = runPath(runDirectory, "scored");
  if (!existsSync(scored)) return;
  const durations: (number | null)[] = [];
  for await (const { time } of besideTimes(results.scores, readTimes(runDirectory)))
    durations.push(time?.durationMs ?? null);
  await cp(scored, join(folder, "selection.jsonl"));
  const facts: RunFacts = { config, durations };
  await writeFile(join(folder, "run-facts.json"), JSON.stringify(facts));
}
