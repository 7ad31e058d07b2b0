import { countOf } from "../../base/counts.ts";
import { grouped } from "../../base/grouped.ts";
import { UserError } from "../../base/user-error.ts";
import type { Artifact, CorpusMapping } from "../../db/ports/corpus.ts";
import { guessRoles } from "../folder/guess-roles.ts";
import { type Candidate, CLOSE, LEAST_SHARE, rankAdapters } from "./choose-adapter.ts";
import { joinTests } from "./code/join-tests.ts";
import type { Source, SourceFile } from "./files.ts";
import { sayLost } from "./items.ts";
import { NamedOnly } from "./references.ts";
import type { ReadContext, SourceAdapter, SourceContent, SourceLink } from "./source.ts";

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

/** Things that one format only names are those that another describes. */
function merged(parts: readonly { name: string; content: SourceContent }[]): SourceContent {
  const contents = joinTests(parts.map(({ content }) => content));
  const types = contents.map(({ artifacts, mapping }) => mapping.artifactTypes ?? guessedTypes(artifacts));
  const all = contents.flatMap(({ artifacts }) => artifacts);
  const names = new DescribedNames(all.filter((artifact) => !isNamedOnly(artifact)));
  const named = new Map(
    all
      .filter((artifact) => isNamedOnly(artifact) && names.of(artifact.id) === undefined)
      .map((artifact) => [artifact.id, artifact]),
  );
  const endOf = (id: string) => names.of(id) ?? id;
  const lost = contents.flatMap((content) => content.lost ?? []);
  const isDescribed = ({ sourceId, targetId }: SourceLink) => names.has(sourceId) && names.has(targetId);
  const mentioned = [...lost, ...contents.flatMap(({ mayMention = [] }) => mayMention)].filter(isDescribed);
  return {
    artifacts: [...all.filter((artifact) => !isNamedOnly(artifact)), ...named.values()],
    links: [...contents.flatMap(({ links }) => links), ...mentioned].map((link) => ({
      ...link,
      sourceId: endOf(link.sourceId),
      targetId: endOf(link.targetId),
    })),
    places: new Map(contents.flatMap(({ places = new Map<string, string>() }) => [...places])),
    records: contents.reduce((sum, { records }) => sum + records, 0),
    counts: Object.fromEntries(
      parts.flatMap(({ name, content }) =>
        Object.entries(content.counts).map(([what, count]) => [`${name} ${what}`, count]),
      ),
    ),
    mapping: { artifactTypes: Object.assign({}, ...types) },
    notes: [
      ...contents.flatMap(ownNotes),
      ...NamedOnly.note([...named.values()]),
      ...sayLost(lost.filter((link) => !isDescribed(link))),
    ],
    columns: contents.flatMap(({ columns = [] }) => columns),
  };
}

/** Without what is only named there, or not there at all: another format may describe it. */
function ownNotes({ artifacts, notes, lost = [] }: SourceContent): string[] {
  const said = [...NamedOnly.note(artifacts.filter(isNamedOnly)), ...sayLost(lost)];
  return notes.filter((note) => !said.includes(note));
}

function guessedTypes(artifacts: readonly Artifact[]): CorpusMapping["artifactTypes"] {
  return Object.fromEntries(guessRoles(new Set(artifacts.map(({ type }) => type))));
}

const isNamedOnly = ({ meta }: Artifact) => meta.named_only === true;

/** Ids of what is described, found by other spellings too: a tag `req_login_7` names REQ-LOGIN-7 where no other id is spelt alike. */
class DescribedNames {
  readonly #ids: ReadonlySet<string>;
  readonly #folded: ReadonlyMap<string, readonly string[]>;
  /** Functions and classes by the names that others call them: `Radio.send`, `send`. */
  readonly #code: ReadonlyMap<string, readonly string[]>;

  constructor(artifacts: readonly Artifact[]) {
    const code = artifacts.flatMap(({ id, title, meta }) =>
      typeof meta.lines === "string" && typeof meta.name === "string"
        ? [...new Set([title, meta.name])].map((name) => ({ id, name }))
        : [],
    );
    this.#code = new Map([...grouped(code, ({ name }) => name)].map(([name, all]) => [name, all.map(({ id }) => id)]));
    this.#ids = new Set(artifacts.map(({ id }) => id));
    this.#folded = grouped([...this.#ids], folded);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  of(id: string): string | undefined {
    if (this.has(id)) return id;
    const alike = this.#folded.get(folded(id)) ?? this.#code.get(id) ?? [];
    return alike.length === 1 ? alike[0] : undefined;
  }
}

const folded = (id: string) => id.toLowerCase().replace(/[\s_.:-]+/g, "-");
