import { serveSmall } from "./served.ts";

/** Serves over the database whose address is named, slowly, until it is killed. */
const [url = "", slowMs = "0"] = process.argv.slice(2);
const served = await serveSmall({ url }, { slowMs: Number(slowMs), pace: { beatMs: 200, deadMs: 4000 } });
console.log(served.url);
