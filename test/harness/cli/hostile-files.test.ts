import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sha256 } from "../../../base/hash.ts";
import { zipOf } from "../../import/sources/zip.ts";
import { runCli } from "./run-cli.ts";

const MiB = 2 ** 20;
const DEEP = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
const NAMES = "abcdefghij";
const SPACES = gzipSync(Buffer.alloc(64 * MiB, " "), { level: 1 });

/** A recording that carries the right checksum, whatever it holds. */
function recording(text: string | Buffer): Buffer {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  return Buffer.concat([Buffer.from(`scopebench-cassette 1 ${sha256(text)}\n`), brotliCompressSync(text, { params })]);
}

function sheet(claimedSize: number): Uint8Array {
  return zipOf({ "[Content_Types].xml": "<Types/>", "xl/worksheets/sheet1.xml": "x" }, { claimedSize });
}

/** Judgements of one row, of which the footer says what it likes. */
function parquet(rows: bigint): Uint8Array {
  const columnData = ["q_id", "doc_id", "score"].map((name) => ({ name, data: ["1"] }));
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: schemaFromColumnData({ columnData }) });
  file.write({ columnData });
  for (const group of file.row_groups) group.num_rows = rows;
  file.finish();
  return writer.getBytes();
}

const QUESTIONS = {
  "queries.jsonl": '{"_id":"q","text":"t"}\n',
  "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq\t1\t1\n",
};

interface Hostile {
  what: string;
  /** Made for the case alone: half a gigabyte of all of them would hide what a command takes. */
  files: () => Readonly<Record<string, string | Uint8Array>>;
  args: readonly string[];
  says: RegExp;
}

