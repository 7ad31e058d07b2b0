import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { writeCorpusFolder } from "../../../import/folder/write.ts";
import { type Io, whileOnlyReading } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { shellWord } from "../../print/shell-word.ts";
import { plainLine } from "../../print/text.ts";
import { assignReports } from "./assign.ts";
import { withPatterns } from "./into-corpus.ts";
import { checkDuplicates } from "./known-duplicates.ts";
import { minePatterns, patternFileOf } from "./mine.ts";
import { readPatterns, refuseOthers, writePatterns } from "./pattern-file.ts";
import type { Pipeline } from "./pipelines.ts";
import { printAssigned, printPatterns } from "./print-patterns.ts";
import { type Reports, readReports } from "./read-reports.ts";
import { learnWords } from "./report-vectors.ts";

export interface PatternsFlags {
  types?: string[];
  maxFaulty?: number;
  pipeline: Pipeline;
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
  if (flags.into !== undefined && existsSync(resolve(io.cwd, flags.into)))
    throw new UserError("usage", `${flags.into} is there already`, { hint: "name a new folder with --into" });
  const known = flags.known === undefined ? null : await readPatterns(resolve(io.cwd, flags.known));
  const asked = { types: flags.types ?? known?.file.types, maxFaulty: flags.maxFaulty };
  const reports = await whileOnlyReading(io, () => readReports(resolve(io.cwd, path), asked));
  for (const sentence of reports.leftOut) io.error(`left out: ${plainLine(sentence)}`);
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
  const { pipeline, pairShare, groups = null } = flags;
  const { model, mined } = await whileOnlyReading(io, async () => {
    const learned = await learnWords(reports.reports, flags.seed);
    return {
      model: learned,
      mined: await minePatterns(reports.reports, learned, { pipeline, pairShare, groups, onStep: step }),
    };
  });
  const file = patternFileOf(reports, mined, { pipeline, pair_share: pairShare, seed: flags.seed });
  if (to !== undefined) await writePatterns(resolve(io.cwd, to), file, model);
  if (flags.into !== undefined)
    await writeCorpusFolder(withPatterns(reports.corpus, file), resolve(io.cwd, flags.into), {
      signal: io.signal,
    });
  const duplicates = checkDuplicates(reports, mined.labels);
  if (flags.json) return io.out(jsonText({ ...file, duplicates }, {}));
  printPatterns(file, reports, { labels: mined.labels, duplicates, all: flags.all ?? false, io });
  io.error(`\n${sayWritten(path, { to, into: flags.into })}`);
}

function sayWritten(path: string, { to, into }: { to?: string; into?: string }): string {
  const written = [
    ...(to === undefined
      ? []
      : [
          `patterns: ${to}; new reports later:`,
          `  scopebench corpus patterns ${shellWord(path)} --known ${shellWord(to)}`,
        ]),
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
  if (flags.json) {
    const { assigned, apart, gone, moved } = found;
    return io.out(jsonText({ assigned: Object.fromEntries(assigned), apart, gone, moved }, {}));
  }
  printAssigned(found, io);
}
