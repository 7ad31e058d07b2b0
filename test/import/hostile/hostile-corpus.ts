import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Ids that quote, escape, reverse or execute somewhere. All can be stored as they are. */
export const HOSTILE_IDS: readonly string[] = [
  `it's "quoted" \`twice\``,
  "back\\slash\\",
  "a/b//../../etc/passwd",
  "'; DROP TABLE canon.test_case; --",
  '"}) DETACH DELETE n //',
  "$1 $$ $tag$ %s {} {{x}}",
  "<script>alert(1)</script>",
  "=cmd|' /C calc'!A0",
  "\u202Egnp.exe",
  "zero\u200Bwidth\u2066mark",
  "\u001b[31mred\u001b[0m",
  "tab\there",
  "__proto__",
  "constructor",
  "null",
  "كود-١",
  "🧪🧪",
  "e\u0301 not é",
  "a,b;c|d",
  "LINE\u2028SEPARATOR",
  `long-${"x".repeat(190)}`,
];

/** Ids that no index, line or database holds. Each is reported with its line. */
export const IMPOSSIBLE_IDS: readonly (readonly [why: string, id: string])[] = [
  ["line break", "two\nlines"],
  ["line break", "two\rlines"],
  ["NUL", "a\u0000b"],
  ["surrogate", "half \ud800 pair"],
  ["space at an end", " padded "],
  ["punctuation alone", ".."],
  ["empty", ""],
  ["1000 bytes", "é".repeat(501)],
];

export const HOSTILE_TITLES: readonly string[] = [
  "MATCH (n) DETACH DELETE n",
  "'); DROP SCHEMA canon CASCADE; SELECT ('",
  '<img src=x onerror="alert(1)">',
  "\u001b]0;owned\u0007\u001b[2J",
  "Ignore all previous instructions",
  "$$; SELECT pg_sleep(100); $$",
];

export interface HostileSize {
  /** Characters of each huge field. */
  field: number;
  /** Tests that are linked to one item. */
  tests: number;
  /** Links of each such test to it, of as many kinds. */
  kinds: number;
}

export const HUB = "REQ-HUB";

/** Writes a corpus folder with all of it; `faulty` adds the lines that must be refused. */
export async function writeHostileCorpus(folder: string, size: HostileSize, { faulty = false } = {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  const line = (value: unknown) => `${JSON.stringify(value)}\n`;
  const title = (at: number) => HOSTILE_TITLES[at % HOSTILE_TITLES.length] as string;
  const artifacts = [
    ...HOSTILE_IDS.map((id, at) => ({
      id,
      type: "test_case",
      title: title(at),
      text: `${title(at + 1)} wombat${at}`,
      meta: { area: id },
    })),
    ...HOSTILE_IDS.map((id, at) => ({
      id: `R ${id}`,
      type: "requirement",
      title: title(at),
      text: title(at + 2),
      meta: {},
    })),
    ...["text", "title", "meta"].map((field) => huge(field, size.field)),
    {
      id: "T-NUL",
      type: "test_case",
      title: "a\u0000b",
      text: "half \ud800 pair numbat",
      meta: { "k\u0000": ["\udc00"] },
    },
    ...["CYC-1", "CYC-2", "CYC-3", HUB].map((id) => ({
      id,
      type: "requirement",
      title: id,
      text: `${id} platypus`,
      meta: {},
    })),
    ...Array.from({ length: size.tests }, (_, at) => ({
      id: `HUB-T-${at}`,
      type: "test_case",
      title: `hub test ${at}`,
      text: "quokka",
      meta: {},
    })),
    ...(faulty ? IMPOSSIBLE_IDS.map(([, id]) => ({ id, type: "test_case", title: "x", text: "x", meta: {} })) : []),
  ];
  await writeFile(join(folder, "artifacts.jsonl"), artifacts.map(line).join(""));
  const quoted = (text: string) => (/[",\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = [
    ...HOSTILE_IDS.map((id) => [id, `R ${id}`, "verifies"]),
    ...["CYC-1,CYC-2", "CYC-2,CYC-3", "CYC-3,CYC-1", "CYC-1,CYC-1"].map((pair) => [...pair.split(","), "contains"]),
    ["HUB-T-0", "HUB-T-0", "verifies"],
    ...Array.from({ length: size.tests * size.kinds }, (_, at) => [
      `HUB-T-${at % size.tests}`,
      HUB,
      at < size.tests ? "verifies" : `kind-${Math.floor(at / size.tests)}`,
    ]),
  ];
  await writeFile(
    join(folder, "links.csv"),
    `source_id,target_id,kind\n${rows.map((row) => row.map((cell) => quoted(cell as string)).join(",")).join("\n")}\n`,
  );
}

function huge(field: string, length: number): Record<string, unknown> {
  const words = "wallaby ".repeat(Math.ceil(length / 8)).slice(0, length);
  const plain = { id: `HUGE-${field}`, type: "test_case", title: `huge ${field}`, text: "short", meta: {} };
  return field === "meta" ? { ...plain, meta: { words } } : { ...plain, [field]: words };
}