const corpus = (path: string) => ["corpus", "import", path, "--to", "out"];
const CASES: Hostile[] = [
  {
    what: "a cell of 60 MB",
    files: () => ({ "a.csv": `id,type,title,text\nTC-1,test_case,one,${"x".repeat(60e6)}\n` }),
    args: corpus("a.csv"),
    says: /16777216/,
  },
  {
    what: "entities that stand for a billion letters",
    files: () => ({
      "a.reqif": `<!DOCTYPE l [${[...NAMES].map((name, at) => `<!ENTITY ${name} "${`&${NAMES[at - 1] ?? "lt"};`.repeat(10)}">`).join("")}]><REQ-IF>&j;</REQ-IF>`,
    }),
    args: corpus("a.reqif"),
    says: /undefined entity/,
  },
  {
    what: "elements nested 100,000 deep",
    files: () => ({ "a.xml": `<testsuites>${"<testsuite>".repeat(100_000)}` }),
    args: corpus("a.xml"),
    says: /nested deeper/,
  },
  {
    what: "a spreadsheet that says it unpacks to 300 MB",
    files: () => ({ "a.xlsx": sheet(300e6) }),
    args: corpus("a.xlsx"),
    says: /more than .* bytes unpacked/,
  },
  {
    what: "an archive whose entries claim less than they hold",
    files: () => ({ "a.reqifz": zipOf({ "a.reqif": "<REQ-IF/>".repeat(MiB) }, { claimedSize: 10 }) }),
    args: corpus("a.reqifz"),
    says: /not a readable zip/,
  },
  {
    what: "documents that unpack to one line of 512 MB",
    files: () => ({
      "corpus.jsonl.gz": Buffer.concat([gzipSync('{"_id":"1","text":"x'), ...Array(8).fill(SPACES)]),
      ...QUESTIONS,
    }),
    args: corpus("."),
    says: /longer than 16 MiB/,
  },
  {
    what: "documents nested 100,000 deep",
    files: () => ({ "corpus.jsonl": `{"_id":"1","text":"x","metadata":${DEEP}}\n`, ...QUESTIONS }),
    args: corpus("."),
    says: /nested too deeply/,
  },
  {
    what: "an artifact nested 100,000 deep",
    files: () => ({
      "artifacts.jsonl": `{"id":"TC-1","type":"test_case","title":"t","text":"x","meta":${DEEP}}\n`,
      "links.csv": "source_id,target_id,kind\n",
    }),
    args: ["corpus", "describe", "."],
    says: /nested too deeply/,
  },
  {
    what: "YAML aliases that stand for a billion values",
    files: () => ({
      "a.yaml": [...NAMES]
        .map((name, at) => `${name}: &${name} [${at === 0 ? "x," : `*${NAMES[at - 1]},`.repeat(9)}x]\n`)
        .join(""),
    }),
    args: ["config", "--config", "a.yaml"],
    says: /aliases/,
  },
  {
    what: "YAML nested 100,000 deep",
    files: () => ({ "a.yaml": `a: ${"[".repeat(100_000)}` }),
    args: ["scenarios", "validate", "a.yaml"],
    says: /nested too deeply/,
  },
  {
    what: "a recording of 100 kB that unpacks to 100 MB",
    files: () => ({ "a.cassette": recording(Buffer.alloc(100 * MiB, " ")) }),
    args: ["recording", "list", "a.cassette"],
    says: /unpacks to more than 64 MiB/,
  },
  {
    what: "a recording of a text nested 100,000 deep",
    files: () => ({ "a.cassette": recording(`{"chunk":${DEEP}}\n`) }),
    args: ["recording", "list", "a.cassette"],
    says: /is damaged/,
  },
  {
    what: "a recording of other records",
    files: () => ({ "a.cassette": recording('{"call":1}\nnull\n') }),
    args: ["recording", "list", "a.cassette"],
    says: /is damaged/,
  },
  {
    what: "a recording whose calls name texts that are not there",
    files: () => ({
      "a.cassette": recording('{"call":{"thread":"","take":0,"order":0,"parts":{},"items":[9],"answer":{"rest":9}}}\n'),
    }),
    args: ["recording", "list", "a.cassette"],
    says: /is damaged/,
  },
  {
    what: "a recording of a model that is none",
    files: () => ({
      "a.cassette": recording(
        '{"chunk":null}\n{"call":{"thread":"","take":0,"order":0,"parts":{"model":0},"items":[],"answer":{"rest":0}}}\n',
      ),
    }),
    args: ["recording", "list", "a.cassette"],
    says: /is damaged/,
  },
  {
    what: "a log of Inspect nested 100,000 deep",
    files: () => ({ "a.json": `{"version":2,"status":${DEEP}}` }),
    args: ["compare", "a.json", "a.json"],
    says: /not a log of Inspect/,
  },
  {
    what: "judgements with a line of 60 MB",
    files: () => ({ "qrels.txt": `1 0 ${"d".repeat(60e6)} 1\n`, "a.run": "1 Q0 d 1 1 r\n" }),
    args: ["ir", "qrels.txt", "a.run"],
    says: /longer than 16 MiB/,
  },
  {
    what: "judgements in Parquet of five billion rows",
    files: () => ({ "qrels.parquet": parquet(5_000_000_000n) }),
    args: corpus("."),
    says: /5000000000 rows/,
  },
  {
    what: "ratings with a cell of 60 MB",
    files: () => ({ "a.csv": `item,rater\n${"x".repeat(60e6)},1\n` }),
    args: ["agreement", "a.csv"],
    says: /more than 1048576 characters/,
  },
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-hostile-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(CASES)("refuses $what with what is wrong, in little memory", async ({ what, files: make, args, says }) => {
  const cwd = join(folder, what.replaceAll(" ", "-"));
  const files = make();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), content);
  }
  const before = process.resourceUsage().maxRSS;
  const { code, errors } = await runCli(
    args.map((word) => (word in files ? join(cwd, word) : word)),
    { cwd },
  );
  expect(code, errors).toBe(1);
  expect(errors).toMatch(says);
  expect(errors).not.toContain("unexpected error");
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(500);
});
