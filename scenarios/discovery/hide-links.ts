import { hashOf } from "../../base/hash.ts";
import { makeRandom, shuffle } from "../../base/random.ts";
import { compareText } from "../../base/text-order.ts";
import { UserError } from "../../base/user-error.ts";
import { makeCorpus } from "../../db/corpora/make-corpus.ts";
import type { Artifact, Corpus } from "../../db/ports/corpus.ts";
import { type CorpusRows, type MappedArtifact, mapCorpus, metaList } from "../../db/ports/corpus-rows.ts";
import { isAskable } from "../catalogue/relations.ts";
import { linkKey, type RecordedLink, recordedLinks } from "./reference-sources.ts";
import { makeSignals, type SignalOf } from "./signals.ts";

/** A backlog item of which links were hidden: all, or half of them. */
export interface HiddenItem {
  item: string;
  /** Hidden test cases that something in the texts tells of, with what. */
  expected: ReadonlyMap<string, string>;
  /** Hidden, and nothing tells of them. */
  unfindable: readonly string[];
  recorded: readonly string[];
}

export interface HiddenLinks {
  /** The corpus without the links. Its name and hash hold what is hidden, so no snapshot of it is taken for the full one. */
  corpus: Corpus;
  items: readonly HiddenItem[];
}

/** Links that an item may have to take part: the answer should fit into one list. */
const MAX_LINKS = 20;

/**
 * Takes links between test cases and backlog items out of a corpus, wherever it records them: of `total` items drawn by
 * seed, of one all links, of the next half, as far as items have two. A link stays in when a text gives it away, or when it stands in one
 * reference together with another.
 * @throws UserError (`scenarios`) when the corpus has no item for it
 */
export function hideLinks(corpus: Corpus, { seed, total }: { seed: number; total: number }): HiddenLinks {
  const rows = mapCorpus(corpus);
  const links = recordedLinks(corpus);
  const random = makeRandom("hidden links", seed);
  const texts = new Texts(rows);
  const signalOf = makeSignals(rows);
  const items: HiddenItem[] = [];
  const hidden: RecordedLink[] = [];
  for (const item of shuffle(random, [...links.keys()].sort(compareText))) {
    if (items.length === total) break;
    const own = links.get(item) as RecordedLink[];
    if (!isEligible(item, { own, rows, texts })) continue;
    const halved = items.filter(({ recorded }) => recorded.length > 0).length;
    const count = own.length > 1 && halved < items.length / 2 ? Math.ceil(own.length / 2) : own.length;
    const chosen = shuffle(random, own).slice(0, count);
    const made = describe(item, { own, chosen, rows, signalOf });
    if (made.expected.size === 0) continue;
    items.push(made);
    hidden.push(...chosen);
  }
  if (items.length === 0)
    throw new UserError("scenarios", "this corpus has no links that could be hidden and found again", {
      hint: `it needs backlog items with up to ${MAX_LINKS} test cases whose texts share words or attributes with them and do not name them`,
    });
  return { corpus: without(corpus, hidden, { seed, total, items }), items };
}

function isEligible(
  id: string,
  { own, rows, texts }: { own: readonly RecordedLink[]; rows: CorpusRows; texts: Texts },
): boolean {
  const item = rows.byId.get(id);
  return (
    item?.role === "backlog_item" &&
    isAskable(item.meta) &&
    own.length <= MAX_LINKS &&
    own.every(({ separable }) => separable) &&
    !texts.giveAway(id, own)
  );
}

function describe(
  item: string,
  {
    own,
    chosen,
    rows,
    signalOf,
  }: { own: readonly RecordedLink[]; chosen: readonly RecordedLink[]; rows: CorpusRows; signalOf: SignalOf },
): HiddenItem {
  const artifactOf = (id: string) => rows.byId.get(id) as MappedArtifact;
  const tests = chosen.map(({ test }) => test).sort(compareText);
  const signals = tests.map((test) => [test, signalOf(artifactOf(test), artifactOf(item))] as const);
  return {
    item,
    expected: new Map(signals.flatMap(([test, signal]) => (signal === null ? [] : [[test, signal] as const]))),
    unfindable: signals.flatMap(([test, signal]) => (signal === null ? [test] : [])),
    recorded: own
      .map(({ test }) => test)
      .filter((test) => !tests.includes(test))
      .sort(compareText),
  };
}

/** Artifacts as they came, as one text each, in lower case. */
class Texts {
  readonly #texts: readonly { id: string; text: string }[];

  constructor({ artifacts }: CorpusRows) {
    this.#texts = artifacts.map(({ role: _, subtype: __, ...artifact }) => ({
      id: artifact.id,
      text: JSON.stringify(artifact).toLowerCase(),
    }));
  }

  /**
   * True when any one artifact holds the item's id and that of a test case linked to it, also inside of longer words; for the test
   * case itself, beside the references that record the link. A copy that names its original and the item is such a place, too.
   */
  giveAway(item: string, own: readonly RecordedLink[]): boolean {
    const links = new Map(own.map((link) => [link.test, link]));
    const [said, tests] = [item.toLowerCase(), own.map(({ test }) => test.toLowerCase())];
    return this.#texts.some(({ id, text }) => {
      if (!text.includes(said)) return false;
      const link = links.get(id);
      if (link && restOf(text, link.written).includes(said)) return true;
      return tests.some((test) => test !== id.toLowerCase() && text.includes(test));
    });
  }
}

/** The text without the references that record the link. */
function restOf(text: string, written: readonly string[]): string {
  return written.reduce((rest, raw) => rest.replaceAll(JSON.stringify(raw).toLowerCase(), ""), text);
}

function without(
  { mapping, artifacts, links, notes, redaction }: Corpus,
  hidden: readonly RecordedLink[],
  { seed, total, items }: { seed: number; total: number; items: readonly HiddenItem[] },
): Corpus {
  const gone = new Set(hidden.flatMap((link) => link.links));
  // A link of any other kind between the two would tell as much.
  const pairs = new Set(hidden.map(({ test, item }) => pairKey(test, item)));
  const written = new Map<string, Set<string>>();
  for (const { test, written: raws } of hidden)
    for (const raw of raws) written.set(test, (written.get(test) ?? new Set()).add(raw));
  const few = items.length < total ? `; the corpus offers no more, of ${total} that were asked for` : "";
  const identity = hashOf(hidden.map(({ test, item }) => [item, test]).sort()).slice(0, 12);
  return makeCorpus({
    mapping: { ...mapping, name: `${mapping.name}-hidden-${identity}` },
    artifacts: artifacts.map((artifact) => withoutReferences(artifact, written.get(artifact.id))),
    links: links.filter((link) => !gone.has(linkKey(link)) && !pairs.has(pairKey(link.sourceId, link.targetId))),
    notes: [
      ...notes,
      `${hidden.length} links of ${items.length} backlog items are hidden, drawn by seed ${seed}${few}`,
    ],
    ...(redaction && { redaction }),
  });
}

function pairKey(a: string, b: string): string {
  return JSON.stringify([a, b].sort(compareText));
}

function withoutReferences(artifact: Artifact, gone: ReadonlySet<string> | undefined): Artifact {
  if (!gone) return artifact;
  const { references: _, ...meta } = artifact.meta;
  const kept = metaList(artifact, "references").filter((raw) => !gone.has(raw));
  return { ...artifact, meta: kept.length > 0 ? { ...meta, references: kept } : meta };
}
