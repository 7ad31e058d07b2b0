import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { ExternalAgentEntry } from "../../harness/record/config/external-agent-schema.ts";
import { SOURCE_ADAPTERS } from "../../import/sources/registry.ts";
import { FOUND } from "../../scripts/reader-mutations/found.ts";
import { MADE_INPUTS } from "../../scripts/reader-mutations/made-inputs/index.ts";
import { isFault } from "../../scripts/reader-mutations/outcome.ts";
import { importerOf, OWN_READERS } from "../../scripts/reader-mutations/readers/index.ts";
import { runMutations } from "../../scripts/reader-mutations/run.ts";
import { ANY_IMPORT, importsOf, sources } from "../imports.ts";
import { nonEmpty } from "../non-empty.ts";

/** A few of what `scripts/reader-mutations.ts` does by hundreds. */
it("every reader takes in what stands in a file that was changed or damaged, or tells of it, and never fails otherwise", async () => {
  const folders = [fileURLToPath(new URL("../input", import.meta.url))];
  const results = await runMutations({ folders, count: 3, seed: 1 });
  expect(nonEmpty(results).filter((result) => isFault(result))).toEqual([]);
  expect(new Set(results.map(({ reader }) => reader))).toEqual(MUTATED);
});

const MUTATED = new Set([...FOUND, ...MADE_INPUTS].map(({ reader }) => reader));

describe("the table of readers", () => {
  it("has files for every importer of the registry and every reader of its own", () => {
    const importers = new Set([...MUTATED].filter((reader) => !(reader in OWN_READERS)).map(importerOf));
    expect([...importers].sort(), "by scripts/reader-mutations/found.ts, from test/input/sources").toEqual(
      SOURCE_ADAPTERS.map(({ name }) => name).sort(),
    );
    expect(Object.keys(OWN_READERS).filter((reader) => !MUTATED.has(reader))).toEqual([]);
  });

  it("has one for what each kind of external agent answers, but for a module's values", () => {
    const answers: Record<ExternalAgentEntry["type"], string | null> = {
      command: "external agent's answer",
      http: "external agent's answer",
      otlp: "otlp",
      atif: "atif",
      module: null,
    };
    expect(Object.values(answers).filter((reader) => reader !== null && !MUTATED.has(reader))).toEqual([]);
  });

  it("reaches every file of the product that opens files of people and of other tools", () => {
    const reached = closureOf(
      sources("scripts").filter((file) => file.startsWith("scripts/reader-mutations/readers/")),
    );
    const opening = ["base", "db", "import", "agent", "assistant", "scenarios", "harness"]
      .flatMap((room) => sources(room))
      .filter((file) => importsOf(file, ANY_IMPORT).some((path) => OPENERS.includes(path)));
    expect(opening.length).toBeGreaterThan(20);
    expect(opening.filter((file) => !reached.has(file) && !(file in OTHERWISE))).toEqual([]);
    expect(Object.keys(OTHERWISE).filter((file) => !opening.includes(file) || reached.has(file))).toEqual([]);
  });
});

/** What such a file is opened with. */
const OPENERS = [
  "base/utf8-text.ts",
  "base/yaml.ts",
  "import/folder/utf8-lines.ts",
  "import/sources/files.ts",
  "import/sources/text/decode-file.ts",
  "harness/print/tabular/read-csv.ts",
  "measure/trec/whole-lines.ts",
];

const HANDS_ON = "gives what a reader of the table reads to a command";
const HELD_BY_COUNTS = "what is read is counted and hashed, and held against the benchmark's counts or told";

/** Files that open some and are not mutated, with the reason. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "harness/record/config/policies.ts": "texts that an agent is told as they are: nothing is read out of them",
  "harness/record/config/skills.ts": "texts and scripts of skills, as they are: nothing is read out of them",
  "import/sources/import-source.ts": HANDS_ON,
  "import/sources/documents/bold-terms.ts": "a PDF by the importer's own opening: of it the words in bold alone",
  "import/sources/several-formats.ts": HANDS_ON,
  "harness/cli/commands/agreement.ts": HANDS_ON,
  "harness/cli/commands/preferences.ts": HANDS_ON,
  "harness/cli/commands/stats.ts": HANDS_ON,
  "harness/run/judging/ratings-file.ts": HANDS_ON,
  "harness/run/benchmarks/prepared.ts": "our own file: `bench get` writes it",
  "harness/run/benchmarks/browsecomp-parts.ts": HELD_BY_COUNTS,
  "harness/run/benchmarks/enterprise-rag-parts.ts": HELD_BY_COUNTS,
  "harness/run/benchmarks/fetch.ts": "lays down what was downloaded as it is: a reader of the benchmark reads it",
  "harness/run/benchmarks/herb-parts.ts": HELD_BY_COUNTS,
  "harness/results/preferences/read-votes.ts": "takes the table that `csv` reads; what is no vote is refused",
  "harness/results/significance/analyse.ts": "takes the table that `csv` reads; what is no number is refused",
  "harness/results/significance/components.ts": "takes the table that `csv` reads; what is no number is refused",
};

function closureOf(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files);
  for (const file of reached)
    for (const path of importsOf(file, ANY_IMPORT).filter((path) => path.endsWith(".ts"))) reached.add(path);
  return reached;
}
