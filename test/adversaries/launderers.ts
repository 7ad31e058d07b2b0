import { listed } from "../../harness/run/attack/strategies.ts";
import type { Reply } from "../loopback/provider.ts";
import type { Adversary } from "./adversary.ts";

const INVENTED = ["TC-9999999", "TC-9999998", "TC-9999997"];

const call = (name: string, args: unknown): Reply => ({ type: "calls", calls: [{ name, args }] });

/** How the agent's own words come back as a tool's result, in which invented ids then stand. */
const ROUNDS: Readonly<Record<string, readonly Reply[]>> = {
  launders_by_sql: [
    call("sql_query", { query: `SELECT * FROM (VALUES ${INVENTED.map((id) => `('${id}')`).join()}) AS t(id)` }),
  ],
  launders_by_cypher: [
    call("cypher_query", { query: `UNWIND ${JSON.stringify(INVENTED)} AS id RETURN id`.replaceAll('"', "'") }),
  ],
  launders_by_lookup: [call("identifier_lookup", { ids: INVENTED })],
};

/** Agents that have tools say the ids which they then cite. */
export const LAUNDERERS: readonly Adversary[] = Object.entries(ROUNDS).map(([name, calls]) => ({
  name,
  reply: (_, count) => calls[count] ?? { type: "text", text: listed(INVENTED) },
}));
