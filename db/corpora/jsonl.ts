import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { compareText } from "../base/hash.ts";
import { UserError } from "../base/user-error.ts";
import { readYaml } from "../base/yaml.ts";
import type { Artifact, Corpus, CorpusMapping } from "./corpus.ts";
import { completeMapping } from "./folder/complete-mapping.ts";
import { keepFittingLinks } from "./folder/keep-fitting-links.ts";
import { Problems } from "./folder/problems.ts";
import { showable } from "./folder/quote.ts";
import { readArtifacts } from "./folder/read-artifacts.ts";
import { readLinks } from "./folder/read-links.ts";
import { makeCorpus } from "./make-corpus.ts";
import { type CorpusFile, corpusMappingSchema } from "./mapping.ts";

/** Names of the files of a corpus folder. */
export const CORPUS_FILES = { artifacts: "artifacts.jsonl", links: "links.csv", mapping: "corpus.yaml" } as const;

/**
 * Corpus B: reads a folder with `artifacts.jsonl`, `links.csv` and, optionally, `corpus.yaml` (format: README.md beside
 * this file). Everything that is wrong is reported at once; what was guessed or left out is in the corpus' notes.
 * @throws UserError `corpus`.
 */
export async function readCorpusFolder(folder: string): Promise<Corpus> {
  await requireFile(folder, CORPUS_FILES.artifacts);
  const problems = new Problems();
  const file = await readMappingFile(folder, problems);
  const { artifacts, lineOf, notes: mended } = await readArtifacts(join(folder, CORPUS_FILES.artifacts), problems);
  const hasLinks = await exists(join(folder, CORPUS_FILES.links));
  const { links, duplicates } = hasLinks
    ? await readLinks(join(folder, CORPUS_FILES.links), { ids: lineOf, problems })
    : { links: [], duplicates: 0 };
  if (artifacts.length === 0)
    problems.add(`${CORPUS_FILES.artifacts}: the corpus is empty: there is no valid artifact in it`);
  problems.throwIfAny(folder);
  const { mapping, notes } = completeMapping({
    file,
    defaultName: basename(resolve(folder)),
    artifacts: byId(artifacts),
    links,
  });
  requireTestCases(mapping, problems);
  const fitting = keepFittingLinks(links, { artifacts, mapping, problems });
  problems.throwIfAny(folder);
  const readNotes = [
    ...mended,
    ...(hasLinks ? [] : [`there is no ${CORPUS_FILES.links}: the corpus has no links`]),
    ...(duplicates > 0 ? [`${duplicates} rows of ${CORPUS_FILES.links} repeat earlier ones and are left out`] : []),
  ];
  const allNotes = [...readNotes, ...notes, ...fitting.notes].map(showable);
  return makeCorpus({ mapping, artifacts, links: fitting.links, notes: allNotes });
}

/** Guesses must not depend on the order of lines. */
function byId(artifacts: readonly Artifact[]): Artifact[] {
  return [...artifacts].sort((a, b) => compareText(a.id, b.id));
}

async function requireFile(folder: string, name: string): Promise<void> {
  if (await exists(join(folder, name))) return;
  throw new UserError("corpus", `${folder} holds no ${name}`, {
    hint: "a corpus is a folder with artifacts.jsonl, links.csv and, optionally, corpus.yaml",
  });
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

/** A faulty `corpus.yaml` joins the other problems. */
async function readMappingFile(folder: string, problems: Problems): Promise<CorpusFile> {
  const path = join(folder, CORPUS_FILES.mapping);
  try {
    if (await exists(path)) return await readYaml(path, corpusMappingSchema, "corpus");
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    for (const problem of error.problems.length > 0 ? error.problems : [error.message])
      problems.add(problem.replace(`${folder}/`, ""));
  }
  return corpusMappingSchema.parse({});
}

function requireTestCases(mapping: CorpusMapping, problems: Problems): void {
  const types = Object.entries(mapping.artifactTypes);
  if (types.some(([, { role }]) => role === "test_case")) return;
  problems.add(
    `no artifact type is a test case; the types are ${types.map(([type]) => type).join(", ")}: say in corpus.yaml, under artifactTypes, which one is`,
  );
}
