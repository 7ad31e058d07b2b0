import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import {
  type ArtifactHead,
  type ArtifactRole,
  type CorpusMapping,
  type IdPattern,
  LINK_ENDS,
  type Link,
} from "../../db/ports/corpus.ts";
import { guessIdPatterns } from "./guess-id-patterns.ts";
import { guessKind, type LinkEnd, type LinkGuess } from "./guess-links.ts";
import { guessRoles } from "./guess-roles.ts";
import { type CorpusFile, tidyMapping } from "./mapping.ts";

interface Parts {
  file: CorpusFile;
  defaultName: string;
  heads: readonly ArtifactHead[];
  links: readonly Link[];
}

/** Takes what `corpus.yaml` says and guesses the sections that it lacks. Each guess is one sentence in `notes`. */
export function completeMapping({ file, defaultName, heads, links }: Parts): {
  mapping: CorpusMapping;
  notes: string[];
} {
  const notes: string[] = [];
  const byType = grouped(heads, ({ type }) => type);
  const artifactTypes = mapTypes(file, { byType, notes });
  const linkKinds = file.linkKinds ?? guessKinds(links, { heads, artifactTypes, notes });
  const idPatterns = file.idPatterns ?? guessPatterns({ byType, artifactTypes, notes });
  const { synthetic, description, phrases } = file;
  return {
    mapping: tidyMapping({
      name: file.name ?? defaultName,
      synthetic,
      description,
      artifactTypes,
      linkKinds,
      idPatterns,
      phrases,
    }),
    notes,
  };
}

type ByType = ReadonlyMap<string, readonly ArtifactHead[]>;
type Types = CorpusMapping["artifactTypes"];

function mapTypes(file: CorpusFile, { byType, notes }: { byType: ByType; notes: string[] }): Types {
  const names = [...byType.keys()].sort(compareText);
  if (!file.artifactTypes) {
    const guesses = guessRoles(names);
    for (const [type, { role, subtype }] of guesses)
      notes.push(
        `guessed from its name: artifact type ${type} (${byType.get(type)?.length}) is ${sayRole(role)}${subtype ? ` of subtype ${subtype}` : ""}`,
      );
    return Object.fromEntries(guesses);
  }
  const given = file.artifactTypes;
  const unnamed = names.filter((type) => !Object.hasOwn(given, type));
  for (const type of unnamed)
    notes.push(`corpus.yaml does not name artifact type ${type} (${byType.get(type)?.length}): taken as other`);
  for (const type of Object.keys(given))
    if (!byType.has(type)) notes.push(`corpus.yaml names artifact type ${type}, but no artifact has it`);
  return { ...given, ...Object.fromEntries(unnamed.map((type) => [type, { role: "other" as const }])) };
}

function guessKinds(
  links: readonly Link[],
  { heads, artifactTypes, notes }: { heads: readonly ArtifactHead[]; artifactTypes: Types; notes: string[] },
): CorpusMapping["linkKinds"] {
  const ends = new Map(heads.map(({ id, type }) => [id, { type, role: artifactTypes[type]?.role ?? "other" }]));
  // Links to missing artifacts are refused before anything is guessed.
  const endOf = (id: string) => ends.get(id) as LinkEnd;
  // A map first: a kind may be called `__proto__`.
  const kinds = new Map<string, LinkGuess>();
  for (const [kind, rows] of [...grouped(links, (link) => link.kind)].sort(([a], [b]) => compareText(a, b))) {
    const found = guessKind(
      kind,
      rows.map(({ sourceId, targetId }) => [endOf(sourceId), endOf(targetId)]),
    );
    if (!found) continue;
    const { guess, source, target } = found;
    kinds.set(kind, guess);
    notes.push(
      `guessed from its ends (${source.type} -> ${target.type}): link kind ${kind} (${rows.length}) is ${sayLink(guess)}`,
    );
  }
  return Object.fromEntries(kinds);
}

type Typed = { byType: ByType; artifactTypes: Types; notes: string[] };

function guessPatterns({ byType, artifactTypes, notes }: Typed): IdPattern[] {
  return [...byType]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([type, artifacts]) => {
      const ids = artifacts.map(({ id }) => id);
      const patterns = guessIdPatterns(ids);
      notes.push(sayPatterns(type, { ids, patterns }));
      const role = artifactTypes[type]?.role ?? "other";
      return patterns.map((pattern): IdPattern => ({ role, pattern, example: exampleOf(pattern, ids) }));
    });
}

function exampleOf(pattern: string, ids: readonly string[]): string {
  const whole = new RegExp(`^(?:${pattern})$`, "u");
  return ids.find((id) => whole.test(id)) ?? (ids[0] as string);
}

function sayRole(role: ArtifactRole): string {
  return role === "other" ? "other (searchable, in no scenario)" : `a ${role.replace("_", " ")}`;
}

function sayLink({ role, inverse }: LinkGuess): string {
  const said = `${role}, ${LINK_ENDS[role].join(" -> ")}${inverse ? ", read the other way round" : ""}`;
  return said.replaceAll("_", " ");
}

function sayPatterns(type: string, { ids, patterns }: { ids: readonly string[]; patterns: readonly string[] }): string {
  if (patterns.length === 0)
    return `no pattern was found for the ids of ${type} (such as ${ids[0]}) that does not match ordinary words too: they are not recognised in free text`;
  return `guessed from the ids of ${type}: they look like ${patterns.map(shorten).join(" or like ")}`;
}

function shorten(pattern: string): string {
  return pattern.length > 100 ? `${pattern.slice(0, 97)}...` : pattern;
}
