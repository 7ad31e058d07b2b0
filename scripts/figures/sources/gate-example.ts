import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../pages.ts";
import type { FigureSource } from "../source.ts";
import { sayInTerminal } from "./say-in-terminal.ts";

const COMPARE = "compare baseline.csv latest --gate";

/** The verdict of `examples/gate`. Commits, hashes and notes are left out, and no figure is touched. */
export const gateExample: FigureSource = {
  name: "gate-example",
  command: `npx scopebench ${COMPARE}`,
  about: "The verdict on the pull request of examples/gate: stand-in model and judge, the synthetic corpus",
  measure: async () => {
    const cwd = mkdtempSync(join(tmpdir(), "scopebench-gate-"));
    try {
      cpSync(join(ROOT, "examples/gate"), cwd, { recursive: true });
      sayInTerminal("run --quick", cwd);
      sayInTerminal("runs baseline save latest baseline.csv", cwd);
      cpSync(join(cwd, "pull-request.yaml"), join(cwd, "bench.yaml"));
      sayInTerminal("run --quick", cwd);
      const { stdout } = sayInTerminal(COMPARE, cwd, 3);
      const change = readFileSync(join(cwd, "pull-request.yaml"), "utf8").match(/^tool_families:.*$/m)![0];
      return {
        values: {},
        tables: {},
        screens: { verdict: `$ npx scopebench ${COMPARE}\n${essence(stdout)}`, change },
      };
    } finally {
      rmSync(cwd, { recursive: true });
    }
  },
};

/** What broke, the table, each rule with its evidence, and what could not have been seen. */
function essence(printed: string): string {
  const parts = printed.trimEnd().split("\n\n");
  return parts.filter((part) => /^ *(?:regression:|metric |[✗✓] |A smaller difference)/.test(part)).join("\n\n");
}
