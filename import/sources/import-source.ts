import { countOf } from "../../base/counts.ts";
import { UserError } from "../../base/user-error.ts";
import { readYaml } from "../../base/yaml.ts";
import type { Corpus } from "../../db/ports/corpus.ts";
import { finishCorpus } from "../folder/finish.ts";
import { corpusMappingSchema } from "../folder/mapping.ts";
import { Problems } from "../folder/problems.ts";
import { checkContent } from "./check-content.ts";
import { type Candidate, chooseAdapter, closest, rankAdapters, sayCandidate } from "./choose-adapter.ts";
import { openSource, type Source } from "./files.ts";
import { joinHistories } from "./join-histories.ts";
import { applyTypes, parseOverrides, requireNames } from "./overrides.ts";
import { partsOf, readParts } from "./several-formats.ts";
import type { ColumnGuess, ReadContext, RetrievalTask, SourceContent } from "./source.ts";
import { withSpellings } from "./spellings.ts";

export interface ImportOptions {
  /** Name of an adapter; default: the surest. */
  format?: string;
  /** `name=role` for a column, an artifact type or a link kind. */
  mapping?: readonly string[];
  /** A `corpus.yaml` for a source that has none of its own. */
  mappingFile?: string;
  encoding?: string;
  /** Asked where formats are about equally likely; default: that is an error. Gives a name. */
  chooseFormat?(candidates: readonly Candidate[]): Promise<string>;
  /** Share of faulty records, 0..1, above which nothing is imported; default 0 for the project's own format, else 0.01. */
  maxFaulty?: number;
  /** Filled with comments on records, by their ids, where the format has some. */
  comments?: Map<string, readonly string[]>;
  /** Default: true; false where records without any test case are wanted, too. */
  testsNeeded?: boolean;
}

export interface Imported {
  corpus: Corpus;
  /** Name of the adapter, or of those of a folder of several formats, and why it was taken. */
  format: string;
  why: string;
  /** Other formats that some of the files may be, a sentence each. */
  others: readonly string[];
  /** Files that cannot be read at all and are left out, a sentence each. */
  broken: readonly string[];
  /** What was found, in the format's own words. */
  counts: Readonly<Record<string, number>>;
  /** Faulty records, which are left out: each with file and line. */
  problems: readonly string[];
  columns: readonly ColumnGuess[];
  retrieval: RetrievalTask | null;
}

function sayJoined(joined: number): string[] {
  return joined === 0
    ? []
    : [`${countOf(joined, "test is", "tests are")} described in one file and executed in another, and one each`];
}

/**
 * Reads a file or folder of any known format as a corpus. Faulty records are left out and listed; above the limit the
 * import as a whole is refused, with all of them.
 * @throws UserError `corpus`, `usage` for an unknown format or role.
 */
export async function importSource(path: string, options: ImportOptions = {}): Promise<Imported> {
  const source = await openSource(path, { encoding: options.encoding });
  const { names, why, others, read } = await chooseReading(source, options);
  const format = names.join(" + ");
  const isOwn = format === "folder";
  if (isOwn && options.encoding !== undefined)
    throw new UserError("usage", "the project's own format is UTF-8 always", { hint: "leave out --encoding" });
  const file = options.mappingFile ? await readYaml(options.mappingFile, corpusMappingSchema, "corpus") : undefined;
  const overrides = parseOverrides(options.mapping ?? []);
  if (!names.includes("table"))
    requireNames(Object.keys(overrides.columns), { present: new Set(), what: "table is read, so there is no column" });
  const problems = new Problems();
  const columns = { ...file?.columns, ...overrides.columns };
  const broken: string[] = [];
  const found = await read({ problems, broken, columns, comments: options.comments });
  // Ids of the project's own format and of judgements are exact.
  const content = isOwn || found.retrieval ? found : withSpellings(found);
  const { artifacts: whole, joined } = joinHistories(content.artifacts);
  const { artifacts, links, notes } = checkContent({ ...content, artifacts: whole }, problems);
  refuseAbove(options.maxFaulty ?? (isOwn ? 0 : 0.01), { path, problems, records: content.records });
  if (artifacts.length === 0) throw nothing(path, content.counts, problems);
  const said =
    problems.count > 0 ? [`${problems.count} of ${content.records} records are faulty and are left out`] : [];
  const origin = isOwn ? [] : [`imported from ${source.name} as ${format}: ${why}`];
  const types = new Set(artifacts.map(({ type }) => type));
  const kinds = new Set(links.map(({ kind }) => kind));
  requireNames(Object.keys(overrides.kinds), { present: kinds, what: "link has the kind" });
  const corpus = finished(problems, {
    path,
    defaultName: source.name,
    file: applyTypes({ ...corpusMappingSchema.parse({}), ...content.mapping, ...file }, overrides, types),
    kinds: overrides.kinds,
    artifacts,
    links,
    testsNeeded: options.testsNeeded,
    notes: [...origin, ...content.notes, ...sayJoined(joined), ...notes, ...said, ...sayBroken(broken)],
  });
  return {
    corpus,
    format,
    why,
    others,
    broken,
    counts: content.counts,
    problems: problems.list(),
    columns: content.columns ?? [],
    retrieval: content.retrieval ?? null,
  };
}

