import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { grouped } from "../../../base/grouped.ts";
import { ROOT } from "../pages.ts";
import type { FigureSource } from "../source.ts";

const FILE = "design/readings/fault-patterns.csv";

/** What a reader said of patterns that `scripts/fault-patterns.ts --read` had drawn. */
export const faultReadings: FigureSource = {
  name: "fault-readings",
  command: "node --import tsx scripts/figures.ts fault-readings",
  about: `Patterns drawn by lot of both pipelines and trackers, read once, with the pipeline known: of one trouble or not (${FILE})`,
  measure: async () => {
    const read: Record<string, string>[] = parse(readFileSync(join(ROOT, FILE)), { columns: true });
    const groups = [...grouped(read, ({ tracker, pipeline }) => `${tracker}|${pipeline}`)];
    const rows = groups.map(([name, own]) => {
      const count = (verdict: string) => String(own.filter(({ one_trouble }) => one_trouble === verdict).length);
      return [...name.split("|"), String(own.length), count("yes"), count("partly"), count("no")];
    });
    return {
      tables: { read: { columns: ["tracker", "pipeline", "read", "of one trouble", "partly", "not"], rows } },
      values: {},
    };
  },
};
