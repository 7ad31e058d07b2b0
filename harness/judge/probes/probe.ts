import type { ProbeReading } from "../../record/domain/records.ts";
import type { EditName } from "./edits/registry.ts";

/** What one judge said about the edits of one execution; an edit that was not asked about, or blocked, is absent. */
export type CaseReadings = Readonly<Partial<Record<EditName, ProbeReading>>>;

/**
 * A test of a judge with known right answers: the same execution is shown in edited forms, and what may not change the
 * judgement must not, what must change it must. One probe = one file and one line in `registry.ts`.
 */
export interface Probe {
  name: string;
  question: string;
  /** The forms that the judge is shown. */
  edits: readonly EditName[];
  /** What one execution shows, 0 for a judge without the fault; null when it shows nothing. */
  effect(readings: CaseReadings): number | null;
  /** In words, for tables and pages. */
  unit: string;
  /** Size of the largest effect that there can be, in either direction. */
  largest: number;
  /** Names of the fault when the whole interval of the mean effect lies above `threshold`, or below minus `threshold`. */
  finding: { above: string; below?: string };
  threshold: number;
  /** Why that threshold. */
  because: string;
}
