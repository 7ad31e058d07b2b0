import { compareText } from "../../base/hash.ts";
import type { Artifact, ArtifactRole, CorpusMapping, IdPattern, Link } from "../corpus.ts";
import { type CorpusFile, tidyMapping } from "../mapping.ts";
import { guessIdPatterns } from "./guess-id-patterns.ts";
import { commonestEnds, guessLink, LINK_ENDS } from "./guess-links.ts";
import { guessRole } from "./guess-roles.ts";

interface Parts {
  file: CorpusFile;
  defaultName: string;
  artifacts: readonly Artifact[];
  links: readonly Link[];
}

/** Takes what `corpus.yaml` says and guesses the sections that it lacks. Each guess is one sentence in `notes`. */
export function completeMapping({ file, defaultName, artifacts, links }: Parts): {
  mapping: CorpusMapping;
  notes: string[];
} {
  const notes: string[] = [];
  const byType = grouped(artifacts, (artifact) => artifact.type);
  const artifactTypes = mapTypes(file, { byType, notes });
  const linkKinds = file.linkKinds ?? guessKinds(links, { artifacts, artifactTypes, notes });
  const idPatterns = file.idPatterns ?? guessPatterns({ byType, artifactTypes, notes });
  const { synthetic, description } = file;
  return {
    mapping: tidyMapping({
      name: file.name ?? defaultName,
      synthetic,
      description,
      artifactTypes,
      linkKinds,
      idPatterns,
    }),
    notes,
  };
}

type ByType = ReadonlyMap<string, readonly Artifact[]>;
type Types = CorpusMapping["artifactTypes"];

function mapTypes(file: CorpusFile, { byType, notes }: { byType: ByType; notes: string[] }): Types {
  const names = [...byType.keys()].sort(compareText);
  if (!file.artifactTypes) {
    const guesses = names.map((type) => [type, guessRole(type)] as const);
    for (const [type, { role, subtype }] of guesses)
      notes.push(
        `guessed from its name: artifact type ${type} (${byType.get(type)?.length}) is ${sayRole(role)}${subtype ? ` of subtype ${subtype}` : ""}`,
      );
    return Object.fromEntries(guesses);
  }
  const given = file.artifactTypes;
  const unnamed = names.filter((type) => !(type in given));
  for (const type of unnamed)
    notes.push(`corpus.yaml does not name artifact type ${type} (${byType.get(type)?.length}): taken as other`);
  for (const type of Object.keys(given))
    if (!byType.has(type)) notes.push(`corpus.yaml names artifact type ${type}, but no artifact has it`);
  return { ...given, ...Object.fromEntries(unnamed.map((type) => [type, { role: "other" as const }])) };
}

function guessKinds(
  links: readonly Link[],
  { artifacts, artifactTypes, notes }: { artifacts: readonly Artifact[]; artifactTypes: Types; notes: string[] },
): CorpusMapping["linkKinds"] {
  const ends = new Map(artifacts.map(({ id, type }) => [id, { type, role: artifactTypes[type]?.role ?? "other" }]));
  const kinds: CorpusMapping["linkKinds"] = {};
  for (const [kind, rows] of [...grouped(links, (link) => link.kind)].sort(([a], [b]) => compareText(a, b))) {
    const pairs = rows
      .flatMap(({ sourceId, targetId }) => [[ends.get(sourceId), ends.get(targetId)] as const])
      .filter(([from, to]) => from && to) as [
      { type: string; role: ArtifactRole },
      { type: string; role: ArtifactRole },
    ][];
    const [source, target] = commonestEnds(pairs);
    const guess = guessLink(kind, source, target);
    if (!guess) continue;
    kinds[kind] = guess;
    const [from, to] = LINK_ENDS[guess.role];
    notes.push(
      `guessed from its ends (${source.type} -> ${target.type}): link kind ${kind} (${rows.length}) is ${guess.role.replace("_", " ")}, ${from.replace("_", " ")} -> ${to.replace("_", " ")}${guess.inverse ? ", read the other way round" : ""}`,
    );
  }
  return kinds;
}

function guessPatterns({
  byType,
  artifactTypes,
  notes,
}: {
  byType: ByType;
  artifactTypes: Types;
  notes: string[];
}): IdPattern[] {
  return [...byType]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([type, artifacts]) => {
      const role = artifactTypes[type]?.role ?? "other";
      const ids = artifacts.map(({ id }) => id);
      const patterns = guessIdPatterns(ids);
      if (patterns.length === 0)
        notes.push(
          `no pattern was found for the ids of ${type} (such as ${ids[0]}) that does not match ordinary words too: they are not recognised in free text`,
        );
      else
        notes.push(
          `guessed from the ids of ${type}: ${patterns.length === 1 ? "they look" : "they look either"} like ${patterns.map(shorten).join(" or like ")}`,
        );
      return patterns.map(
        (pattern): IdPattern => ({
          role,
          pattern,
          example: ids.find((id) => new RegExp(`^(?:${pattern})$`, "u").test(id)) ?? (ids[0] as string),
        }),
      );
    });
}

function sayRole(role: ArtifactRole): string {
  return role === "other" ? "other (searchable, in no scenario)" : `a ${role.replace("_", " ")}`;
}

function shorten(pattern: string): string {
  return pattern.length > 100 ? `${pattern.slice(0, 97)}...` : pattern;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
