import { resolve } from "node:path";
import { count, countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { writeCorpusFolder } from "../../../import/folder/write.ts";
import { groupingQuality } from "../../../measure/clustering/quality.ts";
import { STABLE_AGREEMENT } from "../../../measure/clustering/stability.ts";
import { coloursOf } from "../../print/colours.ts";
import { decimal, percent } from "../../print/format.ts";
import { type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { shellWord } from "../../print/shell-word.ts";
import { hang, plainLine, table, wrap } from "../../print/text.ts";
import { type AssignedReports, assignReports } from "./assign.ts";
import { withPatterns } from "./into-corpus.ts";
import { checkDuplicates, type DuplicateCheck } from "./known-duplicates.ts";
import { LEAST_MEMBERS, minePatterns } from "./mine.ts";
import { type FaultPattern, type PatternFile, readPatterns, refuseOthers, writePatterns } from "./pattern-file.ts";
import { type Reports, readReports } from "./read-reports.ts";
import { learnWords } from "./report-vectors.ts";

export interface PatternsFlags {
  types?: string[];
  pairShare: number;
  groups?: number;
  seed: number;
  to?: string;
  known?: string;
  into?: string;
  all?: boolean;
  json?: boolean;
}

/** Finds the patterns of a tracker's reports, or puts new reports to patterns that are known. */
export async function patternsOf(path: string, flags: PatternsFlags, io: Io): Promise<void> {
  const to = flags.to ?? flags.known;
  if (flags.known !== undefined && flags.into !== undefined)
    throw new UserError("usage", "--into writes patterns that are mined; --known mines none", {
      hint: "leave one of them out",
    });
  if (to !== undefined) await refuseOthers(resolve(io.cwd, to));
  const known = flags.known === undefined ? null : await readPatterns(resolve(io.cwd, flags.known));
  const reports = await readReports(resolve(io.cwd, path), flags.types ?? known?.file.types);
  if (known === null) await mineAll(reports, { path, to, flags, io });
  else await assignNew(reports, known, { to: to!, flags, io });
}

interface Asked {
  flags: PatternsFlags;
  io: Io;
}

async function mineAll(
  reports: Reports,
  { path, to, flags, io }: Asked & { path: string; to?: string },
): Promise<void> {
  const step = (text: string) => io.error(` · ${text}`);
  step(`${countOf(reports.reports.length, "report")} (${reports.types.map(plainLine).join(", ")}): words are learned`);
  const model = await learnWords(reports.reports, flags.seed);
  const { pairShare, groups = null } = flags;
  const mined = await minePatterns(reports.reports, model, { pairShare, groups, onStep: step });
  const inPattern = new Set(mined.patterns.flatMap(({ members }) => members));
  const file: PatternFile = {
    version: 1,
    ...{
      corpus: reports.corpus.mapping.name,
      corpus_hash: reports.corpus.hash,
      types: [...reports.types],
      reports: reports.reports.length,
    },
    ...{ seed: flags.seed, pair_share: pairShare, height: mined.height },
    patterns: [...mined.patterns],
    apart: reports.reports.map(({ id }) => id).filter((id) => !inPattern.has(id)),
  };
  if (to !== undefined) await writePatterns(resolve(io.cwd, to), file, model);
  if (flags.into !== undefined)
    await writeCorpusFolder(withPatterns(reports.corpus, file.patterns), resolve(io.cwd, flags.into));
  const duplicates = checkDuplicates(reports, mined.labels);
  if (flags.json) return io.out(jsonText({ ...file, duplicates }, {}));
  printPatterns(file, reports, { labels: mined.labels, duplicates, all: flags.all ?? false, io });
  io.error(`\n${wrap(sayWritten(path, { to, into: flags.into }), roomOf(io), "")}`);
}

function sayWritten(path: string, { to, into }: { to?: string; into?: string }): string {
  const written = [
    ...(to === undefined
      ? []
      : [`patterns: ${to}; new reports later: scopebench corpus patterns ${shellWord(path)} --known ${shellWord(to)}`]),
    ...(into === undefined ? [] : [`corpus with its patterns: ${into}`]),
  ];
  if (written.length > 0) return written.join("\n");
  return "nothing was written; --to <folder> keeps them, so that new reports can be assigned";
}

async function assignNew(
  { reports, corpus }: Reports,
  known: Awaited<ReturnType<typeof readPatterns>>,
  { to, flags, io }: Asked & { to: string },
): Promise<void> {
  const found = await assignReports(known, { reports, corpusHash: corpus.hash });
  await writePatterns(resolve(io.cwd, to), found.file, known.model);
  const { assigned, apart, gone } = found;
  if (flags.json) return io.out(jsonText({ assigned: Object.fromEntries(assigned), apart, gone }, {}));
  printAssigned(found, io);
}

function printAssigned({ file, assigned, apart, gone }: AssignedReports, io: Io): void {
  const width = roomOf(io);
  const head = `${countOf(assigned.size + apart.length, "new report")}: ${count(assigned.size)} in a known pattern, ${count(apart.length)} in none. Nothing was built anew.`;
  io.out(wrap(head, width, ""));
  for (const { id, name } of file.patterns) {
    const own = [...assigned].filter(([, pattern]) => pattern === id).map(([report]) => plainLine(report));
    if (own.length > 0) io.out(hang(id, `${plainLine(name)}: ${own.join(" ")}`, width));
  }
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

function printPatterns(file: PatternFile, reports: Reports, { labels, duplicates, all, io }: Shown): void {
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

function sayWhole({ reports, patterns, apart }: PatternFile, labels: Int32Array): string {
  const { coverage, largestShare } = groupingQuality(labels);
  if (patterns.length === 0) return `${countOf(reports, "report")}, no pattern: no ${LEAST_MEMBERS} of them are alike.`;
  const stable = patterns.filter(({ agreement }) => agreement !== null && agreement >= STABLE_AGREEMENT).length;
  const measured = patterns.some(({ agreement }) => agreement !== null);
  const found = measured ? ` ${count(stable)} are found again in resamples at ${STABLE_AGREEMENT} or more.` : "";
  return `${countOf(patterns.length, "pattern")} hold ${percent(coverage, 0)} of ${countOf(reports, "report")}, the largest ${percent(largestShare, 1)}; ${count(apart.length)} are like no ${LEAST_MEMBERS - 1} others.${found}`;
}

function sayDuplicates({ pairs, together, chance, nearest }: DuplicateCheck): string {
  return `Of ${countOf(pairs, "pair")} linked as duplicates ${count(together)} are in one pattern (${percent(together / pairs, 0)}; two reports drawn at random: ${percent(chance, 1)}); in ${count(nearest)} one is the other's nearest by BM25.`;
}

function printPattern(
  { id, name, terms, typical, summary, group }: FaultPattern,
  { titles, width, io }: { titles: ReadonlyMap<string, string>; width: number; io: Io },
): void {
  const { bold, dim } = coloursOf(io);
  io.out(`\n${bold(hang(id, `${plainLine(name)}${group === null ? "" : `, group ${group}`}`, width))}`);
  io.out(hang(`    ${dim("terms")}`, terms.map(plainLine).join(", "), width));
  for (const sentence of summary) io.out(hang(`    ${dim("extract")}`, plainLine(sentence), width));
  for (const report of typical)
    io.out(hang(`    ${dim("typical")}`, `${plainLine(report)}: ${plainLine(titles.get(report) ?? "")}`, width));
}
