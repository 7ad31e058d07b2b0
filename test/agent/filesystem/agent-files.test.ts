import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { InvalidPath } from "../../../agent/filesystem/paths.ts";
import { sha256 } from "../../../base/hash.ts";
import { withMember } from "../../../base/with-member.ts";
import { useFileStore } from "./store.ts";

describe.each(["a database", "a journal"] as const)("in %s", (kept) => {
  const state = useFileStore(kept);

  describe("write and read", () => {
    it("gives back what was written, with revision, size, mime type and hash", async () => {
      const files = state.files();
      expect(await files.write("/notes/a.md", "# Zoë")).toEqual({ path: "/notes/a.md", revision: 1 });
      expect(await files.read("/notes/a.md")).toMatchObject({
        content: "# Zoë",
        mimeType: "text/markdown",
        revision: 1,
        sizeBytes: 6,
        sha256: sha256("# Zoë"),
      });
    });

    it("keeps every revision of a file and points to the newest", async () => {
      const files = state.files();
      for (const text of ["one", "two", "three"]) await files.write("/a.txt", text);
      expect((await files.revisions("/a.txt")).map((file) => [file.revision, file.content])).toEqual([
        [1, "one"],
        [2, "two"],
        [3, "three"],
      ]);
      expect(await files.readText("/a.txt")).toBe("three");
    });

    it("keeps bytes as a blob with its mime type", async () => {
      const files = state.files();
      const bytes = new Uint8Array([0, 1, 255]);
      await files.write("/exports/a.xlsx", bytes);
      const file = await files.read("/exports/a.xlsx");
      expect(file?.content).toEqual(bytes);
      expect(file?.mimeType).toContain("spreadsheetml");
      expect(await files.readText("/exports/a.xlsx")).toBeNull();
    });

    it("writes several files at once, or none when one of them cannot be", async () => {
      const files = state.files();
      const twice = [
        { path: "/a.txt", content: "1" },
        { path: "/a.txt", content: "2" },
      ];
      await expect(files.writeAll(twice)).rejects.toThrow();
      expect(await files.list()).toEqual([]);
      await files.writeAll([
        { path: "/b.txt", content: "1" },
        { path: "/a.txt", content: "2" },
      ]);
      expect((await files.list()).map((file) => file.path)).toEqual(["/a.txt", "/b.txt"]);
    });

    it("keeps texts and bytes apart when they are written at once, an empty one among them", async () => {
      const files = state.files();
      const contents = ["é€𝄞", "", '{"a": "\\u0000"}', new Uint8Array([255, 0]), "a\0b", "end"];
      const name = (content: string | Uint8Array, index: number) =>
        `/${index}.${typeof content === "string" ? "txt" : "png"}`;
      await files.writeAll(contents.map((content, index) => ({ path: name(content, index), content })));
      expect((await files.readFolder("/")).map((file) => file.content)).toEqual(contents);
    });

    it("gives null for a file that is not there, and [] for its revisions", async () => {
      expect(await state.files().read("/none")).toBeNull();
      expect(await state.files().revisions("/none")).toEqual([]);
    });

    it("keeps any text as it is, NUL characters included; half surrogates become U+FFFD", async () => {
      const files = state.files();
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: "binary", maxLength: 50 }), async (text) => {
          await files.write("/any.txt", text);
          expect(await files.readText("/any.txt")).toBe(text.toWellFormed());
        }),
        { numRuns: 50 },
      );
      await files.write("/nul.txt", "a\0b");
      expect(await files.readText("/nul.txt")).toBe("a\0b");
    });
  });

  describe("scope", () => {
    it("separates threads and assistants that use the same path", async () => {
      const one = new AgentFiles(state.store().files, { assistantId: "a", threadId: "t" });
      const otherThread = new AgentFiles(state.store().files, { assistantId: "a", threadId: "u" });
      const otherAssistant = new AgentFiles(state.store().files, { assistantId: "b", threadId: "t" });
      await one.write("/x.txt", "one");
      expect(await otherThread.read("/x.txt")).toBeNull();
      await otherAssistant.write("/x.txt", "other");
      expect(await one.readText("/x.txt")).toBe("one");
    });
  });

  describe("concurrent writers", () => {
    it("lose no revision of one path and number them without gaps", async () => {
      const files = state.files();
      const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`);
      await Promise.all(texts.map((text) => files.write("/shared.txt", text)));
      const revisions = await files.revisions("/shared.txt");
      expect(revisions.map((file) => file.revision)).toEqual(texts.map((_, index) => index + 1));
      expect(revisions.map((file) => file.content).sort()).toEqual([...texts].sort());
    });
  });

  describe("paths", () => {
    it.each(["/a/../b", "/~/a", "/a\nb", `/${"a".repeat(512)}`, "/a\0"])("refuses %j", async (path) => {
      await expect(state.files().write(path, "")).rejects.toThrow(InvalidPath);
    });

    it.each([
      ["a.txt", "/a.txt"],
      ["//a///b.txt/", "/a/b.txt"],
      ["/./a.txt", "/a.txt"],
    ])("takes %j as %j", async (given, canonical) => {
      const files = state.files();
      await files.write(given, "x");
      expect((await files.list()).map((file) => file.path)).toEqual([canonical]);
    });

    it("refuses the root as a file", async () => {
      await expect(state.files().write("/", "x")).rejects.toThrow();
    });
  });

  describe("list, glob and grep", () => {
    async function tree(): Promise<AgentFiles> {
      const files = state.files();
      await files.writeAll([
        { path: "/results/001-a.json", content: '{"id":"TC-1"}\n{"id":"TC-10"}' },
        { path: "/results/002-b.json", content: '{"id":"tc-1"}' },
        { path: "/resultsx/c.txt", content: "TC-1" },
        { path: "/deep/er/d.md", content: "none" },
        { path: "/e.bin", content: new Uint8Array([84, 67]) },
      ]);
      return files;
    }
    const paths = (entries: readonly { path: string }[]): string[] => entries.map((entry) => entry.path);

    it("lists a folder at any depth, and not its namesakes", async () => {
      expect(paths(await (await tree()).list("/results"))).toEqual(["/results/001-a.json", "/results/002-b.json"]);
    });

    it.each([
      ["*.json", "/results", ["/results/001-a.json", "/results/002-b.json"]],
      ["**/*.md", "/", ["/deep/er/d.md"]],
      ["/results/001-*", "/", ["/results/001-a.json"]],
      ["*.md", "/", []],
      ["{results,resultsx}/*", "/", ["/results/001-a.json", "/results/002-b.json", "/resultsx/c.txt"]],
    ])("glob %j in %j", async (pattern, folder, expected) => {
      expect(paths(await (await tree()).glob(pattern, folder))).toEqual(expected);
    });

    it("greps literally, by path and line, skips bytes, and says when the limit cut", async () => {
      const files = await tree();
      const all = await files.grep("TC-1");
      expect(all.hits.map((hit) => [hit.path, hit.line])).toEqual([
        ["/results/001-a.json", 1],
        ["/results/001-a.json", 2],
        ["/resultsx/c.txt", 1],
      ]);
      expect(all.truncated).toBe(false);
      expect(await files.grep("TC-1", { limit: 2 })).toMatchObject({ truncated: true, hits: { length: 2 } });
      expect((await files.grep("TC-1", { limit: 3 })).truncated).toBe(false);
      expect((await files.grep("TC.1")).hits).toEqual([]);
      expect((await files.grep("\0")).hits).toEqual([]);
      expect((await files.grep("TC-1", { ignoreCase: true, glob: "*.json" })).hits).toHaveLength(3);
      expect((await files.grep("TC-1", { folder: "/results", exclude: ["/results/001-a.json"] })).hits).toEqual([]);
    });
  });

  describe("files written later", () => {
    const buffered = () => new AgentFiles(state.store().files, state.files().scope, { delayMs: 1_000 });
    const stored = async (files: AgentFiles) =>
      (await new AgentFiles(state.store().files, files.scope).list()).map((file) => file.path);

    it("wait, and are written together by a flush, by whoever lists, or by a file that is too large to wait", async () => {
      const files = buffered();
      await files.writeLater([{ path: "/a.txt", content: "1" }]);
      await files.writeLater([{ path: "/b.txt", content: "2" }]);
      expect(await stored(files)).toEqual([]);
      await files.flush();
      expect(await stored(files)).toEqual(["/a.txt", "/b.txt"]);
      await files.writeLater([{ path: "/c.txt", content: "3" }]);
      expect(await files.list()).toHaveLength(3);
      await files.writeLater([{ path: "/d.txt", content: "x".repeat(1_000_001) }]);
      expect(await stored(files)).toHaveLength(4);
    });

    it("are read as they will be, without being written", async () => {
      const files = buffered();
      for (const content of ["Zoë\ud800", new Uint8Array([0, 255])]) {
        const path = typeof content === "string" ? "/a.json" : "/a.xlsx";
        await files.writeLater([{ path, content }]);
        const waiting = await files.read(path);
        expect(await stored(files)).not.toContain(path);
        await files.flush();
        const times = { createdAt: expect.any(Date), modifiedAt: expect.any(Date) };
        expect(waiting).toEqual({ ...(await files.read(path)), ...times });
      }
    });

    it("are written after a second of themselves", async () => {
      const files = buffered();
      await files.writeLater([{ path: "/a.txt", content: "1" }]);
      await expect.poll(() => stored(files)).toEqual(["/a.txt"]);
    });

    it("that cannot be written stay: each flush says so until one gets through", async () => {
      let full = true;
      const table = state.store().files;
      const whenNotFull = <Of>(use: () => Promise<Of>) => (full ? Promise.reject(new Error("disk full")) : use());
      const failing = withMember(table, "write", (...given) => whenNotFull(() => table.write(...given)));
      const files = new AgentFiles(failing, state.files().scope, { delayMs: 1_000 });
      await files.writeLater([{ path: "/a.txt", content: "1" }]);
      await expect(files.flush()).rejects.toThrow("disk full");
      await expect(files.list()).rejects.toThrow("disk full");
      full = false;
      await files.flush();
      expect(await stored(files)).toEqual(["/a.txt"]);
    });
  });
});
