import { realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { countOf } from "../../base/counts.ts";
import { UserError } from "../../base/user-error.ts";
import { readYaml } from "../../base/yaml.ts";
import type { Link } from "../../db/ports/corpus.ts";
import type { RedactionCounter } from "../redaction/counts.ts";
import type { FileArtifacts } from "./file-artifacts.ts";
import { type CorpusFile, corpusMappingSchema } from "./mapping.ts";
import type { Problems } from "./problems.ts";
import { readArtifacts } from "./read-artifacts.ts";
import { readLinks } from "./read-links.ts";

/** Names of the files of a corpus folder. */
export const CORPUS_FILES = { artifacts: "artifacts.jsonl", links: "links.csv", mapping: "corpus.yaml" } as const;

/** What stands in a corpus folder, before anything is guessed. */
export interface CorpusParts {
  file: CorpusFile;
  artifacts: FileArtifacts;
  /** Both ends are among the artifacts. */
  links: Link[];
  /** Lines with an artifact or a link, the faulty ones included. */
  records: number;
  notes: string[];
}

/**
 * Reads the three files. What is wrong with a line goes to `problems`, and the line is left out.
 * @throws UserError `corpus` when there is no `artifacts.jsonl`.
 */
export async function readCorpusParts(
  folder: string,
  problems: Problems,
  redaction: RedactionCounter | null = null,
): Promise<CorpusParts> {
  await requireArtifacts(folder);
  await requireInside(folder);
  const file = await readMappingFile(folder, problems, redaction);
  const { artifacts, lineOf, notes } = await readArtifacts(join(folder, CORPUS_FILES.artifacts), {
    problems,
    redaction,
  });
  const hasLinks = await exists(join(folder, CORPUS_FILES.links));
  const { links, duplicates } = hasLinks
    ? await readLinks(join(folder, CORPUS_FILES.links), { ids: lineOf, problems, redaction })
    : { links: [], duplicates: 0 };
  if (artifacts.length === 0)
    problems.add(`${CORPUS_FILES.artifacts}: the corpus is empty: there is no valid artifact in it`);
  const ids = new Set(artifacts.heads.map(({ id }) => id));
  const whole = links.filter(({ sourceId, targetId }) => ids.has(sourceId) && ids.has(targetId));
  return {
    file,
    artifacts,
    links: whole,
    records: artifacts.length + links.length + duplicates + problems.count,
    notes: [
      ...notes,
      ...(hasLinks ? [] : [`there is no ${CORPUS_FILES.links}: the corpus has no links`]),
      ...(duplicates > 0
        ? [
            countOf(
              duplicates,
              `row of ${CORPUS_FILES.links} repeats an earlier one and is left out`,
              `rows of ${CORPUS_FILES.links} repeat earlier ones and are left out`,
            ),
          ]
        : []),
      ...(whole.length < links.length
        ? [
            countOf(
              links.length - whole.length,
              "link ends at an artifact that is left out, and is left out too",
              "links end at artifacts that are left out, and are left out too",
            ),
          ]
        : []),
    ],
  };
}

/** @throws UserError `corpus` when there is no `artifacts.jsonl`. */
export async function requireArtifacts(folder: string): Promise<void> {
  if (await exists(join(folder, CORPUS_FILES.artifacts))) return;
  const isThere = await stat(folder).catch(() => null);
  const lacks = isThere ? `${folder} holds no ${CORPUS_FILES.artifacts}` : `there is no folder ${folder}`;
  throw new UserError("corpus", lacks, {
    hint: "a corpus is a folder with artifacts.jsonl, links.csv and, optionally, corpus.yaml; `scopebench corpus import` turns other formats into one",
  });
}

/** A folder of somebody else's may not lead to files beside it: what they hold would be quoted by messages and read by agents. */
async function requireInside(folder: string): Promise<void> {
  const root = await realpath(folder);
  const problems: string[] = [];
  for (const name of Object.values(CORPUS_FILES)) {
    const path = await realpath(join(folder, name)).catch(() => null);
    if (path !== null && !path.startsWith(root.endsWith(sep) ? root : root + sep))
      problems.push(`${name}: expected a file of the folder, found a link that leads out of it`);
  }
  if (problems.length > 0)
    throw new UserError("corpus", `${folder} reads files outside of itself`, {
      problems,
      hint: "copy them into the folder",
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
export async function readMappingFile(
  folder: string,
  problems: Problems,
  redaction: RedactionCounter | null = null,
): Promise<CorpusFile> {
  const path = join(folder, CORPUS_FILES.mapping);
  try {
    if (await exists(path)) {
      const file = await readYaml(path, corpusMappingSchema, "corpus");
      return redaction ? redactMapping(file, redaction) : file;
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    for (const problem of error.problems.length > 0 ? error.problems : [error.message])
      problems.add((redaction?.says(problem) ?? problem).replace(`${folder}/`, ""));
  }
  return corpusMappingSchema.parse({});
}

/** Expressions stay as they are: who writes one writes no data. */
function redactMapping(file: CorpusFile, redaction: RedactionCounter): CorpusFile {
  const { idPatterns, ...rest } = file;
  const patterns = idPatterns?.map((one) => ({ ...one, example: redaction.redact(one.example, CORPUS_FILES.mapping) }));
  return { ...redaction.redact(rest, CORPUS_FILES.mapping), ...(patterns && { idPatterns: patterns }) };
}
