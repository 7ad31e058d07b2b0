import { compareText } from "../../base/hash.ts";
import type { Derivation } from "../schema.ts";
import { type CheckSources, checkSet } from "./check-route.ts";
import { type Premise, refutePremise } from "./premise.ts";
import { toSql } from "./sql-route.ts";
import type { TestSet } from "./test-set.ts";

/** A truth that the two routes tell differently: a bug here or a broken substrate, never a user's fault. */
export class TruthDisagreement extends Error {
  override name = "TruthDisagreement";
}

/**
 * The ids of a set, by the SQL that is stored with the scenario, confirmed by the second route; premises likewise.
 * @throws TruthDisagreement with what each route has that the other lacks.
 */
export async function prove(
  set: TestSet,
  { premises, sources }: { premises: readonly Premise[]; sources: CheckSources },
): Promise<{ ids: string[]; derivation: Derivation }> {
  const { sql, parameters } = toSql(set);
  const { rows } = await sources.substrate.sql.query<{ id: string }>(sql, parameters);
  const check = await checkSet(set, sources);
  const problems = differences(new Set(rows.map((row) => row.id)), check.ids);
  for (const premise of premises) problems.push(...(await refutePremise(premise, sources)));
  if (problems.length > 0) throw new TruthDisagreement([`no agreed truth for ${sql}`, ...problems].join("\n"));
  const validation = [check.asked, ...premises.map((premise) => `premise, by both routes: ${JSON.stringify(premise)}`)];
  return {
    ids: rows.map((row) => row.id).sort(compareText),
    derivation: { sql, parameters, validation: validation.join("\n"), validated: true },
  };
}

function differences(sql: ReadonlySet<string>, check: ReadonlySet<string>): string[] {
  const onlySql = [...sql].filter((id) => !check.has(id)).sort(compareText);
  const onlyCheck = [...check].filter((id) => !sql.has(id)).sort(compareText);
  return [
    ...(onlySql.length > 0 ? [`only by SQL (${onlySql.length}): ${onlySql.join(", ")}`] : []),
    ...(onlyCheck.length > 0 ? [`only by the second route (${onlyCheck.length}): ${onlyCheck.join(", ")}`] : []),
  ];
}
