/** From kinds to pairs: one after the other, so that a set cut off anywhere has about as many of each. */
import { canonicalJson } from "../../base/canonical-json.ts";
import { containsId } from "../../base/ids.ts";
import { makeRandom } from "../../base/random.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { estimate } from "../catalogue/in-memory.ts";
import { isTrivial } from "../generators/choose.ts";
import type { MakeContext } from "../generators/family.ts";
import { SIZE_BANDS } from "../set/distribution.ts";
import type { AbstentionKind } from "../set/schema.ts";
import type { TestSet } from "../truth/test-set.ts";
import type { KindGenerator, PairDraft, PairSide, PairTemplate } from "./pair.ts";

export interface FilledPair {
  kind: AbstentionKind;
  template: PairTemplate;
  draft: PairDraft;
}

export interface FillPairsOptions {
  kinds: readonly KindGenerator[];
  catalogue: Catalogue;
  seed: number;
  count: number;
}

/** Times that a template may draw nothing usable before it counts as exhausted. */
const RETRIES = 8;

/** Kinds take turns, and the templates of a kind. What a corpus cannot carry at all, or not often enough, is in the notes. */
export function fillPairs({ kinds, catalogue, seed, count }: FillPairsOptions): {
  pairs: FilledPair[];
  notes: string[];
} {
  const used = new Set<string>();
  const queues = kinds.map((generator) => ({ generator, templates: [...generator.templates], made: 0 }));
  const pairs: FilledPair[] = [];
  while (pairs.length < count && queues.some(({ templates }) => templates.length > 0))
    for (const queue of queues) {
      if (pairs.length === count) break;
      const pair = nextOf(queue, { catalogue, seed, used });
      if (pair) pairs.push(pair);
    }
  return { pairs, notes: notesOf(queues, count) };
}

interface Queue {
  generator: KindGenerator;
  /** The next one to be tried is first; exhausted ones are gone. */
  templates: PairTemplate[];
  made: number;
}

function nextOf(
  queue: Queue,
  { catalogue, seed, used }: { catalogue: Catalogue; seed: number; used: Set<string> },
): FilledPair | null {
  const { kind } = queue.generator;
  while (queue.templates.length > 0) {
    const template = queue.templates.shift() as PairTemplate;
    const draft = draw(template, { catalogue, used, seedParts: [seed, kind, template.name, queue.made] });
    if (!draft) continue;
    queue.templates.push(template);
    queue.made++;
    for (const { set } of [draft.lacking, draft.answerable]) used.add(canonicalJson(set));
    return { kind, template, draft };
  }
  return null;
}

function draw(
  template: PairTemplate,
  { catalogue, used, seedParts }: { catalogue: Catalogue; used: ReadonlySet<string>; seedParts: (string | number)[] },
): PairDraft | null {
  const random = makeRandom("pair", ...seedParts);
  const refused = new Set<string>();
  const isNew = (set: TestSet) =>
    !used.has(canonicalJson(set)) && !refused.has(canonicalJson(set)) && !isTrivial(set, catalogue);
  for (let attempt = 0; attempt < RETRIES; attempt++) {
    const draft = template.make({ catalogue, random, wanted: wantedSize(random()), isNew });
    if (!draft) continue;
    const usable = hasOneDetail(draft) && !givesAnswerAway(draft, catalogue);
    if (usable && isNew(draft.lacking.set) && isNew(draft.answerable.set)) return draft;
    refused.add(canonicalJson(draft.lacking.set)).add(canonicalJson(draft.answerable.set));
  }
  return null;
}

/** By the shares of `SIZE_BANDS`, the largest one left out: what a twin asks for should be listed in one answer. */
function wantedSize(position: number): MakeContext["wanted"] {
  const bands = SIZE_BANDS.slice(0, -1).flatMap(({ share, ...band }) =>
    Array.from({ length: share * 100 }, () => band),
  );
  return bands[Math.floor(position * bands.length)] as MakeContext["wanted"];
}

/** False when a side's detail stands in the question a second time: then the twins would differ there only. */
function hasOneDetail({ lacking, answerable, slots }: PairDraft): boolean {
  return [lacking, answerable].every(({ says }) => Object.values(slots(says)).join("\n").split(says).length === 2);
}

/** True when a question holds the id of an expected test case of either twin. */
function givesAnswerAway({ lacking, answerable, slots }: PairDraft, catalogue: Catalogue): boolean {
  const expected = [answerable, lacking].flatMap(({ set }) => [...estimate(set, catalogue)]);
  const said = [answerable, lacking].flatMap((side: PairSide) => Object.values(slots(side.says))).join("\n");
  return expected.some((id) => containsId(said, id));
}

function notesOf(queues: readonly Queue[], count: number): string[] {
  const share = Math.floor(count / queues.length);
  return queues.flatMap(({ generator: { kind, needs }, made }) => {
    if (made === 0) return [`kind ${kind} left out: this corpus cannot carry it; it needs ${needs}`];
    return made < share ? [`kind ${kind}: the corpus offers ${made} pairs of ${share}; other kinds stand in`] : [];
  });
}
