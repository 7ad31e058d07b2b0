import { setTimeout as sleep } from "node:timers/promises";
import { serveSmall } from "../../test/assistant/served.ts";

/** Serves the small corpus; each retrieval takes as long as a model would. Tells its parent where, and ends with it. */
process.once("disconnect", () => process.exit());
const [location = "memory://", latencyMs = "1000"] = process.argv.slice(2);
const state = location.startsWith("postgres") ? { url: location } : location;
const { url } = await serveSmall(state, { beforeQuery: () => sleep(Number(latencyMs)) });
process.send!(url);
