import { countOf } from "../../../base/counts.ts";
import { makeCorpus } from "../../../db/corpora/make-corpus.ts";
import {
  FAULT_PATTERN,
  FAULT_PATTERNS,
  miningFactsSchema,
  PATTERN_MEMBER,
  patternFactsSchema,
} from "../../../db/issues/patterns.ts";
import type { Artifact, Corpus, Link } from "../../../db/ports/corpus.ts";
import type { FaultPattern, PatternFile } from "./pattern-file.ts";

type Mined = Pick<PatternFile, "patterns" | "reports" | "apart" | "pipeline" | "diagnostics">;

/**
 * The corpus with each pattern as an entry of knowledge, which agents find by search: its name, its terms, the extracts
 * and its typical reports. Links to its reports are kept and take no part in questions or their truth.
 */
export function withPatterns(corpus: Corpus, file: Mined): Corpus {
  const { patterns } = file;
  if (patterns.length === 0) return corpus;
  const titles = new Map(corpus.artifacts.map(({ id, title }) => [id, title]));
  const added = patterns.map((pattern) => entryOf(pattern, titles));
  const links = patterns.flatMap(({ id, members }) =>
    members.map((member): Link => ({ sourceId: entryId(id), targetId: member, kind: PATTERN_MEMBER })),
  );
  return makeCorpus({
    ...corpus,
    mapping: {
      ...corpus.mapping,
      artifactTypes: {
        ...corpus.mapping.artifactTypes,
        ...{ [FAULT_PATTERN]: { role: "knowledge" }, [FAULT_PATTERNS]: { role: "knowledge" } },
      },
    },
    artifacts: [...corpus.artifacts, ...added, overviewOf(file)],
    links: [...corpus.links, ...links],
    notes: [...corpus.notes, `${patterns.length} fault patterns were mined from its reports; no person wrote them`],
  });
}

function entryOf(pattern: FaultPattern, titles: ReadonlyMap<string, string>): Artifact {
  const { id, name, terms, summary, typical, members, triggers } = pattern;
  const lines = [
    `${members.length} reports are alike. What they say more often than others: ${terms.join(", ")}.`,
    ...(triggers.length > 0 ? [sayTriggers(triggers)] : []),
    ...summary,
    ...typical.map((report) => `Typical: ${report}, ${titles.get(report) ?? ""}`),
  ];
  return {
    id: entryId(id),
    type: FAULT_PATTERN,
    title: `Fault pattern: ${name}`,
    text: lines.join("\n"),
    meta: {
      kind: FAULT_PATTERN,
      ...patternFactsSchema.parse({ ...pattern, extracts: summary, nearest: withEntryId(pattern.nearest) }),
    },
  };
}

function withEntryId(nearest: FaultPattern["nearest"]): FaultPattern["nearest"] {
  return nearest && { ...nearest, id: entryId(nearest.id) };
}

/** What may have to be configured for the fault to show. */
function sayTriggers(triggers: FaultPattern["triggers"]): string {
  const each = triggers.map(
    ({ feature, reports, of, all, of_all }) => `${feature} (${reports} of ${of}; of all ${all} of ${of_all})`,
  );
  return `Configurations of its reports have more often than others: ${each.join(", ")}.`;
}

/** Told as one text, so that a search for patterns as a whole finds it. */
function overviewOf({ patterns, reports, apart, pipeline, diagnostics }: Mined): Artifact {
  const lines = patterns.map(
    ({ id, name, members }) => `${entryId(id)}, ${countOf(members.length, "report")}: ${name}`,
  );
  return {
    id: "FAULT-PATTERNS",
    type: FAULT_PATTERNS,
    title: `${countOf(patterns.length, "fault pattern")} of ${countOf(reports, "report")}`,
    text: lines.join("\n"),
    meta: { kind: FAULT_PATTERNS, ...miningFactsSchema.parse({ pipeline, reports, apart: apart.length, diagnostics }) },
  };
}

function entryId(pattern: string): string {
  return `FAULT-PATTERN-${pattern.slice(1)}`;
}
