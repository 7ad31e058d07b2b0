import { makeCorpus } from "../../../db/corpora/make-corpus.ts";
import type { Artifact, Corpus, CorpusMapping } from "../../../db/ports/corpus.ts";
import type { ServedContent, ServedItem } from "../../../db/sources/in-process/content.ts";
import type { World } from "../world.ts";

/** Of a message and a comment, which have no title: so many characters of the text. */
const TITLE_CHARS = 60;

/**
 * All items of a world as a corpus, for who indexes everything: whatever rights they had is lost, as it is in such an index. Each kind of
 * item is what a question can ask for, so it has the role of a test case.
 */
export function worldCorpus({ seed, content }: Pick<World, "seed" | "content">): Corpus {
  const kinds = [...new Set(content.items.map(({ kind }) => kind))];
  const mapping: CorpusMapping = {
    name: `world-${seed}`,
    synthetic: true,
    description: `World ${seed}: an invented company's wiki, chat, tracker and some test cases, generated from a seed.`,
    artifactTypes: Object.fromEntries(kinds.map((kind) => [kind, { role: "test_case" as const }])),
    linkKinds: {},
    idPatterns: ID_EXAMPLES.map(({ pattern, example }) => ({ role: "test_case", pattern, example })),
  };
  const notes = [`world generated from seed ${seed}: no text in it was written by a person`];
  return makeCorpus({ mapping, artifacts: content.items.map((item) => toArtifact(item, content)), links: [], notes });
}

const ID_EXAMPLES = [
  { pattern: "(?:PAGE|CHAT|NOTE)-\\d{4}", example: "PAGE-1042" },
  { pattern: "ISSUE-\\d{4}", example: "ISSUE-2077" },
  { pattern: "TC-\\d{5}", example: "TC-48213" },
];

function toArtifact({ id, kind, title, text, ...item }: ServedItem, { members }: ServedContent): Artifact {
  const author = members.find((member) => member.id === item.author)?.name ?? item.author;
  const { source, place, created, parent } = item;
  const meta = { source, place, author, created, ...(parent !== null && { below: parent }) };
  return { id, type: kind, title: title === "" ? printableTitle(text) : title, text, meta };
}

function printableTitle(text: string): string {
  return text.slice(0, TITLE_CHARS).replace(/\s+\S*$/, "");
}
