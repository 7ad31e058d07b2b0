import { resolve } from "node:path";
import type { Corpus } from "../../db/corpora/corpus.ts";
import { type CorpusDescription, describeCorpus } from "../../db/corpora/describe.ts";
import { readCorpusFolder } from "../../db/corpora/jsonl.ts";
import { generateTelecomCorpus } from "../../db/corpora/telecom/index.ts";
import { writeCorpusFolder } from "../../db/corpora/write.ts";
import { count, printable } from "../terminal/text.ts";
import type { Io } from "./io.ts";

/** Writes the synthetic corpus; gives a line for the user. */
export async function generateCorpusFolder(
  folder: string,
  options: { seed: number; scale: number },
  io: Io,
): Promise<string> {
  const corpus = generateTelecomCorpus(options);
  await writeCorpusFolder(corpus, resolve(io.cwd, folder));
  return `${folder}: ${count(corpus.artifacts.length)} synthetic artifacts, ${count(corpus.links.length)} links\nRun on it with: scopebench run --corpus ${folder}`;
}

/** Reads and checks a corpus folder, says what is taken for what, and writes it elsewhere on request. */
export async function importCorpusFolder(folder: string, to: string | undefined, io: Io): Promise<string> {
  const corpus = await readCorpusFolder(resolve(io.cwd, folder));
  if (to !== undefined) await writeCorpusFolder(corpus, resolve(io.cwd, to));
  const next = to === undefined ? folder : to;
  return [
    mappingText(corpus),
    descriptionText(describeCorpus(corpus)),
    `Run on it with: scopebench run --corpus ${next}`,
  ].join("\n\n");
}

export async function describeNamedCorpus(name: string, { io, json }: { io: Io; json: boolean }): Promise<string> {
  const corpus =
    name === "telecom" ? generateTelecomCorpus({ seed: 7 }) : await readCorpusFolder(resolve(io.cwd, name));
  const description = describeCorpus(corpus);
  return json ? JSON.stringify(description, null, 2) : descriptionText(description);
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
  const { textLength } = description;
  return printable(
    [
      `${description.name}${description.synthetic ? " (synthetic)" : ""}   ${description.hash.slice(0, 12)}`,
      `  artifacts  ${list(description.byRole)}`,
      `  backlog    ${list(description.backlogBySubtype)}`,
      `  links      ${list(description.linksByRole)}; ${count(description.rawReferences)} raw references, ${count(description.unresolvedReferences)} lead nowhere`,
      `  ${count(description.traceLinks)} pairs of test and backlog item; ${count(description.testsWithoutBacklog)} tests and ${count(description.backlogWithoutTests)} backlog items without one`,
      `  text       ${Object.entries(textLength)
        .map(([role, { median, q95 }]) => `${role} median ${median}, 95 % under ${q95}`)
        .join("; ")}`,
      ...description.notes.map((note) => `  note: ${note}`),
    ].join("\n"),
  );
}
