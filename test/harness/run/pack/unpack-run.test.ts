import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { sha256 } from "../../../../base/hash.ts";
import { CHECKSUMS, formatChecksums } from "../../../../harness/record/run-directory/checksums.ts";
import { ARCHIVE_LIMITS, type ArchiveLimits, directoryProblems } from "../../../../harness/run/pack/archive-limits.ts";
import { seal, UNSEALED } from "../../../../harness/run/pack/seal.ts";
import { unpackRun } from "../../../../harness/run/pack/unpack-run.ts";
import { fixtureManifest } from "../../run-fixture/manifest.ts";

const MANIFEST: [string, string] = ["manifest.json", JSON.stringify(fixtureManifest())];
let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-unpack-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** A sealed archive with a right list, as a hostile sender can make it. */
async function pack(files: readonly [string, string | Buffer][]): Promise<string> {
  const path = join(cwd, "a.zip");
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(path));
  const hashes = new Map(files.map(([name, content]) => [name, sha256(content)]));
  zip.addBuffer(Buffer.from(formatChecksums(hashes)), CHECKSUMS);
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name);
  zip.end({ comment: UNSEALED, forceZip64Format: false });
  await written;
  await seal(path);
  return path;
}

async function refusal(files: readonly [string, string | Buffer][], limits?: Partial<ArchiveLimits>): Promise<string> {
  const error = await unpackRun(await pack(files), join(cwd, "out"), { ...ARCHIVE_LIMITS, ...limits }).catch(
    (caught) => caught,
  );
  expect(await readdir(cwd)).toEqual(["a.zip"]);
  expect(error.name, String(error)).toBe("UserError");
  return [error.message, ...error.problems].join("\n");
}

it("takes a small run", async () => {
  expect(await unpackRun(await pack([MANIFEST, ["exports/trec/b.txt", "b"]]), join(cwd, "out"))).toBe(2);
  expect((await readdir(join(cwd, "out"), { recursive: true })).sort()).toEqual(
    [CHECKSUMS, "exports", join("exports", "trec"), join("exports", "trec", "b.txt"), "manifest.json"].sort(),
  );
  await rm(join(cwd, "out"), { recursive: true });
});

it("refuses more files, bytes or growth than allowed, naming the flag, and writes nothing", async () => {
  expect(await refusal([MANIFEST, ["zeros", Buffer.alloc(2 ** 20)]], { bytes: 2 ** 20 })).toMatch(
    /2 MiB unpacked, more than 1 MiB: --max-mib/,
  );
  expect(await refusal([MANIFEST, ["a", ""], ["b", ""]], { files: 3 })).toMatch(/4 files, more than 3.*--max-files/);
  const bomb = { count: 2, size: 1_500_000, entries: [{ fileName: "spent.jsonl", uncompressedSize: 1_500_000_000 }] };
  expect(directoryProblems(bomb, ARCHIVE_LIMITS)).toEqual([
    "1000 bytes unpacked for each packed one, more than 100: --max-ratio sets the limit",
  ]);
  expect(directoryProblems(bomb, { ...ARCHIVE_LIMITS, ratio: 1000 })).toEqual([]);
  const run = { count: 2, size: 30_000_000, entries: [{ fileName: "spent.jsonl", uncompressedSize: 160_000_000 }] };
  expect(directoryProblems(run, ARCHIVE_LIMITS)).toEqual([]);
});

it.each([
  ["twice the same", "a.txt", "a.txt"],
  ["case", "plots/A.txt", "plots/a.txt"],
  ["composed and decomposed letters", "caf\u00e9", "cafe\u0301"],
  ["German sharp s", "stra\u00dfe", "STRASSE"],
  ["a ligature", "\ufb01le", "file"],
  ["a file where another needs a folder", "a", "A/b"],
])("refuses names that meet in one place: %s", async (_what, one, other) => {
  expect(await refusal([MANIFEST, [one, "1"], [other, "2"]])).toContain(other);
});

it("refuses an archive without a manifest, or with one that is none", async () => {
  expect(await refusal([["spent.jsonl", ""]])).toContain("manifest.json: missing");
  expect(await refusal([["manifest.json", "{}"]])).toContain("run format undefined");
  expect(await refusal([["manifest.json", "{"]])).toContain("cannot be read as JSON");
});

const HOSTILE = [
  "report/.npmrc",
  "report/package.json",
  "report/serve.json",
  "report/node_modules/serve/index.js",
  "report/index.php",
  "report/.htaccess",
  "report/data/x.js",
  ".git/hooks/post-checkout",
  "plots/.git/config",
  ".envrc",
  "bench.yaml",
  "Bench.yaml",
  "node_modules/scopebench/index.js",
  "metrics/node_modules/a.json",
  "metrics/package.json",
  "pages/data.json.js",
  "pages/deep/page.md",
  "pages/index.md.ts",
  "state/PG_VERSION",
  "state_subjects/PG_VERSION",
  "run.lock",
  "raw_output/a.jsonl.js",
  "raw_output/deep/a.jsonl",
  "metrics/con.json",
  "metrics/AUX",
  "metrics/com1.csv",
  "metrics/nul.tar.json",
  "metrics./a.json",
  "metrics/a.json.",
  "metrics/a.json ",
  "metrics/a.json:stream",
  "metrics/a\u202ejson.json",
  "m\u0435trics/a.json",
  "metrics/\uff0e\uff0e/a.json",
  "metrics/a\u200b.json",
  "metrics/a\u0000.json",
  "metrics/a\n.json",
  "manifest.json/a.json",
  "MANIFEST.json",
  "exports/a.sh",
  "plots/a.html",
  "a",
];

it.each(HOSTILE.map((name) => [JSON.stringify(name), name] as const))(
  "refuses a file that is no part of a packed run: %s",
  async (_, name) => {
    expect(await refusal([MANIFEST, [name, "x"]])).toMatch(/not opened|was changed/);
  },
);

it.each(["../a.json", "/etc/a.json", "C:/a.json", "metrics\\a.json", "metrics/../../a.json"])(
  "refuses a name that leads elsewhere: %s",
  (name) => {
    expect(
      directoryProblems({ count: 1, size: 9, entries: [{ fileName: name, uncompressedSize: 1 }] }, ARCHIVE_LIMITS),
    ).toHaveLength(1);
  },
);

it("refuses a link, whatever its name", () => {
  const entry = { fileName: "metrics/a.json", uncompressedSize: 4, externalFileAttributes: (0o120777 << 16) >>> 0 };
  expect(directoryProblems({ count: 1, size: 9, entries: [entry] }, ARCHIVE_LIMITS)).toEqual([
    "metrics/a.json: a link or a device, expected files only",
  ]);
});
