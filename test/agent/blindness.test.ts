import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { makeAgentBackend } from "../../agent/workflows/agent-backend.ts";
import { useExternalAgents } from "./external-agents/run.ts";
import { useTools } from "./tools/context.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

describe("ground truth and the rest of the run, tried by an agent", () => {
  const bench = useTools();
  const agents = useExternalAgents();

  it("imports: nothing that the agent loads, however far, lies in harness/, scenarios/ or reports/", async () => {
    const files = readdirSync(join(ROOT, "agent"), { recursive: true, encoding: "utf8" });
    const { metafile } = await build({
      entryPoints: files.filter((name) => name.endsWith(".ts")).map((name) => join("agent", name)),
      bundle: true,
      metafile: true,
      write: false,
      outdir: "unused",
      packages: "external",
      format: "esm",
      platform: "node",
      absWorkingDir: ROOT,
      loader: { ".md": "text", ".sql": "text" },
      logLevel: "silent",
    });
    const loaded = Object.keys(metafile.inputs);
    expect(loaded).toContain("agent/system.ts");
    expect(loaded.filter((path) => /^(harness|scenarios|reports|runs|test)\//.test(path))).toEqual([]);
  });

  it.each([
    "/scenarios.yaml",
    "../scenarios.yaml",
    "/../../scenarios.yaml",
    "/results/../../scenarios.yaml",
    "//etc/passwd",
    "/etc/passwd",
    "~/scenarios.yaml",
    "/calls/000.json",
    "/turns/000.json",
    "/CALLS/000.json",
    "/calls/../calls/000.json",
    "/%2e%2e/scenarios.yaml",
    `${ROOT}README.md`,
  ])("files: %s is no file of the agent's, by its file tools, by its artifact tools, and for writing", async (path) => {
    const context = bench.context();
    await bench.call("schema_overview", {}, context);
    const backend = makeAgentBackend({ files: context.files });
    expect(await backend.read(path)).toHaveProperty("error");
    for (const tool of ["artifact_overview", "artifact_slice"]) {
      const { record } = await bench.call(tool, { path }, context);
      expect([record.status, /invalid|not_found/.test(record.error?.code ?? "")]).toEqual(["error", true]);
    }
    if (/calls|turns/i.test(path) && !path.includes("CALLS"))
      expect(await backend.write(path, "x")).toHaveProperty("error");
  });

  it("files: one thread sees nothing of another, whatever it lists, searches or names", async () => {
    const mine = bench.context();
    const { record } = await bench.call("keyword_search", { query: "handover" }, mine);
    const others = makeAgentBackend({ files: bench.context().files });
    expect(await others.read(record.resultPath ?? "")).toHaveProperty("error");
    expect(await others.glob("**", "/")).toMatchObject({ files: [] });
    expect(await others.grep("TC-1001", "/")).toMatchObject({ matches: [] });
  });

  it.each([
    "SELECT * FROM agentfs.file",
    "SELECT * FROM langgraph_cp.checkpoints",
    "SELECT * FROM raw.payload",
    "SELECT * FROM public.scenarios",
    "SELECT datname FROM pg_database",
    "SELECT * FROM pg_stat_activity",
    "SELECT * FROM information_schema.schemata",
    "SELECT current_setting('data_directory')",
    "SELECT pg_read_file('scenarios.yaml')",
    "SELECT * FROM dblink('dbname=other', 'SELECT 1') AS t(a int)",
    "SELECT query_to_xml('SELECT * FROM agentfs.file', true, true, '')",
  ])("SQL: %s is refused", async (query) => {
    const { record } = await bench.call("sql_query", { query });
    expect(record.status).toBe("error");
    expect(record.error?.code).toMatch(/^sql_|^query_failed/);
  });

  it("an external agent is handed its question, the instructions and the tools: nothing of the scenario, the run or its place", async () => {
    const script = await agents.scripted(
      "answer({ answer: JSON.stringify({ request, argv: process.argv.slice(2), cwd: process.cwd(), env: Object.values(process.env) }) });",
    );
    const { trace } = await agents.run(script, { threadId: "t-0123" });
    const reported = JSON.parse(trace.answers[0] ?? "") as {
      request: object;
      argv: string[];
      cwd: string;
      env: string[];
    };
    expect(Object.keys(reported.request).sort()).toEqual([
      "conversation",
      "format",
      "instructions",
      "mcp",
      "question",
      "seed",
      "thread",
      "time_limit_ms",
      "turn",
    ]);
    expect(reported.argv).toEqual([]);
    const runRoots = [ROOT, process.cwd()];
    for (const value of [reported.cwd, ...reported.env.flatMap((entry) => entry.split(":"))])
      expect(runRoots.some((root) => value.startsWith(join(root, "runs")))).toBe(false);
  });
});
