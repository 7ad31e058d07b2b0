import { grouped } from "../../../base/grouped.ts";
import { compareText } from "../../../base/text-order.ts";

/**
 * Vocabulary. *claim* the records that one system names in answer to a scenario, as far as a tool of its showed them; *dispute* a truth
 * and the records over which it and the claims part.
 */
export interface SystemClaim {
  scenario: string;
  /** Claims of one model are no independent witnesses. */
  model: string;
  ids: readonly string[];
}

/** A record over which claims and truth part, with the share of claims that name it. */
export interface DisputedRecord {
  id: string;
  claimed: number;
}

export interface Dispute {
  scenario: string;
  /** Log likelihood ratio of the record that speaks most against the truth: how much better the claims fit if the truth is wrong there. */
  evidence: number;
  claims: number;
  /** In no truth, and claimed by some; most first. */
  missing: DisputedRecord[];
  /** In the truth; least claimed first. */
  doubted: DisputedRecord[];
}

/** How often a model claims a record that is in the truth, and one that another model claims and is not. */
interface Ability {
  hit: number;
  false: number;
}

/**
 * Scenarios by how much speaks against their truth, most first. A model is a witness, whose word weighs by how well it tells records of
 * truths from others over all scenarios (two-coin model of Dawid and Skene, Applied Statistics 28, 1979, one step of it); what share
 * of its claims names a record is how sure it is. Left out: scenarios that nobody answers.
 */
export function rankDisputes(
  truths: readonly { id: string; expected_ids: readonly string[] }[],
  claims: readonly SystemClaim[],
): Dispute[] {
  const answered = truths.flatMap(({ id, expected_ids }): Answered[] => {
    const own = claims.filter(({ scenario }) => scenario === id);
    return own.length === 0
      ? []
      : [{ id, truth: new Set(expected_ids), claims: own, shares: sharesOf(own, expected_ids) }];
  });
  const abilities = abilitiesOf(answered);
  const disputes = answered.map((item) => disputeOf(item, abilities));
  return disputes.sort((a, b) => b.evidence - a.evidence || compareText(a.scenario, b.scenario));
}

interface Answered {
  id: string;
  truth: ReadonlySet<string>;
  claims: readonly SystemClaim[];
  /** Of each record of truth or claims: by model the share of its claims that names it. */
  shares: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

function sharesOf(claims: readonly SystemClaim[], truth: readonly string[]): Answered["shares"] {
  const models = [...grouped(claims, ({ model }) => model)];
  const records = new Set([...truth, ...claims.flatMap(({ ids }) => ids)]);
  const shareIn = (own: readonly SystemClaim[], id: string) =>
    own.filter(({ ids }) => ids.includes(id)).length / own.length;
  return new Map([...records].map((id) => [id, new Map(models.map(([model, own]) => [model, shareIn(own, id)]))]));
}

/** Means over records, with a half record of each kind added, so that none is sure. */
function abilitiesOf(answered: readonly Answered[]): ReadonlyMap<string, Ability> {
  const seen = answered.flatMap(({ truth, shares }) =>
    [...shares].flatMap(([id, byModel]) =>
      [...byModel].map(([model, share]) => ({ model, share, isTrue: truth.has(id) })),
    ),
  );
  const rate = (own: readonly { share: number }[]) =>
    (own.reduce((sum, { share }) => sum + share, 0) + 0.5) / (own.length + 1);
  return new Map(
    [...grouped(seen, ({ model }) => model)].map(([model, own]) => [
      model,
      { hit: rate(own.filter(({ isTrue }) => isTrue)), false: rate(own.filter(({ isTrue }) => !isTrue)) },
    ]),
  );
}

function disputeOf({ id, truth, claims, shares }: Answered, abilities: ReadonlyMap<string, Ability>): Dispute {
  const against = [...shares].map(
    ([record, byModel]) => (truth.has(record) ? -1 : 1) * evidenceFor(byModel, abilities),
  );
  const counted = (isTrue: boolean) =>
    [...shares.keys()]
      .filter((record) => truth.has(record) === isTrue)
      .map((record) => ({
        id: record,
        claimed: claims.filter(({ ids }) => ids.includes(record)).length / claims.length,
      }))
      .sort((a, b) => (isTrue ? 1 : -1) * (a.claimed - b.claimed) || compareText(a.id, b.id));
  return {
    scenario: id,
    evidence: Math.max(...against),
    claims: claims.length,
    missing: counted(false),
    doubted: counted(true),
  };
}

/** That a record belongs to the truth, in nats. */
function evidenceFor(shares: ReadonlyMap<string, number>, abilities: ReadonlyMap<string, Ability>): number {
  return [...shares].reduce((sum, [model, share]) => {
    const { hit, false: wrong } = abilities.get(model)!;
    return sum + share * Math.log(hit / wrong) + (1 - share) * Math.log((1 - hit) / (1 - wrong));
  }, 0);
}
