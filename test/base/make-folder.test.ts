import { mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeFolder } from "../../base/make-folder.ts";

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "make-folder-"));
});
afterAll(() => rm(root, { recursive: true }));

it("makes a folder and those above it, by several at once, and is content with one that is there or linked", async () => {
  const path = join(root, "a", "b", "c");
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(root, "a", "b"))]);
  await makeFolder(`${path}/`);
  await symlink(path, join(root, "link"));
  await makeFolder(join(root, "link", "d"));
  await makeFolder(join(root, "link"));
  expect((await stat(join(path, "d"))).isDirectory()).toBe(true);
});

it("fails where a file or a link to nothing stands in the way", async () => {
  await writeFile(join(root, "file"), "");
  await symlink(join(root, "nowhere"), join(root, "dangling"));
  await expect(makeFolder(join(root, "file"))).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(join(root, "file", "a", "b"))).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(makeFolder(join(root, "dangling", "a"))).rejects.toMatchObject({ code: "EEXIST" });
});

it.runIf(process.platform === "linux").each(["/proc/x", "/proc/x/y", "/sys/x"])(
  "%s cannot be made, and that ends",
  async (path) => {
    await expect(makeFolder(path)).rejects.toMatchObject({
      code: expect.stringMatching(/^(EPERM|EACCES|EROFS)$/),
    });
  },
);
