import { countOf } from "../../../base/counts.ts";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import { duplicatePairs } from "../../../db/issues/duplicates.ts";
import type { Corpus } from "../../../db/ports/corpus.ts";
import { namesFault } from "../../../import/folder/guess-roles.ts";
import { importSource } from "../../../import/sources/import-source.ts";

/** One report of a fault, as mining reads it. */
export interface FaultReport {
  id: string;
  title: string;
  text: string;
}

/** What a tracker's export or a corpus says of faults. */
export interface Reports {
  corpus: Corpus;
  types: readonly string[];
  reports: readonly FaultReport[];
  /** Pairs that people linked as duplicates, each once, the ids in code-unit order. */
  duplicates: readonly (readonly [string, string])[];
  /** Faulty records and files that cannot be read, a sentence each. */
  leftOut: readonly string[];
}

/**
 * The reports of any known format, by id: artifacts of the named types, else of those whose name says that they are faults.
 * @throws UserError `corpus` for what cannot be read, `usage` where no artifact is of the types
 */
export async function readReports(
  path: string,
  { types, maxFaulty }: { types?: readonly string[]; maxFaulty?: number } = {},
): Promise<Reports> {
  const { corpus, problems, broken } = await importSource(path, { maxFaulty, testsNeeded: false });
  const chosen = types ?? typesOf(corpus).filter(namesFault);
  refuseUnknown(corpus, chosen);
  const taken = new Set(chosen);
  const reports = corpus.artifacts
    .filter(({ type }) => taken.has(type))
    .map(({ id, title, text }): FaultReport => ({ id, title, text }))
    .sort((a, b) => compareText(a.id, b.id));
  const ids = new Set(reports.map(({ id }) => id));
  return {
    ...{ corpus, types: chosen, reports },
    duplicates: duplicatePairs(corpus.links, ids),
    leftOut: [...problems, ...broken],
  };
}

function typesOf({ artifacts }: Corpus): string[] {
  return [...new Set(artifacts.map(({ type }) => type))];
}

function refuseUnknown(corpus: Corpus, chosen: readonly string[]): void {
  const known = typesOf(corpus);
  const unknown = chosen.filter((type) => !known.includes(type));
  if (chosen.length > 0 && unknown.length === 0) return;
  const counted = known.map((type) => {
    const { length } = corpus.artifacts.filter((artifact) => artifact.type === type);
    return `${type}: ${countOf(length, "artifact")}`;
  });
  throw new UserError(
    "usage",
    unknown.length > 0
      ? `no artifact is of type ${unknown.join(", ")}`
      : "no type of artifact is named like a report of faults",
    {
      problems: counted,
      hint: "name the types of reports with --types",
    },
  );
}
