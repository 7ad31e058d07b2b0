import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { stringify } from "yaml";
import { writeFileAtomic } from "../../../base/atomic.ts";
import { count, countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Corpus } from "../../../db/ports/corpus.ts";
import { type Attachments, readAttachments } from "../../../import/attachments/read-attachments.ts";
import { writeCorpusFolder } from "../../../import/folder/write.ts";
import { importSource } from "../../../import/sources/import-source.ts";
import { type Io, roomOf, whileOnlyReading } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { plainLine, table, wrap } from "../../print/text.ts";
import type { Config } from "../../record/config/schema.ts";
import { makeEffects } from "../../record/effects.ts";
import { describePictures, picturesOf, summarizeComments } from "./ask-model.ts";
import { type FeaturesFile, NO_FEATURES, readFeatures } from "./features-file.ts";
import { type AttachedConfiguration, featureReader, withCandidates } from "./find-features.ts";
import { type TextOfAttachment, withAttachments } from "./into-corpus.ts";
import { readConfigurations } from "./read-configurations.ts";

const HEAD =
  "# Features of device configurations. Set `keep`, write patterns of your own (RE2): `scopebench corpus attachments` changes counts alone and adds what no pattern names.\n";

export interface AttachmentsFlags {
  from: string;
  features: string;
  least: number;
  pictures?: boolean;
  comments?: boolean;
  config?: string;
  into?: string;
  json?: boolean;
}

/**
 * Reads what is attached to a corpus' records, for a person to review, and writes the corpus with what was kept.
 * @param loadConfig gives the configuration whose model is asked, where something is to be asked
 */
export async function attachmentsOf(
  path: string,
  flags: AttachmentsFlags,
  { io, loadConfig }: { io: Io; loadConfig: () => Promise<Config> },
): Promise<void> {
  const file = resolve(io.cwd, flags.features);
  const isThere = existsSync(file);
  if (flags.into !== undefined && !isThere)
    throw new UserError("usage", `--into writes features that a person kept; there is no ${flags.features}`, {
      hint: "run this without --into, set keep: true in the file, then run it again with --into",
    });
  const before = isThere ? await readFeatures(file) : NO_FEATURES;
  const read = await whileOnlyReading(io, () => readAll(path, { flags, before, io }));
  const features = withCandidates(before.features, read.configurations, flags.least);
  const after: FeaturesFile = { ...before, features };
  await writeFileAtomic(file, HEAD + stringify(after));
  const told = await askedOf(read, { flags, io, loadConfig });
  if (flags.into !== undefined)
    await writeCorpusFolder(withKept(read, after, told), resolve(io.cwd, flags.into), { signal: io.signal });
  const { configurations, problems, attached, ofNone } = read;
  if (flags.json) {
    const counts = { files: attached.length + ofNone.length, configurations: configurations.length };
    return io.out(jsonText({ ...counts, of_no_record: ofNone, problems, features }, {}));
  }
  print(read, after, io);
}

interface Read extends Attachments {
  corpus: Corpus;
  comments: ReadonlyMap<string, readonly string[]>;
  configurations: AttachedConfiguration[];
  problems: string[];
}

/** What the configured model says of pictures and comments; without one nothing, which is said. */
async function askedOf(
  { attached, comments, problems }: Read,
  { flags, io, loadConfig }: { flags: AttachmentsFlags; io: Io; loadConfig: () => Promise<Config> },
): Promise<TextOfAttachment[]> {
  const pictures = picturesOf(attached).length;
  const commented = [...comments.values()].filter((list) => list.length > 0).length;
  const left = (kind: string, number: number, why: string) => {
    if (number > 0) io.error(`note: ${kind} left out: ${why}`);
  };
  if (!flags.pictures) left(countOf(pictures, "picture"), pictures, "--pictures has a model describe them");
  if (!flags.comments)
    left(`comments on ${countOf(commented, "report")}`, commented, "--comments has a model summarize them");
  if (!flags.pictures && !flags.comments) return [];
  const { enrichment, redaction } = await loadConfig();
  if (!enrichment) {
    left("pictures and comments", 1, "no model is configured (`enrichment.model` in bench.yaml)");
    return [];
  }
  if (redaction)
    throw new UserError("config", "pictures and comments would be sent as they are, and `redaction` is set", {
      hint: "leave out --pictures and --comments, or name a configuration without redaction",
    });
  const log = (message: string): void => io.error(` · ${plainLine(message)}`);
  const asking = { enrichment, effects: makeEffects({ ...io, log }), signal: io.signal };
  const shown = flags.pictures ? await describePictures(attached, asking) : { told: [], problems: [] };
  problems.push(...shown.problems);
  return [...shown.told, ...(flags.comments ? await summarizeComments(comments, asking) : [])];
}

async function readAll(
  path: string,
  { flags, before, io }: { flags: AttachmentsFlags; before: FeaturesFile; io: Io },
): Promise<Read> {
  const comments = new Map<string, readonly string[]>();
  const { corpus } = await importSource(resolve(io.cwd, path), { testsNeeded: false, comments });
  const ids = new Set(corpus.artifacts.map(({ id }) => id));
  const attachments = await readAttachments(resolve(io.cwd, flags.from), ids);
  return { corpus, comments, ...attachments, ...(await readConfigurations(attachments.attached, before.files)) };
}

function withKept({ corpus, configurations }: Read, { features }: FeaturesFile, told: TextOfAttachment[]): Corpus {
  const read = featureReader(features.filter(({ keep }) => keep === true));
  const found = configurations.map(({ record, name, blocks }) => {
    return { record, name, features: [...new Set([...read(blocks)].map(({ feature }) => feature))] };
  });
  return withAttachments(corpus, { found, told });
}

const ROWS = 20;

function print({ attached, ofNone, configurations, problems }: Read, { files, features }: FeaturesFile, io: Io): void {
  const room = roomOf(io);
  const reports = new Set(configurations.map(({ record }) => record)).size;
  const of = (wanted: boolean | null) => count(features.filter(({ keep }) => keep === wanted).length);
  const lines = [
    `${countOf(attached.length, "attachment")}, of them ${countOf(configurations.length, "configuration")} (${files.map(plainLine).join(", ")}) of ${countOf(reports, "report")}.`,
    `${countOf(features.length, "feature")}: ${of(true)} kept, ${of(false)} dropped, ${of(null)} to review.`,
  ];
  for (const line of lines) io.out(wrap(line, room, ""));
  for (const problem of problems) io.error(`note: ${plainLine(problem)}`);
  if (ofNone.length > 0)
    io.error(
      `note: of no record here: ${ofNone.slice(0, ROWS).map(plainLine).join(", ")}${ofNone.length > ROWS ? ` and ${count(ofNone.length - ROWS)} more` : ""}`,
    );
  const rows = features.slice(0, ROWS).map(({ feature, block, lines: beneath, seen, keep }) => {
    const pattern = [block, ...beneath].map(plainLine).join(" > ");
    return [plainLine(feature), count(seen), keep === null ? "" : keep ? "kept" : "dropped", pattern];
  });
  const columns = [
    { title: "feature" },
    { title: "reports", align: "right" },
    { title: "review" },
    { title: "patterns", cut: "end" },
  ] as const;
  if (rows.length > 0) io.out(`\n${table(columns, rows, room)}`);
}
