/**
 * Escaping in the queries that live sources are asked with: hostile keywords and filters, written by the adapters' writers and read by parsers
 * that share nothing with them, then by the products' own, where they are installed: DokuWiki and Redmine from Debian's packages, Synapse where
 * `scripts/services.ts start synapse` has put it and exports its Python. Prints a row a language and every query that is read as something else, and exits 1 when there was one.
 *
 *   node --import tsx scripts/source-queries.ts [--seed 1] [--strings 100000]
 */
import { makeRandom } from "../base/random.ts";
import { argumentsOf } from "./arguments.ts";
import { checkQueries, LANGUAGES } from "./source-queries/check-queries.ts";
import { checkByOwnParsers } from "./source-queries/own-parsers.ts";

const { values } = argumentsOf(import.meta.filename, {
  seed: { type: "string", default: "1" },
  strings: { type: "string", default: "100000" },
});
const checks = LANGUAGES.map((language) =>
  checkQueries(language, Number(values.strings), makeRandom("source-queries", values.seed, language.name)),
);
console.log("| language | strings | left out | queries | changed |\n|---|---|---|---|---|");
for (const { language, strings, leftOut, queries, changed } of checks)
  console.log(
    `| ${[language, strings, leftOut, queries, changed.length].map((cell) => cell.toLocaleString("en")).join(" | ")} |`,
  );
const own = await checkByOwnParsers(LANGUAGES, {
  ...{ strings: Number(values.strings), python: process.env.SCOPEBENCH_SYNAPSE_PYTHON },
  random: (language) => makeRandom("own-parsers", values.seed, language),
});
console.log("\n| language | read by | queries | fewer texts | changed |\n|---|---|---|---|---|");
for (const { language, product, queries, fewer, changed } of own)
  console.log(
    `| ${[language, product, queries, fewer, changed.length].map((cell) => cell.toLocaleString("en")).join(" | ")} |`,
  );
for (const { language, changed } of [...checks, ...own])
  for (const one of changed.slice(0, 20)) console.error(`${language}: ${JSON.stringify(one)}`);
if ([...checks, ...own].some(({ changed }) => changed.length > 0)) process.exitCode = 1;
