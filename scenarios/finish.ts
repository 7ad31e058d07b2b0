import { makeRandom } from "../base/random.ts";
import type { Draft } from "./generators/family.ts";
import { type Register, say } from "./phrasing/registers.ts";
import { referenceAnswer } from "./reference-answer.ts";
import type { AbstentionKind, Complexity, Family, Scenario } from "./schema.ts";
import type { CheckSources } from "./truth/check-route.ts";
import { prove } from "./truth/prove.ts";
import { textMentions } from "./truth/text-mentions.ts";

export interface FinishOptions {
  id: string;
  family: Family;
  complexity: Complexity;
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
  const random = makeRandom("phrasing", ...options.phrasing);
  const { ids, derivation } = await prove(draft.set, { premises: draft.premises ?? [], sources });
  const mentions = draft.textTrap
    ? await textMentions(draft.textTrap, { except: ids, substrate: sources.substrate })
    : [];
  return {
    id,
    family,
    complexity,
    answerable: kind === "answerable" || kind === "partly_answerable",
    turns: draft.turns.map((wording) => say(wording, { register, slots: draft.slots, random })),
    register,
    expected_ids: ids,
    expected_entities: [...new Set(draft.entities)].slice(0, 4),
    reference_answer: referenceAnswer(draft, ids),
    traps: [...draft.traps, ...mentions],
    ...(kind === "answerable" ? {} : { nonexistence: kind }),
    ...(draft.unsupported ? { unsupported: [draft.unsupported.name] } : {}),
    derivation,
  };
}

/** `S007`; four digits from 1,000 on. */
export function scenarioId(index: number): string {
  return `S${String(index + 1).padStart(3, "0")}`;
}
