import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/gate/error-rates.ts";
const [PAIRS, SEED] = ["1000", "3001"];

/** How often the gate errs and what it finds: by simulation, from seeds that nothing was developed on. */
export const gateErrors: FigureSource = {
  name: "gate-errors",
  command: `node --import tsx ${SCRIPT} --pairs ${PAIRS} --seed ${SEED}`,
  about:
    "The gate's verdicts on simulated pairs of runs, where nothing changed, where something did, and where whole runs are moved",
  measure: async () => {
    const output = runScript(SCRIPT, "--pairs", PAIRS, "--seed", SEED);
    const all = (label: string) => [...output.matchAll(new RegExp(`^${label}: (.*)$`, "gm"))].map(([, text]) => text!);
    const [highest, above, again] = [all("highest"), all("above"), all("again")];
    return {
      tables: printedTables(output, ["unchanged", "passed", "found", "runs", "planned"]),
      values: {
        ...{ pairs: Number(PAIRS).toLocaleString("en"), seed: SEED },
        ...{ "unchanged.highest": highest[0]!, "unchanged.above": above[0]!, "unchanged.again": again[0]! },
        ...{ "passed.highest": highest[1]!, "passed.above": above[1]!, "passed.again": again[1]! },
      },
    };
  },
};
