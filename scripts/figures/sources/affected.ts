import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/affected-changes.ts";
const [EACH, SEED] = ["25", "4307"];

/** With `AFFECTED_RECORD`, a file, a second call goes on where the first was stopped. */
export const affected: FigureSource = {
  name: "affected",
  command: `node --import tsx ${SCRIPT} ${EACH} --seed ${SEED}`,
  about:
    "Random changes of a configuration by kind: which executions `runs affected` says cannot have been touched, and whether any of those differs when it is executed all the same",
  measure: async () => {
    const { AFFECTED_RECORD: record } = process.env;
    const printed = runScript(SCRIPT, EACH, "--seed", SEED, ...(record ? ["--record", record] : []));
    const [, wrong, changes, most, seconds] =
      /^(\d+) of (\d+) changes .* at most ([\d.]+) %.*; (\d+) s of processor/m.exec(printed) ?? [];
    if (!wrong || !changes || !most || !seconds) throw new Error("no last line of the expected form");
    return { tables: printedTables(printed, ["kinds"]), values: { wrong, changes, most, seconds, seed: SEED } };
  },
};
