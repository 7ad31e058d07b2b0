import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ANY_IMPORT, importsOf, LOADED, ROOMS, ROOT, STATIC_IMPORT, sources, textOf } from "./imports.ts";

/** Rooms that a room may import from, besides itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  scripts: ["reports", "harness", "assistant", "scenarios", "agent", "import", "db", "conform", "measure", "base"],
  reports: ["harness", "scenarios", "agent", "import", "db", "measure", "base"],
  harness: ["assistant", "scenarios", "agent", "import", "db", "conform", "measure", "base"],
  // As the agent: it cannot see ground truth.
  assistant: ["agent", "db", "base"],
  scenarios: ["import", "db", "base"],
  agent: ["db", "base"],
  import: ["db", "base"],
  db: ["base"],
  // Other evaluators are held against answers alone: nothing of the harness.
  conform: ["measure", "base"],
  measure: ["base"],
  base: [],
};
/** Wings of the harness, each above those that follow it. */
const WINGS = ["cli", "api", "run", "show", "dag", "results", "judge", "record", "print"];

describe("imports", () => {
  it("point one way: no room imports from one above it, types included", () => {
    const upward = ROOMS.flatMap((room) =>
      sources(room).flatMap((file) =>
        importsOf(file, ANY_IMPORT)
          .filter((path) => ![room, ...(ALLOWED[room] ?? [])].includes(roomOf(path)) && ROOMS.includes(roomOf(path)))
          .map((path) => `${file} -> ${path}`),
      ),
    );
    expect(upward).toEqual([]);
  });

  it("of the harness point one way, too: no wing imports from one above it", () => {
    const wingOf = (path: string) => WINGS.indexOf(path.startsWith("harness/") ? (path.split("/")[1] as string) : "");
    const upward = sources("harness").flatMap((file) =>
      importsOf(file, ANY_IMPORT)
        .filter((path) => wingOf(path) >= 0 && wingOf(path) < wingOf(file))
        .map((path) => `${file} -> ${path}`),
    );
    expect(upward).toEqual([]);
    expect([...new Set(sources("harness").filter((file) => wingOf(file) < 0))]).toEqual(["harness/bin.ts"]);
  });

  it("of the substrate's ports reach for nothing of the substrate", () => {
    const reached = sources("db/ports").flatMap((file) => importsOf(file, ANY_IMPORT));
    expect(reached.filter((path) => !/^(?:db\/ports|base)\//.test(path))).toEqual([]);
  });

  it("of Node's recursive mkdir there are none in a run: it never ends below /proc (base/make-folder.ts)", () => {
    const recursive = ["base", "measure", "conform", "db", "import", "agent", "assistant", "scenarios", "harness"]
      .flatMap((room) => sources(room))
      .filter((file) => /\bmkdir\([^\n]*recursive/.test(readFileSync(join(ROOT, file), "utf8")));
    expect(recursive).toEqual([]);
  });

  it("reach for a command's flags from nowhere: what the harness does stands in rooms of its own", () => {
    const callers = sources("harness").filter(
      (file) =>
        !file.startsWith("harness/cli/") && importsOf(file, ANY_IMPORT).some((path) => path.startsWith("harness/cli/")),
    );
    expect(callers).toEqual(["harness/bin.ts"]);
  });

  it("reach for a server in one place: all that listens is the loopback server", () => {
    const product = ROOMS.filter((room) => room !== "scripts").flatMap(sources);
    const listening = product.filter((file) => /\bcreateServer\b|\.listen\(/.test(textOf(file)));
    expect(listening).toEqual(["base/loopback/serve.ts"]);
  });

  it("reach for Node to write a text in one place: an error of its own names no file", () => {
    const product = ROOMS.filter((room) => room !== "scripts" && room !== "reports").flatMap(sources);
    const writing = product.filter((file) =>
      /import \{[^}]*\b(?:write|append)File\b[^}]*\} from "node:fs\/promises"/.test(textOf(file)),
    );
    expect(writing).toEqual(["base/write-file.ts"]);
  });

  it("reach for powers in one place: what V8 makes of others than squares depends on its version", () => {
    const product = ROOMS.filter((room) => room !== "scripts").flatMap(sources);
    const code = (file: string) => textOf(file).replace(/^\s*(?:\/?\*|\/\/).*$/gm, "");
    const raising = product.filter((file) => /(?<!\b2) \*\* (?!2\b(?!\.))|Math\.pow/.test(code(file)));
    expect(raising).toEqual([]);
  });

  it("load no library to declare the commands but those that a terminal takes", () => {
    const reached = new Set(["harness/cli/index.ts"]);
    for (const file of reached) for (const path of importsOf(file, LOADED)) reached.add(path);
    const libraries = [...reached].flatMap((file) =>
      [...textOf(file).matchAll(LOADED_LIBRARY)].map(([, name]) => name),
    );
    expect(reached.size).toBeGreaterThan(40);
    expect([...new Set(libraries)].sort()).toEqual(["cli-truncate", "commander", "string-width", "wrap-ansi"]);
  });

  it("load nothing of a queue before one is asked for", () => {
    const outside = ROOMS.flatMap(sources).filter((file) => !/^(harness\/run\/queue|scripts)\//.test(file));
    const early = outside.filter((file) =>
      importsOf(file, STATIC_IMPORT).some((path) => path.startsWith("harness/run/queue/")),
    );
    expect(early).toEqual([]);
    const users = ROOMS.flatMap(sources).filter((file) => /^import (?!type).*"pg-boss"/m.test(textOf(file)));
    expect(users).toEqual([]);
    expect(textOf("harness/run/queue/boss.ts")).toContain('await import("pg-boss")');
  });

  it("form no circle, types included", () => {
    const files = [...ROOMS, "perf"].flatMap(sources);
    const graph = new Map(files.map((file) => [file, importsOf(file, STATIC_IMPORT)]));
    expect([...graph.values()].flat().length).toBeGreaterThan(files.length);
    expect(findCycle(graph)).toBeNull();
  });
});

it("figures say data, axes and words: what a drawing is made of is known to show/drawing alone", () => {
  const files = sources("harness").filter((file) => file.startsWith("harness/show/figures/"));
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => /vega|\b(?:encoding|mark|hconcat|layer): [[{]/.test(textOf(file)))).toEqual([]);
});

describe("words", () => {
  it("have one meaning: no exported type's name is defined twice", () => {
    const places = new Map<string, string[]>();
    for (const file of ROOMS.flatMap(sources))
      for (const [, name] of readFileSync(join(ROOT, file), "utf8").matchAll(
        /^export (?:abstract )?(?:interface|type|class|enum) (\w+)/gm,
      ))
        places.set(name as string, [...(places.get(name as string) ?? []), file]);
    expect(places.size).toBeGreaterThan(500);
    expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
  });

  it("of the glossary lead to a place that is there", () => {
    const glossary = readFileSync(join(ROOT, "docs/glossary.md"), "utf8");
    const places = [...glossary.matchAll(/^\|.*\|([^|]+)\|$/gm)].flatMap(([, last]) =>
      [...(last as string).matchAll(/`([^`]+)`/g)].map(([, path]) => path as string),
    );
    expect(places.length).toBeGreaterThan(50);
    expect(places.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

const LOADED_LIBRARY = /^(?:import|export)\b(?! type\b)(?:[^;"=]*\bfrom)?\s*"((?!node:)[^."][^"]*)"/gm;

function roomOf(path: string): string {
  return path.split("/")[0] as string;
}

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

describe("what a configuration of somebody else names", () => {
  /** Start or load what belongs to scopebench itself, or send what no configuration names. */
  const OWN = [
    "agent/external-agents/keeper.ts",
    "agent/external-agents/process-tree.ts",
    "base/process-name.ts",
    "harness/record/run-directory/create.ts",
    "harness/show/report/build-site.ts",
    "harness/show/report/framework-modules.ts",
    "harness/show/report/framework.ts",
  ];
  /** Starts processes, or imports what is named at run time; `PACKAGE` is a constant. */
  const ACTS = /from "node:child_process"|import\((?!\s*"|\)|PACKAGE\))/;

  it("is started and imported by files that await consent", () => {
    const acting = ["base", "db", "import", "agent", "assistant", "harness"]
      .flatMap((room) => sources(room))
      .filter((file) => ACTS.test(textOf(file)));
    expect(acting).toEqual(
      expect.arrayContaining(["base/consent/import-module.ts", "agent/external-agents/command.ts"]),
    );
    expect(acting.filter((file) => !OWN.includes(file) && !textOf(file).includes("await consentTo("))).toEqual([]);
  });

  it("is sent keys by files that await consent", () => {
    for (const file of [
      "base/providers/post-json.ts",
      "db/sources/asking/request-json.ts",
      "agent/models/providers/model-options.ts",
      "agent/external-agents/http.ts",
      "agent/external-agents/module.ts",
    ])
      expect([file, textOf(file).includes("await consentTo(")]).toEqual([file, true]);
  });
});
