import { count, countOf } from "../../../base/counts.ts";
import { groupingQuality } from "../../../measure/clustering/quality.ts";
import { STABLE_AGREEMENT } from "../../../measure/clustering/stability.ts";
import { coloursOf } from "../../print/colours.ts";
import { decimal, percent } from "../../print/format.ts";
import { type Io, roomOf } from "../../print/io.ts";
import { hang, plainLine, table, wrap } from "../../print/text.ts";
import type { AssignedReports } from "./assign.ts";
import { LEAST_MEMBERS } from "./group-reports.ts";
import type { DuplicateCheck } from "./known-duplicates.ts";
import type { FaultPattern, PatternFile } from "./pattern-file.ts";
import type { Reports } from "./read-reports.ts";

export function printAssigned({ file, assigned, apart, gone, moved }: AssignedReports, io: Io): void {
  const width = roomOf(io);
  const head = `${countOf(assigned.size + apart.length, "new report")}: ${count(assigned.size)} in a known pattern, ${count(apart.length)} in none.`;
  io.out(wrap(head, width, ""));
  for (const { id, name } of file.patterns) {
    const own = [...assigned].filter(([, pattern]) => pattern === id).map(([report]) => plainLine(report));
    if (own.length > 0) io.out(hang(id, `${plainLine(name)}: ${own.join(" ")}`, width));
  }
  if (moved > 0)
    io.out(
      wrap(
        `${countOf(moved, "known report")} would move if patterns were mined anew; kept where they were.`,
        width,
        "",
      ),
    );
  if (gone.length > 0)
    io.out(
      wrap(
        `${countOf(gone.length, "report")} of the patterns no longer in the export; kept where they were.`,
        width,
        "",
      ),
    );
}

interface Shown {
  labels: Int32Array;
  duplicates: DuplicateCheck | null;
  all: boolean;
  io: Io;
}

const COLUMNS = [
  { title: "pattern" },
  { title: "what its reports say", cut: "end" },
  { title: "reports", align: "right" },
  { title: "share", align: "right" },
  { title: "found again", align: "right" },
] as const;

/** Rows of the table without `--all`, and patterns that are told in full. */
const [ROWS, IN_FULL] = [20, 3];

/** The patterns as a table, then the largest in full; with `all` every one. */
export function printPatterns(file: PatternFile, reports: Reports, { labels, duplicates, all, io }: Shown): void {
  const width = roomOf(io);
  const { patterns } = file;
  io.out(coloursOf(io).bold(wrap(sayWhole(file, labels), width, "")));
  if (duplicates) io.out(wrap(sayDuplicates(duplicates), width, ""));
  if (patterns.length === 0) return;
  const shown = all ? patterns : patterns.slice(0, ROWS);
  const rows = shown.map(({ id, name, members, agreement }) => [
    id,
    plainLine(name),
    count(members.length),
    percent(members.length / file.reports, 1),
    decimal(agreement),
  ]);
  io.out(`\n${table(COLUMNS, rows, width)}`);
  if (shown.length < patterns.length)
    io.out(`${count(patterns.length - shown.length)} more patterns: --all shows them`);
  const titles = new Map(reports.reports.map(({ id, title }) => [id, title]));
  for (const pattern of all ? patterns : patterns.slice(0, IN_FULL)) printPattern(pattern, { titles, width, io });
}

function sayWhole({ pipeline, reports, patterns, apart }: PatternFile, labels: Int32Array): string {
  const { coverage, largestShare } = groupingQuality(labels);
  if (patterns.length === 0) return `${countOf(reports, "report")}, no pattern: no ${LEAST_MEMBERS} of them are alike.`;
  const stable = patterns.filter(({ agreement }) => agreement !== null && agreement >= STABLE_AGREEMENT).length;
  const measured = patterns.some(({ agreement }) => agreement !== null);
  const found = measured
    ? ` ${count(stable)} are found again ${pipeline === "umap" ? "by other seeds" : "in resamples"} at ${STABLE_AGREEMENT} or more.`
    : "";
  return `${countOf(patterns.length, "pattern")} hold ${percent(coverage, 0)} of ${countOf(reports, "report")}, the largest ${percent(largestShare, 1)}; ${count(apart.length)} are like no ${LEAST_MEMBERS - 1} others.${found}`;
}

function sayDuplicates({ pairs, together, chance, nearest }: DuplicateCheck): string {
  return `Of ${countOf(pairs, "pair")} linked as duplicates ${count(together)} are in one pattern (${percent(together / pairs, 0)}; two reports drawn at random: ${percent(chance, 1)}); in ${count(nearest)} one is the other's nearest by BM25.`;
}

function printPattern(
  { id, name, terms, typical, summary, group, triggers }: FaultPattern,
  { titles, width, io }: { titles: ReadonlyMap<string, string>; width: number; io: Io },
): void {
  const { bold, dim } = coloursOf(io);
  io.out(`\n${bold(hang(id, `${plainLine(name)}${group === null ? "" : `, group ${group}`}`, width))}`);
  io.out(hang(`    ${dim("terms")}`, terms.map(plainLine).join(", "), width));
  for (const { feature, reports, of, all, of_all } of triggers)
    io.out(
      hang(
        `    ${dim("trigger")}`,
        `${plainLine(feature)}: in ${count(reports)} of ${countOf(of, "configuration")}, of all in ${count(all)} of ${count(of_all)}`,
        width,
      ),
    );
  for (const sentence of summary) io.out(hang(`    ${dim("extract")}`, plainLine(sentence), width));
  for (const report of typical)
    io.out(hang(`    ${dim("typical")}`, `${plainLine(report)}: ${plainLine(titles.get(report) ?? "")}`, width));
}
