import { countOf } from "../../../base/counts.ts";
import type { Artifact } from "../../../db/ports/corpus.ts";
import type { Source, SourceFile } from "../files.ts";
import { readEach } from "../read-each.ts";
import { NamedOnly, testToolTypes } from "../references.ts";
import type { ReadContext, SourceContent, SourceLink } from "../source.ts";
import { decodeFile } from "../text/decode-file.ts";
import { plainText } from "../text/markup.ts";
import { parseXml, type XmlElement } from "../text/xml.ts";

/** A test case of a test management tool, in whatever words the tool has. Texts may be HTML. */
export interface ManagedCase {
  id: string;
  title: string;
  description: string;
  precondition: string;
  steps: readonly { action: string; data: string; expected: string }[];
  /** Names of the suites or folders around it, outermost first. */
  suites: readonly string[];
  /** Attributes; empty ones are dropped. */
  meta: Record<string, string>;
  /** Requirements or issues that it names. */
  references: readonly { id: string; title?: string }[];
  place: string;
}

/** Every XML file of a source as a tree; a single file whatever it is called. */
export async function readTrees(
  files: readonly SourceFile[],
  context: ReadContext,
): Promise<{ trees: { root: XmlElement; name: string }[]; notes: string[] }> {
  const notes: string[] = [];
  const trees = await readEach(files, context, async (file) => {
    const { text, note } = await decodeFile(file, { xml: true });
    const root = parseXml(text, file.name);
    if (note) notes.push(note);
    return { root, name: file.name };
  });
  return { trees, notes };
}

/** What an adapter of such a tool gives. */
export function contentOfCases(
  cases: readonly ManagedCase[],
  { counts, notes }: { counts: Record<string, number>; notes: readonly string[] },
): SourceContent {
  const named = new NamedOnly();
  const links: SourceLink[] = named.links;
  for (const { id, references, place } of cases)
    for (const reference of references)
      named.add({
        sourceId: id,
        id: reference.id,
        title: reference.title,
        type: "requirement",
        kind: "verifies",
        place,
      });
  const artifacts = cases.map(artifactOf);
  const missing = named.missingFrom(artifacts);
  return {
    artifacts: [...artifacts, ...missing],
    links,
    places: new Map(cases.map(({ id, place }) => [id, place])),
    records: cases.length,
    counts: {
      cases: cases.length,
      steps: cases.reduce((sum, { steps }) => sum + steps.length, 0),
      expected: cases.reduce(
        (sum, { steps }) => sum + steps.filter(({ expected }) => expected.trim() !== "").length,
        0,
      ),
      references: links.length,
      ...counts,
    },
    mapping: { artifactTypes: testToolTypes([...artifacts, ...missing]) },
    notes: [...notes, ...sayUntitled(cases), ...NamedOnly.note(missing)],
  };
}

function sayUntitled(cases: readonly ManagedCase[]): string[] {
  const untitled = cases.filter(({ title }) => title.trim() === "");
  const said = countOf(untitled.length, "case has", "cases have");
  return untitled.length === 0 ? [] : [`${said} no title, the first at ${untitled[0]?.place}`];
}

function artifactOf({ id, title, description, precondition, steps, suites, meta }: ManagedCase): Artifact {
  const lines = steps.map(({ action, data, expected }, at) =>
    [
      `${at + 1}. ${plainText(action)}`,
      data.trim() && `Data: ${plainText(data)}`,
      expected.trim() && `Expected: ${plainText(expected)}`,
    ]
      .filter(Boolean)
      .join("\n"),
  );
  const about = [plainText(description), precondition.trim() && `Precondition: ${plainText(precondition)}`];
  const suite = suites.filter(Boolean).join(" / ");
  const filled = Object.entries(meta)
    .map(([name, value]) => [name, plainText(value)] as const)
    .filter(([, value]) => value !== "");
  return {
    id,
    type: "test_case",
    title: title.replace(/\s+/g, " ").trim() || id,
    text: [...about, ...lines].filter(Boolean).join("\n") || title,
    meta: {
      ...(suite ? { suite } : {}),
      ...Object.fromEntries(filled),
      ...(steps.length > 0 ? { steps: steps.length } : {}),
    },
  };
}

/** Files of a source that `isOwn` knows; the only file, asked for by `--format`, in any case. */
export function ownFiles({ files }: Source, isOwn: (file: SourceFile) => boolean): readonly SourceFile[] {
  return files.length === 1 ? files : files.filter(isOwn);
}
