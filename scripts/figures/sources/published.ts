import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const COMMAND = "test/oracles/print-published.ts";

/** Expected values that others published or computed, of the data sets in this checkout. */
export const published: FigureSource = {
  name: "published",
  command: `node --import tsx ${COMMAND}`,
  about: "Values that others published or computed, computed again by our functions, of the data sets in this checkout",
  measure: async () => {
    const tables = printedTables(runScript(COMMAND), ["sets"]);
    const [, values, reproduced, different] = tables.sets!.rows.at(-1)!;
    return { tables, values: { values: values!, reproduced: reproduced!, different: different! } };
  },
};