/** As `finishCorpus`; what stands in the way is said together with what is faulty in the source or was left out, its likely cause. */
function finished(faults: Problems, parts: Parameters<typeof finishCorpus>[0]): Corpus {
  try {
    return finishCorpus(parts);
  } catch (cause) {
    const leftOut = parts.notes.filter((note) => note.startsWith("LEFT OUT"));
    if (!(cause instanceof UserError) || faults.count + leftOut.length === 0) throw cause;
    const { code, message, problems, hint } = cause;
    throw new UserError(code, message, { problems: [...problems, ...faults.list(), ...leftOut], hint, cause });
  }
}

interface Reading {
  /** Of the adapters. */
  names: readonly string[];
  why: string;
  others: readonly string[];
  read(context: ReadContext): Promise<SourceContent>;
}

/** One format for all, or several of a folder together, each for its own files. */
async function chooseReading(source: Source, options: ImportOptions): Promise<Reading> {
  const parts = options.format === undefined ? partsOf(source) : [];
  const names = parts.map(({ adapter }) => adapter.name);
  if (parts.length > 0)
    return {
      names,
      why: `${parts.map((part) => `${part.adapter.name} (${part.why})`).join(", ")}; --format takes one of them alone`,
      others: rankAdapters(source)
        .filter((candidate) => !names.includes(candidate.adapter.name))
        .map(sayCandidate),
      read: (context) => readParts(source, parts, context),
    };
  const { adapter, why, others } = chooseAdapter(source, options.format ?? (await askedFormat(source, options)));
  return { names: [adapter.name], why, others, read: (context) => adapter.read(source, context) };
}

async function askedFormat(source: Source, { chooseFormat }: ImportOptions): Promise<string | undefined> {
  const candidates = closest(rankAdapters(source));
  return candidates.length > 1 ? chooseFormat?.(candidates) : undefined;
}

function sayBroken(broken: readonly string[]): string[] {
  return broken.length === 0
    ? []
    : [`${countOf(broken.length, "file")} cannot be read and ${broken.length === 1 ? "is" : "are"} left out`];
}

function refuseAbove(
  limit: number,
  { path, problems, records }: { path: string; problems: Problems; records: number },
): void {
  if (limit === 0) problems.throwIfAny(path);
  // A record may have several faults: 100 % means any number.
  if (limit === 1 || problems.count <= limit * records) return;
  throw new UserError(
    "corpus",
    `${path}: ${countOf(problems.count, "problem")} in ${countOf(records, "record")}, more than ${Number((limit * 100).toFixed(2))} %`,
    {
      problems: problems.list(),
      hint: "nothing was written; mend the source, or take what is whole with --max-faulty 100",
    },
  );
}

function nothing(path: string, counts: Readonly<Record<string, number>>, faults: Problems): UserError {
  const found = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  return new UserError("corpus", `${path} holds no artifact`, {
    problems: [...(found.length > 0 ? [`found: ${found.join(", ")}`] : []), ...faults.list()],
    hint: "a corpus needs something to search: documents, test cases, requirements",
  });
}
