import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newestRun } from "../e2e/cli-process.ts";
import { ENGINE_FLAGS } from "../engine-flags.ts";
import { nonEmpty } from "../non-empty.ts";
import { installPackage } from "./install.ts";

let project: string;

/** A suite of `package.test.ts`: what is packed once serves both. */
export function describeWithoutParts(): void {
  describe("the package without its heavy parts", () => {
    beforeAll(async () => {
      project = await installPackage(await mkdtemp(join(tmpdir(), "scopebench-small-")), { parts: false });
      await writeFile(
        join(project, "bench.yaml"),
        "corpus: { type: telecom, seed: 7, scale: 0.02 }\nscenarios: { total: 5 }\n",
      );
      const models = "models: [{ name: a, provider: openai, model: acme-1, base_url: http://127.0.0.1:9 }]\n";
      await writeFile(join(project, "remote.yaml"), models);
      await writeFile(join(project, "program.py"), "def test_one():\n    assert one() == 1\n");
      await writeFile(join(project, "guide.pdf"), "%PDF-1.4\n");
      await cp(WORKBOOK, join(project, "tests.xlsx"));
      await writeFile(join(project, "together.mjs"), TOGETHER);
    });
    afterAll(() => rm(project, { recursive: true, force: true }));

    it("shows its help", async () => {
      const { stdout } = await node("node_modules/scopebench/harness/scopebench.mjs", "--help");
      expect(stdout).toContain("report");
    });

    describe("one command after the other", () => {
      let answers: Map<string, { code: number; out: string }>;
      const answerTo = (command: readonly string[]) => answers.get(command.join(" "));
      beforeAll(async () => {
        const commands = [RUN, ["resume"], ...FOR_REPORTS, ...NEEDING.map(([, command]) => command), DOCTOR, ASK];
        const { stdout } = await node("together.mjs", JSON.stringify(commands));
        answers = new Map(JSON.parse(stdout));
      });

      it("runs up to the scores, says what the report needs, and names it when it is asked for", async () => {
        expect(answerTo(RUN)).toEqual({ code: 0, out: expect.stringMatching(NEEDS) });
        expect(answerTo(["resume"])).toEqual({ code: 0, out: expect.stringMatching(NEEDS) });
        for (const command of nonEmpty(FOR_REPORTS))
          expect(answerTo(command)).toEqual({ code: 1, out: expect.stringMatching(NEEDS) });
        const run = await newestRun(join(project, "runs"));
        expect([existsSync(join(run, "metrics/summary.json")), existsSync(join(run, "plots"))]).toEqual([true, false]);
      });

      it.each(NEEDING)("says of %s what to install", (_, command, what, name) => {
        const { code, out } = answerTo(command)!;
        expect([code, out]).toEqual([
          1,
          expect.stringContaining(`error: ${what} need packages that are not installed\n`),
        ]);
        expect(out).toMatch(new RegExp(`^  -> npm install ${name}@\\d[\\d.]+$`, "m"));
      });

      it("lists them in doctor, as optional where the configuration does without", () => {
        const { out } = answerTo(DOCTOR)!;
        expect(out).toMatch(/^nothing that is needed is missing\n/);
        expect(out).toMatch(/^ · pdf .*PDF files need packages that are not installed\n +-> npm install pdfjs-dist@/m);
      });

      it("answers a question", () => {
        expect(answerTo(ASK)).toEqual({ code: 0, out: expect.stringContaining("MSG-XNAP-006") });
      });
    });
  });
}

const RUN = ["run", "--limit", "1", "--models", "explorer", "--workflows", "react", "--knowledge", "prompt"];
const FOR_REPORTS = [
  ["report", "build"],
  ["runs", "stage", "plots"],
  ["resume", "--until", "report"],
];
const DOCTOR = ["setup", "doctor"];
const ASK = ["ask", "Which tests cover Xn handover failure?"];
const NEEDING: [string, string[], string, string][] = [
  ["a model", ["run", "--check", "-c", "remote.yaml"], "models over OpenAI's protocols", "@langchain/openai"],
  ["tools over MCP", ["assistant", "mcp"], "tools over MCP", "@modelcontextprotocol/sdk"],
  ["a queue", ["run", "--queue", "postgres://127.0.0.1:1/none"], "runs on several machines", "pg-boss"],
  ["Neo4j", ["run", "--graph", "neo4j", "--until", "generate"], "graphs in Neo4j", "neo4j-driver"],
  ["a PDF", ["corpus", "import", "guide.pdf", "--to", "pdf"], "PDF files", "pdfjs-dist"],
  ["a spreadsheet", ["corpus", "import", "tests.xlsx", "--to", "xlsx"], "spreadsheets", "@e965/xlsx"],
  ["a program", ["corpus", "import", "program.py", "--to", "py"], "programs", "tree-sitter-wasms"],
];

const WORKBOOK = new URL("../input/formats/test-management/zephyr-squad-export.xlsx", import.meta.url);
const NEEDS = /figures and reports need packages that are not installed[\s\S]*npm install @observablehq\/framework@/;

/** The installed command line, which is loaded once: prints how each command ended and what it said. */
const TOGETHER = `
import { cli } from "./node_modules/scopebench/dist/harness/cli/index.js";
const answers = [];
for (const command of JSON.parse(process.argv[2])) {
  let out = "";
  const say = (text) => { out += text + "\\n"; };
  const { signal } = new AbortController();
  const io = { cwd: process.cwd(), environment: process.env, out: say, error: say, interactive: false, columns: 80, signal };
  answers.push([command.join(" "), { code: await cli(command, io), out }]);
}
process.stdout.write(JSON.stringify(answers), () => process.exit());
`;

function node(...args: readonly string[]): Promise<{ stdout: string }> {
  const env = {
    PATH: process.env.PATH,
    HOME: project,
    // That an installed package builds a substrate is shown with all parts.
    SCOPEBENCH_CACHE: process.env.SCOPEBENCH_CACHE,
    SCOPEBENCH_NEO4J_URL: "bolt://127.0.0.1:1",
    SCOPEBENCH_NEO4J_PASSWORD: "none",
    NO_COLOR: "1",
  };
  return promisify(execFile)(process.execPath, [...ENGINE_FLAGS, ...args], { cwd: project, env, maxBuffer: 2 ** 26 });
}
