import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { count, countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { generateTelecomCorpus } from "../../../db/corpora/telecom/index.ts";
import type { Corpus } from "../../../db/ports/corpus.ts";
import { type CorpusDescription, describeCorpus } from "../../../import/describe.ts";
import { readCorpusFolder } from "../../../import/folder/jsonl.ts";
import { writeCorpusFolder } from "../../../import/folder/write.ts";
import { type Candidate, sayCandidate } from "../../../import/sources/choose-adapter.ts";
import { type Imported, type ImportOptions, importSource } from "../../../import/sources/import-source.ts";
import { SOURCE_ADAPTERS } from "../../../import/sources/registry.ts";
import { type RetrievalSet, scenariosFromRetrieval } from "../../../scenarios/from-retrieval.ts";
import { formatScenarioSet } from "../../../scenarios/set-file.ts";
import { completed, type Io, whileOnlyReading } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { shellWord } from "../../print/shell-word.ts";
import { printable } from "../../print/text.ts";
import { roleGapsText } from "../stages/role-gaps-text.ts";
import { importInteractively } from "./import-interactively.ts";
import { SCENARIO_FILE } from "./names.ts";

/** Writes the synthetic corpus; gives a line for the user. */
export async function generateCorpusFolder(
  folder: string,
  options: { seed: number; scale: number },
  io: Io,
): Promise<string> {
  const corpus = generateTelecomCorpus(options);
  await writeCorpusFolder(corpus, resolve(io.cwd, folder), { signal: io.signal });
  return `${folder}: ${countOf(corpus.artifacts.length, "synthetic artifact")}, ${countOf(corpus.links.length, "link")}\nRun on it with: scopebench run --corpus ${shellWord(folder)}`;
}

/**
 * Reads any known format, says what is taken for what, and writes it as a corpus folder on request. Exit code 2 where some
 * files cannot be read: the rest is imported.
 */
export async function importCorpus(
  path: string,
  { to, interactive = false, ...options }: ImportOptions & { to?: string; interactive?: boolean },
  io: Io,
): Promise<number> {
  const mappingFile = options.mappingFile && resolve(io.cwd, options.mappingFile);
  const asked = { ...options, mappingFile, chooseFormat: formatChooser(io) };
  const source = resolve(io.cwd, path);
  const taken = interactive
    ? await importInteractively(source, asked, io)
    : { imported: await whileOnlyReading(io, () => importSource(source, asked)) };
  if (taken === null) {
    io.error("nothing was written");
    return 0;
  }
  const { imported } = taken;
  const { corpus, retrieval, broken } = imported;
  const questions = retrieval && scenariosFromRetrieval(retrieval, titlesOf(corpus));
  if (to !== undefined) {
    const extra = questions?.set ? { [SCENARIO_FILE]: formatScenarioSet(questions.set) } : undefined;
    await writeCorpusFolder(corpus, resolve(io.cwd, to), { extra, signal: io.signal });
  }
  const parts = [
    foundText(imported),
    mappingText(corpus),
    descriptionText(describeCorpus(corpus)),
    ...(questions ? [questionText(questions)] : []),
    completed(io, nextText({ path, to, isOwn: imported.format === "folder", hasQuestions: questions?.set != null })),
  ];
  io.out(parts.join("\n\n"));
  if ("mapping" in taken && taken.mapping.length > 0)
    io.error(`the same again, without questions: ${importCommand(path, { mapping: taken.mapping, to })}`);
  for (const file of broken) io.error(`left out, cannot be read: ${printable(file, { singleLine: true })}`);
  return broken.length > 0 ? 2 : 0;
}

function importCommand(path: string, { mapping, to }: { mapping: readonly string[]; to: string | undefined }): string {
  const words = [
    "scopebench corpus import",
    shellWord(path),
    ...mapping.flatMap((pair) => ["--mapping", shellWord(pair)]),
  ];
  return [...words, "--to", shellWord(to ?? "my-corpus")].join(" ");
}

function titlesOf({ mapping, artifacts }: Corpus): { corpus: string; titles: Map<string, string> } {
  const tests = artifacts.filter(({ type }) => mapping.artifactTypes[type]?.role === "test_case");
  return { corpus: mapping.name, titles: new Map(tests.map(({ id, title }) => [id, title])) };
}

function foundText({ format, why, others, counts, problems }: Imported): string {
  const found = Object.entries(counts)
    .filter(([, n]) => n > 0)
    .map(([name, n]) => `${count(n)} ${name}`);
  const faults = problems.length > 0 ? ["left out, being faulty", ...problems.map((problem) => `  ${problem}`)] : [];
  const not = others.map((other) => `  not as ${other}`);
  return printable([`read as ${format}: ${why}`, ...not, `  ${found.join(", ")}`, ...faults].join("\n"));
}

function questionText({ set, notes }: RetrievalSet): string {
  const head = set
    ? `${countOf(set.scenarios.length, "scenario")} from its queries and judgements`
    : "no scenarios: no query has a relevant document in the corpus";
  return printable([head, ...notes.map((note) => `  note: ${note}`)].join("\n"));
}

function nextText({
  path,
  to,
  isOwn,
  hasQuestions,
}: {
  path: string;
  to: string | undefined;
  isOwn: boolean;
  hasQuestions: boolean;
}): string {
  if (to === undefined && !isOwn)
    return `Nothing was written. To run on it: scopebench corpus import ${shellWord(path)} --to my-corpus`;
  const folder = to ?? path;
  const file = hasQuestions && to !== undefined ? ` --scenario-file ${shellWord(`${to}/${SCENARIO_FILE}`)}` : "";
  return `Run on it with: scopebench run --corpus ${shellWord(folder)}${file}`;
}

/** Every format that can be imported, with what it keeps and drops. */
export function formatsText(): string {
  return SOURCE_ADAPTERS.map(
    ({ name, reads, keeps, drops }) => `${name}\n  reads  ${reads}\n  keeps  ${keeps}\n  drops  ${drops}`,
  ).join("\n\n");
}

export async function describeNamedCorpus(name: string, { io, json }: { io: Io; json: boolean }): Promise<string> {
  const corpus =
    name === "telecom" ? generateTelecomCorpus({ seed: 7 }) : await readCorpusFolder(resolve(io.cwd, name));
  const description = describeCorpus(corpus);
  return json
    ? jsonText(description, {
        backlogBySubtype: "backlog_by_subtype",
        backlogWithoutTests: "backlog_without_tests",
        byRole: "by_role",
        byType: "by_type",
        linksByRole: "links_by_role",
        rawReferences: "raw_references",
        isMendable: "is_mendable",
        roleGaps: "role_gaps",
        testsWithoutBacklog: "tests_without_backlog",
        textLength: "text_length",
        traceLinks: "trace_links",
        unresolvedReferences: "unresolved_references",
      })
    : descriptionText(description);
}
function mappingText({ mapping }: Corpus): string {
  const types = Object.entries(mapping.artifactTypes).map(
    ([type, { role, subtype }]) => `  ${type} -> ${role}${subtype ? ` (${subtype})` : ""}`,
  );
  const kinds = Object.entries(mapping.linkKinds).map(
    ([kind, { role, inverse }]) => `  ${kind} -> ${role}${inverse ? ", read backwards" : ""}`,
  );
  const ids = mapping.idPatterns.map(({ role, pattern, example }) => `  ${role}: ${pattern}   such as ${example}`);
  return printable(["artifact types", ...types, "link kinds", ...kinds, "id patterns", ...ids].join("\n"));
}

function descriptionText(description: CorpusDescription): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, n]) => `${count(n)} ${name}`)
      .join(", ");
  const { textLength, links, linksByRole, roleGaps } = description;
  const unused = links - Object.values(linksByRole).reduce((sum, n) => sum + n, 0);
  return printable(
    [
      `${description.name}${description.synthetic ? " (synthetic)" : ""}   ${description.hash.slice(0, 12)}`,
      `  artifacts  ${list(description.byRole)}`,
      `  backlog    ${list(description.backlogBySubtype) || "none"}`,
      `  links      ${[list(linksByRole), unused > 0 ? `${count(unused)} in no role` : ""].filter(Boolean).join(", ") || "none"}; ${countOf(description.rawReferences, "raw reference")}, ${countOf(description.unresolvedReferences, "leads", "lead")} nowhere`,
      `  ${countOf(description.traceLinks, "pair")} of test and backlog item; ${countOf(description.testsWithoutBacklog, "test")} and ${countOf(description.backlogWithoutTests, "backlog item")} without one`,
      `  text       ${Object.entries(textLength)
        .map(([role, { median, q95 }]) => `${role} median ${median}, 95 % under ${q95}`)
        .join("; ")}`,
      ...description.notes.map((note) => `  note: ${note}`),
      ...(roleGaps ? roleGapsText(roleGaps) : []),
    ].join("\n"),
  );
}

/** Asks which of some formats a source is, by number or name; undefined where nobody sits at the terminal. */
function formatChooser(io: Io): ((candidates: readonly Candidate[]) => Promise<string>) | undefined {
  if (!io.interactive || !io.terminal) return undefined;
  return async (candidates) => {
    io.error("these formats are about equally likely:");
    candidates.forEach((candidate, at) => {
      io.error(` ${at + 1}  ${printable(sayCandidate(candidate), { singleLine: true })}`);
    });
    const lines = createInterface({ input: io.input ?? process.stdin, output: process.stderr, signal: io.signal });
    // At a terminal readline gets the key instead of the process.
    lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
    try {
      const ended = once(lines, "close").then((): never => {
        io.signal.throwIfAborted();
        throw new UserError("usage", "the input ended before a format was chosen", { hint: "say it with --format" });
      });
      const answer = (await Promise.race([lines.question("which? "), ended])).trim();
      return candidates[Number(answer) - 1]?.adapter.name ?? answer;
    } finally {
      lines.close();
    }
  };
}
