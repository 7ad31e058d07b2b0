import { compareText } from "../../base/text-order.ts";
import type { Derivation } from "../set/schema.ts";
import type { Aspect } from "./aspect.ts";
import { type CheckSources, checkAspects, checkSet } from "./check-route.ts";
import { type ChangedPart, proveGaps } from "./gaps.ts";
import { type Premise, refutePremise } from "./premise.ts";
import { entitiesSql, type SqlText, toSql } from "./sql-route.ts";
import type { TestSet } from "./test-set.ts";

/** A truth that the two routes tell differently: a bug here or a broken substrate, never a user's fault. */
export class TruthDisagreement extends Error {
  override name = "TruthDisagreement";
}

export interface Truth {
  ids: string[];
  /** What the aspects select. */
  entities: string[];
  /** What of the change has no test case; absent where no change was given. */
  gaps?: string[];
  derivation: Derivation;
}

/**
 * The ids of a set and what is asked about them, by the SQL that is stored with the scenario, confirmed by the second
 * route; premises likewise.
 * @throws TruthDisagreement with what each route has that the other lacks.
 */
export async function prove(
  set: TestSet,
  {
    premises,
    aspects = [],
    change = [],
    sources,
  }: {
    premises: readonly Premise[];
    aspects?: readonly Aspect[];
    change?: readonly ChangedPart[];
    sources: CheckSources;
  },
): Promise<Truth> {
  const query = toSql(set);
  const ids = await column(query, sources);
  const check = await checkSet(set, sources);
  const problems = differences(ids, check.ids);
  for (const premise of premises) problems.push(...(await refutePremise(premise, sources)));
  const about = aspects.length === 0 ? null : await proveAspects(set, { aspects, tests: check.ids, sources });
  problems.push(...(about?.problems ?? []));
  const gaps = change.length === 0 ? null : await proveGaps(change, sources);
  problems.push(...(gaps?.problems ?? []));
  if (problems.length > 0) throw new TruthDisagreement([`no agreed truth for ${query.sql}`, ...problems].join("\n"));
  const said = premises.map((premise) => `premise, by both routes: ${JSON.stringify(premise)}`);
  return {
    ids: [...ids].sort(compareText),
    entities: [...(about?.entities ?? [])].sort(compareText),
    ...(gaps && { gaps: gaps.truth.ids }),
    derivation: {
      ...query,
      ...(about ? { entities: about.query } : {}),
      ...(gaps && { gaps: { sql: gaps.truth.sql, parameters: gaps.truth.parameters } }),
      validation: [check.asked, ...(about ? [about.asked] : []), ...(gaps ? [gaps.truth.asked] : []), ...said].join(
        "\n",
      ),
      validated: true,
    },
  };
}

async function proveAspects(
  set: TestSet,
  { aspects, tests, sources }: { aspects: readonly Aspect[]; tests: ReadonlySet<string>; sources: CheckSources },
) {
  const query = entitiesSql(set, aspects);
  const entities = await column(query, sources);
  const check = await checkAspects(aspects, { tests, sources });
  return { query, entities, asked: check.asked, problems: differences(entities, check.entities) };
}

/** The one column of a query's rows. */
async function column({ sql, parameters }: SqlText, { substrate }: CheckSources): Promise<Set<string>> {
  const { rows, fields } = await substrate.sql.query(sql, parameters);
  return new Set(rows.map((row) => String(row[fields[0] ?? ""])));
}

function differences(sql: ReadonlySet<string>, check: ReadonlySet<string>): string[] {
  const onlySql = [...sql].filter((id) => !check.has(id)).sort(compareText);
  const onlyCheck = [...check].filter((id) => !sql.has(id)).sort(compareText);
  return [
    ...(onlySql.length > 0 ? [`only by SQL (${onlySql.length}): ${onlySql.join(", ")}`] : []),
    ...(onlyCheck.length > 0 ? [`only by the second route (${onlyCheck.length}): ${onlyCheck.join(", ")}`] : []),
  ];
}
