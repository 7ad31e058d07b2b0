/** From slots to drafts: which template makes which scenario, and what happens when a corpus offers too little. */

import { canonicalJson } from "../base/canonical-json.ts";
import { countOf } from "../base/counts.ts";
import { containsId } from "../base/ids.ts";
import { makeRandom, shuffle } from "../base/random.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { estimate } from "./catalogue/in-memory.ts";
import { asksTooMuch, chooseAsk } from "./generators/ask.ts";
import { distanceFrom } from "./generators/choose.ts";
import type { Draft, FamilyGenerator, MakeContext, Template } from "./generators/family.ts";
import { apportion, LARGE_BAND, SIZE_BANDS, type Slot, slotName } from "./set/distribution.ts";
import type { Family } from "./set/schema.ts";
import type { TestSet } from "./truth/test-set.ts";
import { makeUsed, type Used } from "./used.ts";

export interface Filled {
  /** As planned, except that `family` is the one that really made it. */
  slot: Slot;
  template: Template;
  draft: Draft;
}

interface FillOptions {
  families: readonly FamilyGenerator[];
  catalogue: Catalogue;
  seed: number;
}

/** How often each template and kind was used so far. */
interface Uses {
  templates: Map<Template, number>;
  kinds: Map<string, number>;
}

/** Times that a template may draw nothing, or a question that gives its answer away, before the next one is tried. */
const RETRIES = 6;

/** One draft a slot; where no template of the slot's kind can make one, a near kind does, and a note says so. */
export function fillSlots(slots: readonly Slot[], options: FillOptions): { scenarios: Filled[]; notes: string[] } {
  const used = makeUsed(options.catalogue, slots.length);
  const uses: Uses = { templates: new Map(), kinds: new Map() };
  const bands = dealBands(slots, options.seed);
  const scenarios: Filled[] = [];
  const notes: string[] = [];
  slots.forEach((slot, index) => {
    const wanted = bands[index] as MakeContext["wanted"];
    const filled = fillSlot(slot, { ...options, used, uses, wanted, large: slot.large, family: slot.family, index });
    if (filled) scenarios.push(filled.entry);
    notes.push(...(filled ? filled.notes : [`${slotName(slot)}: the corpus offers no more; one scenario fewer`]));
  });
  const kept = inProportion(scenarios, slots);
  if (kept.length < scenarios.length)
    notes.push(
      `${countOf(scenarios.length - kept.length, "question")} without an answer left out, to keep their share`,
    );
  return { scenarios: kept, notes: countRepeats(notes) };
}

interface SlotOptions extends FillOptions {
  used: Used;
  uses: Uses;
  large: boolean;
  wanted: MakeContext["wanted"];
  /** The slot's family, whichever's template fills it. */
  family: Family;
  index: number;
}

/** Nearest kind first: as planned; another number of turns; another complexity; another family. */
function fillSlot(slot: Slot, options: SlotOptions): { entry: Filled; notes: string[] } | null {
  const own = options.families.filter(({ family }) => family === slot.family);
  const others = options.families.filter(({ family }) => family !== slot.family);
  const stages = [
    { families: own, complexity: true, turns: true },
    { families: own, complexity: true, turns: false },
    { families: own, complexity: false, turns: false },
    { families: others, complexity: true, turns: false },
    { families: others, complexity: false, turns: false },
  ];
  for (const [distance, { families, complexity, turns }] of stages.entries())
    for (const { family, templates } of families) {
      const fitting = templates.filter(
        (template) =>
          (template.kind === "answerable") === slot.answerable &&
          (!complexity || template.complexity === slot.complexity) &&
          (!turns || (template.multiTurn ?? false) === slot.multiTurn),
      );
      const made = makeFirst(fitting, options);
      if (!made) continue;
      const entry = { ...made, slot: { ...slot, family } };
      const instead = slotName({
        ...slot,
        family,
        complexity: made.template.complexity,
        multiTurn: made.template.multiTurn ?? false,
      });
      return { entry, notes: distance === 0 ? [] : [`${slotName(slot)}: the corpus offers none; ${instead} instead`] };
    }
  return null;
}

