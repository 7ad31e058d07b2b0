import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Parser } from "htmlparser2";
import { beforeAll, expect, it } from "vitest";
import { makeFolder } from "../../base/make-folder.ts";
import { readRunIds } from "../../harness/record/run-directory/corpus-ids.ts";
import { readManifest } from "../../harness/record/run-directory/manifest.ts";
import { runPath } from "../../harness/record/run-directory/paths.ts";
import { scoreStage } from "../../harness/run/stages/score/index.ts";
import { parquetFormat } from "../../harness/show/export/parquet.ts";
import { QUERY_TABLE_NAMES } from "../../harness/show/report/query-tables/registry.ts";
import { toJupyter } from "../../reports/src/components/query/export-jupyter.ts";
import { readScenarioSet } from "../../scenarios/set-file.ts";
import { fixtureContext } from "../harness/run/stages/context.ts";
import { describeUnless } from "../left-out.ts";
import { execute, findPython } from "../oracles/python.ts";
import { poison } from "./hostile-site.ts";
import { OWN_QUESTIONS } from "./own-questions.ts";
import { PAYLOADS } from "./payloads.ts";

const { python, missing } = findPython("jupyter.txt");

/** What a text of others may not become on nbconvert's page. */
const ACTIVE = ["script", "iframe", "object", "embed", "base", "meta", "link", "form", "svg", "math", "style", "img"];
const HARMFUL = /^\s*(?:javascript|data:text|vbscript)/i;

interface RunCell {
  cell_type: string;
  outputs: { output_type: string; data?: Record<string, string[]> }[];
}

/** A packed run of hostile texts with an exported notebook in its folder `notebooks/`, and the tables of its report. */
async function makeRun(folder: string): Promise<string> {
  await using context = await fixtureContext([]);
  const { runDirectory, config, effects } = context;
  await poison(runDirectory);
  await scoreStage.run(context);
  const [{ scenarios }, manifest, ids] = await Promise.all([
    readScenarioSet(runPath(runDirectory, "scenarios")),
    readManifest(runDirectory),
    readRunIds(runDirectory),
  ]);
  for await (const { path, content } of parquetFormat.files({
    runDirectory,
    config,
    manifest,
    scenarios,
    ids,
    effects,
  })) {
    const file = join(folder, "report/data/query", path);
    await makeFolder(dirname(file));
    await writeFile(file, content as Uint8Array);
  }
  const cells = [...OWN_QUESTIONS, ...PAYLOADS.map((text) => ({ type: "text" as const, text, title: text }))];
  const answers = {
    type: "sql" as const,
    text: `SELECT answer FROM executions -- """ ${PAYLOADS.join(" ").replaceAll(/[\n\r]/g, " ")}`,
  };
  await makeFolder(join(folder, "notebooks"));
  // As in a report, so that Python finds an empty package of that name.
  await makeFolder(join(folder, "notebooks/duckdb"));
  const notebook = join(folder, "notebooks/ten-questions.ipynb");
  const tables = QUERY_TABLE_NAMES;
  await writeFile(notebook, toJupyter([...cells, answers], { title: PAYLOADS.join(" "), run: "fixture", tables }));
  return notebook;
}

describeUnless(missing, "an exported notebook in Jupyter", () => {
  let cells: RunCell[];
  let html: string;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "scopebench-jupyter-"));
    try {
      const notebook = await makeRun(folder);
      const convert = ["-m", "nbconvert", "--execute", notebook, "--output-dir", folder];
      execute(python!, [...convert, "--to", "notebook", "--output", "ran"]);
      cells = JSON.parse(await readFile(join(folder, "ran.ipynb"), "utf8")).cells;
      execute(python!, ["-m", "nbconvert", join(folder, "ran.ipynb"), "--output-dir", folder, "--to", "html"]);
      html = await readFile(join(folder, "ran.html"), "utf8");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("runs from top to bottom over the tables of the report beside it, and answers each of ten questions", () => {
    const outputs = cells.filter(({ cell_type }) => cell_type === "code").map(({ outputs }) => outputs);
    expect(outputs.flat().filter(({ output_type }) => output_type === "error")).toEqual([]);
    expect(outputs.filter(([output]) => output?.data?.["text/plain"])).toHaveLength(OWN_QUESTIONS.length + 1);
  });

  it("becomes a page in which no text of others is markup", () => {
    const body = html.slice(html.indexOf("<body"));
    const made: string[] = [];
    const parser = new Parser({
      onopentag(name, attributes) {
        const isOurs = name === "img" ? /^data:image\/png/.test(attributes.src ?? "") : !ACTIVE.includes(name);
        const acts = Object.entries(attributes).filter(
          ([key, value]) => /^on/i.test(key) || (key !== "id" && HARMFUL.test(value)),
        );
        if (!isOurs || acts.length > 0) made.push(`${name} ${JSON.stringify(attributes)}`.slice(0, 200));
      },
    });
    parser.end(body);
    expect(made).toEqual([]);
    expect(body).toContain("How often does each configuration pass?");
  });
});

it("a notebook says where it looks for the tables of the report", () => {
  expect(toJupyter([], { title: "", run: "", tables: [] })).toContain("../report/data/query");
});
