import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { createFilesystemMiddleware, createSkillsMiddleware } from "deepagents";
import { describe, expect, it } from "vitest";
import type { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import { makeAgentBackend, SKILLS_MOUNT } from "../../../agent/workflows/agent-backend.ts";
import { useStateStore } from "./store.ts";

const state = useStateStore();
const SKILL =
  "---\nname: tool-routing\ndescription: Which tool for which question.\n---\n\n# Tool routing\nUse the links.\n";
const skills = new Map([["/tool-routing/SKILL.md", SKILL]]);

async function setUp(): Promise<{ files: AgentFiles; backend: ReturnType<typeof makeAgentBackend> }> {
  const files = state.files();
  await files.writeAll([
    { path: "/results/000-trace_links.json", content: '{"rows":[\n{"id":"TC-1"},\n{"id":"TC-2"}\n]}\n' },
    { path: "/calls/000.json", content: '{"index":0,"id":"TC-1"}' },
    { path: "/notes/plan.md", content: "one\ntwo\nthree" },
  ]);
  return { files, backend: makeAgentBackend({ files, skills }) };
}

describe("the backend that deepagents' file tools use", () => {
  it("lists direct children, folders with a slash, skills beside them, call records not at all", async () => {
    const { backend } = await setUp();
    const paths = async (folder: string) => (await backend.ls(folder)).files?.map((file) => file.path);
    expect(await paths("/")).toEqual(["/notes/", "/results/", "/skills/"]);
    expect(await paths("/results")).toEqual(["/results/000-trace_links.json"]);
    expect(await paths("/skills/")).toEqual(["/skills/tool-routing/"]);
    expect(await paths("/skills/tool-routing")).toEqual(["/skills/tool-routing/SKILL.md"]);
    expect(await paths("/calls")).toEqual([]);
  });

  it("reads windows of lines and says where they lie", async () => {
    const { backend } = await setUp();
    expect(await backend.read("/notes/plan.md", 1, 1)).toMatchObject({
      content: "two",
      startLine: 2,
      endLine: 2,
      totalLines: 3,
      nextOffset: 2,
    });
    expect(await backend.read("/notes/plan.md")).toMatchObject({ content: "one\ntwo\nthree", nextOffset: undefined });
    expect(await backend.read("/notes/plan.md", 9, 5)).toMatchObject({ content: "" });
    expect(await backend.read("/notes/plan.md", -3, 1.9)).toMatchObject({ content: "one" });
    expect(await backend.read("/skills/tool-routing/SKILL.md", 0, 1)).toMatchObject({ content: "---" });
  });

  it.each(["/none", "/calls/000.json", "/skills/none/SKILL.md", "/notes/../calls/000.json", "/~/x"])(
    "does not read %s",
    async (path) => {
      const { backend } = await setUp();
      expect((await backend.read(path)).error).toEqual(expect.any(String));
      expect((await backend.readRaw(path)).error).toEqual(expect.any(String));
    },
  );

  it("greps literally over own files and skills, with a cap that says so", async () => {
    const { backend } = await setUp();
    expect((await backend.grep("TC-")).matches?.map((match) => [match.path, match.line])).toEqual([
      ["/results/000-trace_links.json", 2],
      ["/results/000-trace_links.json", 3],
    ]);
    expect(await backend.grep("TC-", "/", null, 1)).toMatchObject({ truncated: true, matches: { length: 1 } });
    expect((await backend.grep("links", "/skills")).matches?.map((match) => match.path)).toEqual([
      "/skills/tool-routing/SKILL.md",
    ]);
    expect((await backend.grep("o", "/", "*.md")).matches?.every((match) => match.path.endsWith(".md"))).toBe(true);
  });

  it("globs over own files and skills", async () => {
    const { backend } = await setUp();
    expect((await backend.glob("**/*.md")).files?.map((file) => file.path)).toEqual([
      "/notes/plan.md",
      "/skills/tool-routing/SKILL.md",
    ]);
    expect((await backend.glob("*.json", "/results")).files?.map((file) => file.path)).toEqual([
      "/results/000-trace_links.json",
    ]);
  });

  it("writes and edits own files as revisions", async () => {
    const { backend, files } = await setUp();
    expect(await backend.write("/notes/plan.md", "new")).toMatchObject({ path: "/notes/plan.md" });
    expect(await backend.edit("/notes/plan.md", "new", "newer")).toMatchObject({ occurrences: 1 });
    expect((await files.revisions("/notes/plan.md")).map((file) => file.content)).toEqual([
      "one\ntwo\nthree",
      "new",
      "newer",
    ]);
  });

  it("bases parallel edits on one another: none is lost", async () => {
    const { backend, files } = await setUp();
    await backend.write("/notes/list.md", "end");
    await Promise.all(["a", "b", "c", "d"].map((letter) => backend.edit("/notes/list.md", "end", `${letter}\nend`)));
    expect((await files.readText("/notes/list.md"))!.split("\n").sort()).toEqual(["a", "b", "c", "d", "end"]);
  });

  it.each([
    ["absent", "x", false, "not in the file"],
    ["e", "x", false, "4 times"],
    ["", "x", false, "empty"],
  ])("refuses to replace %j", async (before, after, all, message) => {
    const { backend } = await setUp();
    await backend.write("/notes/e.md", "eeee");
    expect((await backend.edit("/notes/e.md", before, after, all)).error).toContain(message);
    expect(await backend.edit("/notes/e.md", "e", "f", true)).toMatchObject({ occurrences: 4 });
  });

  it.each([
    "/results/000-trace_links.json",
    "/results/new.json",
    "/calls/000.json",
    "/skills/tool-routing/SKILL.md",
    "/skills/new.md",
    "/a/../results/x",
    "/",
  ])("refuses to write or edit %s: evidence and skills stay as they are", async (path) => {
    const { backend, files } = await setUp();
    const before = await files.list();
    expect((await backend.write(path, "forged")).error).toEqual(expect.any(String));
    expect((await backend.edit(path, "TC-1", "TC-9")).error).toEqual(expect.any(String));
    expect(await files.list()).toEqual(before);
  });

  it("uploads and downloads, and has no deletion", async () => {
    const { backend } = await setUp();
    const [ok, refused] = await backend.uploadFiles([
      ["/up.bin", new Uint8Array([1, 2])],
      ["/results/x", new Uint8Array()],
    ]);
    expect([ok?.error, refused?.error]).toEqual([null, "permission_denied"]);
    const [up, none] = await backend.downloadFiles(["/up.bin", "/none"]);
    expect(up?.content).toEqual(new Uint8Array([1, 2]));
    expect(none?.error).toBe("file_not_found");
    expect((await backend.delete("/up.bin")).error).toEqual(expect.any(String));
  });
});

describe("deepagents' own tools and skills on it", () => {
  it("ls, read_file, grep, glob and write_file work", async () => {
    const { backend, files } = await setUp();
    const { tools = [] } = createFilesystemMiddleware({ backend });
    const run = async (name: string, args: Record<string, unknown>): Promise<string> => {
      const tool = tools.find((candidate) => candidate.name === name) as {
        invoke(call: unknown, config?: unknown): Promise<{ text: string }>;
      };
      return (await tool.invoke({ type: "tool_call", id: "1", name, args }, { toolCallId: "1", state: {} })).text;
    };
    expect(await run("ls", { path: "/" })).toContain("/results/");
    expect(await run("read_file", { file_path: "/skills/tool-routing/SKILL.md" })).toContain("Use the links.");
    expect(await run("grep", { pattern: "TC-2" })).toContain("/results/000-trace_links.json");
    expect(await run("glob", { pattern: "**/*.json" })).not.toContain("/calls/");
    expect(await run("write_file", { file_path: "/results/x.json", content: "{}" })).toContain("read-only");
    await run("write_file", { file_path: "/notes/x.md", content: "hi" });
    expect(await files.readText("/notes/x.md")).toBe("hi");
  });

  it("the skills middleware finds each skill's name, description and path", async () => {
    const { backend } = await setUp();
    const middleware = createSkillsMiddleware({ backend, sources: [SKILLS_MOUNT] });
    const hook = middleware.beforeModel as unknown as (state: unknown) => Promise<{ skillsMetadata: unknown[] }>;
    const messages = [new HumanMessage("x"), new AIMessage("y")];
    expect((await hook({ messages })).skillsMetadata).toMatchObject([
      { name: "tool-routing", description: "Which tool for which question.", path: "/skills/tool-routing/SKILL.md" },
    ]);
  });
});
