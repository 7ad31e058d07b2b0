import { makeRandom, type Random } from "../base/random.ts";
import type { Draft } from "./generators/family.ts";
import { nounOfTests } from "./phrasing/names.ts";
import { join, type Register, say } from "./phrasing/registers.ts";
import { referenceAnswer } from "./reference-answer.ts";
import { confusionsOf } from "./set/confusions.ts";
import type { AbstentionKind, Complexity, Family, Scenario } from "./set/schema.ts";
import type { CheckSources } from "./truth/check-route.ts";
import { changeOf } from "./truth/gaps.ts";
import { prove } from "./truth/prove.ts";
import { textMentions } from "./truth/text-mentions.ts";

export interface FinishOptions {
  id: string;
  family: Family;
  complexity: Complexity;
  template?: string;
  /** What is meant; the schema refuses a truth that says otherwise. */
  kind: "answerable" | AbstentionKind;
  register: Register;
  /** Decides typing errors: drafts with equal parts are misspelt alike. */
  phrasing: readonly (string | number)[];
  sources: CheckSources;
}

/** A draft in words, with its truth proven. */
export async function finish(draft: Draft, options: FinishOptions): Promise<Scenario> {
  const { id, family, complexity, kind, register, sources } = options;
  const answerable = kind === "answerable" || kind === "partly_answerable";
  const random = makeRandom("phrasing", ...options.phrasing);
  const noun = nounOfTests(sources.substrate.manifest.mapping);
  const turns = turnsOf(draft, { register, random, noun });
  const aspects = answerable ? (draft.aspects ?? (draft.ask ? [draft.ask.aspect] : [])) : [];
  const change = asksOfChange(options) ? changeOf(draft.set) : [];
  const { premises = [] } = draft;
  const { ids, entities, gaps, derivation } = await prove(draft.set, { premises, aspects, change, sources });
  const expected = answerable ? unsaid([...(draft.terms ?? []), ...entities], turns) : [];
  const mentions = draft.textTrap
    ? await textMentions(draft.textTrap, { except: ids, substrate: sources.substrate })
    : [];
  return {
    id,
    family,
    complexity,
    answerable,
    turns,
    register,
    ...(options.template ? { template: options.template } : {}),
    expected_ids: ids,
    expected_entities: expected,
    ...(gaps ? { coverage_gaps: gaps } : {}),
    reference_answer: referenceAnswer(draft, { ids, entities: expected, noun }),
    traps: confusionsOf([...draft.traps, ...mentions], ids),
    ...(kind === "answerable" ? {} : { nonexistence: kind }),
    ...(draft.unsupported ? { unsupported: [draft.unsupported.name] } : {}),
    derivation,
  };
}

/** True where a question is about a change to something that exists: then what of it has no test case is a part of the answer. */
function asksOfChange({ family, kind }: FinishOptions): boolean {
  const exists = kind === "answerable" || kind === "partly_answerable" || kind === "real_item_without_tests";
  return exists && (family === "impact" || family === "traceability");
}

/** What the draft says, turn by turn; what is asked besides ends the last one. */
function turnsOf(
  { turns, slots, ask }: Draft,
  { register, ...rest }: { register: Register; random: Random; noun: string | null },
): string[] {
  const said = turns.map((wording) => say(wording, { register, slots, ...rest }));
  if (!ask) return said;
  const last = join(said.at(-1) ?? "", say(ask.wording, { register, slots: ask.slots, ...rest }), register);
  return [...said.slice(0, -1), last];
}

/** What the question says can be copied from it, so it is not expected. */
export function unsaid(entities: readonly string[], turns: readonly string[]): string[] {
  const said = turns.join("\n").toLowerCase();
  return [...new Set(entities)].filter((entity) => !said.includes(entity.toLowerCase()));
}

/** `S007`; four digits from 1,000 on. */
export function scenarioId(index: number): string {
  return `S${String(index + 1).padStart(3, "0")}`;
}
