/**
 * Builds the documentation site: `docs/`, the method and decisions of `design/`, the measurements, and a reference made from the
 * code. It fetches nothing, neither when it is built nor when it is read.
 *
 *     npm run docs                      into docs-site/
 *     npm run docs -- --to FOLDER       elsewhere; the folder is replaced
 *     npm run docs -- --serve           and serve it to this machine
 *
 * Pages read as files too; their search needs a server, and any static host will do.
 */
import { resolve } from "node:path";
import { serveReport } from "../harness/show/live/serve-report.ts";
import { apiReferences } from "./api-reference.ts";
import { argumentsOf } from "./arguments.ts";
import { buildDocs } from "./docs/site.ts";
import { publishedSchemas } from "./published-schemas.ts";

const { values } = argumentsOf(import.meta.filename, { to: { type: "string" }, serve: { type: "boolean" } });
const target = resolve(values.to ?? "docs-site");
await buildDocs(target, { schemas: publishedSchemas(), api: apiReferences() });
console.log(`built ${target}`);
if (values.serve) console.log(`read it at ${(await serveReport(target)).url}index.html; Ctrl-C ends it`);
