/**
 * Writes a made-up corpus of any size as a folder, for measurements: `node --import tsx perf/large-corpus.ts FOLDER [--tests 200000]`
 *
 * Made of the telecom generator's sentences, but spread as large collections are: lengths are log-normal, a fifth of the sentences
 * name rare things so that the vocabulary keeps growing, links go to few items mostly (Zipf),
 * backlog grows slower than tests do, and lines are in no order.
 */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { stringify } from "yaml";
import { grouped } from "../base/grouped.ts";
import { makeRandom, pick, type Random } from "../base/random.ts";
import { generateTelecomCorpus } from "../db/corpora/telecom/index.ts";
import type { Artifact, ArtifactRole, Link } from "../db/ports/corpus.ts";
import { CORPUS_FILES } from "../import/folder/read-parts.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: "string", default: "200000" } },
});
const tests = Number(flags.tests);
const base = generateTelecomCorpus({ seed: 7 });
const random = makeRandom("perf/large-corpus", tests);
/** Every rare word as often as it was written. */
const rare: string[] = [];
const ofRole = (role: ArtifactRole) =>
  base.artifacts.filter(({ type }) => base.mapping.artifactTypes[type]?.role === role);
await write(positionals[0]!);

async function write(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const items = makeItems();
  const idPatterns = base.mapping.idPatterns.map((entry) => ({
    ...entry,
    pattern: entry.pattern.replace(/\\d\{[45]\}$/, "\\d+"),
  }));
  await writeFile(
    join(folder, CORPUS_FILES.mapping),
    stringify({ ...base.mapping, name: `telecom-${tests}`, idPatterns }),
  );
  const kept = base.artifacts.filter(({ type }) =>
    ["protocol", "message", "knowledge"].includes(base.mapping.artifactTypes[type]?.role ?? ""),
  );
  const links = new Set<string>(items.links);
  await writeLines(join(folder, CORPUS_FILES.artifacts), artifactLines([...kept, ...items.artifacts], items, links));
  await writeLines(join(folder, CORPUS_FILES.links), ["source_id,target_id,kind", ...links]);
}

/** Copies of the backlog, as many as the corpus grows to the power of three quarters, each with its own containment. */
function makeItems(): { artifacts: Artifact[]; links: string[] } {
  const originals = ofRole("backlog_item");
  const known = new Set(originals.map(({ id }) => id));
  const copies = Math.max(1, Math.round((tests / ofRole("test_case").length) ** 0.75));
  const nameOf = (id: string, copy: number) => `${id}${copy === 0 ? "" : copy}`;
  const artifacts: Artifact[] = [];
  const links = base.links.filter(({ kind }) => kind === "member_of").map(csv);
  for (let copy = 0; copy < copies; copy++) {
    for (const item of originals)
      artifacts.push({ ...item, id: nameOf(item.id, copy), text: varied(item.text.split(/(?<=\.)\s+/), " ") });
    for (const { sourceId, targetId, kind } of base.links)
      if (kind === "contains" && known.has(sourceId))
        links.push(csv({ sourceId: nameOf(sourceId, copy), targetId: nameOf(targetId, copy), kind }));
  }
  return { artifacts, links };
}

function* artifactLines(
  others: readonly Artifact[],
  items: { artifacts: readonly Artifact[] },
  links: Set<string>,
): Generator<string> {
  const originals = ofRole("test_case");
  const pools = grouped(originals, ({ meta }) => String(meta.procedure));
  const lines = new Map([...pools].map(([name, own]) => [name, own.flatMap(({ text }) => text.split("\n"))]));
  const linksOf = grouped(base.links, ({ sourceId }) => sourceId);
  const ranked = shuffled(items.artifacts.map(({ id }) => id));
  for (let at = 0; at < tests; at++) {
    if (at < others.length) yield JSON.stringify(others[at]);
    const original = pick(random, originals);
    // A walk through the numbers in steps of a prime: every id once, in no order.
    const id = `TC-${1_000_000 + ((at * 104_729) % tests)}`;
    for (const { kind, targetId } of linksOf.get(original.id) ?? [])
      links.add(csv({ sourceId: id, kind, targetId: kind === "references" ? zipf(ranked) : targetId }));
    const references = Array.isArray(original.meta.references)
      ? original.meta.references.map(() => `${zipf(ranked)} (v2)`)
      : [];
    const text = varied(lines.get(String(original.meta.procedure)) ?? [], "\n");
    yield JSON.stringify({
      ...original,
      id,
      title: `${original.title}, ${rareWord()}`,
      text,
      meta: { ...original.meta, references },
    });
  }
  for (const other of others.slice(tests)) yield JSON.stringify(other);
}

/** So many of the sentences as a log-normal draw says (median 11), a fifth of them about a rare thing. */
function varied(sentences: readonly string[], separator: string): string {
  const count = Math.min(200, Math.max(2, Math.round(11 * Math.exp(0.5 * normal(random)))));
  return Array.from({ length: count }, () => {
    const sentence = pick(random, sentences);
    return random() < 0.2 ? `${sentence.replace(/\.$/, "")} with ${rareWord()}.` : sentence;
  }).join(separator);
}

/** A word that was there before, or (every third time) a new one: the commoner a word, the likelier (Simon 1955). */
function rareWord(): string {
  const word = rare.length > 0 && random() < 2 / 3 ? pick(random, rare) : newWord();
  rare.push(word);
  return word;
}

function newWord(): string {
  const syllables = Array.from({ length: 3 }, () => pick(random, [..."bdfgklmnprstvz"]) + pick(random, [..."aeiou"]));
  return `${syllables.join("")}${Math.floor(random() * 1000)}`;
}

/** Rank r with a probability of about 1 / r. */
function zipf(ranked: readonly string[]): string {
  return ranked[Math.floor(ranked.length ** random()) - 1] ?? ranked[0]!;
}

function normal(draw: Random): number {
  return Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
}

function shuffled(ids: readonly string[]): string[] {
  return ids
    .map((id) => [random(), id] as const)
    .sort(([a], [b]) => a - b)
    .map(([, id]) => id);
}

function csv({ sourceId, targetId, kind }: Link): string {
  return `${sourceId},${targetId},${kind}`;
}

async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const file = createWriteStream(path);
  for (const line of lines) if (!file.write(`${line}\n`)) await once(file, "drain");
  file.end();
  await once(file, "finish");
}
