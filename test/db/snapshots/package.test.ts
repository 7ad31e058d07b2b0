import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { create, Header } from "tar";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packSnapshot, unpackSnapshot } from "../../../db/snapshots/package.ts";

const snapshotHash = "abc123";
let root: string;
let [here, there]: string[] = [];
let file: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "scopebench-package-"));
  [here, there] = [join(root, "here"), join(root, "there")];
  file = join(root, "package");
  await writeSnapshot(join(here, "substrates", snapshotHash));
});
afterEach(() => rm(root, { recursive: true }));

async function writeSnapshot(folder: string, hash = snapshotHash): Promise<void> {
  await mkdir(join(folder, "pgdata/empty"), { recursive: true });
  await writeFile(join(folder, "pgdata/base"), Buffer.from([0, 255, 10, 13]));
  await writeFile(join(folder, "manifest.json"), JSON.stringify({ version: 1, snapshot_hash: hash }));
}

const unpack = () => unpackSnapshot({ cacheDirectory: there as string, snapshotHash, file });

/** Nothing of it has a place. */
async function expectNothing(): Promise<void> {
  expect(await readdir(join(there as string, "substrates")).catch(() => [])).toEqual([]);
  expect(await readdir(join(there as string, "scratch"))).toEqual([]);
}

describe("a packed snapshot", () => {
  it("comes out as it was, twice with the same bytes, and stays where it is there already", async () => {
    const packed = { cacheDirectory: here as string, snapshotHash, file };
    await packSnapshot(packed);
    const bytes = await readFile(file);
    await packSnapshot(packed);
    expect((await readFile(file)).equals(bytes)).toBe(true);
    await unpack();
    await unpack();
    const folder = join(there as string, "substrates", snapshotHash);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      "manifest.json",
      "pgdata",
      "pgdata/base",
      "pgdata/empty",
    ]);
    expect([...(await readFile(join(folder, "pgdata/base")))]).toEqual([0, 255, 10, 13]);
    expect(await readdir(join(there as string, "scratch"))).toEqual([]);
  });

  it("of another snapshot is refused", async () => {
    await writeSnapshot(join(here as string, "substrates", snapshotHash), "def456");
    await packSnapshot({ cacheDirectory: here as string, snapshotHash, file });
    await expect(unpack()).rejects.toMatchObject({
      code: "substrate",
      message: expect.stringContaining("found def456"),
    });
    await expectNothing();
  });

  it.each<[string, () => Promise<void> | void]>([
    ["is cut", async () => writeFile(file, (await packed()).subarray(0, 150))],
    ["is no archive", () => writeFile(file, gzipSync("no archive"))],
    ["is not compressed", () => writeFile(file, "no archive")],
    ["holds a link", () => linked()],
    ["leads out of its folder", () => writeFile(file, gzipSync(outside("../outside")))],
    ["has an absolute path", () => writeFile(file, gzipSync(outside(join(root, "outside"))))],
  ])("that %s is refused, and leaves nothing", async (_how, damage) => {
    await damage();
    await expect(unpack()).rejects.toMatchObject({ code: "substrate" });
    await expectNothing();
    expect(await readdir(root)).not.toContain("outside");
  });
});

async function packed(): Promise<Buffer> {
  await packSnapshot({ cacheDirectory: here as string, snapshotHash, file });
  return readFile(file);
}

async function linked(): Promise<void> {
  const cwd = join(here as string, "substrates", snapshotHash);
  await symlink("/etc/passwd", join(cwd, "pgdata/link"));
  await create({ cwd, gzip: true, file }, ["manifest.json", "pgdata"]);
}

/** An archive with one file of this path. */
function outside(path: string): Buffer {
  const block = Buffer.alloc(512 * 3);
  new Header({ path, size: 1, type: "File", mode: 0o644 }).encode(block, 0);
  block.write("x", 512);
  return block;
}
