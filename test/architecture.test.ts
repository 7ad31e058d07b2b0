import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const ROOMS = ["scripts", "reports", "harness", "scenarios", "agent", "db", "base"] as const;

/** Rooms that a room may import from, besides itself. */
const ALLOWED: Record<(typeof ROOMS)[number], readonly string[]> = {
  scripts: ["reports", "harness", "scenarios", "agent", "db", "base"],
  reports: ["harness", "scenarios", "agent", "db", "base"],
  harness: ["scenarios", "agent", "db", "base"],
  scenarios: ["db", "base"],
  agent: ["db", "base"],
  db: ["base"],
  base: [],
};
/** The report is built and served by the harness' command line: its server is the one thing that is called downwards. */
const EXCEPTIONS = new Set(["harness/stages/report/serve-run.ts -> reports/serve.ts"]);

function sources(room: string): string[] {
  return readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes("node_modules"))
    .map((name) => join(room, name));
}

describe("imports", () => {
  it("point one way: no room imports from one above it, types included", () => {
    const upward: string[] = [];
    for (const room of ROOMS) {
      for (const file of sources(room)) {
        for (const [, target] of readFileSync(join(ROOT, file), "utf8").matchAll(
          /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g,
        )) {
          const path = relative(ROOT, resolve(ROOT, dirname(file), target as string));
          const other = path.split("/")[0] as string;
          const edge = `${file} -> ${path}`;
          if (
            other !== room &&
            ROOMS.includes(other as never) &&
            !ALLOWED[room].includes(other) &&
            !EXCEPTIONS.has(edge)
          )
            upward.push(edge);
        }
      }
    }
    expect(upward).toEqual([]);
  });

  it("reach for a command's flags from nowhere: what the harness does stands in rooms of its own", () => {
    const callers = sources("harness").filter(
      (file) => !file.startsWith("harness/cli/") && /"(\.\.?\/)+cli\//.test(readFileSync(join(ROOT, file), "utf8")),
    );
    expect(callers).toEqual(["harness/bin.ts"]);
  });

  it("reach for a server in one place: all that listens is the loopback server", () => {
    const product = ROOMS.filter((room) => room !== "scripts").flatMap(sources);
    const listening = product.filter((file) =>
      /\bcreateServer\b|\.listen\(/.test(readFileSync(join(ROOT, file), "utf8")),
    );
    expect(listening).toEqual(["base/loopback/serve.ts"]);
  });

  it("form no cycle of values", async () => {
    const { metafile } = await build({
      entryPoints: ROOMS.filter((room) => room !== "reports")
        .flatMap(sources)
        .map((file) => join(ROOT, file)),
      bundle: true,
      metafile: true,
      write: false,
      outdir: "unused",
      packages: "external",
      format: "esm",
      // Each file is an entry: without shared chunks each would be written with all that it imports.
      splitting: true,
      platform: "node",
      absWorkingDir: ROOT,
      loader: { ".md": "text", ".sql": "text", ".mjs": "js" },
      logLevel: "silent",
    });
    const graph = new Map(
      Object.entries(metafile.inputs).map(([file, { imports }]) => [
        file,
        imports.filter((edge) => !edge.external && edge.kind === "import-statement").map((edge) => edge.path),
      ]),
    );
    expect(findCycle(graph)).toBeNull();
  });
});

describe("words", () => {
  it("of the glossary lead to a place that is there", () => {
    const glossary = readFileSync(join(ROOT, "design/glossary.md"), "utf8");
    const places = [...glossary.matchAll(/^\|.*\|([^|]+)\|$/gm)].flatMap(([, last]) =>
      [...(last as string).matchAll(/`([^`]+)`/g)].map(([, path]) => path as string),
    );
    expect(places.length).toBeGreaterThan(50);
    expect(places.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (finished.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle) return cycle;
    }
    finished.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return null;
}
