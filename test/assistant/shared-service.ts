import { setTimeout as sleep } from "node:timers/promises";
import { serveSmall } from "./served.ts";

/** Serves over the database whose address is named, slowly, until it is killed. */
const [url = ""] = process.argv.slice(2);
const served = await serveSmall({ url }, { beforeQuery: () => sleep(400), pace: { beatMs: 200, deadMs: 10_000 } });
console.log(served.url);
