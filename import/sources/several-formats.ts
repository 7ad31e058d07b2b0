import { countOf } from "../../base/counts.ts";
import { UserError } from "../../base/user-error.ts";
import type { Artifact, CorpusMapping } from "../../db/ports/corpus.ts";
import { guessRoles } from "../folder/guess-roles.ts";
import { type Candidate, CLOSE, LEAST_SHARE, rankAdapters } from "./choose-adapter.ts";
import { joinTests } from "./code/join-tests.ts";
import type { Source, SourceFile } from "./files.ts";
import type { ReadContext, SourceAdapter, SourceContent } from "./source.ts";
import { isNamedOnly, ownNotes } from "./spellings.ts";

/** A format, with the files of a folder that are of it. */
export interface SourcePart {
  adapter: SourceAdapter;
  files: readonly SourceFile[];
  why: string;
}

/** What says less of a file is not enough to take the file beside those of another format. */
const SURE = 0.5;
/** Their files belong together: documents, questions, judgements. Beside another format they would be torn. */
const OF_ONE_PIECE = new Set(["beir", "trec"]);

/**
 * The formats of a folder that holds several, each with the files that no other is surer of; none where one format is all
 * that is known of it. A file that two formats are equally sure of is of the one that knows more of the folder.
 */
export function partsOf(source: Source): SourcePart[] {
  const ranked = rankAdapters(source);
  const [best] = ranked;
  if (!best || OF_ONE_PIECE.has(best.adapter.name) || ranked.some(isWhole)) return [];
  const fit = ranked.filter(({ adapter }) => !OF_ONE_PIECE.has(adapter.name));
  const owners = new Map(source.files.map((file) => [file, ownerOf(file, fit)]));
  const parts = fit.flatMap((candidate) => {
    const [first, ...more] = candidate.claims.filter(({ file }) => owners.get(file) === candidate);
    if (!first) return [];
    const files = [first, ...more].map(({ file }) => file);
    return [{ adapter: candidate.adapter, files, why: `${countOf(files.length, "file")}: ${first.why}` }];
  });
  const known = parts.reduce((sum, { files }) => sum + files.length, 0);
  return parts.length > 1 && known >= LEAST_SHARE * best.relevant ? parts : [];
}

const isWhole = ({ claims }: Candidate) => claims.some(({ whole }) => whole);

function ownerOf(file: SourceFile, ranked: readonly Candidate[]): Candidate | undefined {
  const sure = ranked.flatMap((candidate) => {
    const claim = candidate.claims.find((one) => one.file === file && one.certainty >= SURE);
    return claim ? [{ candidate, certainty: claim.certainty }] : [];
  });
  const most = Math.max(...sure.map(({ certainty }) => certainty));
  return sure.find(({ certainty }) => certainty > most - CLOSE)?.candidate;
}

/**
 * Reads each part with its adapter. A part that cannot be read does not end the import of the others.
 * @throws UserError where there is no other.
 */
export async function readParts(
  source: Source,
  parts: readonly SourcePart[],
  context: ReadContext,
): Promise<SourceContent> {
  const read: { name: string; content: SourceContent }[] = [];
  const failed: string[] = [];
  for (const { adapter, files } of parts)
    try {
      read.push({ name: adapter.name, content: await adapter.read({ ...source, files }, context) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failed.push([error.message, ...error.problems, ...(error.hint ? [error.hint] : [])].join("; "));
    }
  if (read.length === 0)
    throw new UserError("corpus", "no file can be read", { problems: failed, hint: "export them again" });
  context.broken.push(...failed);
  return merged(read);
}

/** One content of all; what one format only names, another may describe (`withSpellings`). */
function merged(parts: readonly { name: string; content: SourceContent }[]): SourceContent {
  const contents = joinTests(parts.map(({ content }) => content));
  const types = contents.map(({ artifacts, mapping }) => mapping.artifactTypes ?? guessedTypes(artifacts));
  const all = contents.flatMap(({ artifacts }) => artifacts);
  const described = all.filter((artifact) => !isNamedOnly(artifact));
  const ids = new Set(described.map(({ id }) => id));
  const named = new Map(
    all.filter((artifact) => isNamedOnly(artifact) && !ids.has(artifact.id)).map((artifact) => [artifact.id, artifact]),
  );
  const mentioned = contents
    .flatMap(({ mayMention = [] }) => mayMention)
    .filter(({ sourceId, targetId }) => ids.has(sourceId) && ids.has(targetId));
  return {
    artifacts: [...described, ...named.values()],
    links: [...contents.flatMap(({ links }) => links), ...mentioned],
    lost: contents.flatMap(({ lost = [] }) => lost),
    places: new Map(contents.flatMap(({ places = new Map<string, string>() }) => [...places])),
    records: contents.reduce((sum, { records }) => sum + records, 0),
    counts: Object.fromEntries(
      parts.flatMap(({ name, content }) =>
        Object.entries(content.counts).map(([what, count]) => [`${name} ${what}`, count]),
      ),
    ),
    mapping: { artifactTypes: Object.assign({}, ...types) },
    notes: contents.flatMap(ownNotes),
    columns: contents.flatMap(({ columns = [] }) => columns),
  };
}

function guessedTypes(artifacts: readonly Artifact[]): CorpusMapping["artifactTypes"] {
  return Object.fromEntries(guessRoles(new Set(artifacts.map(({ type }) => type))));
}