/** The least used template that can make a draft, those of the least used kind of nonexistence first. */
function makeFirst(templates: readonly Template[], options: SlotOptions): Omit<Filled, "slot"> | null {
  const { used, uses } = options;
  const usesOf = (template: Template) => uses.templates.get(template) ?? 0;
  const kindUses = ({ kind }: Template) => (kind === "answerable" ? 0 : (uses.kinds.get(kind) ?? 0));
  const ordered = [...templates].sort((a, b) => kindUses(a) - kindUses(b) || usesOf(a) - usesOf(b));
  const made = options.large ? makeNearest(ordered, options) : makeAny(ordered, options);
  if (!made) return null;
  const { template, draft } = made;
  used.add(draft.set);
  uses.templates.set(template, usesOf(template) + 1);
  uses.kinds.set(template.kind, (uses.kinds.get(template.kind) ?? 0) + 1);
  return made;
}

function makeAny(templates: readonly Template[], options: SlotOptions): Omit<Filled, "slot"> | null {
  for (const template of templates) {
    const draft = makeDraft(template, options);
    if (draft) return { template, draft };
  }
  return null;
}

/** Few templates reach the largest truths: the one that comes nearest. */
function makeNearest(templates: readonly Template[], options: SlotOptions): Omit<Filled, "slot"> | null {
  const { catalogue, wanted } = options;
  const made = templates.flatMap((template) => {
    const draft = makeDraft(template, options);
    return draft ? [{ template, draft, distance: distanceFrom(wanted, estimate(draft.set, catalogue).size) }] : [];
  });
  return made.sort((a, b) => a.distance - b.distance)[0] ?? null;
}

function makeDraft(template: Template, { catalogue, seed, used, wanted, index, family }: SlotOptions): Draft | null {
  const random = makeRandom("draft", seed, index, template.name);
  const refused = new Set<string>();
  const isNew = (set: TestSet) => used.isFresh(set, family) && !refused.has(canonicalJson(set));
  for (let attempt = 0; attempt < RETRIES; attempt++) {
    const draft = template.make({ catalogue, random, wanted, isNew });
    if (!draft) continue;
    if (isNew(draft.set) && !givesAnswerAway(draft, catalogue) && !asksTooMuch(draft, catalogue))
      return draft.aspects ? draft : { ...draft, ask: chooseAsk(draft, { catalogue, random }) };
    refused.add(canonicalJson(draft.set));
  }
  return null;
}

/** True when the question holds the id of an expected test case, as names of test cases in some corpora do. */
function givesAnswerAway({ slots, set }: Draft, catalogue: Catalogue): boolean {
  const said = Object.values(slots).join("\n");
  return [...estimate(set, catalogue)].some((id) => containsId(said, id));
}

/** A wanted size for every slot; what has no answer is dealt apart, so that it takes no size away. */
function dealBands(slots: readonly Slot[], seed: number): MakeContext["wanted"][] {
  const deal = (name: string, fits: (slot: Slot) => boolean) =>
    shuffle(makeRandom(name, seed), bandsFor(slots.filter(fits).length)).values();
  const found = deal("sizes", ({ answerable, large }) => answerable && !large);
  const empty = deal("sizes to be emptied", ({ answerable }) => !answerable);
  return slots.map(({ answerable, large }) =>
    large ? LARGE_BAND : ((answerable ? found : empty).next().value ?? LARGE_BAND),
  );
}

/** As many as there are slots, in the shares of `SIZE_BANDS`. */
function bandsFor(count: number): MakeContext["wanted"][] {
  const counts = apportion(
    count,
    SIZE_BANDS.map(({ share }) => Math.round(share * 100)),
  );
  return SIZE_BANDS.flatMap(({ low, high }, index) =>
    Array.from({ length: counts[index] as number }, () => ({ low, high })),
  );
}

/** Where a corpus offers fewer answerable questions than planned, as much fewer of the others: these are easily made. */
function inProportion(scenarios: readonly Filled[], slots: readonly Slot[]): Filled[] {
  const answerable = scenarios.filter(({ slot }) => slot.answerable).length;
  const [planned, all] = [slots.filter((slot) => slot.answerable).length, slots.length];
  const others = scenarios.length - answerable;
  const most = planned === 0 ? others : Math.ceil((answerable / planned) * (all - planned));
  let seen = 0;
  // Evenly over the families, which come one after the other.
  const stays = () => Math.floor((++seen * most) / others) > Math.floor(((seen - 1) * most) / others);
  return others <= most ? [...scenarios] : scenarios.filter(({ slot }) => slot.answerable || stays());
}

function countRepeats(notes: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const note of notes) counts.set(note, (counts.get(note) ?? 0) + 1);
  return [...counts].map(([note, count]) => (count === 1 ? note : `${note} (${count} times)`));
}
