/**
 * How much planted personal data our recognisers and Presidio's find in synthetic sentences, a row a kind: planted, found whole by each
 * and by both, and what each finds beside it.
 * `node --import tsx scripts/redaction-oracle.ts [--sentences 1000] [--python python3]`; needs `pip install presidio-analyzer faker`.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { grouped } from "../base/grouped.ts";
import { redactionSchema } from "../import/redaction/options.ts";
import { recognisersOf } from "../import/redaction/recognisers/registry.ts";
import { argumentsOf } from "./arguments.ts";

const { values } = argumentsOf(import.meta.filename, {
  sentences: { type: "string", default: "1000" },
  python: { type: "string", default: "python3" },
});

interface Planted {
  kind: string;
  value: string;
  text: string;
  presidio: string[];
}

const sentences = fileURLToPath(new URL("./redaction-oracle/sentences.py", import.meta.url));
const { stdout } = await promisify(execFile)(values.python, [sentences, values.sentences], { maxBuffer: 2 ** 28 });
const planted = stdout
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Planted);
const recognisers = new Map(recognisersOf(redactionSchema.parse({}), null).map((one) => [one.name, one]));
console.log("| kind | planted | ours | Presidio | both | beside it: ours | Presidio |\n|---|---|---|---|---|---|---|");
for (const [kind, cases] of grouped(planted, (one) => one.kind)) {
  const rows = cases.map(({ text, value, presidio }) => {
    const ours = Array.from(recognisers.get(kind)!.find(text), ({ start, end }) => text.slice(start, end));
    return [ours, presidio].map((found) => ({
      whole: found.includes(value),
      beside: found.filter((one) => one !== value).length,
    }));
  });
  const found = (reader: number) => rows.filter((row) => row[reader]!.whole).length;
  const beside = (reader: number) => rows.reduce((sum, row) => sum + row[reader]!.beside, 0);
  const both = rows.filter(([ours, theirs]) => ours!.whole && theirs!.whole).length;
  console.log(`| ${[kind, cases.length, found(0), found(1), both, beside(0), beside(1)].join(" | ")} |`);
}
