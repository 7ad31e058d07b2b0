import { hashOf } from "../../base/hash.ts";
import { containsId } from "../../base/ids.ts";
import { makeRandom, shuffle } from "../../base/random.ts";
import { compareText } from "../../base/text-order.ts";
import { UserError } from "../../base/user-error.ts";
import { makeCorpus } from "../../db/corpora/make-corpus.ts";
import { duplicateGroups, duplicatePairs } from "../../db/issues/duplicates.ts";
import { faultSubtypes, issueFacts } from "../../db/issues/issues.ts";
import type { Artifact, Corpus } from "../../db/ports/corpus.ts";
import { mapCorpus } from "../../db/ports/corpus-rows.ts";
import { FAULT_QUERIES, type FaultQuery } from "../set/suite-names.ts";
import { likenessAmong } from "./likeness.ts";
import { faultQueries } from "./queries.ts";

/** A report that was taken out of the corpus, and those before it that people linked to it as duplicates. */
export interface AskedReport {
  report: Artifact;
  /** ISO 8601 in UTC. */
  filed: string;
  /** Filed before it, in code-unit order. */
  earlier: readonly string[];
  /** Of its words with the nearest of those: Jaccard similarity, and whether chance would not give as much. */
  likeness: number;
  alike: boolean;
  /** What is asked of it, in this order. */
  queries: readonly { query: FaultQuery; text: string }[];
}

export interface HeldOut {
  /** The corpus without these reports. Its name and hash hold which they are. */
  corpus: Corpus;
  asked: readonly AskedReport[];
}

/**
 * Of each group of duplicates the last report that was filed: what comes in, where the earlier ones are known. One of a
 * group, so that none counts twice. A report that names an earlier one of its group is no question.
 * @param options `most`: reports that are taken out, drawn by seed where there are more
 * @throws UserError (`scenarios`) when the corpus has none
 */
export function holdOut(corpus: Corpus, { seed, most }: { seed: number; most: number }): HeldOut {
  const reports = faultReports(corpus);
  const queries = faultQueries(reports);
  const byId = new Map(reports.map((report) => [report.id, report]));
  const groups = duplicateGroups(duplicatePairs(corpus.links, byId));
  const { border, of } = likenessAmong(reports, seed);
  const found = groups.flatMap((ids) => {
    const group = ids.map((id) => byId.get(id)!);
    const last = lastOf(group);
    if (last === null) return [];
    const likeness = Math.max(...last.earlier.map((id) => of(last.report, byId.get(id)!)));
    const asked = FAULT_QUERIES.flatMap((query) => {
      const text = queries.of(last.report, query);
      return text === null ? [] : [{ query, text }];
    });
    return [{ ...last, likeness, alike: likeness >= border, queries: asked }];
  });
  const asked = shuffle(makeRandom("held out reports", seed), found)
    .slice(0, most)
    .sort((a, b) => compareText(a.filed, b.filed) || compareText(a.report.id, b.report.id));
  if (asked.length === 0) throw nothingToAsk(reports.length, groups.length);
  return { corpus: without(corpus, asked, `${groups.length - found.length} of ${groups.length}`), asked };
}

/** What a corpus' mapping calls reports of faults. */
export function faultReports(corpus: Corpus): Artifact[] {
  const faults = new Set(faultSubtypes(corpus.mapping));
  return mapCorpus(corpus).artifacts.filter(({ role, subtype }) => role === "backlog_item" && faults.has(subtype));
}

/** Null where times are missing or equal, or the last names an earlier one. */
function lastOf(group: readonly Artifact[]): Pick<AskedReport, "report" | "filed" | "earlier"> | null {
  const dated = group
    .flatMap((report) => {
      const filed = issueFacts(report.meta).created;
      return filed === null ? [] : [{ report, filed }];
    })
    .sort((a, b) => compareText(a.filed, b.filed) || compareText(a.report.id, b.report.id));
  const last = dated.at(-1);
  if (!last) return null;
  const earlier = dated.flatMap(({ report, filed }) => (filed < last.filed ? [report.id] : [])).sort(compareText);
  const said = `${last.report.title}\n${last.report.text}`;
  if (earlier.length === 0 || earlier.some((id) => containsId(said, id))) return null;
  return { ...last, earlier };
}

function nothingToAsk(reports: number, groups: number): UserError {
  return new UserError("scenarios", "this corpus has no report of a fault that a person linked to an earlier one", {
    problems: [
      `${reports} reports of faults (types with \`fault: true\` in corpus.yaml), ${groups} groups of duplicates with times`,
    ],
    hint: "it needs links of a kind named like `duplicates`, and the time that each report was filed",
  });
}

function without(corpus: Corpus, asked: readonly AskedReport[], left: string): Corpus {
  const gone = new Set(asked.map(({ report }) => report.id));
  const identity = hashOf([...gone].sort()).slice(0, 12);
  const { mapping, artifacts, links, notes, redaction } = corpus;
  return makeCorpus({
    mapping: { ...mapping, name: `${mapping.name}-asked-${identity}` },
    artifacts: artifacts.filter(({ id }) => !gone.has(id)),
    links: links.filter(({ sourceId, targetId }) => !gone.has(sourceId) && !gone.has(targetId)),
    notes: [
      ...notes,
      `${gone.size} reports are held out and asked; no question were the last reports of ${left} groups of duplicates, for their times or because they name an earlier one`,
    ],
    ...(redaction && { redaction }),
  });
}
