import { readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { checkAnswer } from "../../../agent/external-agents/exchange.ts";
import { parseJson } from "../../../agent/external-agents/failure.ts";
import { readRecording } from "../../../base/providers/recording/file.ts";
import { readYaml } from "../../../base/yaml.ts";
import { readWordVectors } from "../../../db/embeddings/word-vectors.ts";
import { readGlossary } from "../../../harness/record/config/glossary-file.ts";
import { loadConfig } from "../../../harness/record/config/load.ts";
import { readLedger } from "../../../harness/results/failures/ledger.ts";
import { readFeatures } from "../../../harness/run/attachments/features-file.ts";
import { readConfigurations } from "../../../harness/run/attachments/read-configurations.ts";
import { unpackRun } from "../../../harness/run/pack/unpack-run.ts";
import { readPatternFile } from "../../../harness/run/patterns/pattern-file.ts";
import { readPage } from "../../../harness/show/report/own-pages/read-page.ts";
import { corpusMappingSchema } from "../../../import/folder/mapping.ts";
import { openRedactor } from "../../../import/redaction/redactor.ts";
import { memoryFile } from "../../../import/sources/files.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { checkScenarioFile } from "../../../scenarios/validate.ts";
import { marksIn } from "../marks.ts";
import { type MutatedReader, took } from "./reading.ts";

/** Readers of what people set, and of what other programs answer or send. */
export const SETTING_READERS: Readonly<Record<string, MutatedReader>> = {
  "configuration file": async ({ folder, path }) =>
    took([await loadConfig({ cwd: folder, file: path, environment: {}, flags: {} })]),
  "corpus mapping": async ({ path }) => took([await readYaml(path, corpusMappingSchema, "corpus")]),
  "failure groups": async ({ path }) => {
    const { clusters, events } = await readLedger(path);
    return took(clusters, { more: events });
  },
  "fault patterns": async ({ path }) => {
    const { patterns, ...more } = await readPatternFile(path);
    return took(patterns, { more: [more] });
  },
  "configuration features": async ({ path }) => {
    const { features, files } = await readFeatures(path);
    return took(features, { more: files });
  },
  "device configuration": async ({ path }) => {
    const attached = { record: "R", file: memoryFile(basename(path), await readFile(path)) };
    const { configurations, problems } = await readConfigurations([attached], ["*"]);
    return took(
      configurations.flatMap(({ blocks }) => blocks),
      { said: problems },
    );
  },
  glossary: async ({ path }) => took(await readGlossary(path)),
  "scenario set": async ({ path }) => {
    const { scenarios, ...more } = await readScenarioSet(path);
    return took(scenarios, { more: [more, await checkScenarioFile(path)] });
  },
  persons: async ({ path }) => {
    const redactor = await openRedactor(
      { recognisers: [], persons_file: path, patterns: [], key_env: "KEY" },
      { KEY: "k".repeat(40) },
    );
    // A text with every name of the list, each as people write it.
    const lines = (await readFile(path, "utf8"))
      .split(/\r\n|\r|\n/)
      .map((line) => line.replace(/[^\p{L}\p{N};]+/gu, " "));
    return took(lines.flatMap((line) => marksIn(line).filter((mark) => !redactor.text(line).includes(mark))));
  },
  "word vectors": async ({ path }) => took([...(await readWordVectors(path)).index.keys()]),
  "own page": async ({ path }) => {
    const { page, text, problems } = readPage("page", await readFile(path));
    return took([page, text], { said: problems });
  },
  recording: async ({ path }) => {
    const { content } = await readRecording(path);
    return took(content.calls, { more: content.chunks });
  },
  "packed run": async ({ folder, path }) => {
    const unpacked = join(folder, "unpacked");
    await rm(unpacked, { recursive: true, force: true });
    await unpackRun(path, unpacked);
    const names = (await readdir(unpacked, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const texts = names.map(({ parentPath, name }) => readFile(join(parentPath, name), "latin1"));
    // Whatever encoding they are in, marks are found.
    return took((await Promise.all(texts)).map((text) => text.replaceAll("\0", "")));
  },
  "external agent's answer": async ({ path }) => {
    const { ranked_ids, ...more } = checkAnswer(parseJson(await readFile(path, "utf8")));
    return took(ranked_ids ?? [], { more });
  },
};
