/**
 * The endpoints of `test/adversaries/strategies.ts` before and after: they are served over HTTP, and two versions of the product run over
 * them as any user's would, by configuration: an older one in a folder (a worktree with its `node_modules`) and this one. keyword_rag, one
 * knowledge mode, each version's own default scenarios, or so many spread over them. Prints Markdown, and to stderr the processor seconds.
 *
 *   git worktree add /tmp/before 7acb2fb9 && ln -s "$PWD/node_modules" /tmp/before/node_modules
 *   node --import tsx scripts/adversaries-before.ts /tmp/before [--limit 52] [--endpoints everything,echo] [--keep /tmp/kept]
 *
 * With `--keep` what has been run is left in that folder, fourteen endpoints at a time, and not run again.
 */
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import { grouped } from "../base/grouped.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import { entityIdReader } from "../db/ports/entity-ids.ts";
import { readCsv } from "../harness/print/tabular/read-csv.ts";
import { readAttackFacts } from "../harness/run/attack/strategies.ts";
import { shownIn } from "../test/adversaries/adversary.ts";
import { ADVERSARIES } from "../test/adversaries/strategies.ts";
import { type ProviderRequest, startProvider } from "../test/loopback/provider.ts";
import { spread, withDefaultScenarios } from "./adversaries-corpus.ts";
import { argumentsOf } from "./arguments.ts";
import { startVersion } from "./spread-run/process.ts";

const ROOT = resolve(import.meta.dirname, "..");
const { values: flags, positionals } = argumentsOf(import.meta.filename, {
  limit: { type: "string", default: "52" },
  endpoints: { type: "string" },
  keep: { type: "string" },
});
const [before] = positionals;
if (before === undefined) throw new Error("expected the folder of the version before");
/** Endpoints of one run. */
const BATCH = 14;
const endpoints = ADVERSARIES.filter(({ name }) => flags.endpoints?.split(",").includes(name) ?? true);

type Row = Readonly<Record<string, string | null>>;

await withDefaultScenarios(async ({ substrate, scenarios }) => {
  const facts = await readAttackFacts(substrate);
  const tests = new Set(facts.tests);
  const ids = await entityIdReader(substrate.sql, substrate.manifest.mapping);
  const turns = scenarios.map((scenario) => scenario.turns).sort((a, b) => b.join().length - a.join().length);
  const provider = await startProvider((request) => {
    const said = messagesOf(request);
    const question = (turns.find((all) => all.every((turn) => said.text.includes(turn))) ?? [said.text]).join("\n");
    const adversary = endpoints.find(({ name }) => name === request.body.model)!;
    const asked = { question, questionIds: [...ids.idsIn(question)], ...shownIn(request, { ids, tests }) };
    return adversary.reply({ ...facts, ...asked }, said.answers);
  });
  try {
    const only = spread(scenarios, Number(flags.limit)).map(({ id }) => id);
    const measure = async (folder: string) => {
      const places = [resolve(before), ROOT].map((root, at) => ({
        root,
        folder: join(folder, `${only.length}-${at}`),
      }));
      print(await Promise.all(places.map((place) => rowsOf({ ...place, url: provider.url, only }))));
    };
    await (flags.keep ? measure(resolve(flags.keep)) : withScratchFolder("adversaries-before", measure));
  } finally {
    await provider.close();
  }
});

/** What the user's messages say, and how often the endpoint has answered. */
function messagesOf({ body }: ProviderRequest): { text: string; answers: number } {
  const messages = body.messages as { role: string; content: unknown }[];
  const own = messages.filter(({ role }) => role === "user").map(({ content }) => textOf(content));
  return { text: own.join("\n"), answers: messages.filter(({ role }) => role === "assistant").length };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? "").join("\n") : "";
}

interface Version {
  /** Of its code. */
  root: string;
  /** Of its runs. */
  folder: string;
  /** The endpoints'. */
  url: string;
  only: readonly string[];
}

/** One version's `per_execution.csv`, by endpoint. */
async function rowsOf(version: Version): Promise<ReadonlyMap<string | null | undefined, Row[]>> {
  const rows: Row[] = [];
  for (let at = 0; at < endpoints.length; at += BATCH) {
    const names = endpoints.slice(at, at + BATCH).map(({ name }) => name);
    const folder = join(version.folder, names[0]!);
    const table = (await runIn(folder)) ?? (await runBatch({ ...version, folder }, names));
    rows.push(...(await readCsv(table)).rows);
  }
  return grouped(rows, ({ model }) => model);
}

/** The table of the run that ended in a folder; null where none did. */
async function runIn(folder: string): Promise<string | null> {
  const runs = existsSync(folder) ? (await readdir(folder)).filter((name) => /^\d{4}-/.test(name)) : [];
  const tables = runs.map((name) => join(folder, name, "metrics", "per_execution.csv"));
  return tables.find((table) => existsSync(table)) ?? null;
}

async function runBatch({ root, folder, url, only }: Version, names: readonly string[]): Promise<string> {
  const config = {
    models: names.map((name) => ({ name, provider: "openai", model: name, base_url: url, max_retries: 0 })),
    scenarios: { only },
    ...{ workflows: ["keyword_rag"], knowledge: ["prompt"], baselines: [] },
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "bench.yaml"), stringify(config));
  const run = startVersion(root, "run", "-c", join(folder, "bench.yaml"), "--until", "score", "--runs-dir", folder);
  const { code, cpuS, wallS } = await run.ended;
  const table = await runIn(folder);
  if ((code !== 0 && code !== 2) || !table) throw new Error(`${root}: exit ${code}: ${run.said().slice(-3_000)}`);
  console.error(`${root}, from ${names[0]}: ${cpuS?.toFixed(0)} s of processor, ${wallS.toFixed(0)} s`);
  return table;
}

function print(versions: Awaited<ReturnType<typeof rowsOf>>[]): void {
  const cells: [string, (rows: readonly Row[]) => string][] = [
    ["passes, answerable", (rows) => passes(rows, "true")],
    ["passes, unanswerable", (rows) => passes(rows, "false")],
    ["judge passes", (rows) => mean(rows, "pass")],
    ["NDCG@10", (rows) => mean(rows, "ndcg@10")],
    ["id coverage", (rows) => mean(rows, "id_coverage")],
    ["grounded", (rows) => mean(rows, "grounding_coverage")],
    ["failed", (rows) => String(rows.filter(({ outcome }) => outcome !== "success").length)],
  ];
  const lines = [
    ["endpoint", ...cells.map(([label]) => label)],
    Array.from({ length: cells.length + 1 }, () => "---"),
    ...endpoints.map(({ name }) => [
      name,
      ...cells.map(([, cell]) => versions.map((rows) => cell(rows.get(name) ?? [])).join(" -> ")),
    ]),
  ];
  for (const line of lines) console.log(`| ${line.join(" | ")} |`);
}

function passes(rows: readonly Row[], answerable: string): string {
  const own = rows.filter((row) => row.answerable === answerable);
  return `${own.filter((row) => Number(row.functional_pass) === 1).length} of ${own.length}`;
}

function mean(rows: readonly Row[], column: string): string {
  const values = rows.flatMap((row) => row[column] ?? []).map(Number);
  if (values.length === 0) return "unscored";
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2).replace(/^0\./, ".");
}
