import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readUtf8 } from "../../base/utf8-text.ts";

let path: string;
beforeAll(async () => {
  path = join(await mkdtemp(join(tmpdir(), "scopebench-utf8-")), "file");
});
afterAll(() => rm(join(path, ".."), { recursive: true }));

it("a file of people's is UTF-8, with or without its mark; another encoding is refused with its line, not mended", async () => {
  const read = async (bytes: Buffer) => {
    await writeFile(path, bytes);
    return readUtf8(path).catch((error: Error) => error.message.replace(path, ""));
  };
  expect(await read(Buffer.from("\uFEFFa é\n"))).toBe("a é\n");
  expect(await read(Buffer.from("a\nb \u00E9\n", "latin1"))).toBe(":2: not UTF-8");
  expect(await read(Buffer.from("\uFEFFa\nb\n", "utf16le"))).toBe(":1: not UTF-8");
  expect(await read(Buffer.from("a\n\0b"))).toBe(":2: a NUL character");
  expect(await read(Buffer.from("\n\0b"))).toBe(":2: a NUL character");
});
