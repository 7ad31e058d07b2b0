import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { stringify } from "yaml";
import { writeFileAtomic } from "../../../base/atomic.ts";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { makeCorpus } from "../../../db/corpora/make-corpus.ts";
import type { Corpus } from "../../../db/ports/corpus.ts";
import { writeCorpusFolder } from "../../../import/folder/write.ts";
import { readBoldTerms } from "../../../import/sources/documents/bold-terms.ts";
import { importSource } from "../../../import/sources/import-source.ts";
import { count } from "../../print/format.ts";
import { type Io, roomOf, whileOnlyReading } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { plainLine, table, wrap } from "../../print/text.ts";
import { type GlossaryEntry, readGlossary, TERM_KINDS } from "../../record/config/glossary-file.ts";
import { candidatesIn } from "./candidates.ts";

const HEAD =
  "# Terms of a corpus. Set `keep` to true or false and mend the rest: `scopebench corpus glossary` changes no entry that has it.\n";

export interface GlossaryFlags {
  pdf?: string[];
  least: number;
  to?: string;
  into?: string;
  json?: boolean;
}

/** Collects terms of a corpus for a person to review, and writes the corpus with those that were kept. */
export async function glossaryOf(path: string, flags: GlossaryFlags, io: Io): Promise<void> {
  const file = flags.to === undefined ? null : resolve(io.cwd, flags.to);
  if (flags.into !== undefined && (file === null || !existsSync(file)))
    throw new UserError("usage", "--into writes terms that a person kept; there is no reviewed glossary", {
      hint: "collect it with --to glossary.yaml, set keep: true, then run this again with both",
    });
  const reviewed = file !== null && existsSync(file) ? await readGlossary(file) : [];
  const { corpus, entries } = await whileOnlyReading(io, () => collect(resolve(io.cwd, path), flags, io.cwd));
  const all = withReviewed(entries, reviewed);
  if (file !== null) await writeFileAtomic(file, HEAD + stringify({ version: 1, entries: all }));
  const kept = all.filter(({ keep }) => keep === true);
  if (flags.into !== undefined)
    await writeCorpusFolder(withTerms(corpus, kept), resolve(io.cwd, flags.into), { signal: io.signal });
  if (flags.json) return io.out(jsonText({ entries: all }, {}));
  print(all, io);
}

async function collect(path: string, { pdf = [], least }: GlossaryFlags, cwd: string) {
  const { corpus } = await importSource(path, { testsNeeded: false });
  const texts = corpus.artifacts.map(({ title, text }) => `${title}\n${text}`);
  const found = candidatesIn(texts, least).map(
    (one): GlossaryEntry => ({ ...one, definition: "", from: "texts", keep: null }),
  );
  const known = new Set(found.map(({ term }) => term));
  for (const name of pdf) {
    const bold = await readBoldTerms({ name: basename(name), bytes: () => readFile(resolve(cwd, name)) });
    for (const { term, definition } of bold) {
      if (known.has(term)) continue;
      known.add(term);
      found.push({ term, kind: "term", expansion: "", definition, seen: 0, from: basename(name), keep: null });
    }
  }
  return { corpus, entries: found };
}

/** What a person decided stays as it is, also of terms that the texts no longer have; how often they are seen is counted anew. */
function withReviewed(found: readonly GlossaryEntry[], before: readonly GlossaryEntry[]): GlossaryEntry[] {
  const decided = new Map(before.filter(({ keep }) => keep !== null).map((entry) => [entry.term, entry]));
  const counted = found.map((entry) => ({ ...entry, ...decided.get(entry.term), seen: entry.seen }));
  const terms = new Set(found.map(({ term }) => term));
  return [...counted, ...[...decided.values()].filter(({ term }) => !terms.has(term))];
}

/** As entries of knowledge, which agents look up (`kb_lookup`, `kb_resolve_term`) and expand questions by. */
function withTerms(corpus: Corpus, kept: readonly GlossaryEntry[]): Corpus {
  const artifacts = kept.map(({ term, kind, expansion, definition }) => ({
    ...{ id: `TERM-${term}`, type: "glossary_term", title: term },
    text: definition || (expansion ? `${term} stands for ${expansion}.` : ""),
    meta: { kind: kind === "acronym" ? kind : "term", ...(expansion && { expansion }) },
  }));
  return makeCorpus({
    ...corpus,
    mapping: {
      ...corpus.mapping,
      artifactTypes: { ...corpus.mapping.artifactTypes, glossary_term: { role: "knowledge" } },
    },
    artifacts: [...corpus.artifacts, ...artifacts],
    notes: [...corpus.notes, `${countOf(kept.length, "term")} of its glossary were kept by a person`],
  });
}

const ROWS = 20;

function print(entries: readonly GlossaryEntry[], io: Io): void {
  const of = (wanted: boolean | null) => entries.filter(({ keep }) => keep === wanted).length;
  const kinds = TERM_KINDS.map((kind) => `${count(entries.filter((entry) => entry.kind === kind).length)} ${kind}`);
  const said = `${countOf(entries.length, "term")} (${kinds.join(", ")}): ${count(of(true))} kept, ${count(of(false))} dropped, ${count(of(null))} to review.`;
  io.out(wrap(said, roomOf(io), ""));
  const rows = entries.slice(0, ROWS).map(({ term, kind, expansion, definition, seen }) => {
    return [plainLine(term), kind, count(seen), plainLine(expansion || definition)];
  });
  const columns = [
    { title: "term" },
    { title: "kind" },
    { title: "texts", align: "right" },
    { title: "meaning", cut: "end" },
  ] as const;
  if (rows.length > 0) io.out(`\n${table(columns, rows, roomOf(io))}`);
}
