import { requirePart } from "../../../base/parts.ts";
import { UserError } from "../../../base/user-error.ts";
import { substrateOptionsSchema } from "../../../db/options/substrate-options.ts";
import { detectBm25 } from "../../../db/snapshots/detect-bm25.ts";
import type { Io } from "../../print/io.ts";
import type { Config } from "../../record/config/schema.ts";

export interface DoctorCheck {
  name: string;
  /** `optional`: something works less, or not at all, without it; `missing`: the configuration can't run. */
  status: "ok" | "optional" | "missing";
  found: string;
  remedy?: string;
}

const SERVICES = 'eval "$(node --import tsx scripts/services.ts start)" starts servers of your own';

/** The servers that the configuration names, or whose address is in the environment, tried. */
export async function serverChecks({ substrate }: Config, io: Io): Promise<DoctorCheck[]> {
  const { database, graph } = substrate;
  const checks: Promise<DoctorCheck | DoctorCheck[]>[] = [];
  if (database.type === "postgres") checks.push(postgresChecks(database.url_env, io, "missing"));
  else if (io.environment.SCOPEBENCH_POSTGRES_URL)
    checks.push(postgresChecks("SCOPEBENCH_POSTGRES_URL", io, "optional"));
  if (graph.type === "neo4j") checks.push(neo4jCheck(graph, io, "missing"));
  else if (io.environment.SCOPEBENCH_NEO4J_URL) checks.push(neo4jCheck(DEFAULT_NEO4J, io, "optional"));
  return (await Promise.all(checks)).flat();
}

/** What a failure means: a server that is not configured may be down. */
type Otherwise = "missing" | "optional";

async function tried(name: string, otherwise: Otherwise, found: () => Promise<string>): Promise<DoctorCheck> {
  try {
    return { name, status: "ok", found: await found() };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const reasons = [error.message, ...error.problems].join("; ");
    return { name, status: otherwise, found: reasons, remedy: error.hint ?? SERVICES };
  }
}

async function postgresChecks(urlEnv: string, io: Io, otherwise: Otherwise): Promise<DoctorCheck[]> {
  let unwatched: string | null = null;
  const server = await tried("PostgreSQL", otherwise, async () => {
    const { describeServer } = await import("../../../db/postgres/server-checks.ts");
    const options = substrateOptionsSchema.parse({ database: { type: "postgres", urlEnv } });
    // First of the two, since it names a variable that is not set.
    const { name, passedOver } = await detectBm25(options, io.environment);
    const missing = passedOver.map((other) => other.name).join(", ");
    const description = await describeServer(io.environment[urlEnv]!);
    unwatched = description.unwatched;
    return `${description.found}; BM25 by ${name}${missing && ` (no ${missing})`}`;
  });
  return server.status === "ok" ? [server, memoryCheck(unwatched)] : [server];
}

/** Whether a statement of an agent that takes too much of the server's memory would be ended. */
export function memoryCheck(unwatched: string | null): DoctorCheck {
  const name = "statement memory";
  if (unwatched === null) return { name, status: "ok", found: "watched: what an agent's statement takes is bounded" };
  return {
    name,
    status: "optional",
    found: `not watched: ${unwatched}`,
    remedy:
      "agents' statements are bounded in time alone; run the server on Linux with a superuser's login, or give it the memory (docs/method/guards.md)",
  };
}

type Neo4j = Extract<Config["substrate"]["graph"], { type: "neo4j" }>;

const DEFAULT_NEO4J: Neo4j = {
  type: "neo4j",
  url_env: "SCOPEBENCH_NEO4J_URL",
  user_env: "SCOPEBENCH_NEO4J_USER",
  password_env: "SCOPEBENCH_NEO4J_PASSWORD",
  database: "neo4j",
};

function neo4jCheck(
  { url_env, user_env, password_env, database }: Neo4j,
  io: Io,
  otherwise: Otherwise,
): Promise<DoctorCheck> {
  return tried("Neo4j", otherwise, async () => {
    requirePart("neo4j");
    const [{ neo4jGraph }, { namedSecret }] = await Promise.all([
      import("../../../db/graph/neo4j.ts"),
      import("../../../base/environment.ts"),
    ]);
    const url = namedSecret(url_env, io.environment);
    const password = namedSecret(password_env, io.environment);
    const graph = await neo4jGraph({ url, user: io.environment[user_env] || "neo4j", password, database });
    try {
      const held = await graph.snapshotHash();
      return `${graph.backEnd} at ${url}, holds ${held ? `snapshot ${held.slice(0, 12)}` : "no snapshot"}`;
    } finally {
      await graph.close();
    }
  });
}
