import { type Environment, namedSecret } from "../../base/environment.ts";
import type { SubstrateOptions } from "../options/substrate-options.ts";
import { openServer } from "../postgres/server.ts";
import { explainServerError } from "../postgres/server-checks.ts";
import { type DetectedDialect, detectDialect } from "../search/detect-dialect.ts";

/** The best BM25 dialect of the database that the options name. The embedded one brings pg_textsearch. */
export async function detectBm25(
  { database }: Pick<SubstrateOptions, "database">,
  environment: Environment,
): Promise<DetectedDialect> {
  if (database.type === "embedded") return { name: "pg_textsearch", passedOver: [] };
  const url = namedSecret(database.urlEnv, environment);
  try {
    const sql = await openServer({ url, connections: 1 });
    try {
      return await detectDialect(sql);
    } finally {
      await sql.close();
    }
  } catch (error) {
    throw explainServerError(error, url);
  }
}
