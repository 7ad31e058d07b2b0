import { serveSmall } from "../../test/assistant/served.ts";

/** Serves the small corpus; each retrieval takes as long as a model would. Prints where. */
const [location = "memory://", latencyMs = "1000"] = process.argv.slice(2);
const state = location.startsWith("postgres") ? { url: location } : location;
const { url } = await serveSmall(state, { slowMs: Number(latencyMs) });
console.log(url);
