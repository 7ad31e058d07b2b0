/**
 * Vocabulary. *source* a command whose output documents quote; *figures* what one run of it came to: `values`, `tables` and `screens` (what a
 * terminal showed) by key, as a reader sees them. They are kept in `design/figures/<source>.json`, and pages take every measured number from there.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { compareText } from "../../base/text-order.ts";
import { UserError } from "../../base/user-error.ts";
import { ROOT } from "./pages.ts";

export interface FigureSource {
  name: string;
  /** As a reader types it. */
  command: string;
  /** One sentence: what is measured, and over what. */
  about: string;
  measure: (options: MeasureOptions) => Promise<Measured>;
}

interface MeasureOptions {
  /** A finished run, for sources that read one. */
  run?: string;
}

export type Measured = Pick<Figures, "values" | "tables" | "screens">;

const tableSchema = z.strictObject({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});
export type FigureTable = z.infer<typeof tableSchema>;

const figuresSchema = z.strictObject({
  source: z.string(),
  command: z.string().min(1, "no command writes these figures"),
  about: z.string(),
  date: z.iso.date(),
  machine: z.string().describe("cores and Node, no host"),
  commit: z.string(),
  values: z.record(z.string(), z.string()),
  tables: z.record(z.string(), tableSchema),
  screens: z.record(z.string(), z.string()).optional(),
});
export type Figures = z.infer<typeof figuresSchema>;

const FOLDER = join(ROOT, "design", "figures");

export function pathOf(source: string): string {
  return join(FOLDER, `${source}.json`);
}

/** All kept figures, by source. @throws UserError `input` naming the file that is damaged */
export function readFigures(): Map<string, Figures> {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".json")) : [];
  return new Map(
    files.sort(compareText).map((file) => {
      const parsed = figuresSchema.safeParse(JSON.parse(readFileSync(join(FOLDER, file), "utf8")));
      if (parsed.success && `${parsed.data.source}.json` === file) return [parsed.data.source, parsed.data];
      throw new UserError("input", `design/figures/${file} holds no figures`, {
        problems: parsed.success
          ? [`it is of ${parsed.data.source}`]
          : parsed.error.issues.map(({ message }) => message),
        hint: "node --import tsx scripts/figures.ts SOURCE writes it",
      });
    }),
  );
}
