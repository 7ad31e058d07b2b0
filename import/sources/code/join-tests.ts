import { grouped } from "../../../base/grouped.ts";
import type { Artifact } from "../../../db/ports/corpus.ts";
import type { SourceContent } from "../source.ts";

/**
 * Tests that reports of runs and source code both tell of are one: the report's, which people know by its id, with history and what it
 * verifies, gets the source, its place and what it covers. A test of the code that ran with several parameters is each of those;
 * where a name may mean several tests of the code, both stay apart.
 */
export function joinTests(contents: readonly SourceContent[]): readonly SourceContent[] {
  const all = contents.flatMap(({ artifacts }) => artifacts).filter(({ type }) => type === "test_case");
  const written = grouped(all.filter(isCode), ({ meta }) => nameOf(String(meta.name)));
  if (written.size === 0) return contents;
  const sources = new Map<string, Artifact>();
  for (const run of all.filter((artifact) => !isCode(artifact) && artifact.meta.outcomes !== undefined)) {
    const [source, ...more] = fitting(run, written.get(nameOf(lastOf(run.title))) ?? []);
    if (source && more.length === 0) sources.set(run.id, source);
  }
  const runs = grouped([...sources], ([, { id }]) => id);
  const idsOf = (id: string) => runs.get(id)?.map(([run]) => run) ?? [id];
  return contents.map((content) => ({
    ...content,
    artifacts: content.artifacts
      .filter((artifact) => !(isCode(artifact) && runs.has(artifact.id)))
      .map((artifact) => withSource(artifact, sources.get(artifact.id))),
    links: content.links.flatMap((link) =>
      idsOf(link.sourceId).flatMap((sourceId) =>
        idsOf(link.targetId).map((targetId) => ({ ...link, sourceId, targetId })),
      ),
    ),
  }));
}

const isCode = ({ meta }: Artifact) => typeof meta.lines === "string" && typeof meta.name === "string";

function withSource(run: Artifact, source: Artifact | undefined): Artifact {
  if (!source) return run;
  return { ...run, text: `${run.text}\n\n${source.text}`, meta: { ...source.meta, ...run.meta } };
}

/** Those whose classes, groups or file the report names too: all of its words that are there, most first. */
function fitting(run: Artifact, sources: readonly Artifact[]): readonly Artifact[] {
  const said = wordsOf([run.meta.class, run.meta.suite, run.meta.file, ...run.title.split(GROUPS).slice(0, -1)]);
  const scored = sources.map((source) => {
    const around = source.title.slice(0, -String(source.meta.name).length);
    const holders = wordsOf([around]);
    if (![...holders].every((word) => said.has(word))) return { source, shared: -1 };
    const file = wordsOf([source.meta.file]);
    return { source, shared: holders.size + [...file].filter((word) => said.has(word)).length };
  });
  const most = Math.max(0, ...scored.map(({ shared }) => shared));
  return scored.filter(({ shared }) => shared === most).map(({ source }) => source);
}

/** `Radio > sends`, as runners of JavaScript name what stands in groups. */
const GROUPS = /\s+(?:>|›)\s+/;

const lastOf = (title: string) => title.split(GROUPS).at(-1) ?? title;

/** Without what one run of it was given: `test_send[1-x]`, `sends(int)[2]`, `Sends/0`. */
function nameOf(name: string): string {
  return name.replace(/(?:\s*\[.*\]|\([^()]*\)|\/\d+)+$/s, "").trim();
}

function wordsOf(values: readonly unknown[]): Set<string> {
  const text = values.filter((value) => typeof value === "string").join(" ");
  return new Set(text.match(/[\p{L}\p{N}_]+/gu) ?? []);
}
